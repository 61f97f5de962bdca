// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

namespace pdh_shim {

/// Delays pthread_cancel() of the calling thread while it exists: cancellation would unwind the stack where a
/// file is read or a thread sleeps, also through C functions.
class NoCancel : boost::noncopyable {
  public:
    NoCancel() noexcept;
    ~NoCancel();

  private:
    int before_ = 0;
};

} // namespace pdh_shim
