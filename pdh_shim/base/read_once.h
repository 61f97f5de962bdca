// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/long_mutex.h"
#include "base/result.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>

namespace pdh_shim {

/// A value that is read from a log once, when it is first needed; other threads wait meanwhile. After a
/// failure it is read again. A child of fork() has what its parent has read, and reads what its parent was
/// reading.
template <class Value>
class ReadOnce : boost::noncopyable {
  public:
    ~ReadOnce() { delete value_.load(); }

    /// @param read returns a Result<Value> with a Status or a Failure, which is returned
    /// @return what is never null and lives as long as this
    template <class Read>
    [[nodiscard]] auto get(const Read& read)
        -> Result<const Value*, typename std::invoke_result_t<const Read&>::error_type> {
        if (const Value* const known = value_.load(std::memory_order_acquire)) {
            return known;
        }
        const auto lock = reading_.lock();
        if (const Value* const known = value_.load(std::memory_order_acquire)) {
            return known;
        }
        PDH_SHIM_TRY(Value value, read());
        auto kept = std::make_unique<const Value>(std::move(value));
        value_.store(kept.get(), std::memory_order_release);
        return static_cast<const Value*>(kept.release());
    }

  private:
    LongMutex reading_{Rank::foreign};
    std::atomic<const Value*> value_{nullptr}; // written with the reading locked
};

} // namespace pdh_shim
