#pragma once

#include "base/brief_lock.h"

#include <cstdint>
#include <mutex>

namespace pdh_shim {

/// A mutex that fork() waits for: no child inherits it in the hands of a thread that it does not have, nor
/// what it guards half changed. For what new queries of a child share with the parent's.
///
/// Nothing that runs under it may fork, wait for another thread or call back into the program.
template <class Mutex>
class BasicForkMutex {
  public:
    /// fork() takes those of `outer` first.
    enum class Order : std::uint8_t {
        outer, ///< others may be taken, made and destroyed under it; itself made under none
        inner  ///< none is taken, made or destroyed under it
    };

    explicit BasicForkMutex(Order order = Order::inner);
    BasicForkMutex(const BasicForkMutex&) = delete;
    BasicForkMutex& operator=(const BasicForkMutex&) = delete;
    BasicForkMutex(BasicForkMutex&&) = delete;
    BasicForkMutex& operator=(BasicForkMutex&&) = delete;
    ~BasicForkMutex();

    void lock() { mutex_.lock(); }
    void unlock() noexcept { mutex_.unlock(); }

  private:
    Mutex mutex_;
    const Order order_;
};

using ForkMutex = BasicForkMutex<std::mutex>;
/// One for a few instructions: see BriefLock.
using BriefForkMutex = BasicForkMutex<BriefLock>;

} // namespace pdh_shim
