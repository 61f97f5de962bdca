// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"
#include "sync/handle.h"

#include <system_error>

namespace pdh_shim::compat {

bool start_system_thread(const std::function<void()>& run) {
    try {
        start_thread(run).detach();
        return true;
    } catch (const std::system_error&) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
}

} // namespace pdh_shim::compat
