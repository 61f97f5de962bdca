// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/long_mutex.h"

namespace pdh_shim {

LongMutex::Lock LongMutex::lock() {
    return Lock(held_.use([this](const Held* parents) {
        auto own = std::make_shared<Held>(rank_);
        own->interrupted = parents->busy || parents->interrupted;
        return own;
    }));
}

} // namespace pdh_shim
