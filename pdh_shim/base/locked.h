// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_mutex.h"

#include <boost/noncopyable.hpp>

#include <mutex>
#include <utility>

namespace pdh_shim {

/// A value with the mutex that guards it. What it had before ends after the lock, since that may take long,
/// call the program, or take other locks.
template <class Value>
class Locked : boost::noncopyable {
  public:
    explicit Locked(Value value = Value(), Rank rank = Rank::leaf) : mutex_(rank), value_(std::move(value)) {}

    [[nodiscard]] Value copy() const {
        const std::scoped_lock lock(mutex_);
        return value_;
    }
    /// @return the old value
    Value replace(Value value) {
        const std::scoped_lock lock(mutex_);
        std::swap(value_, value);
        return value;
    }
    /// Calls `use` with the value and returns what it returns: what is taken out of the value, for example.
    template <class Use>
    auto with(const Use& use) {
        const std::scoped_lock lock(mutex_);
        return use(value_);
    }

  private:
    mutable ForkMutex mutex_;
    Value value_;
};

} // namespace pdh_shim
