// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/title_list.h"

#include "base/bytes.h"
#include "base/text.h"

#include <algorithm>

namespace pdh_shim::names {
namespace {

// The string at the front, which is taken off with its NUL.
std::u16string_view take(std::u16string_view& strings) {
    const std::u16string_view first = strings.substr(0, strings.find(u'\0'));
    strings.remove_prefix(std::min(strings.size(), first.size() + 1));
    return first;
}

} // namespace

TitleList::TitleList(std::span<const std::byte> bytes) {
    constexpr std::size_t most_units = std::size_t{1} << 28U; // so that places have 32 bits
    ByteReader reader(bytes);
    std::u16string strings(std::min(bytes.size() / sizeof(char16_t), most_units), u'\0');
    for (std::size_t i = 0; i < strings.size(); ++i) {
        strings[i] = reader.u16(i * sizeof(char16_t));
    }
    std::u16string_view rest = strings;
    for (auto index = take(rest); !index.empty(); index = take(rest)) {
        const std::u16string_view text = take(rest);
        if (const auto number = parse_decimal(index); number && !text.empty()) {
            titles_.push_back({.index = *number,
                .start = static_cast<std::uint32_t>(texts_.size()),
                .length = static_cast<std::uint32_t>(text.size())});
            texts_ += text;
        }
    }
    texts_.shrink_to_fit();
    std::ranges::stable_sort(titles_, {}, &Title::index);
    titles_.erase(std::unique(titles_.begin(), titles_.end(),
                      [](const Title& left, const Title& right) { return left.index == right.index; }),
        titles_.end());
    titles_.shrink_to_fit();
}

std::optional<std::u16string_view> TitleList::find(std::uint32_t index) const {
    const auto found = std::ranges::lower_bound(titles_, index, {}, &Title::index);
    if (found == titles_.end() || found->index != index) {
        return std::nullopt;
    }
    return text(static_cast<std::size_t>(found - titles_.begin()));
}

std::vector<std::uint32_t> TitleList::indexes_of(std::u16string_view text) const {
    std::vector<std::uint32_t> indexes;
    for (std::size_t place = 0; place < titles_.size(); ++place) {
        if (equal_folded(this->text(place), text)) {
            indexes.push_back(titles_[place].index);
        }
    }
    return indexes;
}

} // namespace pdh_shim::names
