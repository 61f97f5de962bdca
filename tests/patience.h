// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

namespace pdh_shim::test {

/// Seconds after which a test counts as hanging: much longer than anything takes, also with a sanitizer on a
/// loaded machine.
inline constexpr unsigned patience = 600;

} // namespace pdh_shim::test
