// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"

#include "base/failure_log.h"
#include "base/lazy.h"
#include "base/locks.h"
#include "base/log_sink.h"
#include "base/platform.h"
#include "base/text.h"

#include <spdlog/logger.h>

#include <array>
#include <exception>
#include <memory>

namespace pdh_shim::trace {
namespace {

constexpr std::array<std::pair<std::string_view, Level>, 6> level_names{
    {{"off", Level::off}, {"error", Level::error}, {"warning", Level::warning}, {"info", Level::info},
        {"debug", Level::debug}, {"calls", Level::calls}}};

spdlog::level::level_enum to_spdlog(Level level) {
    switch (level) {
    case Level::error:
        return spdlog::level::err;
    case Level::warning:
        return spdlog::level::warn;
    case Level::info:
        return spdlog::level::info;
    case Level::debug:
        return spdlog::level::debug;
    case Level::calls:
        return spdlog::level::trace;
    case Level::off:
        break;
    }
    return spdlog::level::off;
}

struct State {
    ~State() { // objects that are destroyed later log nothing
        current_level.store(Level::off);
        call_tracing.store(CallTracing::off);
    }

    Locked<std::shared_ptr<spdlog::logger>> logger{nullptr, Rank::last};
};

State& state() {
    static constinit Singleton<State> instance;
    return instance.get();
}

std::shared_ptr<spdlog::logger> make_logger(const std::string& file) {
    auto logger = std::make_shared<spdlog::logger>("pdh-shim", make_sink(file));
    logger->set_error_handler([](const std::string&) {}); // the default one writes to standard error
    logger->set_level(spdlog::level::trace);
    logger->flush_on(spdlog::level::trace);
    return logger;
}

} // namespace

std::atomic<Level> current_level{Level::off};
std::atomic<CallTracing> call_tracing{CallTracing::unknown};

bool parse_level(std::string_view name, Level& level) noexcept {
    for (const auto& [known, value] : level_names) {
        if (known == name) {
            level = value;
            return true;
        }
    }
    return false;
}

bool configure(Level level, const std::string& file) {
    try {
        auto logger = level == Level::off ? nullptr : make_logger(file);
        state().logger.with([&](std::shared_ptr<spdlog::logger>& current) {
            current_level.store(level, std::memory_order_relaxed);
            call_tracing.store(
                level == Level::calls ? CallTracing::on : CallTracing::off, std::memory_order_relaxed);
            return std::exchange(current, std::move(logger));
        });
        return true;
    } catch (const spdlog::spdlog_ex&) {
        return false;
    }
}

void write(Level level, std::string_view message) noexcept {
    if (!enabled(level)) {
        return;
    }
    const NoCancel no_cancel;
    try {
        const auto logger = state().logger.copy();
        if (logger != nullptr) {
            logger->log(to_spdlog(level), escaped(message));
        }
    } catch (const std::exception&) {
        // A log line that cannot be written must not change what the caller gets.
        return;
    }
}

Status report(const Failure& failure, Level level) noexcept {
    keep_last_failure(failure);
    if (enabled(level)) {
        try {
            write(level, failure.message());
        } catch (const std::exception&) {
            return failure.status(); // as above
        }
    }
    return failure.status();
}

Status report_reason(const Failure& failure) noexcept {
    return failure.what().empty() ? failure.status() : report(failure);
}

} // namespace pdh_shim::trace
