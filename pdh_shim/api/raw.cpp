// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/raw.h"

namespace pdh_shim::api {

FILETIME to_filetime(std::int64_t time) noexcept {
    const auto bits = static_cast<std::uint64_t>(time);
    return {static_cast<DWORD>(bits), static_cast<DWORD>(bits >> 32U)};
}

std::int64_t to_time(const FILETIME& time) noexcept {
    return static_cast<std::int64_t>((std::uint64_t{time.dwHighDateTime} << 32U) | time.dwLowDateTime);
}

PDH_RAW_COUNTER to_raw_counter(const query::RawValue& value) noexcept {
    PDH_RAW_COUNTER raw{};
    set_raw(raw, value);
    return raw;
}

calc::RawSample to_sample(const PDH_RAW_COUNTER& raw) noexcept {
    return {.first = raw.FirstValue,
        .second = raw.SecondValue,
        .multi = raw.MultiCount,
        .cstatus = static_cast<Status>(raw.CStatus)};
}

query::RawValue to_raw_value(const PDH_RAW_COUNTER& raw) noexcept {
    return {.sample = to_sample(raw), .time_stamp = to_time(raw.TimeStamp)};
}

void set_value(PDH_FMT_COUNTERVALUE& value, const calc::Datum& datum) noexcept {
    value.CStatus = static_cast<DWORD>(datum.cstatus);
    value.largeValue = 0; // a LONG is half of it
    switch (datum.value.number) {
    case calc::NumberType::as_long:
        value.longValue = static_cast<LONG>(datum.value.integer);
        break;
    case calc::NumberType::as_large:
        value.largeValue = datum.value.integer;
        break;
    case calc::NumberType::as_double:
        value.doubleValue = datum.value.real;
        break;
    }
}

Result<void> write_items(const PackedBuffer& items, void* buffer, DWORD* size, DWORD* count) {
    *count = items.count;
    PDH_SHIM_CHECK(items.write(buffer, size));
    if (items.status != Status::success) {
        return items.status;
    }
    return outcome::success();
}

} // namespace pdh_shim::api
