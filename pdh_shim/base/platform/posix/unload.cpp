// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/unload.h"

namespace pdh_shim {

// The library stays once it is loaded (pdh_shim/meson.build).
void at_unload(void (* /*destroy*/)(void* object), void* /*object*/) {}

} // namespace pdh_shim
