// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "block/block_writer.h"
#include "machine/machine.h"

namespace pdh_shim::machine {

/// The definition of an object with all its counters, without data, for a performance data block. Names are
/// title indexes; a base without an index has the one of its counter.
[[nodiscard]] block::ObjectToWrite object_to_write(
    const Machine& machine, const model::ObjectDef& definition);

} // namespace pdh_shim::machine
