// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <array>
#include <csignal>

namespace pdh_shim::dialogs {

/// Restores the signal handlers that curses replaces when it opens a terminal.
class SignalGuard : boost::noncopyable {
  public:
    SignalGuard() noexcept {
        for (std::size_t i = 0; i < signals.size(); ++i) {
            sigaction(signals[i], nullptr, &actions_[i]);
        }
    }
    ~SignalGuard() {
        for (std::size_t i = 0; i < signals.size(); ++i) {
            sigaction(signals[i], &actions_[i], nullptr);
        }
    }

  private:
    static constexpr std::array signals{SIGTSTP, SIGINT, SIGTERM, SIGWINCH};
    std::array<struct sigaction, signals.size()> actions_{};
};

} // namespace pdh_shim::dialogs
