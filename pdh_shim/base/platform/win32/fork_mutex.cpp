#include "base/fork_mutex.h"

namespace pdh_shim {

// There is no fork().
template <class Mutex>
BasicForkMutex<Mutex>::BasicForkMutex(Order order) : order_(order) {}

template <class Mutex>
BasicForkMutex<Mutex>::~BasicForkMutex() = default;

template class BasicForkMutex<std::mutex>;
template class BasicForkMutex<BriefLock>;

} // namespace pdh_shim
