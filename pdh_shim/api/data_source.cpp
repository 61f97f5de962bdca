#include "api/data_source.h"

#include "base/text.h"
#include "core/runtime.h"

#include <filesystem>
#include <system_error>

namespace pdh_shim::api {

Result<PDH_HLOG> open_data_source(const TextIn& name) {
    if (name.is_empty()) {
        return PDH_HLOG{H_REALTIME_DATASOURCE};
    }
    PDH_SHIM_TRY(const std::u16string text, name.read());
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::path(text), error)) {
        return Status::file_not_found;
    }
    return Status::unknown_log_format;
}

Result<std::shared_ptr<const core::Machine>> find_data_source(PDH_HLOG handle) {
    if (handle != H_REALTIME_DATASOURCE && handle != H_WBEM_DATASOURCE) {
        return Status::invalid_handle;
    }
    return core::Runtime::instance().machine();
}

Result<std::shared_ptr<const core::Machine>> find_machine(PDH_HLOG handle, const TextIn& machine) {
    PDH_SHIM_TRY(auto found, find_data_source(handle));
    PDH_SHIM_TRY(const std::u16string name, machine.read());
    if (!found->is_local(name)) {
        return Status::cstatus_no_machine;
    }
    return found;
}

} // namespace pdh_shim::api
