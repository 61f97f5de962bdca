// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/value_plan.h"

#include "base/bytes.h"
#include "block/layout.h"
#include "calc/counter_type.h"

#include <algorithm>
#include <cstring>

namespace pdh_shim::block {
namespace {

bool is_wanted(const std::vector<bool>& wanted, std::uint32_t column) {
    return column < wanted.size() && wanted[column];
}

// A value that cannot be calculated because its base is nowhere.
bool lacks_base(const model::CounterDef& counter) noexcept {
    const calc::TypeInfo* const type = calc::find_type(counter.type);
    return type != nullptr && type->second == calc::SecondField::base && counter.base == model::no_column;
}

template <std::unsigned_integral T, bool Swapped>
T load(const std::byte* from) noexcept {
    T value = 0;
    std::memcpy(&value, from, sizeof(T));
    return Swapped ? swap_bytes(value) : value;
}

// Some rows: where their counter blocks are, and their cells.
struct FilledRows {
    const std::byte* bytes;
    std::span<const std::size_t> blocks;
    std::int64_t* cells;
    std::size_t columns;
};

// Moves the values of a run, in all rows.
template <class Run, class Load>
void fill_run(const Run& run, const FilledRows& rows, const Load& load_value) noexcept {
    std::int64_t* to = rows.cells + run.column;
    for (const std::size_t block : rows.blocks) {
        const std::byte* from = rows.bytes + block + run.offset;
        for (std::uint32_t i = 0; i < run.count; ++i) {
            to[i] = static_cast<std::int64_t>(load_value(from));
            from += run.size;
        }
        to += rows.columns;
    }
}

// A number of an unusual size.
std::int64_t load_bytes(const std::byte* from, std::uint32_t size, bool most_significant_first) noexcept {
    std::uint64_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t place = most_significant_first ? i : size - 1 - i;
        value = value << 8U | std::to_integer<std::uint64_t>(from[place]);
    }
    return static_cast<std::int64_t>(value);
}

} // namespace

ValuePlan::ValuePlan(
    const Definition& definition, const model::ObjectDef& object, const std::vector<bool>& wanted)
    : columns_(object.columns) {
    const std::vector<std::uint32_t> columns = columns_of(definition, object);
    std::vector<bool> is_there(object.columns);
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
        if (columns[i] == model::no_column) {
            continue;
        }
        const CounterField& field = definition.counters[i];
        const model::CounterDef& counter = object.counters[columns[i]];
        is_there[columns[i]] = !lacks_base(counter);
        if (is_wanted(wanted, columns[i])) {
            add_value(field, columns[i]);
            validity_.push_back({.counter = i, .column = columns[i]});
        }
        const std::uint32_t behind = i + 1 < columns.size() ? columns[i + 1] : model::no_column;
        if (counter.multi != model::no_column && counter.multi != behind) {
            is_there[counter.multi] = true;
            add_multi_count(field, counter.multi, wanted);
        }
    }
    std::size_t set = multi_counts_.size();
    for (const ValueRun& run : runs_) {
        set += run.count;
    }
    sets_all_ = set == columns_;
    find_missing(wanted, is_there);
    validity_bytes_ = definition.has_validity ? layout::validity_bytes(definition.counters.size()) : 0;
    if (!definition.has_validity) {
        validity_.clear();
    }
}

void ValuePlan::add_multi_count(
    const CounterField& field, std::uint32_t column, const std::vector<bool>& wanted) {
    if (is_wanted(wanted, column)) {
        multi_counts_.push_back({.offset = field.offset + field.size, .column = column});
    }
}

void ValuePlan::find_missing(const std::vector<bool>& wanted, const std::vector<bool>& is_there) {
    for (std::uint32_t column = 0; column < columns_; ++column) {
        if (is_wanted(wanted, column) && !is_there[column]) {
            missing_.push_back(column);
        }
    }
}

void ValuePlan::add_value(const CounterField& field, std::uint32_t column) {
    if (field.size == 0 || field.size > sizeof(std::uint64_t)) {
        return; // no number
    }
    if (!runs_.empty()) {
        ValueRun& last = runs_.back();
        const std::uint64_t behind = last.offset + std::uint64_t{last.size} * last.count;
        if (last.size == field.size && behind == field.offset && last.column + last.count == column) {
            ++last.count;
            return;
        }
    }
    runs_.push_back({.offset = field.offset, .column = column, .size = field.size, .count = 1});
}

template <bool Swapped>
void ValuePlan::fill_rows(const std::byte* bytes, std::span<const std::size_t> blocks,
    model::ObjectSnapshot& snapshot) const noexcept {
    // So many rows at a time that they stay in the processor's first cache.
    constexpr std::size_t rows_at_a_time = 16;
    for (std::size_t row = 0; row < blocks.size(); row += rows_at_a_time) {
        const FilledRows rows{.bytes = bytes,
            .blocks = blocks.subspan(row, std::min(rows_at_a_time, blocks.size() - row)),
            .cells = snapshot.cells_of(row),
            .columns = columns_};
        for (const ValueRun& run : runs_) {
            if (run.size == sizeof(std::uint64_t)) {
                fill_run(run, rows, load<std::uint64_t, Swapped>);
            } else if (run.size == sizeof(std::uint32_t)) {
                fill_run(run, rows, load<std::uint32_t, Swapped>);
            } else {
                constexpr bool is_big = (std::endian::native == std::endian::big) != Swapped;
                fill_run(
                    run, rows, [&](const std::byte* from) { return load_bytes(from, run.size, is_big); });
            }
        }
    }
}

void ValuePlan::fill_multi_counts(
    std::span<const std::byte> block, std::endian order, std::int64_t* cells) const noexcept {
    ByteReader reader(block, order);
    const std::size_t length = reader.u32(0);
    for (const MultiCountMove& multi : multi_counts_) {
        const bool is_there = std::size_t{multi.offset} + sizeof(std::uint32_t) <= length;
        cells[multi.column] = is_there ? reader.u32(multi.offset) : 1;
    }
}

void ValuePlan::fill_validity(
    std::span<const std::byte> block, std::size_t row, model::ObjectSnapshot& snapshot) const {
    for (const Validity& validity : validity_) {
        const std::byte bits = block[block.size() - validity_bytes_ + validity.counter / 8];
        if ((std::to_integer<unsigned>(bits) >> validity.counter % 8 & 1U) != 0) {
            snapshot.set_invalid(row, validity.column);
        }
    }
}

void ValuePlan::fill(
    const ObjectBytes& object, std::span<const std::size_t> blocks, model::ObjectSnapshot& snapshot) const {
    if (object.order == std::endian::native) {
        fill_rows<false>(object.bytes.data(), blocks, snapshot);
    } else {
        fill_rows<true>(object.bytes.data(), blocks, snapshot);
    }
    if (multi_counts_.empty() && validity_.empty() && missing_.empty()) {
        return;
    }
    ByteReader reader(object.bytes, object.order);
    for (std::size_t row = 0; row < blocks.size(); ++row) {
        const auto block = reader.part(blocks[row], reader.u32(blocks[row]));
        fill_multi_counts(block, object.order, snapshot.cells_of(row));
        fill_validity(block, row, snapshot);
        for (const std::uint32_t column : missing_) {
            snapshot.set_invalid(row, column);
        }
    }
}

} // namespace pdh_shim::block
