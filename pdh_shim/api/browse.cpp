// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/counter_dialog.h"
#include "api/data_source.h"
#include "api/deliver_paths.h"
#include "api/functions.h"
#include "api/output.h"

#include <optional>
#include <string>
#include <vector>

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

// The text in a buffer; nothing if the buffer does not begin with text.
std::optional<std::u16string> text_in_buffer(Encoding encoding, const void* buffer, DWORD size) {
    const TextIn text(encoding, buffer);
    if (buffer == nullptr || size == 0 || text.is_longer_than(size - 1)) {
        return std::nullopt;
    }
    const auto read = text.read();
    return read ? std::optional(read.value()) : std::nullopt;
}

// The W and the HW structure are the same but for the data source.
template <class Config>
Result<dialogs::PickerOptions> options_of(const Config& config, Encoding encoding) {
    dialogs::PickerOptions options;
    options.instance_index = config.bIncludeInstanceIndex != 0;
    options.single_per_add = config.bSingleCounterPerAdd != 0;
    options.single_per_dialog = config.bSingleCounterPerDialog != 0;
    options.local_only = config.bLocalCountersOnly != 0;
    options.wildcard_instances = config.bWildCardInstances != 0;
    options.hide_detail = config.bHideDetailBox != 0;
    options.fixed_computer = config.bDisableMachineSelection != 0;
    options.objects_only = config.bShowObjectBrowser != 0;
    options.detail = config.dwDefaultDetailLevel;
    PDH_SHIM_TRY(options.caption, TextIn(encoding, config.szDialogBoxCaption).read());
    if (config.bInitializePath != 0) {
        const auto text = text_in_buffer(encoding, config.szReturnPathBuffer, config.cchReturnPathLength);
        const auto path = path::parse_counter_path(text.value_or(u""));
        if (path) {
            options.initial = path.value();
        }
    }
    return options;
}

template <class Config>
Result<void> browse(const SourceArgument& data_source, Config& config, Encoding encoding) {
    PDH_SHIM_CHECK(check_room(config.szReturnPathBuffer, config.cchReturnPathLength, config.pCallBack));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_TRY(const dialogs::PickerOptions options, options_of(config, encoding));
    return show_counter_dialog(source, config.hWndOwner, options,
        [&](const std::vector<std::u16string>& paths) { return deliver_paths(config, encoding, paths); });
}

} // namespace

Result<void> browse_counters(const Structure<PDH_BROWSE_DLG_CONFIG_A, PDH_BROWSE_DLG_CONFIG_W>& config) {
    if (config.data() == nullptr) {
        return Status::invalid_argument;
    }
    const TextIn name(config.encoding(), config.data()->szDataSource);
    return browse(name, *config.data(), config.encoding());
}

Result<void> browse_counters_in(
    const Structure<PDH_BROWSE_DLG_CONFIG_H_A, PDH_BROWSE_DLG_CONFIG_H_W>& config) {
    if (config.data() == nullptr) {
        return Status::invalid_argument;
    }
    return browse(config.data()->hDataSource, *config.data(), config.encoding());
}

Result<void> select_data_source(HWND owner, DWORD flags, const TextOut& data_source, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(data_source.data(), size));
    if (data_source.data() == nullptr || (flags & ~PDH_FLAGS_FILE_BROWSER_ONLY) != 0) {
        return Status::invalid_argument;
    }
    if (*size == 0) {
        return Status::memory_allocation_failure; // so it is documented
    }
    const auto first = text_in_buffer(data_source.encoding(), data_source.data(), *size);
    dialogs::SourcePicker picker((flags & PDH_FLAGS_FILE_BROWSER_ONLY) != 0, first.value_or(u""));
    PDH_SHIM_CHECK(show_dialog(owner, [&](dialogs::DialogHost& host) { return host.show(picker); }));
    return write_cut_text(data_source, size, picker.chosen());
}

} // namespace pdh_shim::api
