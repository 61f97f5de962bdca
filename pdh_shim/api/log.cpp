// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "api/values.h"
#include "base/named_file.h"
#include "base/trace.h"
#include "recorded/database_log.h"
#include "recorded/log_data_source.h"
#include "recorded/query_log.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::api {
namespace {

DWORD access_of(DWORD flags) {
    return flags & PDH_LOG_ACCESS_MASK;
}

DWORD creation_of(DWORD flags) {
    return flags & PDH_LOG_CREATE_MASK;
}

Result<void> check_access(DWORD flags) {
    const DWORD creation = creation_of(flags);
    switch (access_of(flags)) {
    case PDH_LOG_READ_ACCESS:
        return success_if(creation == PDH_LOG_OPEN_EXISTING, Status::invalid_argument);
    case PDH_LOG_WRITE_ACCESS:
        return success_if(
            creation >= PDH_LOG_CREATE_NEW && creation <= PDH_LOG_OPEN_EXISTING, Status::invalid_argument);
    case PDH_LOG_UPDATE_ACCESS:
        return success_if(
            creation == PDH_LOG_OPEN_ALWAYS || creation == PDH_LOG_OPEN_EXISTING, Status::invalid_argument);
    default:
        return Status::invalid_argument;
    }
}

// Whether a log of this type can be opened for this access.
Result<void> check_type(DWORD flags, DWORD type) {
    if (type > PDH_LOG_TYPE_BINARY) {
        return Status::log_type_not_found;
    }
    switch (access_of(flags)) {
    case PDH_LOG_WRITE_ACCESS:
        return success_if(type == PDH_LOG_TYPE_CSV || type == PDH_LOG_TYPE_TSV || type == PDH_LOG_TYPE_SQL ||
                              type == PDH_LOG_TYPE_BINARY,
            Status::invalid_argument);
    case PDH_LOG_UPDATE_ACCESS:
        return success_if(type == PDH_LOG_TYPE_SQL, Status::invalid_argument);
    default:
        return outcome::success();
    }
}

Result<void> check_size(DWORD flags, DWORD type, DWORD max_size) {
    if ((flags & PDH_LOG_OPT_CIRCULAR) == 0) {
        return outcome::success();
    }
    PDH_SHIM_CHECK(success_if(type == PDH_LOG_TYPE_BINARY, Status::invalid_argument));
    return success_if(max_size != 0, Status::log_file_too_small);
}

Result<void> check_new_file(DWORD flags, const std::string& file) {
    const FileKind kind = file_kind(file);
    if (kind == FileKind::folder) {
        return trace::report({Status::log_file_create_error, file, "is a folder"});
    }
    if (kind != FileKind::none) {
        return creation_of(flags) == PDH_LOG_CREATE_NEW ? Result<void>(Status::file_already_exists)
                                                        : outcome::success();
    }
    const std::string folder = folder_of(file);
    if (!folder.empty() && file_kind(folder) != FileKind::folder) {
        return trace::report({Status::log_file_create_error, file, "its folder does not exist"});
    }
    return outcome::success();
}

Result<void> check_file(DWORD flags, const TextIn& file) {
    if (access_of(flags) != PDH_LOG_READ_ACCESS) {
        PDH_SHIM_TRY(const std::string name, file_name(file));
        return check_new_file(flags, name);
    }
    PDH_SHIM_CHECK(existing_log(file));
    return outcome::success();
}

// A database log, by its type, or by its name if the type is undefined.
bool is_database(DWORD type, std::u16string_view name) {
    return type == PDH_LOG_TYPE_SQL || (type == PDH_LOG_TYPE_UNDEFINED && is_sql_name(name));
}

Result<recorded::LogCreation> log_creation(DWORD flags) {
    if ((flags & PDH_LOG_OPT_APPEND) != 0) {
        return recorded::LogCreation::append;
    }
    switch (creation_of(flags)) {
    case PDH_LOG_CREATE_NEW:
        return recorded::LogCreation::create_new;
    case PDH_LOG_CREATE_ALWAYS:
        return recorded::LogCreation::create_always;
    default:
        return recorded::LogCreation::append;
    }
}

// The counters that a query has now.
std::vector<std::shared_ptr<query::Counter>> counters_of(const query::Query& query) {
    std::vector<std::shared_ptr<query::Counter>> counters;
    for (const void* const handle : query.tokens()) {
        if (const auto counter = find<query::Counter>(handle)) { // it may be removed meanwhile
            counters.push_back(counter.value());
        }
    }
    return counters;
}

Result<void> open_log_to_read(const TextIn& file, LPDWORD type, PDH_HLOG* log) {
    PDH_SHIM_TRY(auto source, open_log_to_read(file));
    const auto opened = static_cast<DWORD>(source->type());
    *log = open_handle<machine::DataSource>(std::move(source));
    *type = opened;
    return outcome::success();
}

Result<void> open_log_to_write(PDH_HQUERY query, recorded::NewLog settings, PDH_HLOG* log) {
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    auto made = recorded::QueryLog::create(
        found, counters_of(*found), std::move(settings), library().runtime.clock());
    if (!made) {
        return trace::report(made.error());
    }
    *log = open_handle(std::make_shared<WrittenLog>(WrittenLog{std::move(made).value(), query}));
    return outcome::success();
}

} // namespace

