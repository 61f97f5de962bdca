// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/source.h"

#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim::source::script {

// A source that replays a JSON text, for test suites and examples. SCRIPT.md describes the text, and
// script.schema.json, which is installed in share/pdh-shim, has the same keys for editors. DefaultScale
// applies.

/// Makes a source of a JSON text.
/// @param name its Source::name()
/// @retval invalid_datasource the text is malformed; the place is its LINE
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> make_script_source(
    std::string_view json_text, std::string name = "script:{...}");

/// Makes a source of a file; the path is UTF-8.
/// @retval file_not_found there is no such file, or it cannot be read; the place is the FILE
/// @retval invalid_datasource the text is malformed; the place is FILE:LINE
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> load_script_source(const std::string& path);

} // namespace pdh_shim::source::script
