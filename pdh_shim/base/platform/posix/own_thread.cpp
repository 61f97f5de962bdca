// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"

#include <boost/noncopyable.hpp>

#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

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

struct OwnThread::System {
    std::thread thread;
};

OwnThread::OwnThread() noexcept = default;
OwnThread::OwnThread(OwnThread&& other) noexcept = default;
OwnThread& OwnThread::operator=(OwnThread&& other) noexcept = default;
OwnThread::~OwnThread() = default;

bool OwnThread::is_current() const noexcept {
    return system_ != nullptr && system_->thread.get_id() == std::this_thread::get_id();
}

void OwnThread::join() {
    system_->thread.join();
}

void OwnThread::detach() {
    system_->thread.detach();
}

OwnThread start_thread(const std::function<void()>& run) {
    OwnThread started;
    started.system_ = std::make_unique<OwnThread::System>();
    std::chrono::milliseconds pause = first_pause;
    for (int attempt = 1;; ++attempt) {
        try {
            const BlockedSignals blocked;
            started.system_->thread = std::thread(run);
            return started;
        } catch (const std::system_error&) {
            if (attempt == attempts) {
                throw;
            }
        }
        std::this_thread::sleep_for(pause);
        pause *= 2;
    }
}

void start_detached_thread(const std::function<void()>& run) {
    start_thread(run).detach(); // the library is never unloaded
}

} // namespace pdh_shim
