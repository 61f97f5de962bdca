#pragma once

#include "api/encoding.h"
#include "base/result.h"
#include "path/counter_path.h"

namespace pdh_shim::api {

/// A path that a caller wants taken apart. @retval invalid_path it cannot be
[[nodiscard]] Result<path::CounterPath> parse_path(const TextIn& path);

/// Puts the name of this computer into a path that names none.
[[nodiscard]] Result<void> complete(path::CounterPath& path);

} // namespace pdh_shim::api
