#pragma once

#include <spdlog/common.h>

#include <string>

namespace pdh_shim::trace {

/// Appends to a file, and makes its folder if necessary. The name is in UTF-8.
/// @throws spdlog::spdlog_ex it cannot be opened
[[nodiscard]] spdlog::sink_ptr make_file_sink(const std::string& file);

/// Writes to standard error.
[[nodiscard]] spdlog::sink_ptr make_error_sink();

} // namespace pdh_shim::trace
