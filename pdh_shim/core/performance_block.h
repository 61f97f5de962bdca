#pragma once

#include "base/result.h"
#include "block/block_writer.h"
#include "core/collected.h"
#include "core/machine.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdh_shim::core {

/// An object of the machine as a performance data block has it: each name by its title index, those of bases
/// that have none by that of their counter. All of its counters; without data.
[[nodiscard]] block::ObjectToWrite object_to_write(
    const Machine& machine, const model::ObjectDef& definition);

/// Writes what a query has collected, as a capture holds it: without loss, a block for each source of it.
/// Sources whose clock has another frequency than that of the first are left out, with a word in the log.
/// @param titles whether the blocks carry names and help texts
[[nodiscard]] Result<std::vector<std::byte>> write_capture(
    const Machine& machine, const Collected& collected, bool titles);

} // namespace pdh_shim::core
