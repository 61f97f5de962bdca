// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

// What stands in the cells of the tables, which any program may have written.

namespace pdh_shim::log::sql {

/// A time as text, and the NUL that fills a `char(24)`.
using TimeText = std::array<char, 24>;

/// A UTC FILETIME as `yyyy-mm-dd hh:mm:ss` + mark + `nnn`, so that texts have the order of the times; a time
/// that has no year of four digits becomes the first or the last one that has.
[[nodiscard]] TimeText make_time_text(std::int64_t utc, char mark);

/// The ticks of 100 ns that the text leaves out.
[[nodiscard]] std::int32_t ticks_below_text(std::int64_t utc) noexcept;
/// The time of a text and the ticks that it leaves out; ticks outside a millisecond are ignored.
[[nodiscard]] std::int64_t with_ticks(std::int64_t utc, std::int32_t ticks) noexcept;

/// Reads such a text, with either mark (`.` or `:`) or without a fraction; spaces or NULs may follow. None if
/// it is not one.
[[nodiscard]] std::optional<std::int64_t> parse_time_text(std::string_view padded);

/// A whole number; spaces may follow. None for any other text.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view padded);
/// The same, of 32 bits.
[[nodiscard]] std::optional<std::int32_t> parse_int(std::string_view text);

/// A number of 64 bits lies in two columns of 32.
[[nodiscard]] constexpr std::int32_t low_half(std::int64_t number) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint64_t>(number));
}
[[nodiscard]] constexpr std::int32_t high_half(std::int64_t number) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint64_t>(number) >> 32U);
}
[[nodiscard]] constexpr std::int64_t joined(std::int32_t low, std::int32_t high) noexcept {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U |
                                     static_cast<std::uint32_t>(low));
}

} // namespace pdh_shim::log::sql
