#include "base/fork_mutex.h"

#include "base/platform.h"
#include "base/unload.h"

#include <array>
#include <cstddef>
#include <vector>

namespace pdh_shim {

// All mutexes that there are.
class ForkMutex::Registry {
  public:
    static Registry& instance() {
        static Registry& registry = lasting(new Registry);
        return registry;
    }

    void add(ForkMutex& mutex) {
        Mutexes& same = of_order(mutex.order_);
        const std::scoped_lock lock(same.mutex);
        same.all.push_back(&mutex);
    }

    void remove(ForkMutex& mutex) noexcept {
        Mutexes& same = of_order(mutex.order_);
        const std::scoped_lock lock(same.mutex);
        std::erase(same.all, &mutex);
    }

  private:
    struct Mutexes {
        std::mutex mutex; // held during a fork too: none is made or destroyed meanwhile
        std::vector<ForkMutex*> all;
    };

    Registry() { platform::at_fork(lock_all, unlock_all); }

    static void lock_all() {
        for (Mutexes& same : instance().by_order_) {
            same.mutex.lock();
            for (ForkMutex* const mutex : same.all) {
                mutex->lock();
            }
        }
    }

    static void unlock_all() {
        for (Mutexes& same : instance().by_order_) {
            for (ForkMutex* const mutex : same.all) {
                mutex->unlock();
            }
            same.mutex.unlock();
        }
    }

    Mutexes& of_order(Order order) noexcept { return by_order_[static_cast<std::size_t>(order)]; }

    std::array<Mutexes, 2> by_order_;
};

ForkMutex::ForkMutex(Order order) : order_(order) {
    Registry::instance().add(*this);
}

ForkMutex::~ForkMutex() {
    Registry::instance().remove(*this);
}

} // namespace pdh_shim
