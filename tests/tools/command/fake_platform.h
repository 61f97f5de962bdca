// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"

#include <functional>
#include <utility>

/// A platform whose time passes only by waiting, and whose console is two strings.
class FakePlatform : public pdh_shim::tools::command::Platform {
  public:
    std::chrono::nanoseconds time{0};
    /// How a wait ends before its deadline; asked at each one.
    std::function<pdh_shim::tools::command::WakeReason(std::chrono::nanoseconds deadline)> on_wait;
    std::error_code console_error; ///< why nothing can be written to it
    bool is_terminal = false;      ///< the console, and standard error
    std::string errors;
    std::string console;
    std::optional<std::string> typed;
    bool watched_console = false;        ///< by the last wait
    bool reopens = false;                ///< reopen_on_hangup() was called
    std::string_view end_of_line = "\n"; ///< CR LF: a program for Windows

    std::chrono::nanoseconds now() override { return time; }

    pdh_shim::tools::command::WakeReason wait_until(
        std::chrono::nanoseconds deadline, bool watch_console) override {
        watched_console = watch_console;
        time = std::max(time, deadline);
        return on_wait ? on_wait(deadline) : pdh_shim::tools::command::WakeReason::time_reached;
    }

    void reopen_on_hangup() override { reopens = true; }

    std::error_code write_console(std::string_view text) override {
        console += text;
        return console_error;
    }

    std::string_view line_end() const override { return end_of_line; }
    bool console_is_terminal() const override { return is_terminal; }
    bool errors_are_terminal() const override { return is_terminal; }
    void write_error(std::string_view text) override { errors += text; }

    std::optional<std::string> read_console_line() override { return std::exchange(typed, std::nullopt); }

    pdh_shim::tools::command::TimeZone time_zone() override { return {"UTC", 0}; }
    bool assume_log_zone(const std::string& zone) override { return zone == "UTC"; }
};
