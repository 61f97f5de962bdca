// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/values.h"

#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace pdh_shim::api {

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

namespace {

Result<void> store(const calc::Formatted& formatted, PPDH_FMT_COUNTERVALUE value) {
    set_value(*value, formatted.datum);
    if (formatted.status != Status::success) {
        return formatted.status;
    }
    return outcome::success();
}

// The result of looking at a handle: a value, or the entry of a counter to format, or nothing.
struct FormattedLook {
    bool live = false;
    std::uint32_t type = 0;
    std::shared_ptr<void> changed;
    calc::Formatted formatted;
};

// A value that was formatted already takes neither a share of its counter nor the counter's lock.
void look_at_formatted(const std::shared_ptr<void>* object, std::uint32_t format, FormattedLook& look) {
    if (object == nullptr) {
        return;
    }
    const query::Counter& counter = *static_cast<const query::Counter*>(object->get());
    look.live = true;
    look.type = counter.definition().type;
    if (!counter.read_formatted(format, look.formatted)) {
        look.changed = *object;
    }
}

} // namespace

Status get_formatted_counter_value(
    PDH_HCOUNTER counter, DWORD format, LPDWORD type, PPDH_FMT_COUNTERVALUE value) {
    if (value == nullptr) {
        return Status::invalid_argument;
    }
    // The caller's memory is written after the lock: a program may continue after a fault.
    FormattedLook look;
    handles().look_at(HandleKind::counter, counter,
        [&](const std::shared_ptr<void>* object) { look_at_formatted(object, format, look); });
    if (!look.live) {
        return Status::invalid_handle;
    }
    if (look.changed != nullptr) {
        look.formatted = static_cast<query::Counter*>(look.changed.get())->format(format);
    }
    if (type != nullptr && look.formatted.status != Status::invalid_argument) {
        *type = look.type;
    }
    set_value(*value, look.formatted.datum);
    return look.formatted.status;
}

Result<void> get_formatted_counter_array(PDH_HCOUNTER counter, DWORD format, LPDWORD size, LPDWORD count,
    const Structure<PDH_FMT_COUNTERVALUE_ITEM_A, PDH_FMT_COUNTERVALUE_ITEM_W>& items) {
    if (count == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(items.data(), size));
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    const auto make_key = [&] { return call_key("formatted array", items.encoding(), counter, format); };
    PDH_SHIM_TRY(const PackedBuffer answer,
        library().size_query_cache.answer(*size, make_key, [&]() -> Result<PackedBuffer> {
            PDH_SHIM_TRY(const query::FormattedItems values, found->formatted_items(format));
            const auto fill = [](PDH_FMT_COUNTERVALUE_ITEM_W& item, const calc::Datum& datum) {
                set_value(item.FmtValue, datum);
            };
            PackedBuffer array =
                make_item_array<PDH_FMT_COUNTERVALUE_ITEM_W>(items.encoding(), values.items, fill);
            array.status = values.status;
            return array;
        }));
    return write_items(answer, items.data(), size, count);
}

