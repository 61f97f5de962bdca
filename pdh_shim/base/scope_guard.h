// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <utility>

namespace pdh_shim {

/// Undoes a step if the scope ends before dismiss(). `undo` must not throw.
template <class Undo>
class ScopeGuard : boost::noncopyable {
  public:
    explicit ScopeGuard(Undo undo) : undo_(std::move(undo)) {}
    ~ScopeGuard() {
        if (!done_) {
            undo_();
        }
    }

    /// Keeps the step: all others succeeded.
    void dismiss() noexcept { done_ = true; }

  private:
    Undo undo_;
    bool done_ = false;
};

} // namespace pdh_shim
