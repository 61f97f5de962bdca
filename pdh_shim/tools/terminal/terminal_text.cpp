// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/terminal/terminal_text.h"

#include "base/text.h"

#include <algorithm>

namespace pdh_shim::tools::terminal {

std::string escaped(std::string_view text) {
    std::string result;
    for (;;) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        result += pdh_shim::escaped(text.substr(0, end));
        if (end == text.size()) {
            return result;
        }
        result += text[end] == '\n' ? "\\n" : "\\r";
        text.remove_prefix(end + 1);
    }
}

namespace {

std::string escaped_but_line_ends(std::string_view text, bool cr_stays) {
    std::string result;
    for (;;) {
        const auto end = std::min(text.find('\n'), text.size());
        const bool has_cr = cr_stays && end < text.size() && end > 0 && text[end - 1] == '\r';
        result += escaped(text.substr(0, has_cr ? end - 1 : end));
        if (end == text.size()) {
            return result;
        }
        result += has_cr ? "\r\n" : "\n";
        text.remove_prefix(end + 1);
    }
}

} // namespace

std::string escaped_lines(std::string_view text) {
    return escaped_but_line_ends(text, false);
}

std::string escaped_data(std::string_view text) {
    return escaped_but_line_ends(text, true);
}

std::string valid_utf8(std::string_view text) {
    std::u16string units;
    append_utf8_lossy(units, text);
    std::string valid;
    append_utf16_lossy(valid, units);
    return valid;
}

} // namespace pdh_shim::tools::terminal
