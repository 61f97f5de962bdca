// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "machine/machine.h"
#include "query/sample_set.h"

#include <cstddef>
#include <vector>

namespace pdh_shim::recorded {

/// Writes a collect of a query as a capture: without loss, one block for each source. A source whose clock
/// differs in frequency from that of the first is left out, and the log says so.
/// @param titles whether the blocks carry names and help texts
[[nodiscard]] Result<std::vector<std::byte>> write_capture(
    const machine::Machine& machine, const query::SampleSet& collected, bool titles);

} // namespace pdh_shim::recorded
