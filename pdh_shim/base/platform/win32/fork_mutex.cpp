#include "base/fork_mutex.h"

namespace pdh_shim {

// There is no fork().
ForkMutex::ForkMutex(Order order) : order_(order) {}

ForkMutex::~ForkMutex() = default;

} // namespace pdh_shim