Result<void> open_log(const TextIn& file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD max_size,
    const TextIn& caption, PDH_HLOG* log) {
    PDH_SHIM_CHECK(success_if(log != nullptr, Status::invalid_argument));
    *log = nullptr;
    PDH_SHIM_CHECK(success_if(!file.is_empty() && type != nullptr, Status::invalid_argument));
    PDH_SHIM_CHECK(check_access(access));
    PDH_SHIM_CHECK(check_type(access, *type));
    PDH_SHIM_CHECK(check_size(access, *type, max_size));
    const bool is_to_read = access_of(access) == PDH_LOG_READ_ACCESS;
    if (!is_to_read) {
        PDH_SHIM_CHECK(find<query::Query>(query));
    }
    PDH_SHIM_TRY(const std::u16string name, file.read());
    const bool is_in_database = is_database(*type, name);
    PDH_SHIM_CHECK(is_in_database ? check_sql_name(name) : check_file(access, file));
    if (is_to_read) {
        return open_log_to_read(file, type, log);
    }
    recorded::NewLog settings;
    PDH_SHIM_TRY(settings.file, file_name(file));
    PDH_SHIM_TRY(settings.creation, log_creation(access));
    PDH_SHIM_TRY(settings.caption, caption.read());
    settings.type = is_in_database ? recorded::LogType::sql : static_cast<recorded::LogType>(*type);
    settings.max_bytes = max_size;
    settings.is_circular = (access & PDH_LOG_OPT_CIRCULAR) != 0;
    settings.has_comments = !is_in_database && settings.type != recorded::LogType::binary &&
                            ((access & PDH_LOG_OPT_USER_STRING) != 0 || !settings.caption.empty());
    return open_log_to_write(query, std::move(settings), log);
}

Result<void> update_log(PDH_HLOG log, const TextIn& comment) {
    PDH_SHIM_CHECK(success_if(comment.is_null() || !comment.is_empty(), Status::invalid_argument));
    PDH_SHIM_TRY(const auto entry, find<WrittenLog>(log));
    PDH_SHIM_TRY(const std::u16string text, comment.read());
    library().size_query_cache.forget();
    return entry->log->update(text);
}

// What it is about are indexes of old formats.
Result<void> update_log_file_catalog(PDH_HLOG log) {
    recorded::LogType type{};
    if (const auto read = find_log_to_read(log)) {
        type = read.value()->type();
    } else {
        PDH_SHIM_TRY(const auto written, find<WrittenLog>(log));
        type = written->log->type();
    }
    return type == recorded::LogType::binary ? Status::unknown_log_format : Status::not_implemented;
}

Result<void> get_log_file_size(PDH_HLOG log, LONGLONG* size) {
    PDH_SHIM_CHECK(success_if(size != nullptr, Status::invalid_argument));
    std::uint64_t bytes = 0;
    if (const auto written = find<WrittenLog>(log)) {
        PDH_SHIM_TRY(bytes, written.value()->log->size());
    } else {
        PDH_SHIM_TRY(const auto read, find_log_to_read(log));
        PDH_SHIM_TRY(bytes, read->size());
    }
    *size = static_cast<LONGLONG>(bytes);
    return outcome::success();
}

Result<void> get_log_file_type(const TextIn& file, LPDWORD type) {
    PDH_SHIM_CHECK(success_if(type != nullptr, Status::invalid_argument));
    PDH_SHIM_TRY(const std::string name, existing_log(file));
    const auto log = recorded::open_log_file(name);
    if (!log) {
        return trace::report(log.error());
    }
    *type = static_cast<DWORD>(log.value().type);
    return outcome::success();
}

Result<void> close_log(PDH_HLOG log, DWORD flags) {
    if (close_handle<machine::DataSource>(log)) {
        return outcome::success();
    }
    PDH_SHIM_TRY(const auto written, close_handle<WrittenLog>(log));
    const Result<void> closed = written->log->close();
    if ((flags & PDH_FLAGS_CLOSE_QUERY) != 0) {
        static_cast<void>(close_query(written->query)); // it may be closed already
    }
    return closed;
}

Result<void> bind_input_data_source(PDH_HLOG* data_source, const TextIn& files) {
    PDH_SHIM_CHECK(success_if(data_source != nullptr, Status::invalid_argument));
    *data_source = nullptr;
    PDH_SHIM_TRY(DataSourcePointer source, open_data_sources(files));
    *data_source = open_handle(std::move(source));
    return outcome::success();
}

Result<void> get_time_range(
    const SourceArgument& data_source, LPDWORD entries, PPDH_TIME_INFO range, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(range, size));
    PDH_SHIM_CHECK(success_if(
        entries != nullptr && range != nullptr && *size >= sizeof *range, Status::invalid_argument));
    *entries = 0;
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    const auto log = as_log(source);
    if (log == nullptr) {
        return Status::data_source_is_real_time;
    }
    PDH_SHIM_TRY(const model::LogRange found, log->range());
    range->StartTime = found.first;
    range->EndTime = found.last;
    range->SampleCount = static_cast<DWORD>(std::min<std::uint64_t>(found.records, MAXDWORD));
    *size = sizeof *range;
    *entries = 1;
    return outcome::success();
}

Result<void> read_raw_log_record(PDH_HLOG log, FILETIME time, PPDH_RAW_LOG_RECORD record, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(record, size));
    PDH_SHIM_TRY(const auto source, find_log_to_read(log));
    PDH_SHIM_TRY(const recorded::RawLogRecord found, source->raw_record(to_time(time)));
    constexpr std::size_t header = offsetof(PDH_RAW_LOG_RECORD, RawBytes);
    PDH_SHIM_TRY(const DWORD needed, answer_size(header + found.bytes.size()));
    if (*size < needed) {
        *size = needed;
        return Status::more_data;
    }
    record->dwStructureSize = needed;
    record->dwRecordType = static_cast<DWORD>(found.type);
    record->dwItems = static_cast<DWORD>(found.bytes.size());
    std::ranges::copy(found.bytes, reinterpret_cast<std::byte*>(record) + header);
    *size = needed;
    return outcome::success();
}

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
