// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the conformance suite needs of a POSIX system.
#include "support.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/eventfd.h>
#endif

namespace conformance {

std::string utf8_of_narrow(const char* text) {
    return text;
}

std::string narrow_of_utf8(const std::string& text) {
    return text;
}

// On Linux an event is the number of an eventfd descriptor, on other systems that of the end of a pipe.
Event::Event() {
#ifdef __linux__
    reader_ = eventfd(0, EFD_CLOEXEC);
    const int writer = reader_;
#else
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    reader_ = ends[0];
    const int writer = ends[1];
#endif
    REQUIRE(writer > 0);
    handle_ = reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(writer));
}

Event::~Event() {
    close();
}

void Event::close() {
    if (handle_ == nullptr) {
        return;
    }
    const auto writer = static_cast<int>(reinterpret_cast<std::intptr_t>(handle_));
    ::close(writer);
    if (writer != reader_) {
        ::close(reader_);
    }
    handle_ = nullptr;
}

bool Event::wait(int milliseconds) const {
    pollfd waited{reader_, POLLIN, 0};
    if (poll(&waited, 1, milliseconds) != 1) {
        return false;
    }
    std::array<std::uint64_t, 64> signals{};
    return read(reader_, signals.data(), sizeof signals) > 0;
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
