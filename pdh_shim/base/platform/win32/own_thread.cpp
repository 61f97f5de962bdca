#include "base/own_thread.h"

namespace pdh_shim {

std::thread start_thread(const std::function<void()>& run) {
    return std::thread(run);
}

} // namespace pdh_shim
