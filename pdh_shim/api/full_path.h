// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"
#include "base/result.h"
#include "path/counter_path.h"

namespace pdh_shim::api {

/// Parses a path of the caller. @retval invalid_path it cannot be parsed
[[nodiscard]] Result<path::CounterPath> parse_path(const TextIn& path);

/// Puts the name of this computer into a path that names none.
[[nodiscard]] Result<void> complete(path::CounterPath& path);

} // namespace pdh_shim::api
