// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Finds the texts of error codes, and fills in their inserts, for FormatMessage.

#include "text/format.h"

#include <windows.h>

#include <optional>
#include <string>

namespace pdh_shim::compat {

/// The parameters of FormatMessage.
struct MessageRequest {
    DWORD flags = 0;
    const void* source = nullptr; ///< the module; not looked at for a text of the caller
    std::string text;             ///< the text of the caller, for FORMAT_MESSAGE_FROM_STRING
    DWORD id = 0;
    FormatStyle style;
    va_list* arguments = nullptr; ///< or an array of values, with FORMAT_MESSAGE_ARGUMENT_ARRAY
};

/// The message. An empty result sets the last error.
[[nodiscard]] std::optional<std::string> format_message(const MessageRequest& request);

/// The text of a system error code, inserts included; nullptr for a code without a text.
[[nodiscard]] const char* system_message(DWORD code);

} // namespace pdh_shim::compat
