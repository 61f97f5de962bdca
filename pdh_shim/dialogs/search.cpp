// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/search.h"

#include "base/text.h"

#include <algorithm>

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
    const std::u16string text = searchable(typed);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(u'*', begin), text.size());
        if (end > begin) {
            pieces_.push_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
}

bool Pattern::matches(std::u16string_view name) const {
    for (const std::u16string& piece : pieces_) {
        const std::size_t found = name.find(piece);
        if (found == std::u16string_view::npos) {
            return false;
        }
        name.remove_prefix(found + piece.size());
    }
    return true;
}

} // namespace pdh_shim::dialogs
