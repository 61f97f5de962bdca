// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "recorded/recorded_source.h"

#include <memory>
#include <utility>

namespace pdh_shim::api {

Result<void> open_query(const SourceArgument& data_source, DWORD_PTR user_data, PDH_HQUERY* query) {
    if (query == nullptr) {
        return Status::invalid_argument;
    }
    *query = nullptr;
    PDH_SHIM_TRY(DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_CHECK(source->start());
    const bool is_real_time = as_log(source) == nullptr;
    auto samples = is_real_time ? std::make_shared<query::CollectedSamples>()
                                : std::make_shared<recorded::RecordedSamples>();
    *query = open_handle(std::make_shared<query::Query>(library().runtime.clock(),
        library().runtime.counter_context(), std::move(source), std::move(samples), user_data));
    library().open_queries.opened();
    if (is_real_time) {
        library().real_time_query_opened = true;
    }
    return outcome::success();
}

Result<void> close_query(PDH_HQUERY query) {
    PDH_SHIM_TRY(const auto closed, close_handle<query::Query>(query));
    library().open_queries.closed();
    while (void* const counter = closed->take_token()) {
        static_cast<void>(close_handle<query::Counter>(counter));
    }
    closed->stop_collecting();
    return outcome::success();
}

Result<void> collect_query_data(PDH_HQUERY query) {
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    library().size_query_cache.forget();
    PDH_SHIM_CHECK(found->collect());
    return outcome::success();
}

Result<void> collect_query_data_with_time(PDH_HQUERY query, LONGLONG* time_stamp) {
    if (time_stamp == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    library().size_query_cache.forget();
    PDH_SHIM_TRY(*time_stamp, found->collect());
    return outcome::success();
}

Result<void> collect_query_data_ex(PDH_HQUERY query, DWORD interval, HANDLE new_data_event) {
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    if (interval == 0) {
        return Status::invalid_argument;
    }
    std::unique_ptr<platform::Event> event;
    if (new_data_event != nullptr) {
        PDH_SHIM_TRY(event, platform::open_event(new_data_event));
    }
    return found->collect_every(interval, std::move(event));
}

Result<void> set_query_time_range(PDH_HQUERY query, PPDH_TIME_INFO range) {
    if (range == nullptr || range->EndTime <= range->StartTime) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    if (as_log(found->data_source()) == nullptr) { // it may have no sources yet, which would say so
        return Status::data_source_is_real_time;
    }
    library().size_query_cache.forget();
    return found->set_range(range->StartTime, range->EndTime);
}

BOOL is_real_time_query(PDH_HQUERY query) {
    const auto found = find<query::Query>(query);
    return found && as_log(found.value()->data_source()) == nullptr ? TRUE : FALSE;
}

// Both name this computer, and it has one way to be asked.
Result<void> set_default_real_time_data_source(DWORD data_source) {
    if (data_source != DATA_SOURCE_REGISTRY && data_source != DATA_SOURCE_WBEM) {
        return Status::invalid_argument;
    }
    if (library().real_time_query_opened) {
        return Status::cannot_set_default_realtime_datasource;
    }
    return outcome::success();
}

Result<void> get_dll_version(LPDWORD version) {
    if (version == nullptr) {
        return Status::invalid_argument;
    }
    *version = PDH_VERSION;
    return outcome::success();
}

} // namespace pdh_shim::api
