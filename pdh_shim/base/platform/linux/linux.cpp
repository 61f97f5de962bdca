// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "base/named_file.h"
#include "base/platform.h"
#include "base/platform/posix/descriptor.h"
#include "base/platform/posix/place.h"
#include "base/scope_guard.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <linux/if_link.h>
#include <linux/magic.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace pdh_shim::platform {
namespace {

/// The header of a request for all there is of something.
nlmsghdr list_request(std::uint16_t type, std::size_t size) {
    return {.nlmsg_len = static_cast<std::uint32_t>(size),
        .nlmsg_type = type,
        .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
        .nlmsg_seq = 0,
        .nlmsg_pid = 0};
}

/// Why the kernel did not do what a netlink socket needs: `not_found` if it never will.
FileError netlink_error(int code) {
    switch (code) {
    case EAFNOSUPPORT:
    case EPROTONOSUPPORT:
    case EPERM:
    case EACCES:
        return FileError::not_found;
    case EMFILE:
    case ENFILE:
        return FileError::too_many;
    default:
        return FileError::failed;
    }
}

/// Appends the kernel's answer to a request to the first `size` bytes of a buffer.
FileResult<void> append_answer(
    int netlink, std::span<const std::byte> request, FileBuffer& buffer, std::size_t& size) {
    constexpr std::size_t longest_part = std::size_t{32} << 10U; // as the kernel makes them
    if (send(netlink, request.data(), request.size(), 0) < 0) {
        return netlink_error(errno);
    }
    while (size <= longest_file) {
        buffer.resize(std::max(buffer.size(), size + longest_part));
        // The kernel makes each part in the call before, so that none has to be waited for.
        const std::size_t room = buffer.size() - size;
        const ssize_t got = recv(netlink, buffer.data() + size, room, MSG_DONTWAIT | MSG_TRUNC);
        if (got < 0 && errno == EAGAIN) {
            return outcome::success();
        }
        if (got < 0 && errno != EINTR) {
            return netlink_error(errno);
        }
        const auto part = static_cast<std::size_t>(std::max<ssize_t>(0, got));
        if (part > room) {
            break;
        }
        size += part;
    }
    return FileError::failed;
}

} // namespace

std::optional<std::string> environment(const char* name) {
    const char* const value = secure_getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool may_have_variables(std::string_view /*beginning*/) noexcept {
    return true; // to ask for one takes no time
}

bool is_privileged_start() noexcept {
    return getauxval(AT_SECURE) != 0;
}

bool has_linux_files() {
    return true; // if there are none, the source that reads them reports it
}

#if defined(__powerpc__) || defined(__s390__)
// There the times in /proc/PID/stat come from the processor's own clock, not from the scheduler.
std::optional<std::int64_t> run_time(std::int64_t /*process*/) noexcept {
    return std::nullopt;
}
#else
std::optional<std::int64_t> run_time(std::int64_t process) noexcept {
    // As clock_getcpuclockid() makes it, which also asks the kernel whether there is such a process.
    constexpr unsigned id_bits = 3;
    constexpr clockid_t scheduler = 2;
    const auto number = static_cast<unsigned>(process);
    const auto clock = static_cast<clockid_t>(~number << id_bits) | scheduler;
    const int saved = errno;
    timespec time{};
    if (clock_gettime(clock, &time) != 0) {
        errno = saved;
        return std::nullopt;
    }
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    return std::int64_t{time.tv_sec} * nanoseconds + time.tv_nsec;
}
#endif

std::size_t copy_memory(const void* from, std::span<std::byte> to) noexcept {
    const int saved = errno;
    std::size_t copied = 0;
    while (copied < to.size()) {
        const auto* const place = static_cast<const std::byte*>(from) + copied;
        const auto part = within_page(place, to.subspan(copied));
        const iovec local{part.data(), part.size()};
        const iovec remote{const_cast<std::byte*>(place), part.size()};
        const ssize_t read = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
        if (read < 0 && errno != EFAULT) { // an emulator, or a filter of system calls
            copied += copy_memory_through_pipe(place, to.subspan(copied));
            break;
        }
        if (read <= 0) {
            break;
        }
        copied += static_cast<std::size_t>(read);
    }
    errno = saved;
    return copied;
}

std::uint64_t thread_id() noexcept {
    return static_cast<std::uint64_t>(syscall(SYS_gettid));
}

std::optional<DeviceNumber> device_of(int place) {
    struct stat status {};
    if (fstat(place, &status) != 0) {
        return std::nullopt;
    }
    return DeviceNumber{major(status.st_dev), minor(status.st_dev)};
}

bool has_subvolumes(int place) {
    struct statfs status {};
    return fstatfs(place, &status) == 0 && static_cast<std::uint32_t>(status.f_type) == BTRFS_SUPER_MAGIC;
}

FileResult<std::string_view> output_queues(FileBuffer& buffer) {
    const int number = above_standard_streams(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    if (number < 0) {
        return netlink_error(errno);
    }
    const ScopeGuard closing([number] { close(number); });
    struct {
        nlmsghdr header;
        ifinfomsg every{};
        rtattr attribute{.rta_len = RTA_LENGTH(sizeof(std::uint32_t)), .rta_type = IFLA_EXT_MASK};
        std::uint32_t left_out = RTEXT_FILTER_SKIP_STATS;
    } const links{list_request(RTM_GETLINK, sizeof links)};
    struct {
        nlmsghdr header;
        tcmsg every{};
    } const queues{list_request(RTM_GETQDISC, sizeof queues)};
    std::size_t size = 0;
    PDH_SHIM_CHECK(append_answer(number, std::as_bytes(std::span(&links, 1)), buffer, size));
    PDH_SHIM_CHECK(append_answer(number, std::as_bytes(std::span(&queues, 1)), buffer, size));
    return std::string_view(buffer.data(), size);
}

void take_signal(const sigset_t& signal) noexcept {
    const timespec at_once{};
    sigtimedwait(&signal, nullptr, &at_once);
}

int store_contents(int descriptor) noexcept {
    return fdatasync(descriptor);
}

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

namespace pdh_shim {
namespace {

// Whether a line of /proc/self/maps, which begins with `start-end`, has the address.
bool contains(std::string_view line, std::uintptr_t address) {
    constexpr int hexadecimal = 16;
    std::uintptr_t start = 0;
    std::uintptr_t end = 0;
    const char* const last = line.data() + line.size();
    const auto [dash, error] = std::from_chars(line.data(), last, start, hexadecimal);
    return error == std::errc() && dash != last &&
           std::from_chars(dash + 1, last, end, hexadecimal).ec == std::errc() && start <= address &&
           address < end;
}

} // namespace

// The loader's name of a library may be relative to a folder that the program has left, and its name of the
// program is whatever the parent chose. The kernel knows both.
std::string own_file() {
    const auto files = make_file_system();
    FileBuffer buffer;
    if (!files) {
        return {};
    }
    const auto maps = files.value()->read("/proc/self/maps", buffer);
    if (!maps) {
        return {};
    }
    std::string_view rest = maps.value();
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (contains(line, reinterpret_cast<std::uintptr_t>(&own_file))) {
            const std::size_t path = line.find('/');
            return path == std::string_view::npos ? std::string() : std::string(line.substr(path));
        }
    }
    return {};
}

} // namespace pdh_shim
