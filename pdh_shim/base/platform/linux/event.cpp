// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/posix/kept_descriptor.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/eventfd.h>
#include <unistd.h>

namespace pdh_shim::platform {
namespace {

constexpr std::int64_t no_event_id = -1;

// The kernel's number of an eventfd: for fstat() all of them are one file. None before Linux 5.2, or
// if it cannot be read now.
std::int64_t event_id(int descriptor) noexcept {
    constexpr std::string_view name = "eventfd-id:";
    std::array<char, 64> path{};
    std::array<char, 256> text{};
    std::snprintf(path.data(), path.size(), "/proc/self/fdinfo/%d", descriptor);
    const int file = above_standard_streams(open(path.data(), O_RDONLY | O_CLOEXEC));
    if (file < 0) {
        return no_event_id;
    }
    const ssize_t length = read(file, text.data(), text.size() - 1);
    close(file);
    const std::string_view lines(text.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
    const std::size_t line = lines.find(name);
    return line == std::string_view::npos ? no_event_id
                                          : std::strtoll(text.data() + line + name.size(), nullptr, 10);
}

class EventDescriptor final : public Event {
  public:
    explicit EventDescriptor(int descriptor) noexcept : descriptor_(descriptor), id_(event_id(descriptor)) {}
    ~EventDescriptor() override {
        if (!is_ours()) {
            descriptor_.forget();
        }
    }

    // One that is full, as a blocking one may be, has been set often enough; to write would wait for a
    // reader.
    void set() noexcept override {
        const int saved = errno;
        pollfd room{descriptor_.number(), POLLOUT, 0};
        if (is_ours() && poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0) {
            eventfd_write(descriptor_.number(), 1);
        }
        errno = saved;
    }

  private:
    [[nodiscard]] bool is_ours() const noexcept {
        return descriptor_.is_ours() && event_id(descriptor_.number()) == id_;
    }

    KeptDescriptor descriptor_;
    const std::int64_t id_;
};

bool is_event_descriptor(int descriptor) {
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    std::array<char, 64> target{};
    const ssize_t length = readlink(link.c_str(), target.data(), target.size());
    return length > 0 &&
           std::string_view(target.data(), static_cast<std::size_t>(length)) == "anon_inode:[eventfd]";
}

} // namespace

Result<std::unique_ptr<Event>> open_event(void* handle) {
    const auto number = reinterpret_cast<std::intptr_t>(handle);
    if (number < 0 || number > INT32_MAX || !is_event_descriptor(static_cast<int>(number))) {
        return Status::invalid_argument;
    }
    const int descriptor = fcntl(static_cast<int>(number), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (descriptor < 0) {
        return Status::invalid_argument;
    }
    return std::unique_ptr<Event>(std::make_unique<EventDescriptor>(descriptor));
}

} // namespace pdh_shim::platform
