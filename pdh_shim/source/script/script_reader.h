#pragma once

#include "base/result.h"
#include "source/script/json_tape.h"
#include "source/script/script.h"

#include <string_view>

namespace pdh_shim::source::script {

/// Reads the JSON text of a script (see script_source.h for the format).
/// @retval invalid_datasource malformed; `fault` says where and why
[[nodiscard]] Result<Script> read_script(std::string_view text, Fault& fault);

} // namespace pdh_shim::source::script
