// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_file.h"

#include <dlfcn.h>

namespace pdh_shim {

std::string own_file() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&own_file), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    // Otherwise it is relative to a folder that the program may have left.
    return info.dli_fname[0] == '/' ? info.dli_fname : std::string();
}

} // namespace pdh_shim
