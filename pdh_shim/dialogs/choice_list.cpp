// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/choice_list.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>
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

namespace {

std::vector<std::size_t> all_of(std::size_t count) {
    std::vector<std::size_t> items(count);
    std::iota(items.begin(), items.end(), std::size_t{0});
    return items;
}

std::vector<std::u16string> searchable_texts(const std::vector<std::u16string>& names) {
    std::vector<std::u16string> texts;
    texts.reserve(names.size());
    for (const std::u16string& name : names) {
        texts.push_back(searchable(name));
    }
    return texts;
}

} // namespace

void ChoiceList::assign(std::vector<std::u16string> names) {
    std::vector<std::u16string> texts = searchable_texts(names);
    assign(std::move(names), std::move(texts));
}

void ChoiceList::assign(std::vector<std::u16string> names, std::vector<std::u16string> texts) {
    names_ = std::move(names);
    texts_ = std::move(texts);
    marks_.assign(names_.size(), false);
    rows_ = all_of(names_.size());
    cursor_ = 0;
    search_.clear();
}

std::optional<std::size_t> ChoiceList::current() const {
    return rows_.empty() ? std::nullopt : std::optional(rows_[cursor_]);
}

void ChoiceList::move(std::ptrdiff_t rows) noexcept {
    if (rows_.empty()) {
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(rows_.size()) - 1;
    const auto here = static_cast<std::ptrdiff_t>(cursor_);
    cursor_ = static_cast<std::size_t>(
        rows < 0 ? here - std::min(here, -rows) : here + std::min(last - here, rows));
}

void ChoiceList::go_to(std::size_t item) noexcept {
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), item);
    if (row != rows_.end() && *row == item) {
        cursor_ = static_cast<std::size_t>(row - rows_.begin());
    }
}

void ChoiceList::find(const std::vector<std::size_t>& candidates, const std::vector<std::u16string>& texts) {
    const std::optional<std::size_t> before = current();
    const Pattern pattern(search_);
    std::vector<std::size_t> found;
    for (const std::size_t item : candidates) {
        if (pattern.matches(texts[item])) {
            found.push_back(item);
        }
    }
    rows_ = std::move(found);
    cursor_ = 0;
    if (before) {
        go_to(*before);
    }
}

void ChoiceList::set_search(std::u16string_view typed) {
    // What a longer text finds, the shorter one has found.
    const bool is_longer = typed.substr(0, search_.size()) == search_;
    search_ = typed;
    find(is_longer ? std::vector(rows_) : all_of(names_.size()), texts_);
}

void ChoiceList::search_in(const std::vector<std::u16string>& texts) {
    find(all_of(names_.size()), texts);
}

std::size_t ChoiceList::marked_count() const {
    return static_cast<std::size_t>(std::count(marks_.begin(), marks_.end(), true));
}

void ChoiceList::toggle_mark() {
    if (const auto item = current()) {
        marks_[*item] = !marks_[*item];
    }
}

void ChoiceList::toggle_all() {
    const bool all_marked =
        std::all_of(rows_.begin(), rows_.end(), [&](std::size_t item) { return is_marked(item); });
    for (const std::size_t item : rows_) {
        marks_[item] = !all_marked;
    }
}

void ChoiceList::clear_marks() {
    marks_.assign(names_.size(), false);
}

void ChoiceList::set_marks(const std::vector<std::size_t>& items) {
    clear_marks();
    for (const std::size_t item : items) {
        marks_[item] = true;
    }
}

std::vector<std::size_t> ChoiceList::chosen() const {
    std::vector<std::size_t> items;
    for (std::size_t item = 0; item < marks_.size(); ++item) {
        if (marks_[item]) {
            items.push_back(item);
        }
    }
    if (const auto item = current(); items.empty() && item) {
        items.push_back(*item);
    }
    return items;
}

} // namespace pdh_shim::dialogs
