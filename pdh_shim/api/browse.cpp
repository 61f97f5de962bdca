#include "api/data_source.h"
#include "api/functions.h"
#include "api/output.h"

namespace pdh_shim::api {
namespace {

// Where the paths are to go: a buffer, or a callback that makes one.
Result<void> check_room(const void* buffer, DWORD size, CounterPathCallBack callback) {
    const bool has_room = size == 0 ? callback != nullptr : buffer != nullptr;
    if (!has_room) {
        return Status::invalid_argument;
    }
    return outcome::success();
}

// There is nothing to show a dialog on: it is as if the user had cancelled at once.
Result<void> show_dialog() {
    return Status::dialog_cancelled;
}

} // namespace

Result<void> browse_counters(const Structure<PDH_BROWSE_DLG_CONFIG_A, PDH_BROWSE_DLG_CONFIG_W>& config) {
    const PDH_BROWSE_DLG_CONFIG_W* const data = config.data();
    if (data == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_room(data->szReturnPathBuffer, data->cchReturnPathLength, data->pCallBack));
    PDH_SHIM_CHECK(open_data_source(TextIn(config.encoding(), data->szDataSource)));
    return show_dialog();
}

Result<void> browse_counters_in(
    const Structure<PDH_BROWSE_DLG_CONFIG_H_A, PDH_BROWSE_DLG_CONFIG_H_W>& config) {
    const PDH_BROWSE_DLG_CONFIG_H_W* const data = config.data();
    if (data == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_room(data->szReturnPathBuffer, data->cchReturnPathLength, data->pCallBack));
    if (!is_data_source(data->hDataSource)) {
        return Status::invalid_handle;
    }
    return show_dialog();
}

Result<void> select_data_source(HWND /*owner*/, DWORD flags, const TextOut& data_source, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(data_source.data(), size));
    if (data_source.data() == nullptr || (flags & ~PDH_FLAGS_FILE_BROWSER_ONLY) != 0) {
        return Status::invalid_argument;
    }
    if (*size == 0) {
        return Status::memory_allocation_failure; // so it is documented
    }
    return show_dialog();
}

} // namespace pdh_shim::api
