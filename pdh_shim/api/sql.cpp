#include "api/functions.h"
#include "api/output.h"

namespace pdh_shim::api {
namespace {

// Databases are not supported yet; these functions only check their arguments.
Result<void> find_database(const TextIn& name) {
    if (name.is_empty()) {
        return Status::invalid_argument;
    }
    return Status::not_implemented;
}

} // namespace

Result<void> enumerate_log_sets(const TextIn& data_source, const TextOut& names, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(names.data(), size));
    return find_database(data_source);
}

Result<void> verify_sql_tables(const TextIn& data_source) {
    return find_database(data_source);
}

Result<void> create_sql_tables(const TextIn& data_source) {
    return find_database(data_source);
}

// Nothing opens a database log, so no handle is that of one.

Result<void> get_log_set_guid(PDH_HLOG /*log*/, GUID* guid, int* run_id) {
    if (guid == nullptr || run_id == nullptr) {
        return Status::invalid_argument;
    }
    return Status::invalid_handle;
}

Result<void> set_log_set_run_id(PDH_HLOG /*log*/, int /*run_id*/) {
    return Status::invalid_handle;
}

} // namespace pdh_shim::api
