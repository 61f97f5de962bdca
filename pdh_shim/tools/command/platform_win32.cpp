// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/log_names.h"
#include "tools/command/platform.h"

#include <windows.h>

#include <algorithm>

namespace pdh_shim::tools::command {

namespace {

using std::chrono::nanoseconds;

// Signalled by Ctrl+C. Never closed: the handler may run at any time.
HANDLE stop_requested = nullptr;

BOOL WINAPI request_stop(DWORD /*event*/) {
    // For the second one it is already set: the default handler then ends a program that hangs.
    const bool first = WaitForSingleObject(stop_requested, 0) != WAIT_OBJECT_0;
    SetEvent(stop_requested);
    return first ? TRUE : FALSE;
}

std::string narrow(const wchar_t* text) {
    const int size = WideCharToMultiByte(CP_ACP, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_ACP, 0, text, -1, bytes.data(), size, nullptr, nullptr);
    bytes.resize(bytes.find('\0'));
    return bytes;
}

// Rounded up, so that the deadline has passed when the wait returns.
DWORD wait_timeout(nanoseconds remaining) {
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    return static_cast<DWORD>(std::clamp(
        std::chrono::ceil<std::chrono::milliseconds>(remaining), std::chrono::milliseconds(0), longest)
                                  .count());
}

std::error_code write_all(HANDLE output, std::string_view text) {
    while (!text.empty()) {
        DWORD written = 0;
        if (WriteFile(output, text.data(), static_cast<DWORD>(text.size()), &written, nullptr) == 0) {
            const auto reason = GetLastError();
            return reason == ERROR_BROKEN_PIPE || reason == ERROR_NO_DATA
                       ? std::make_error_code(std::errc::broken_pipe)
                       : std::error_code(static_cast<int>(reason), std::system_category());
        }
        text.remove_prefix(written);
    }
    return {};
}

bool is_console(DWORD standard_handle) {
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(standard_handle), &mode) != 0;
}

class Win32Platform : public Platform {
  public:
    Win32Platform() {
        stop_requested = CreateEventW(nullptr, TRUE, FALSE, nullptr);
        SetConsoleCtrlHandler(request_stop, TRUE);
    }

    nanoseconds now() override {
        return std::chrono::duration_cast<nanoseconds>(std::chrono::steady_clock::now().time_since_epoch());
    }

    // The next write detects that the reader of the console is gone: Windows has no other way.
    WakeReason wait_until(nanoseconds deadline, bool /*watch_console*/) override {
        for (;;) {
            const auto remaining = deadline - now();
            if (WaitForSingleObject(stop_requested, wait_timeout(remaining)) == WAIT_OBJECT_0) {
                return WakeReason::stop_requested;
            }
            if (remaining <= nanoseconds(0)) {
                return WakeReason::time_reached;
            }
        }
    }

    void reopen_on_hangup() override {} // there is no such signal

    std::error_code write_console(std::string_view text) override {
        return write_all(GetStdHandle(STD_OUTPUT_HANDLE), text);
    }

    std::string_view line_end() const override { return "\r\n"; }

    bool console_is_terminal() const override { return is_console(STD_OUTPUT_HANDLE); }

    bool errors_are_terminal() const override { return is_console(STD_ERROR_HANDLE); }

    void write_error(std::string_view text) override {
        (void)write_all(GetStdHandle(STD_ERROR_HANDLE), text);
    }

    std::optional<std::string> read_console_line() override {
        auto* const input = GetStdHandle(STD_INPUT_HANDLE);
        std::string line;
        char c = 0;
        DWORD got = 0;
        while (ReadFile(input, &c, 1, &got, nullptr) != 0 && got == 1) {
            if (c == '\n') {
                return line;
            }
            if (c != '\r') {
                line.push_back(c);
            }
        }
        return std::nullopt;
    }

    TimeZone time_zone() override {
        TIME_ZONE_INFORMATION zone{};
        const bool summer = GetTimeZoneInformation(&zone) == TIME_ZONE_ID_DAYLIGHT;
        const LONG bias = zone.Bias + (summer ? zone.DaylightBias : zone.StandardBias);
        return {narrow(summer ? zone.DaylightName : zone.StandardName), static_cast<int>(bias)};
    }

    bool assume_log_zone(const std::string& zone) override {
        return is_number_or_utc(zone) && SetEnvironmentVariableA(log_zone_variable, zone.c_str()) != 0;
    }
};

} // namespace

void set_environment(const std::string& name, const std::string& value) {
    SetEnvironmentVariableA(name.c_str(), value.c_str());
}

std::unique_ptr<Platform> start_platform() {
    return std::make_unique<Win32Platform>();
}

} // namespace pdh_shim::tools::command
