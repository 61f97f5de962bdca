// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "block/block.h"
#include "model/catalogue.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::block {

/// One PERF_COUNTER_DEFINITION.
struct CounterField {
    std::uint32_t title_index = 0;
    std::uint32_t help_index = 0;
    std::uint32_t type = 0;
    std::int32_t default_scale = 0;
    std::uint32_t detail = 0;
    std::uint32_t size = 0;   ///< bytes of the value
    std::uint32_t offset = 0; ///< of the value in the counter block
    std::u16string name;      ///< where the block has titles
    std::u16string help;
};

/// The content of a PERF_OBJECT_TYPE before its instances.
struct Definition {
    std::uint32_t title_index = 0;
    std::uint32_t help_index = 0;
    std::u16string name; ///< where the block has titles
    std::u16string help;
    std::uint32_t detail = 0;
    std::int32_t default_counter = 0;
    std::int64_t perf_freq = 0; ///< of the object's own clock; 0 = it has none
    std::uint32_t code_page = 0;
    model::Instances instances = model::Instances::none;
    bool has_titles = false;
    bool has_identities = false;
    bool has_validity = false;
    bool has_data = true;
    std::size_t length = 0;         ///< where the instances begin
    std::uint64_t block_length = 0; ///< least length of a counter block that has all values in it
    std::vector<CounterField> counters;
};

/// Most counters that an object may define.
inline constexpr std::uint32_t most_counters = 4096;
/// Most columns that an object may come to have by defining ever new ones.
inline constexpr std::uint32_t most_columns = 4 * most_counters;

/// @retval invalid_data malformed
[[nodiscard]] Result<Definition, Failure> read_definition(const ObjectBytes& object);

/// A copy of the bytes that read_definition() reads, to detect changes; empty if they are malformed.
[[nodiscard]] std::vector<std::byte> definition_bytes(const ObjectBytes& object);
/// Whether reading the object's definition would give what it gave when the copy was made.
[[nodiscard]] bool has_definition(const ObjectBytes& object, std::span<const std::byte> copy) noexcept;

/// Whether instances and values of both are read alike. Titles, help, scales and details do not count.
[[nodiscard]] bool reads_alike(const Definition& left, const Definition& right) noexcept;

/// For each counter of a definition the column of its object, or no_column. They are the
/// same by title index, type, the counter they are the base of, and their order among those.
[[nodiscard]] std::vector<std::uint32_t> columns_of(
    const Definition& definition, const model::ObjectDef& object);

} // namespace pdh_shim::block
