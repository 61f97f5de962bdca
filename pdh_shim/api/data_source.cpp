#include "api/data_source.h"

#include "api/handles.h"
#include "base/named_file.h"
#include "base/text.h"
#include "core/runtime.h"

#include <string>

namespace pdh_shim::api {

namespace {

constexpr std::u16string_view sql_prefix = u"SQL:";

} // namespace

bool is_sql_name(std::u16string_view name) {
    return equal_folded(name.substr(0, sql_prefix.size()), sql_prefix);
}

Result<void> check_sql_name(std::u16string_view name) {
    const std::size_t mark = name.find(u'!');
    const bool well_formed = is_sql_name(name) && mark != std::u16string_view::npos &&
                             mark > sql_prefix.size() && mark + 1 < name.size();
    if (!well_formed) {
        return Status::invalid_sql_log_format;
    }
    return outcome::success();
}

Result<std::string> file_name(const TextIn& name) {
    if (name.is_empty() || name.is_longer_than(longest_data_source)) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const std::u16string text, name.read());
    return to_utf8(text);
}

Result<std::string> existing_file(const TextIn& name) {
    PDH_SHIM_TRY(auto file, file_name(name));
    switch (file_kind(file)) {
    case FileKind::none:
        return Status::file_not_found;
    case FileKind::folder:
        return Status::log_file_open_error;
    default:
        return file;
    }
}

Result<void> check_log_name(const TextIn& name) {
    PDH_SHIM_TRY(const std::u16string text, name.read());
    if (is_sql_name(text)) {
        PDH_SHIM_CHECK(check_sql_name(text));
        return Status::not_implemented;
    }
    PDH_SHIM_CHECK(existing_file(name));
    return outcome::success();
}

Result<PDH_HLOG> open_data_source(const TextIn& name) {
    if (name.is_empty()) {
        return PDH_HLOG{H_REALTIME_DATASOURCE};
    }
    PDH_SHIM_CHECK(check_log_name(name));
    return Status::unknown_log_format;
}

bool is_data_source(PDH_HLOG handle) {
    auto* const wbem = H_WBEM_DATASOURCE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast): Windows' constant
    return handle == H_REALTIME_DATASOURCE || handle == wbem ||
           handles().find(Kind::data_source, handle) != nullptr;
}

Result<std::shared_ptr<const core::Machine>> find_data_source(PDH_HLOG handle) {
    if (!is_data_source(handle)) {
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
