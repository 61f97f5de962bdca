// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "source/script/script.h"

#include <string_view>

namespace pdh_shim::source::script {

/// Reads the JSON text of a script (see script_source.h for the format).
/// @retval invalid_datasource malformed; the place is a line
[[nodiscard]] Result<Script, Failure> read_script(std::string_view text);

} // namespace pdh_shim::source::script
