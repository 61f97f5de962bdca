// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::test {

/// The page COUNTERS.md, made from the objects' tables of counters and the notes on them.
/// @throws std::runtime_error a counter has no note, or a note is about a counter that there is not
[[nodiscard]] std::string counters_page();

} // namespace pdh_shim::test
