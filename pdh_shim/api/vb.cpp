// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/browse.h"
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"

#include <pdhmsg.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::api {
namespace {

dialogs::PickerOptions dialog_options(DWORD detail, LPCSTR caption) {
    dialogs::PickerOptions options;
    options.instance_index = true;
    options.detail = detail;
    const auto text = TextIn(caption).read();
    options.caption = text ? text.value() : std::u16string();
    return options;
}

// Characters of a text that was written, without the terminator; 0 if it was not.
DWORD written_length(LPSTR buffer, DWORD size, const std::optional<std::u16string>& text) {
    DWORD length = size;
    const bool is_written = text && size > 0 && write_text(buffer, &length, *text).has_value();
    return is_written ? length - 1 : 0;
}

} // namespace

Result<void> vb_open_query(PDH_HQUERY* query) {
    return open_query(H_REALTIME_DATASOURCE, 0, query);
}

Result<void> vb_add_counter(PDH_HQUERY query, LPCSTR path, PDH_HCOUNTER* counter) {
    const TextIn text(path);
    const Result<void> result = add_counter(query, text, 0, counter);
    if (!result && result.error() == Status::cstatus_no_countername && text.is_empty()) {
        return Status::cstatus_bad_countername;
    }
    return result;
}

double vb_get_double_counter_value(PDH_HCOUNTER counter, PDH_STATUS* status) {
    PDH_FMT_COUNTERVALUE value{};
    const Status result = get_formatted_counter_value(counter, PDH_FMT_DOUBLE, nullptr, &value);
    if (status != nullptr) {
        *status = result == Status::success ? static_cast<PDH_STATUS>(value.CStatus) : to_code(result);
    }
    return result == Status::success ? value.doubleValue : 0.0;
}

DWORD vb_is_good_status(LONG status) {
    return IsSuccessSeverity(status) ? 1 : 0;
}

DWORD vb_create_counter_path_list(LONG detail, LPCSTR caption) {
    std::vector<std::u16string> chosen;
    const dialogs::PickerOptions options = dialog_options(static_cast<DWORD>(detail), caption);
    // A dialog for several counters always ends as if cancelled.
    static_cast<void>(show_counter_dialog(
        live_data_source(), nullptr, options, [&](const std::vector<std::u16string>& paths) -> Result<bool> {
            chosen.insert(chosen.end(), paths.begin(), paths.end());
            return true;
        }));
    const auto count = static_cast<DWORD>(chosen.size());
    library().vb_paths.replace(std::move(chosen));
    return count;
}

DWORD vb_get_counter_path_from_list(LONG index, LPSTR path, LONG size) {
    return written_length(path, static_cast<DWORD>(std::max(size, LONG{0})), library().vb_paths.at(index));
}

DWORD vb_get_one_counter_path(LPSTR path, DWORD size, DWORD detail, LPCSTR caption) {
    dialogs::PickerOptions options = dialog_options(detail, caption);
    options.single_per_dialog = true;
    std::optional<std::u16string> chosen;
    static_cast<void>(show_counter_dialog(
        live_data_source(), nullptr, options, [&](const std::vector<std::u16string>& paths) -> Result<bool> {
            chosen = paths.front();
            return true;
        }));
    return written_length(path, size, chosen);
}

Result<void> vb_get_counter_path_elements(
    LPCSTR path, LPSTR machine, LPSTR object, LPSTR instance, LPSTR parent, LPSTR counter, DWORD size) {
    const std::array<LPSTR, 5> buffers{machine, object, instance, parent, counter};
    if (path == nullptr || std::ranges::find(buffers, nullptr) != buffers.end()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(path::CounterPath elements, parse_path(path));
    PDH_SHIM_CHECK(complete(elements));
    const path::InstanceName name = elements.instance.value_or(path::InstanceName{});
    const std::array<std::u16string, 5> texts{
        u"\\\\" + elements.machine, elements.object, name.name, name.parent, elements.counter};
    // All of them or none.
    for (const std::u16string& text : texts) {
        if (encode(Encoding::ansi, text).size() >= size) {
            return Status::more_data;
        }
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        DWORD room = size;
        PDH_SHIM_CHECK(write_text(buffers[i], &room, texts[i]));
    }
    return outcome::success();
}

Result<void> vb_open_log(LPCSTR file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD max_size,
    LPCSTR caption, PDH_HLOG* log) {
    return open_log(file, access, type, query, max_size, caption, log);
}

Result<void> vb_update_log(PDH_HLOG log, LPCSTR comment) {
    return update_log(log, comment);
}

Result<void> vb_get_log_file_size(PDH_HLOG log, LONG* size) {
    if (size == nullptr) {
        return Status::invalid_argument;
    }
    LONGLONG bytes = 0;
    PDH_SHIM_CHECK(get_log_file_size(log, &bytes));
    if (bytes > std::numeric_limits<LONG>::max()) {
        return Status::insufficient_buffer;
    }
    *size = static_cast<LONG>(bytes);
    return outcome::success();
}

} // namespace pdh_shim::api
