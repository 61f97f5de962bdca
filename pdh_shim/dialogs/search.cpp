// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/search.h"

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

} // namespace pdh_shim::dialogs
