// What the conformance suite needs of a POSIX system.
#include "support.h"

#include <array>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace conformance {

std::string utf8_of_narrow(const char* text) {
    return text;
}

std::string narrow_of_utf8(const std::string& text) {
    return text;
}

// Outside Windows an event is the number of an eventfd descriptor.
Event::Event() : handle_(reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(eventfd(0, EFD_CLOEXEC)))) {
    REQUIRE(reinterpret_cast<std::intptr_t>(handle_) > 0);
}

Event::~Event() {
    close();
}

void Event::close() {
    if (handle_ != nullptr) {
        ::close(static_cast<int>(reinterpret_cast<std::intptr_t>(handle_)));
        handle_ = nullptr;
    }
}

bool Event::wait(int milliseconds) const {
    const auto descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(handle_));
    pollfd waited{descriptor, POLLIN, 0};
    if (poll(&waited, 1, milliseconds) != 1) {
        return false;
    }
    eventfd_t signals = 0;
    return eventfd_read(descriptor, &signals) == 0;
}

HANDLE not_an_event() {
    return reinterpret_cast<HANDLE>(std::intptr_t{STDIN_FILENO + 12345});
}

LONGLONG to_local(LONGLONG utc) {
    constexpr LONGLONG unix_epoch = 116'444'736'000'000'000;
    const auto seconds = static_cast<std::time_t>((utc - unix_epoch) / one_second);
    std::tm local{};
    REQUIRE(localtime_r(&seconds, &local) != nullptr);
    return utc + local.tm_gmtoff * one_second;
}

void hide_screen() {
    setenv("TERM", "dumb", 1);
}

std::string system_machine_name() {
    std::array<char, 256> name{};
    REQUIRE(gethostname(name.data(), name.size() - 1) == 0);
    const std::string full = name.data();
    return full.substr(0, full.find('.'));
}

} // namespace conformance
