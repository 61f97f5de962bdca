// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/data_source.h"
#include "api/output.h"
#include "base/failure.h"
#include "dialogs/dialog_host.h"

#include <pdh.h>

#include <span>
#include <string>

namespace pdh_shim::api {

/// dialogs::show_dialog() for this process.
[[nodiscard]] Result<void> show_dialog(HWND owner, const dialogs::ShowDialog& dialog);

/// Shows the dialog for counters of a data source, where there is something to show it on.
/// @retval dialog_cancelled the user ended it without OK, or there is nothing to show it on
/// @return else the status of `take`, or of the data source
[[nodiscard]] Result<void> show_counter_dialog(const DataSourcePointer& source, HWND owner,
    const dialogs::PickerOptions& options, const dialogs::TakePaths& take);

/// Puts paths into the buffer of a dialog's configuration: a list, as documented; a single one without the
/// list's own terminator where that does not fit.
/// @retval more_data no room for them
[[nodiscard]] Result<void> fill_paths(
    const TextOut& buffer, DWORD size, std::span<const std::u16string> paths);

/// Gives paths to the program that opened a dialog: fills its buffer and calls its callback, which may make
/// the buffer longer and request another try by PDH_RETRY. One that does so without more room would do so for
/// ever: its PDH_RETRY is a status as any other.
/// @param config PDH_BROWSE_DLG_CONFIG_W or _HW, with any kind of text
/// @return whether they fitted in the end; else the status of the callback, or see fill_paths()
template <class Config>
[[nodiscard]] Result<bool> deliver_paths(
    Config& config, Encoding encoding, std::span<const std::u16string> paths) {
    for (;;) {
        const TextOut buffer(encoding, config.szReturnPathBuffer);
        const Result<void> filled = fill_paths(buffer, config.cchReturnPathLength, paths);
        if (!filled && filled.error() != Status::more_data) {
            return filled.error();
        }
        config.CallBackStatus = filled ? to_code(Status::success) : to_code(Status::more_data);
        const DWORD room = config.cchReturnPathLength;
        const PDH_STATUS answer =
            config.pCallBack == nullptr ? ERROR_SUCCESS : config.pCallBack(config.dwCallBackArg);
        const auto status = static_cast<Status>(answer);
        if (status == Status::success) {
            return filled.has_value();
        }
        if (status != Status::retry || config.cchReturnPathLength <= room) {
            return status;
        }
    }
}

} // namespace pdh_shim::api
