// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim {

/// The path of the file that this code is in: the shared library, or the program that the static library is a
/// part of. Empty if the system does not say it with certainty.
[[nodiscard]] std::string own_file();

/// The paths at which a file that is installed with this library may be, in the order in which they are
/// searched: in the folder of own_file(), then in `folders`. A relative folder starts at the folder of
/// own_file().
[[nodiscard]] std::vector<std::string> companion_paths(
    std::string_view name, std::initializer_list<std::string_view> folders);

} // namespace pdh_shim