Result<void> calculate_counter_from_raw_value(PDH_HCOUNTER counter, DWORD format, PPDH_RAW_COUNTER newer,
    PPDH_RAW_COUNTER older, PPDH_FMT_COUNTERVALUE value) {
    if (newer == nullptr || value == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    const calc::RawSample older_sample = older == nullptr ? calc::RawSample{} : to_sample(*older);
    return store(
        found->calculate(format, to_sample(*newer), older == nullptr ? nullptr : &older_sample), value);
}

Result<void> format_from_raw_value(DWORD type, DWORD format, LONGLONG* time_base, PPDH_RAW_COUNTER newer,
    PPDH_RAW_COUNTER older, PPDH_FMT_COUNTERVALUE value) {
    if (newer == nullptr || value == nullptr) {
        return Status::invalid_argument;
    }
    // Only a text log has samples of this type, and winperf.h has no constant for it: without a counter it is
    // unknown.
    if (type == static_cast<DWORD>(calc::CounterType::perf_double_raw)) {
        return store(calc::failed(Status::invalid_argument, calc::NumberType::as_double), value);
    }
    std::optional<std::int64_t> ticks;
    if (time_base != nullptr) {
        ticks = *time_base;
    }
    const calc::RawSample older_sample = older == nullptr ? calc::RawSample{} : to_sample(*older);
    return store(
        calc::format(type, format, 0, ticks, to_sample(*newer), older == nullptr ? nullptr : &older_sample),
        value);
}

Result<void> compute_counter_statistics(PDH_HCOUNTER counter, DWORD format, DWORD first_entry, DWORD entries,
    PPDH_RAW_COUNTER values, PPDH_STATISTICS statistics) {
    if (values == nullptr || statistics == nullptr || entries == 0) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    const calc::Statistics result = found->statistics(
        format, first_entry, entries, [values](std::uint32_t index) { return to_sample(values[index]); });
    if (result.status != Status::success) {
        return result.status;
    }
    statistics->dwFormat = format;
    statistics->count = result.count;
    set_value(statistics->min, result.minimum);
    set_value(statistics->max, result.maximum);
    set_value(statistics->mean, result.mean);
    return outcome::success();
}

namespace {

/// The caller's arrays. It may have given all but `values` as NULL.
struct CallersMatrix {
    double* values;
    LONG* statuses;
    PDH_RAW_COUNTER* raw_values;
    LONGLONG* times;
    LONG* biases;

    void write(std::size_t record, const query::ValueRow& row) const {
        const std::size_t begin = record * row.values.size();
        std::ranges::copy(row.values, values + begin);
        if (statuses != nullptr) {
            std::ranges::transform(row.statuses, statuses + begin, to_code);
        }
        for (std::size_t i = 0; i < row.raw_values.size(); ++i) {
            set_raw(raw_values[begin + i], row.raw_values[i]);
        }
        if (times != nullptr) {
            times[record] = row.local_time;
        }
        if (biases != nullptr) {
            biases[record] = row.bias.value_or(PDH_SHIM_BIAS_UNKNOWN);
        }
    }
};

bool is_double(DWORD format) {
    const auto parsed = calc::parse_format(format, 0);
    return parsed && parsed->number == calc::NumberType::as_double;
}

bool is_addressable(DWORD records, DWORD counters, std::size_t bytes_of_element) {
    return records != 0 && counters != 0 &&
           records <= std::numeric_limits<std::size_t>::max() / bytes_of_element / counters;
}

Result<std::vector<query::ValueReader>> make_readers(
    const query::Query& query, const PDH_HCOUNTER* handles, DWORD count, DWORD format) {
    std::vector<query::ValueReader> readers;
    readers.reserve(std::min<DWORD>(count, 32'768)); // of more, the handles are looked at first
    for (DWORD i = 0; i < count; ++i) {
        PDH_SHIM_TRY(auto counter, find<query::Counter>(handles[i]));
        if (!counter->belongs_to(query.context())) {
            return Status::invalid_argument;
        }
        readers.emplace_back(std::move(counter), format);
    }
    return readers;
}

} // namespace

Result<void> collect_values(PDH_HQUERY query, const PDH_HCOUNTER* counters, DWORD counter_count, DWORD format,
    DWORD max_records, double* values, LONG* statuses, PDH_RAW_COUNTER* raw_values, LONGLONG* times,
    LONG* biases, DWORD* records) {
    const std::size_t largest = raw_values != nullptr ? sizeof(PDH_RAW_COUNTER) : sizeof(double);
    if (counters == nullptr || values == nullptr || records == nullptr || !is_double(format) ||
        !is_addressable(max_records, counter_count, largest)) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    PDH_SHIM_TRY(auto readers, make_readers(*found, counters, counter_count, format));
    library().size_query_cache.forget();
    const CallersMatrix matrix{values, statuses, raw_values, times, biases};
    const DWORD most = as_log(found->data_source()) == nullptr ? 1 : max_records;
    query::ValueRow row;
    row.wants_raw = raw_values != nullptr;
    for (*records = 0; *records < most;) {
        const auto collected = found->collect_values(readers, row);
        // The caller's memory is written here, where no lock is held: a program may continue after a fault.
        if (row.is_collected) {
            matrix.write(*records, row);
            ++*records;
        }
        if (!collected && collected.error() == Status::no_more_data && *records != 0) {
            break;
        }
        PDH_SHIM_CHECK(collected);
    }
    return outcome::success();
}

} // namespace pdh_shim::api
