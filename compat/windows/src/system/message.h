// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "text/format.h"

#include <windows.h>

#include <optional>
#include <string>

namespace pdh_shim::compat {

/// A request to FormatMessage.
struct MessageRequest {
    DWORD flags = 0;
    const void* source = nullptr; ///< the module; not looked at for a text of the caller
    std::string text;             ///< the text of the caller, for FORMAT_MESSAGE_FROM_STRING
    DWORD id = 0;
    FormatStyle style;
    va_list* arguments = nullptr; ///< or an array of values, with FORMAT_MESSAGE_ARGUMENT_ARRAY
};

/// The message; nothing, and the last error, if there is none.
[[nodiscard]] std::optional<std::string> format_message(const MessageRequest& request);

/// Text of a system error code, with inserts; nullptr for a code that is not in the table.
[[nodiscard]] const char* system_message(DWORD code);

} // namespace pdh_shim::compat
