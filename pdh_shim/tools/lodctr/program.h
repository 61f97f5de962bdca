// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace lodctr {

/// Runs `lodctr` or, by this name, `unlodctr`.
/// @param name       the name by which it was started, with or without a folder
/// @param arguments  without the name
/// @return exit code: 0, 1 = it failed, 2 = the command line is wrong
int run(const std::string& name, const std::vector<std::string>& arguments, std::ostream& out);

} // namespace lodctr
