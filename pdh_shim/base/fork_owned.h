// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_epoch.h"
#include "base/fork_mutex.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace pdh_shim {

/// A T that a child of fork() leaves to its parent, where a thread may have been in the middle of anything.
/// The child makes another one when it first needs it, and never destroys its parent's.
template <class T>
class ForkOwned : boost::noncopyable {
  public:
    explicit ForkOwned(std::shared_ptr<T> own = nullptr) noexcept : own_(std::move(own)) {}
    ~ForkOwned() {
        if (is_own()) {
            std::destroy_at(&own_);
        }
    }

    /// This process's own. Null in a child that has made none yet.
    [[nodiscard]] std::shared_ptr<T> get() const {
        const std::scoped_lock lock(mutex_);
        return is_own() ? own_ : nullptr;
    }

    /// The same; `make` makes it if it is null. Threads that ask at the same time may each make one: all get
    /// the one that was finished first. No lock is held meanwhile.
    /// @param make gets what the parent has, or null. It may look at no more of it than atomic variables and
    ///             what never changes
    template <class Make>
    [[nodiscard]] std::shared_ptr<T> get(const Make& make) {
        static_cast<void>(use(make));
        return get();
    }

    /// The same, without a share of it: it lasts as long as this, in this process.
    template <class Make>
    [[nodiscard]] T& use(const Make& make) {
        const T* parents = nullptr;
        {
            const std::scoped_lock lock(mutex_);
            if (is_own() && own_ != nullptr) {
                return *own_;
            }
            parents = is_own() ? nullptr : own_.get();
        }
        std::shared_ptr<T> made = make(parents);
        const std::scoped_lock lock(mutex_);
        if (!is_own()) {
            std::construct_at(&own_); // what was there stays as it is
            epoch_ = fork_epoch();
        }
        if (own_ == nullptr) {
            own_ = made;
        }
        return *own_;
    }

  private:
    [[nodiscard]] bool is_own() const noexcept { return epoch_ == fork_epoch(); }

    mutable ForkMutex mutex_; // guards what follows
    std::uint32_t epoch_ = fork_epoch();
    union {                      // so that it is destroyed by hand
        std::shared_ptr<T> own_; // NOLINT(readability-identifier-naming): as private as its union
    };
};

} // namespace pdh_shim
