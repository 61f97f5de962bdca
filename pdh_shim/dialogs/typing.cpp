// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/typing.h"

#include "base/text.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::dialogs {

std::u16string searchable(std::u16string_view name) {
    std::u16string folded;
    folded.reserve(name.size());
    for (const char16_t unit : name) {
        if (unit != u' ') {
            folded.push_back(fold(unit));
        }
    }
    return folded;
}

Pattern::Pattern(std::u16string_view typed) {
    Pieces pieces;
    std::u16string piece;
    const auto end_piece = [&] {
        if (!piece.empty()) {
            pieces.push_back(std::exchange(piece, {}));
        }
    };
    const auto end_word = [&] {
        end_piece();
        if (!pieces.empty()) {
            words_.push_back(std::exchange(pieces, {}));
        }
    };
    for (const char16_t unit : typed) {
        if (unit == u' ') {
            end_word();
        } else if (unit == u'*') {
            end_piece();
        } else {
            piece.push_back(fold(unit));
        }
    }
    end_word();
}

bool Pattern::has(std::u16string_view name, const Pieces& pieces) {
    for (const std::u16string& piece : pieces) {
        const std::size_t found = name.find(piece);
        if (found == std::u16string_view::npos) {
            return false;
        }
        name.remove_prefix(found + piece.size());
    }
    return true;
}

bool Pattern::matches(std::u16string_view name) const {
    return std::ranges::all_of(words_, [&](const Pieces& pieces) { return has(name, pieces); });
}

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
