// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "path/wildcard.h"

#include "base/text.h"

#include <cstddef>

namespace pdh_shim::path {
namespace {

/// `parent/name` read as one text without joining it; lone surrogates are U+FFFD, see equal_folded().
class JoinedText {
  public:
    JoinedText(std::u16string_view parent, std::u16string_view name) noexcept
        : parent_(parent), name_(name), name_start_(parent.empty() ? 0 : parent.size() + 1) {}

    [[nodiscard]] std::size_t size() const noexcept { return name_start_ + name_.size(); }
    [[nodiscard]] char16_t operator[](std::size_t i) const noexcept {
        if (i >= name_start_) {
            return well_formed_unit(name_, i - name_start_);
        }
        return i < parent_.size() ? well_formed_unit(parent_, i) : u'/';
    }

  private:
    std::u16string_view parent_;
    std::u16string_view name_;
    std::size_t name_start_;
};

/// Removes the text after the last `*` from the ends of both texts; false if it differs.
bool match_tail(const JoinedText& pattern, std::size_t& pattern_size, const JoinedText& text,
    std::size_t& text_size) noexcept {
    while (pattern_size != 0 && pattern[pattern_size - 1] != u'*') {
        if (text_size == 0 || fold(pattern[pattern_size - 1]) != fold(text[text_size - 1])) {
            return false;
        }
        --pattern_size;
        --text_size;
    }
    return true;
}

/// Compares both texts; where they differ, the last `*` matches one unit more. Earlier ones need not be
/// tried again.
bool matches_text(const JoinedText& pattern, const JoinedText& text) noexcept {
    std::size_t pattern_size = pattern.size();
    std::size_t text_size = text.size();
    if (!match_tail(pattern, pattern_size, text, text_size)) {
        return false;
    }
    // The rest of the pattern is empty, or ends in `*`.
    std::size_t p = 0;
    std::size_t star = std::u16string_view::npos; // position of the last `*`
    std::size_t swallowed = 0;                    // end of the text that it matches
    for (std::size_t t = 0; t < text_size && p < pattern_size;) {
        if (pattern[p] == u'*') {
            star = p++;
            swallowed = t;
        } else if (fold(pattern[p]) == fold(text[t])) {
            ++p;
            ++t;
        } else if (star != std::u16string_view::npos) {
            p = star + 1;
            t = ++swallowed;
        } else {
            return false;
        }
    }
    while (p < pattern_size && pattern[p] == u'*') {
        ++p;
    }
    return p == pattern_size && (pattern_size != 0 || text_size == 0);
}

bool matches_duplicate(const InstanceName& pattern, std::uint32_t duplicate_index) noexcept {
    if (pattern.index == duplicate_index || pattern.index == any_index) {
        return true;
    }
    return pattern.index == 0 && has_wildcard(pattern);
}

} // namespace

bool has_wildcard(std::u16string_view pattern) noexcept {
    return pattern.find(u'*') != std::u16string_view::npos;
}

bool has_wildcard(const InstanceName& pattern) noexcept {
    return pattern.index == any_index || has_wildcard(pattern.name) || has_wildcard(pattern.parent);
}

bool matches(std::u16string_view pattern, std::u16string_view text) noexcept {
    return matches_text({{}, pattern}, {{}, text});
}

bool matches(const InstanceName& pattern, std::u16string_view parent, std::u16string_view name,
    std::uint32_t duplicate_index) noexcept {
    if (!matches_duplicate(pattern, duplicate_index)) {
        return false;
    }
    const JoinedText text(parent, name);
    return matches_text(JoinedText(pattern.parent, pattern.name), text) ||
           (pattern.parent == u"*" && matches_text({{}, pattern.name}, text));
}

} // namespace pdh_shim::path
