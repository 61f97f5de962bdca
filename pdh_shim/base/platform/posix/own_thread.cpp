// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"

#include <boost/noncopyable.hpp>

#include <chrono>
#include <csignal>
#include <system_error>

namespace pdh_shim {
namespace {

constexpr int attempts = 6;
constexpr std::chrono::milliseconds first_pause{1};

// Blocks signals in the calling thread; threads that it starts inherit this.
class BlockedSignals : boost::noncopyable {
  public:
    BlockedSignals() noexcept {
        sigset_t blocked{};
        sigfillset(&blocked);
        // A handler for a thread's own faults (of a language's run time, of a crash reporter) must see
        // them.
        for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) {
            sigdelset(&blocked, fault);
        }
        pthread_sigmask(SIG_BLOCK, &blocked, &before_);
    }
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_{};
};

} // namespace

std::thread start_thread(const std::function<void()>& run) {
    std::chrono::milliseconds pause = first_pause;
    for (int attempt = 1;; ++attempt) {
        try {
            const BlockedSignals blocked;
            return std::thread(run);
        } catch (const std::system_error&) {
            if (attempt == attempts) {
                throw;
            }
        }
        std::this_thread::sleep_for(pause);
        pause *= 2;
    }
}

void start_lasting_thread(const std::function<void()>& run) {
    start_thread(run).detach(); // the library is never unloaded
}

} // namespace pdh_shim
