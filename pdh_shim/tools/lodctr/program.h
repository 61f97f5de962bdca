// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::tools::lodctr {

/// `lodctr` or `unlodctr`.
/// @param started_as the name by which the program was started, with or without a folder
[[nodiscard]] std::string program_name(const std::string& started_as);

/// Runs one of the two programs.
/// @param name       program_name()
/// @param arguments  without the name
/// @return what it prints
/// @throws terminal::ProgramError
[[nodiscard]] std::string run(const std::string& name, const std::vector<std::string>& arguments);

} // namespace pdh_shim::tools::lodctr
