// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/typing.h"

#include "base/text.h"

namespace pdh_shim::dialogs {
namespace {

constexpr bool is_low_surrogate(char16_t unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

void append(std::u16string& line, char32_t typed) {
    if (const auto units = from_utf32({&typed, 1})) {
        line += units.value();
    }
}

void erase_last(std::u16string& line) {
    if (line.empty()) {
        return;
    }
    const bool is_pair = is_low_surrogate(line.back()) && line.size() > 1;
    line.resize(line.size() - (is_pair ? 2 : 1));
}

} // namespace

bool type_into(std::u16string& line, Key key) {
    if (is_character(key)) {
        append(line, static_cast<char32_t>(key));
    } else if (key == Key::backspace) {
        erase_last(line);
    } else if (key == Key::clear_line) {
        line.clear();
    } else {
        return false;
    }
    return true;
}

} // namespace pdh_shim::dialogs
