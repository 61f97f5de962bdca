// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/data_source.h"
#include "base/result.h"
#include "dialogs/dialog_host.h"

#include <pdh.h>

namespace pdh_shim::api {

/// dialogs::show_dialog() for this process.
[[nodiscard]] Result<void> show_dialog(HWND owner, const dialogs::ShowDialog& dialog);

/// Shows the dialog for counters of a data source, where there is something to show it on.
/// @retval dialog_cancelled the user ended it without OK, or there is nothing to show it on
/// @return else the status of `take`, or of the data source
[[nodiscard]] Result<void> show_counter_dialog(const DataSourcePointer& source, HWND owner,
    const dialogs::PickerOptions& options, const dialogs::TakePaths& take);

} // namespace pdh_shim::api
