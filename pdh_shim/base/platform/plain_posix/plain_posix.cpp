// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"
#include "base/platform.h"
#include "base/platform/posix/descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

// What the platform has that POSIX describes, and no more.
#include "base/platform/posix/place.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

namespace pdh_shim::platform {
namespace {

/// One of these signals that is pending, or 0.
int pending_of(const sigset_t& signals) noexcept {
    sigset_t pending{};
    if (sigpending(&pending) != 0) {
        return 0;
    }
    int number = NSIG - 1;
    while (number > 0 && (sigismember(&signals, number) != 1 || sigismember(&pending, number) != 1)) {
        --number;
    }
    return number;
}

} // namespace

std::optional<std::string> environment(const char* name) {
    if (is_privileged_start()) {
        return std::nullopt;
    }
    const char* const value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool may_have_variables(std::string_view /*beginning*/) noexcept {
    return true; // to ask for one takes no time
}

bool is_privileged_start() noexcept {
    static const bool is_privileged = getuid() != geteuid() || getgid() != getegid();
    return is_privileged;
}

bool has_linux_files() {
    return false;
}

std::optional<std::int64_t> run_time(std::int64_t /*process*/) noexcept {
    return std::nullopt;
}

std::size_t copy_memory(const void* from, std::span<std::byte> to) noexcept {
    return copy_memory_through_pipe(from, to);
}

// POSIX has no number for it, but what it has is one or an address everywhere.
std::uint64_t thread_id() noexcept {
    std::uint64_t number = 0;
    const pthread_t self = pthread_self();
    std::memcpy(&number, &self, std::min(sizeof number, sizeof self));
    return number;
}

std::optional<DeviceNumber> device_of(int /*place*/) {
    return std::nullopt;
}

bool has_subvolumes(int /*place*/) {
    return false;
}

FileResult<std::string_view> output_queues(FileBuffer& /*buffer*/) {
    return FileError::not_found;
}

// Not every system has sigtimedwait() and fdatasync().
void take_signal(const sigset_t& signal) noexcept {
    // There are two at most: the thread's own and one of the whole process. Another thread may take the
    // latter at any moment, so sigwait() is called only when this thread has one of its own.
    for (int taken = 0; taken < 2; ++taken) {
        const int number = pending_of(signal);
        int found = 0;
        if (number == 0 || pthread_kill(pthread_self(), number) != 0 || sigwait(&signal, &found) != 0) {
            return;
        }
    }
}

int store_contents(int descriptor) noexcept {
    return fsync(descriptor);
}

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

namespace pdh_shim {

std::string own_file() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&own_file), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    // Otherwise it is relative to a folder that the program may have left.
    return info.dli_fname[0] == '/' ? info.dli_fname : std::string();
}

} // namespace pdh_shim
