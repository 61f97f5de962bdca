// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace pdh_shim::platform {

/// Text in an encoding that the system knows by this name, as UTF-16: with iconv's names, and on Windows with
/// numbers of code pages, which may have letters before them (`CP932`).
/// @retval not_implemented  the system does not know the encoding
/// @retval invalid_argument the bytes are not text in it
[[nodiscard]] Result<std::u16string> decode(const std::string& encoding, std::string_view bytes);

} // namespace pdh_shim::platform
