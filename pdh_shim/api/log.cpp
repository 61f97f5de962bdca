#include "api/data_source.h"
#include "api/functions.h"
#include "api/output.h"
#include "api/process_state.h"
#include "base/named_file.h"

#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::api {
namespace {

// No log can be opened yet, so no handle is that of a log: functions that take one check their arguments and
// say PDH_INVALID_HANDLE, as they do to the handle of another data source.

Result<void> valid(bool condition) {
    if (!condition) {
        return Status::invalid_argument;
    }
    return outcome::success();
}

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
        return valid(creation == PDH_LOG_OPEN_EXISTING);
    case PDH_LOG_WRITE_ACCESS:
        return valid(creation >= PDH_LOG_CREATE_NEW && creation <= PDH_LOG_OPEN_EXISTING);
    case PDH_LOG_UPDATE_ACCESS:
        return valid(creation == PDH_LOG_OPEN_ALWAYS || creation == PDH_LOG_OPEN_EXISTING);
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
        return valid(type == PDH_LOG_TYPE_CSV || type == PDH_LOG_TYPE_TSV || type == PDH_LOG_TYPE_SQL ||
                     type == PDH_LOG_TYPE_BINARY);
    case PDH_LOG_UPDATE_ACCESS:
        return valid(type == PDH_LOG_TYPE_SQL);
    default:
        return outcome::success();
    }
}

Result<void> check_size(DWORD flags, DWORD type, DWORD max_size) {
    if ((flags & PDH_LOG_OPT_CIRCULAR) == 0) {
        return outcome::success();
    }
    PDH_SHIM_CHECK(valid(type == PDH_LOG_TYPE_BINARY));
    if (max_size == 0) {
        return Status::log_file_too_small;
    }
    return outcome::success();
}

Result<void> check_new_file(DWORD flags, const std::string& file) {
    const FileKind kind = file_kind(file);
    if (kind == FileKind::folder) {
        return Status::log_file_create_error;
    }
    if (kind != FileKind::none) {
        return creation_of(flags) == PDH_LOG_CREATE_NEW ? Result<void>(Status::file_already_exists)
                                                        : outcome::success();
    }
    const std::string folder = folder_of(file);
    if (!folder.empty() && file_kind(folder) != FileKind::folder) {
        return Status::log_file_create_error;
    }
    return outcome::success();
}

Result<void> check_file(DWORD flags, const TextIn& file) {
    if (access_of(flags) != PDH_LOG_READ_ACCESS) {
        PDH_SHIM_TRY(const std::string name, file_name(file));
        return check_new_file(flags, name);
    }
    PDH_SHIM_CHECK(existing_file(file));
    return outcome::success();
}

// A database log, by its type, or by its name if the type is undefined.
bool is_database(DWORD type, std::u16string_view name) {
    return type == PDH_LOG_TYPE_SQL || (type == PDH_LOG_TYPE_UNDEFINED && is_sql_name(name));
}

Result<void> check_time_range_buffer(const DWORD* entries, const PDH_TIME_INFO* range, const DWORD* size) {
    PDH_SHIM_CHECK(check_buffer(range, size));
    return valid(entries != nullptr && range != nullptr && *size >= sizeof *range);
}

} // namespace

Result<void> open_log(const TextIn& file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD max_size,
    const TextIn& /*caption*/, PDH_HLOG* log) {
    if (file.is_empty() || type == nullptr || log == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_access(access));
    PDH_SHIM_CHECK(check_type(access, *type));
    PDH_SHIM_CHECK(check_size(access, *type, max_size));
    if (access_of(access) != PDH_LOG_READ_ACCESS) {
        PDH_SHIM_CHECK(find_query(query));
    }
    PDH_SHIM_TRY(const std::u16string name, file.read());
    PDH_SHIM_CHECK(is_database(*type, name) ? check_sql_name(name) : check_file(access, file));
    return Status::not_implemented;
}

Result<void> update_log(PDH_HLOG /*log*/, const TextIn& comment) {
    PDH_SHIM_CHECK(valid(comment.is_null() || !comment.is_empty()));
    return Status::invalid_handle;
}

Result<void> update_log_file_catalog(PDH_HLOG /*log*/) {
    return Status::invalid_handle;
}

Result<void> get_log_file_size(PDH_HLOG /*log*/, LONGLONG* size) {
    PDH_SHIM_CHECK(valid(size != nullptr));
    return Status::invalid_handle;
}

Result<void> get_log_file_type(const TextIn& file, LPDWORD type) {
    PDH_SHIM_CHECK(valid(type != nullptr));
    PDH_SHIM_CHECK(existing_file(file));
    return Status::not_implemented;
}

Result<void> close_log(PDH_HLOG log, DWORD /*flags*/) {
    if (handles().remove(Kind::data_source, log) == nullptr) {
        return Status::invalid_handle;
    }
    return outcome::success();
}

Result<void> bind_input_data_source(PDH_HLOG* data_source, const TextIn& files) {
    PDH_SHIM_CHECK(valid(data_source != nullptr));
    // Not as a list: a single file may be ordinary text, and the memory after it may not be the caller's.
    PDH_SHIM_TRY(DataSourcePointer source, open_data_source(files));
    PDH_SHIM_TRY(*data_source, handles().insert(Kind::data_source, std::move(source)));
    return outcome::success();
}

Result<void> get_time_range(const TextIn& data_source, LPDWORD entries, PPDH_TIME_INFO range, LPDWORD size) {
    PDH_SHIM_CHECK(check_time_range_buffer(entries, range, size));
    *entries = 0;
    PDH_SHIM_CHECK(open_data_source(data_source));
    return Status::data_source_is_real_time;
}

Result<void> get_time_range_in(PDH_HLOG data_source, LPDWORD entries, PPDH_TIME_INFO range, LPDWORD size) {
    PDH_SHIM_CHECK(check_time_range_buffer(entries, range, size));
    *entries = 0;
    PDH_SHIM_CHECK(find_data_source(data_source));
    return Status::data_source_is_real_time;
}

Result<void> read_raw_log_record(
    PDH_HLOG /*log*/, FILETIME /*time*/, PPDH_RAW_LOG_RECORD record, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(record, size));
    return Status::invalid_handle;
}

} // namespace pdh_shim::api
