#include "base/fork_mutex.h"

#include "base/platform.h"
#include "base/unload.h"

#include <array>
#include <cstddef>
#include <vector>

namespace pdh_shim {
namespace {

// All mutexes that there are.
class Registry {
  public:
    static Registry& instance() {
        static Registry& registry = lasting(new Registry);
        return registry;
    }

    template <class Mutex>
    void add(BasicForkMutex<Mutex>& mutex, std::size_t order) {
        const auto lock = [](void* entry) { static_cast<BasicForkMutex<Mutex>*>(entry)->lock(); };
        const auto unlock = [](void* entry) { static_cast<BasicForkMutex<Mutex>*>(entry)->unlock(); };
        Mutexes& same = by_order_[order];
        const std::scoped_lock adding(same.mutex);
        same.all.push_back({&mutex, lock, unlock});
    }

    void remove(const void* mutex, std::size_t order) noexcept {
        Mutexes& same = by_order_[order];
        const std::scoped_lock lock(same.mutex);
        std::erase_if(same.all, [mutex](const Entry& entry) { return entry.mutex == mutex; });
    }

  private:
    struct Entry {
        void* mutex;
        void (*lock)(void* mutex);
        void (*unlock)(void* mutex);
    };
    struct Mutexes {
        std::mutex mutex; // held during a fork too: none is made or destroyed meanwhile
        std::vector<Entry> all;
    };

    Registry() { platform::at_fork(lock_all, unlock_all); }

    static void lock_all() {
        for (Mutexes& same : instance().by_order_) {
            same.mutex.lock();
            for (const Entry& entry : same.all) {
                entry.lock(entry.mutex);
            }
        }
    }

    static void unlock_all() {
        for (Mutexes& same : instance().by_order_) {
            for (const Entry& entry : same.all) {
                entry.unlock(entry.mutex);
            }
            same.mutex.unlock();
        }
    }

    std::array<Mutexes, 2> by_order_;
};

} // namespace

template <class Mutex>
BasicForkMutex<Mutex>::BasicForkMutex(Order order) : order_(order) {
    Registry::instance().add(*this, static_cast<std::size_t>(order_));
}

template <class Mutex>
BasicForkMutex<Mutex>::~BasicForkMutex() {
    Registry::instance().remove(this, static_cast<std::size_t>(order_));
}

template class BasicForkMutex<std::mutex>;
template class BasicForkMutex<BriefLock>;

} // namespace pdh_shim
