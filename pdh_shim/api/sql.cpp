// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "base/trace.h"
#include "recorded/database_log.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::api {
namespace {

Result<std::u16string> name_of_database(const TextIn& name) {
    if (name.is_empty() || name.is_longer_than(longest_data_source)) {
        return Status::invalid_argument;
    }
    read_settings();
    return name.read();
}

// The bytes of a GUID as they lie in memory on the computers that Windows runs on.
GUID as_guid(const model::Guid& bytes) {
    const auto number = [&bytes](std::size_t start, std::size_t count) {
        std::uint32_t value = 0;
        for (std::size_t i = count; i > 0; --i) {
            value = value << 8U | bytes[start + i - 1];
        }
        return value;
    };
    GUID guid{};
    guid.Data1 = number(0, 4);
    guid.Data2 = static_cast<unsigned short>(number(4, 2));
    guid.Data3 = static_cast<unsigned short>(number(6, 2));
    std::copy_n(bytes.begin() + 8, 8, std::begin(guid.Data4));
    return guid;
}

Result<model::LogRun> run_of(PDH_HLOG handle) {
    if (const auto written = find<WrittenLog>(handle)) {
        return written.value()->log->run();
    }
    PDH_SHIM_TRY(const auto read, find_log_to_read(handle));
    return read->run();
}

} // namespace

Result<void> enumerate_log_sets(const TextIn& data_source, const TextOut& names, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(names.data(), size));
    PDH_SHIM_TRY(const std::u16string name, name_of_database(data_source));
    const auto make_key = [&] { return call_key("log sets", names.encoding(), name); };
    return library().size_query_cache.write_list(
        names, size, make_key, [&] { return trace::reported(recorded::log_set_names(name)); });
}

Result<void> verify_sql_tables(const TextIn& data_source) {
    PDH_SHIM_TRY(const std::u16string name, name_of_database(data_source));
    return trace::reported(recorded::verify_database(name));
}

Result<void> create_sql_tables(const TextIn& data_source) {
    PDH_SHIM_TRY(const std::u16string name, name_of_database(data_source));
    return trace::reported(recorded::create_database_tables(name));
}

Result<void> get_log_set_guid(PDH_HLOG log, GUID* guid, int* run_id) {
    if (guid == nullptr || run_id == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const model::LogRun run, run_of(log));
    *guid = as_guid(run.guid);
    *run_id = run.number;
    return outcome::success();
}

Result<void> set_log_set_run_id(PDH_HLOG log, int run_id) {
    if (const auto written = find<WrittenLog>(log)) {
        return written.value()->log->set_run_number(run_id);
    }
    PDH_SHIM_TRY(const auto read, find_log_to_read(log));
    return read->set_run_number(run_id);
}

} // namespace pdh_shim::api
