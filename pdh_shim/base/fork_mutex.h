#pragma once

#include <cstdint>
#include <mutex>

namespace pdh_shim {

/// A mutex that fork() waits for: no child inherits it in the hands of a thread that it does not have, nor
/// what it guards half changed. For what new queries of a child share with the parent's.
///
/// Nothing that runs under it may fork, wait for another thread or call back into the program.
class ForkMutex {
  public:
    /// fork() takes those of `outer` first.
    enum class Order : std::uint8_t {
        outer, ///< others may be taken, made and destroyed under it; itself made under none
        inner  ///< none is taken, made or destroyed under it
    };

    explicit ForkMutex(Order order = Order::inner);
    ForkMutex(const ForkMutex&) = delete;
    ForkMutex& operator=(const ForkMutex&) = delete;
    ForkMutex(ForkMutex&&) = delete;
    ForkMutex& operator=(ForkMutex&&) = delete;
    ~ForkMutex();

    void lock() { mutex_.lock(); }
    void unlock() noexcept { mutex_.unlock(); }

  private:
    class Registry;

    std::mutex mutex_;
    const Order order_;
};

} // namespace pdh_shim
