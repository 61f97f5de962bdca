// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/functions.h"
#include "api/library_state.h"
#include "api/raw.h"

#include <optional>

namespace pdh_shim::api {
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

} // namespace pdh_shim::api
