// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/platform/win32/handle.h"

#include <string_view>

namespace pdh_shim::platform {

/// Null with an error of the system. It has no position: each read says its place.
[[nodiscard]] Handle open_for_reading(const wchar_t* name) noexcept;

/// The file that has_linux_files() opened, for the first that asks for it by its whole name, else null: to
/// open it again would ask Wine's server twice more.
[[nodiscard]] Handle take_linux_file(std::wstring_view name);

} // namespace pdh_shim::platform
