// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/no_cancel.h"

#include <pthread.h>

namespace pdh_shim {

NoCancel::NoCancel() noexcept {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_);
}

NoCancel::~NoCancel() {
    int own = 0;
    pthread_setcancelstate(before_, &own);
}

} // namespace pdh_shim
