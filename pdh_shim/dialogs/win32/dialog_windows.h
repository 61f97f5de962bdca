// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/dialog_host.h"

#include <windows.h>

namespace pdh_shim::dialogs::win32 {

/// DialogHost::show() as a window.
[[nodiscard]] Result<void> show(HWND owner, Picker& picker, const TakePaths& take);

/// DialogHost::show() as a window.
[[nodiscard]] Result<void> show(HWND owner, SourcePicker& picker);

} // namespace pdh_shim::dialogs::win32
