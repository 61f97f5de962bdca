// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure_log.h"

#include "base/last_failure.h"

#include <exception>
#include <mutex>
#include <utility>

namespace pdh_shim {

void FailureLog::report(std::uint32_t what, const Failure& failure, trace::Level level) noexcept {
    keep_last_failure(failure);
    if (!trace::enabled(level)) {
        return;
    }
    try {
        std::string message = failure.message();
        {
            const std::scoped_lock lock(mutex_);
            std::string& reported = reported_[what];
            has_reported_ = true;
            if (reported == message) {
                return;
            }
            reported = message;
        }
        trace::write(level, message);
    } catch (const std::exception&) {
        return; // as trace::write()
    }
}

void FailureLog::is_well(std::uint32_t what) noexcept {
    if (has_reported_) {
        const std::scoped_lock lock(mutex_);
        reported_.erase(what);
        has_reported_ = !reported_.empty();
    }
}

void FailureLog::clear() noexcept {
    const std::scoped_lock lock(mutex_);
    reported_.clear();
    has_reported_ = false;
}

} // namespace pdh_shim
