// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <atomic>
#include <memory>

namespace pdh_shim {

/// A value that is made at its first use. Threads that use it at the same time may each make one; all get the
/// one that was finished first. No lock is held meanwhile, so there is nothing that fork() would have to wait
/// for.
template <class Value>
class Lazy : boost::noncopyable {
  public:
    ~Lazy() { delete value_.load(); }

    template <class Make>
    [[nodiscard]] const Value& get(const Make& make) const {
        const Value* value = value_.load(std::memory_order_acquire);
        if (value == nullptr) {
            auto made = std::make_unique<const Value>(make());
            if (value_.compare_exchange_strong(value, made.get(), std::memory_order_acq_rel)) {
                value = made.release();
            }
        }
        return *value;
    }

  private:
    mutable std::atomic<const Value*> value_{nullptr};
};

} // namespace pdh_shim
