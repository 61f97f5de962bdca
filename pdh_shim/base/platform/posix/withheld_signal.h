// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/platform/posix/place.h"

#include <boost/noncopyable.hpp>

#include <cerrno>
#include <csignal>
#include <pthread.h>

namespace pdh_shim::platform {

/// Keeps from the program a signal that a write of this thread may raise: it is blocked while this object
/// exists, and then taken. One that was pending before stays pending. errno is kept.
class WithheldSignal : boost::noncopyable {
  public:
    explicit WithheldSignal(int number) noexcept {
        sigemptyset(&signal_);
        sigaddset(&signal_, number);
        sigset_t pending{};
        was_pending_ = sigpending(&pending) == 0 && sigismember(&pending, number) == 1;
        pthread_sigmask(SIG_BLOCK, &signal_, &before_);
    }
    ~WithheldSignal() {
        const int error = errno;
        if (!was_pending_) {
            take_signal(signal_);
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }

  private:
    sigset_t signal_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

} // namespace pdh_shim::platform
