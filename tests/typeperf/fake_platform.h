#pragma once

#include "platform.h"

#include <functional>
#include <utility>

/// A platform whose time passes only by waiting, and whose console is two strings.
class FakePlatform : public typeperf::Platform {
  public:
    std::chrono::nanoseconds time{0};
    /// How a wait ends before its deadline; asked at each one.
    std::function<typeperf::Wake(std::chrono::nanoseconds deadline)> on_wait;
    bool console_is_open = true;
    std::string console;
    std::optional<std::string> typed;
    bool watched_console = false; ///< by the last wait

    std::chrono::nanoseconds now() override { return time; }

    typeperf::Wake wait_until(std::chrono::nanoseconds deadline, bool watch_console) override {
        watched_console = watch_console;
        time = std::max(time, deadline);
        return on_wait ? on_wait(deadline) : typeperf::Wake::time_reached;
    }

    bool write_console(std::string_view text) override {
        console += text;
        return console_is_open;
    }

    std::optional<std::string> read_console_line() override { return std::exchange(typed, std::nullopt); }

    typeperf::TimeZone time_zone() override { return {"UTC", 0}; }
};
