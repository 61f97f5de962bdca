#include "api/data_source.h"
#include "api/functions.h"
#include "api/output.h"

namespace pdh_shim::api {

Result<void> lookup_name_by_index(const TextIn& machine, DWORD index, const TextOut& name, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(name.data(), size));
    PDH_SHIM_TRY(const auto found, find_machine(H_REALTIME_DATASOURCE, machine));
    const auto title = found->title(index);
    if (!title) {
        return Status::invalid_argument;
    }
    return write_text(name, size, *title);
}

Result<void> lookup_index_by_name(const TextIn& machine, const TextIn& name, LPDWORD index) {
    if (name.is_null() || index == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find_machine(H_REALTIME_DATASOURCE, machine));
    PDH_SHIM_TRY(const std::u16string text, name.read());
    const auto title_index = found->title_index(text);
    if (!title_index) {
        return Status::string_not_found;
    }
    *index = *title_index;
    return outcome::success();
}

} // namespace pdh_shim::api
