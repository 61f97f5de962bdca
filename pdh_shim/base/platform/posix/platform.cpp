#include "base/platform.h"

#include "base/platform/posix/kept_descriptor.h"
#include "base/text.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/mman.h>
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

    void set() noexcept override {
        const int saved = errno;
        if (is_ours()) {
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

// The number of this process, on a page that the kernel clears in every child: the number is
// needed for every collect and every file, and a system call costs as much as a third of a short read.
class OwnProcess {
  public:
    OwnProcess() noexcept {
#ifdef MADV_WIPEONFORK
        const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        void* const page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) {
            return;
        }
        if (madvise(page, size, MADV_WIPEONFORK) != 0) {
            munmap(page, size);
            return;
        }
        number_ = new (page) std::atomic<pid_t>(0);
#endif
    }

    [[nodiscard]] long number() const noexcept {
        if (number_ == nullptr) {
            return getpid();
        }
        pid_t number = number_->load(std::memory_order_relaxed);
        if (number == 0) {
            number = getpid();
            number_->store(number, std::memory_order_relaxed);
        }
        return number;
    }

  private:
    std::atomic<pid_t>* number_ = nullptr; // null if there is no such page
};

const OwnProcess own_process;

} // namespace

std::optional<std::string> environment(const char* name) {
    const char* const value = secure_getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string machine_name() {
    std::array<char, 256> buffer{};
    if (gethostname(buffer.data(), buffer.size() - 1) != 0 || buffer.front() == '\0') {
        return "localhost";
    }
    const std::string_view full(buffer.data());
    return std::string(full.substr(0, full.find('.')));
}

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

bool is_readable(const void* address) noexcept {
    const int saved = errno;
    // Of a bad address the kernel says so; of anything else that it is no file, or one.
    const bool readable = access(static_cast<const char*>(address), F_OK) == 0 || errno != EFAULT;
    errno = saved;
    return readable;
}

long process_id() noexcept {
    return own_process.number();
}

void at_fork(void (*before)(), void (*after)()) {
    pthread_atfork(before, after, after);
}

bool has_linux_files() noexcept {
    return true; // if there are none, the source that reads them reports it
}

std::vector<WindowsProcess> windows_processes() {
    return {};
}

std::vector<WindowsDrive> windows_drives() {
    return {};
}

Result<std::u16string> from_narrow(std::string_view text) {
    return from_utf8(text);
}

Result<std::string> to_narrow(std::u16string_view text) {
    return to_utf8(text);
}

} // namespace pdh_shim::platform
