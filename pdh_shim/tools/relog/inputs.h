// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::relog {

/// The files that names stand for: in the last part of a name, `*` stands for any characters and `?` for one.
/// They are in the order of the names and of the alphabet.
/// @throws terminal::ProgramError a name stands for no file
[[nodiscard]] std::vector<std::string> input_files(const std::vector<std::string>& names);

/// Whether `name` matches a pattern with `*` and `?`; upper and lower case of ASCII are the same.
[[nodiscard]] bool matches(std::string_view name, std::string_view pattern);

} // namespace pdh_shim::tools::relog
