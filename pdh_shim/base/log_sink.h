// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/common.h>

#include <string>

// spdlog has the levels, makes the lines and, on Windows, writes them. On POSIX its own sinks do not do:
// basic_file_sink holds a std::mutex and a stdio stream, which a child of fork() may find locked or full, and
// opens the file with fopen(), which passes it on to programs that are started and may take the number of a
// closed standard stream; neither sink opens a file again that the program has closed.

namespace pdh_shim::trace {

/// Appends to a file, whose folder has to be there; to standard error if the name is empty. The name is in
/// UTF-8.
/// @throws spdlog::spdlog_ex it cannot be opened
[[nodiscard]] spdlog::sink_ptr make_sink(const std::string& file);

} // namespace pdh_shim::trace
