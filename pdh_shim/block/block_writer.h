// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/catalogue.h"
#include "model/snapshot.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::block {

/// One object to write: its definition, its snapshot, and its needed columns.
struct ObjectToWrite {
    const model::ObjectDef* definition = nullptr;
    const model::ObjectSnapshot* snapshot = nullptr; ///< null = its definitions alone (NumInstances -2 or -3)
    std::vector<bool> columns;                       ///< counters to write; empty = all
    std::uint32_t title_index = 0;                   ///< of the object's name
    std::vector<std::uint32_t> counter_titles;       ///< title index of each counter of the definition
};

/// How to write.
struct BlockFormat {
    std::endian order = std::endian::little;
    /// What a capture needs to be replayed without loss, and Windows' consumers pass over: values of 64 bits
    /// whatever their type says, identities of 64 bits, and which cells are invalid.
    bool lossless = false;
    /// Puts the names and help texts into the block, for readers that do not know the title indexes.
    bool titles = false;
};

/// The clocks and the name that a block begins with.
struct BlockClocks {
    std::int64_t perf_time = 0;
    std::int64_t perf_freq = 0;
    std::int64_t time_100ns = 0;
    std::int64_t system_time = 0; ///< UTC FILETIME; a block keeps its milliseconds
};

/// Appends one PERF_DATA_BLOCK to `bytes`. Instances whose parent is an instance of another object in the
/// block refer to it; others have `parent/name` as their name. The object to show first is the first one.
/// @retval insufficient_buffer it would be longer than 2 GiB; `bytes` is as before
[[nodiscard]] Result<void> write_block(std::span<const ObjectToWrite> objects, const BlockClocks& clocks,
    std::u16string_view machine, const BlockFormat& format, std::vector<std::byte>& bytes);

/// Appends objects without a header, as a performance DLL returns them.
/// @retval insufficient_buffer as above
[[nodiscard]] Result<void> write_objects(
    std::span<const ObjectToWrite> objects, const BlockFormat& format, std::vector<std::byte>& bytes);

} // namespace pdh_shim::block
