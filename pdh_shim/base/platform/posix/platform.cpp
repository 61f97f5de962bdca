#include "base/platform.h"

#include "base/text.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <string_view>
#include <sys/eventfd.h>
#include <unistd.h>

namespace pdh_shim::platform {
namespace {

class EventDescriptor final : public Event {
  public:
    explicit EventDescriptor(int descriptor) noexcept : descriptor_(descriptor) {}
    EventDescriptor(const EventDescriptor&) = delete;
    EventDescriptor& operator=(const EventDescriptor&) = delete;
    EventDescriptor(EventDescriptor&&) = delete;
    EventDescriptor& operator=(EventDescriptor&&) = delete;
    ~EventDescriptor() override { close(descriptor_); }

    void set() noexcept override {
        const int saved = errno;
        eventfd_write(descriptor_, 1);
        errno = saved;
    }

  private:
    int descriptor_;
};

bool is_event_descriptor(int descriptor) {
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    std::array<char, 64> target{};
    const ssize_t length = readlink(link.c_str(), target.data(), target.size());
    return length > 0 &&
           std::string_view(target.data(), static_cast<std::size_t>(length)) == "anon_inode:[eventfd]";
}

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
    const int descriptor = fcntl(static_cast<int>(number), F_DUPFD_CLOEXEC, 3);
    if (descriptor < 0) {
        return Status::invalid_argument;
    }
    return std::unique_ptr<Event>(std::make_unique<EventDescriptor>(descriptor));
}

long process_id() noexcept {
    return getpid();
}

void at_fork(void (*before)(), void (*after)()) {
    pthread_atfork(before, after, after);
}

std::FILE* open_to_read(const std::string& path) {
    return std::fopen(path.c_str(), "rbe");
}

bool has_linux_files() noexcept {
    return true; // where there are none, the source that would read them says so
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
