// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::names {

/// The texts of a value such as `Counter 009` of a performance key: names or help texts by their indexes.
/// Immutable once it is read; any thread may use it.
class TitleList {
  public:
    TitleList() = default;
    /// Reads strings of UTF-16 (little-endian) that end in NUL: an index in decimal, then its text, and an
    /// empty one at the end. What is cut off or has no number is left out; the first text of an index counts.
    explicit TitleList(std::span<const std::byte> bytes);

    [[nodiscard]] std::optional<std::u16string_view> find(std::uint32_t index) const;
    /// The indexes of all texts that equal this one without case, by rising index.
    [[nodiscard]] std::vector<std::uint32_t> indexes_of(std::u16string_view text) const;

    /// A text by its place in the list, which is ordered by index.
    [[nodiscard]] std::size_t size() const noexcept { return titles_.size(); }
    [[nodiscard]] std::uint32_t index(std::size_t place) const noexcept { return titles_[place].index; }
    [[nodiscard]] std::u16string_view text(std::size_t place) const noexcept {
        return std::u16string_view(texts_).substr(titles_[place].start, titles_[place].length);
    }

  private:
    struct Title {
        std::uint32_t index;
        std::uint32_t start; // in texts_
        std::uint32_t length;
    };

    std::u16string texts_; // one behind the other
    std::vector<Title> titles_;
};

} // namespace pdh_shim::names
