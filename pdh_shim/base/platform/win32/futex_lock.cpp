// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/locks.h"

#include <windows.h>

namespace pdh_shim {

void FutexLock::lock() noexcept {
    AcquireSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&srw_lock_));
}

void FutexLock::unlock() noexcept {
    ReleaseSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&srw_lock_));
}

} // namespace pdh_shim
