// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/output.h"
#include "calc/format.h"
#include "query/counter.h"

#include <pdh.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdh_shim::api {

[[nodiscard]] std::int64_t to_time(const FILETIME& time) noexcept;
/// In the header so that what was just read need not be stored before.
inline void set_raw(PDH_RAW_COUNTER& raw, const query::RawValue& value) noexcept {
    const auto time = static_cast<std::uint64_t>(value.time_stamp);
    raw.CStatus = static_cast<DWORD>(value.sample.cstatus);
    raw.TimeStamp = {static_cast<DWORD>(time), static_cast<DWORD>(time >> 32U)};
    raw.FirstValue = value.sample.first;
    raw.SecondValue = value.sample.second;
    raw.MultiCount = value.sample.multi;
}
[[nodiscard]] PDH_RAW_COUNTER to_raw_counter(const query::RawValue& value) noexcept;
[[nodiscard]] calc::RawSample to_sample(const PDH_RAW_COUNTER& raw) noexcept;
[[nodiscard]] query::RawValue to_raw_value(const PDH_RAW_COUNTER& raw) noexcept;
void set_value(PDH_FMT_COUNTERVALUE& value, const calc::Datum& datum) noexcept;

/// The items of a wildcard counter as an array of `Item` structures followed by their names. `fill`
/// puts a value into its structure.
template <class Item, class Value, class Fill>
[[nodiscard]] PackedBuffer make_item_array(
    Encoding encoding, const std::vector<query::Item<Value>>& values, const Fill& fill) {
    PackedBuffer packed(encoding, values.size() * sizeof(Item));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Item item{};
        fill(item, values[i].value);
        packed.put(i * sizeof item, item);
        packed.put_text(i * sizeof item + offsetof(Item, szName), values[i].name);
    }
    packed.count = static_cast<DWORD>(values.size());
    return packed;
}

/// Writes an answer with items, and their number.
[[nodiscard]] Result<void> write_items(const PackedBuffer& items, void* buffer, DWORD* size, DWORD* count);

} // namespace pdh_shim::api
