// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/raw.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace pdh_shim::api {
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
