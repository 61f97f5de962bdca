// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <string>
#include <string_view>

namespace pdh_shim::tools::logman {

/// The text of a set's file: a settings file, as `-config` reads it, with the options that make the set.
/// @throws terminal::ProgramError a value cannot stand in a file: what is read from it would be another set
[[nodiscard]] std::string set_text(const CollectorSet& set);

/// The set that a file has.
/// @throws terminal::ProgramError
[[nodiscard]] CollectorSet parse_set(const std::string& name, std::string_view text);

} // namespace pdh_shim::tools::logman
