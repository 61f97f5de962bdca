// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure_log.h"

#include "base/lazy.h"
#include "base/thread_store.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

namespace pdh_shim {
namespace {

struct FailureStore : ThreadStore<LastFailure> {
    FailureStore() noexcept : ThreadStore(most_last_failures, last_failures) {}
};

FailureStore& failure_store() {
    static constinit Singleton<FailureStore> instance;
    return instance.get();
}

bool is_own(const LastFailure& /*failure*/, bool is_of_this_thread) noexcept {
    return is_of_this_thread;
}

// At the end of a character of UTF-8.
void cut(std::string& message) {
    std::size_t size = std::min(message.size(), longest_kept_message);
    while (size < message.size() && (static_cast<unsigned char>(message[size]) & 0xC0U) == 0x80U) {
        --size;
    }
    message.resize(size);
}

} // namespace

std::atomic<std::size_t> last_failures{0};

void keep_last_failure(const Failure& failure) noexcept {
    try {
        LastFailure newest{failure.status(), failure.message()};
        cut(newest.message);
        forget_last_failure();
        failure_store().keep(std::move(newest), 1);
    } catch (const std::exception&) {
        return; // the caller has the status all the same
    }
}

std::optional<LastFailure> last_failure() {
    return last_failures == 0 ? std::nullopt : failure_store().newest();
}

void forget_last_failure() noexcept {
    if (last_failures != 0) {
        failure_store().take(is_own); // they are there already
    }
}

void FailureLog::report(std::uint32_t what, const Failure& failure, trace::Level level) noexcept {
    keep_last_failure(failure);
    if (!trace::enabled(level)) {
        return;
    }
    try {
        std::string message = failure.message();
        {
            const std::scoped_lock lock(mutex_);
            if (reported_.size() >= most_reported && !reported_.contains(what)) {
                if (std::exchange(is_full_, true)) {
                    return;
                }
                message += "; further ones are not logged";
            } else {
                std::string& reported = reported_[what];
                has_reported_ = true;
                if (reported == message) {
                    return;
                }
                reported = message;
            }
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
        is_full_ = reported_.size() >= most_reported;
        has_reported_ = !reported_.empty();
    }
}

void FailureLog::clear() noexcept {
    const std::scoped_lock lock(mutex_);
    reported_.clear();
    is_full_ = false;
    has_reported_ = false;
}

} // namespace pdh_shim
