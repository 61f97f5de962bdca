// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::log::text {

/// How a number was written, so that it can be written so again: its digits, and where the point and an
/// exponent stand. It travels with the value through queries and binary logs, in the second value and the
/// multi count of its sample. Numbers as Windows 10 and 11 write them have the default.
struct Spelling {
    std::uint64_t digits = 0;
    std::uint32_t form = 1;

    friend bool operator==(const Spelling&, const Spelling&) = default;
};

/// Decimals that a form has room for.
inline constexpr std::uint32_t most_kept_decimals = 511;
/// The form of a number with all its digits, without decimals.
inline constexpr std::uint32_t form_of_digits = 1U << 30U;

/// The spelling of a number with all its digits in `digits`, and `decimals` of them behind the point.
[[nodiscard]] inline Spelling spelling_of_digits(std::uint64_t digits, std::uint32_t decimals) noexcept {
    return decimals > most_kept_decimals ? Spelling{} : Spelling{digits, form_of_digits | decimals};
}

/// The spelling of a number with more digits than 64 bits hold.
[[nodiscard]] Spelling spelling_of_decimals(std::uint32_t decimals) noexcept;

/// The spelling of a number with a point and without grouped digits.
[[nodiscard]] Spelling spelling_of(std::string_view text, double value);

/// Appends the number as it was written; in Windows' form if the spelling does not belong to this value.
void append_spelled(std::string& out, double value, const Spelling& spelling);

} // namespace pdh_shim::log::text
