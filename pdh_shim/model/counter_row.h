// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "model/catalogue.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::model {

inline constexpr std::uint8_t no_field = 0xFF;

/// One counter in a source's table of an object: what Windows says of it, and the field of the object's
/// values that it is read from. A type with a base gets a second column behind it, read from `base_field`.
template <class Input>
struct CounterRow {
    std::u16string_view name;
    std::uint32_t title_index;
    calc::CounterType type;
    Detail detail;
    Input input; ///< what it is read from, beyond what the object needs to list its instances
    std::uint8_t field;
    std::u16string_view help;
    std::uint8_t base_field = no_field;
};

[[nodiscard]] constexpr calc::CounterType base_type_of(calc::CounterType type) noexcept {
    switch (type) {
    case calc::CounterType::perf_raw_fraction:
        return calc::CounterType::perf_raw_base;
    case calc::CounterType::perf_precision_100ns_timer:
        return calc::CounterType::perf_precision_timestamp;
    default:
        return calc::CounterType::perf_average_base;
    }
}

/// Appends a counter to an object, and its base: as on Windows, it follows its counter and has the same name.
template <class Input>
void add_counter(const CounterRow<Input>& row, ObjectDef& object) {
    CounterDef counter{
        .name = std::u16string(row.name),
        .help = std::u16string(row.help),
        .title_index = row.title_index,
        .type = static_cast<std::uint32_t>(row.type),
        .detail = row.detail,
    };
    if (row.base_field == no_field) {
        object.counters.push_back(std::move(counter));
        return;
    }
    CounterDef base = counter;
    base.help.clear();
    base.type = static_cast<std::uint32_t>(base_type_of(row.type));
    counter.base = static_cast<std::uint32_t>(object.counters.size() + 1);
    object.counters.push_back(std::move(counter));
    object.counters.push_back(std::move(base));
}

template <class Row, std::size_t First, std::size_t Second>
[[nodiscard]] constexpr std::array<Row, First + Second> joined(
    const std::array<Row, First>& first, const std::array<Row, Second>& second) {
    std::array<Row, First + Second> rows{};
    std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), rows.begin()));
    return rows;
}

/// The same counters under names without fixed indexes, as newer objects have them.
template <class Rows>
[[nodiscard]] constexpr Rows without_indexes(Rows rows) {
    for (auto& row : rows) {
        row.title_index = 0;
    }
    return rows;
}

/// The counters of Process as Process V2 has them: one is called otherwise.
template <class Rows>
[[nodiscard]] constexpr Rows as_process_v2(Rows rows) {
    for (auto& row : rows) {
        row.name = row.name == u"ID Process" ? u"Process ID" : row.name;
    }
    return without_indexes(rows);
}

} // namespace pdh_shim::model
