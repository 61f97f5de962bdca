// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/version.h"

#include "base/build_version.h" // made by version.sh

namespace pdh_shim {

std::string_view version() noexcept {
    return PDH_SHIM_VERSION;
}

} // namespace pdh_shim
