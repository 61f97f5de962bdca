// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/posix/kept_descriptor.h"
#include "base/platform/posix/withheld_signal.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pdh_shim::platform {
namespace {

class PipeEnd final : public Event {
  public:
    explicit PipeEnd(int descriptor) noexcept : descriptor_(descriptor) {}
    ~PipeEnd() override {
        if (!descriptor_.is_ours()) {
            descriptor_.forget();
        }
    }

    // A pipe that is full has been set often enough.
    void set() noexcept override {
        const int saved = errno;
        constexpr std::uint64_t once = 1;
        pollfd room{descriptor_.number(), POLLOUT, 0};
        if (descriptor_.is_ours() && poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0) {
            const WithheldSignal no_reader(SIGPIPE);
            static_cast<void>(!write(descriptor_.number(), &once, sizeof once));
        }
        errno = saved;
    }

  private:
    KeptDescriptor descriptor_;
};

bool is_writable_pipe(int descriptor) {
    struct stat status {};
    const int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(descriptor, &status) == 0 &&
           S_ISFIFO(status.st_mode);
}

} // namespace

Result<std::unique_ptr<Event>> open_event(void* handle) {
    const auto number = reinterpret_cast<std::intptr_t>(handle);
    if (number < 0 || number > INT32_MAX || !is_writable_pipe(static_cast<int>(number))) {
        return Status::invalid_argument;
    }
    const int descriptor = fcntl(static_cast<int>(number), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (descriptor < 0) {
        return Status::invalid_argument;
    }
    return std::unique_ptr<Event>(std::make_unique<PipeEnd>(descriptor));
}

} // namespace pdh_shim::platform
