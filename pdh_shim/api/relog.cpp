// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/values.h"
#include "path/counter_path.h"
#include "query/special_samples.h"

#include <string>
#include <utility>

namespace pdh_shim::api {

Result<void> add_relog_counter(PDH_HQUERY query, const TextIn& path, DWORD type, DWORD default_scale,
    ULONGLONG time_base, PDH_HCOUNTER* counter) {
    if (counter == nullptr) {
        return Status::invalid_argument;
    }
    *counter = nullptr;
    if (path.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    PDH_SHIM_TRY(const std::u16string text, path.read());
    PDH_SHIM_TRY(auto parsed, path::parse_counter_path(text));
    const query::SuppliedDefinition definition{.type = type,
        .default_scale = static_cast<std::int32_t>(default_scale),
        .time_base = static_cast<std::int64_t>(time_base)};
    machine::DataSource& source = found->data_source();
    PDH_SHIM_TRY(const auto local, source.machine(u""));
    if (!parsed.machine.empty() && source.machine(parsed.machine)) {
        parsed.machine = local->name();
    }
    PDH_SHIM_TRY(
        const auto made, query::make_supplied_counter(local->name(), parsed, definition, found->context()));
    PDH_SHIM_TRY(*counter, insert_counter(*found, made));
    return outcome::success();
}

Result<void> set_counter_value(PDH_HCOUNTER counter, PPDH_RAW_COUNTER value, const TextIn& instance) {
    if (value == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    query::SuppliedSamples* const supplied = found->supplied();
    if (supplied == nullptr) {
        return Status::invalid_handle;
    }
    PDH_SHIM_TRY(const std::u16string name, instance.read());
    if (found->is_wildcard() && name.empty()) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    supplied->supply(name, to_raw_value(*value));
    return outcome::success();
}

void reset_relog_counter_values(PDH_HLOG log) {
    if (const auto entry = find<WrittenLog>(log)) {
        entry.value()->log->reset_supplied();
    }
}

Result<void> write_relog_sample(PDH_HLOG log, LONGLONG time_stamp) {
    PDH_SHIM_TRY(const auto entry, find<WrittenLog>(log));
    library().size_query_cache.forget();
    return entry->log->write(time_stamp);
}

} // namespace pdh_shim::api
