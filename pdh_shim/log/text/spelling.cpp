// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/spelling.h"

#include "log/text/number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <system_error>

namespace pdh_shim::log::text {
namespace {

/// Some bits of a form.
struct BitField {
    std::uint32_t shift = 0;
    std::uint32_t most = 1;

    [[nodiscard]] constexpr std::uint32_t of(std::uint32_t form) const noexcept {
        return form >> shift & most;
    }
    [[nodiscard]] constexpr std::uint32_t with(std::uint32_t value) const noexcept { return value << shift; }
};

constexpr BitField decimals_field{0, most_kept_decimals};
constexpr BitField lone_point_field{9};  // `5.`
constexpr BitField bare_point_field{10}; // `.5`
constexpr BitField plus_field{11};
constexpr BitField zeros_field{12, 7}; // that stand before the digits without need
constexpr BitField exponent_field{15};
constexpr BitField power_field{16, 511};
constexpr BitField negative_power_field{25};
constexpr BitField power_digits_field{26, 3};
constexpr BitField capital_field{28};
constexpr BitField power_plus_field{29};
constexpr BitField kind_field{30, 3};

constexpr std::uint32_t kind_of_digits = kind_field.of(form_of_digits);
constexpr std::uint32_t kind_of_decimals = 2;

bool is_decimal_digit(char letter) noexcept {
    return letter >= '0' && letter <= '9';
}

std::string_view take_all_digits(std::string_view& text) noexcept {
    std::size_t count = 0;
    while (count < text.size() && is_decimal_digit(text[count])) {
        ++count;
    }
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

bool take_letter(std::string_view& text, std::string_view letters) noexcept {
    const bool is_there = !text.empty() && letters.find(text.front()) != std::string_view::npos;
    text.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

/// @return whether the sign is a plus
bool take_sign(std::string_view& text) noexcept {
    const bool is_plus = take_letter(text, "+");
    if (!is_plus) {
        take_letter(text, "-");
    }
    return is_plus;
}

std::string_view without_zeros(std::string_view digits) noexcept {
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

std::uint32_t number_in(std::string_view digits) noexcept {
    std::uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// None if there are more digits, or 64 bits do not hold them.
std::optional<std::uint64_t> number_of_digits(std::string_view digits, std::size_t most) noexcept {
    std::uint64_t number = 0;
    const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), number).ec;
    const bool fits = digits.size() <= most && error != std::errc::result_out_of_range;
    return fits ? std::optional(number) : std::nullopt;
}

/// The bits of `e-05`; none if it has no such form. `text` is empty if there is no exponent.
std::optional<std::uint32_t> exponent_form(std::string_view text) noexcept {
    if (text.empty()) {
        return 0;
    }
    const bool is_capital = text.front() == 'E';
    text.remove_prefix(1);
    const bool has_plus = take_letter(text, "+");
    const bool has_minus = !has_plus && take_letter(text, "-");
    const std::uint32_t power = number_in(text);
    if (text.empty() || text.size() > power_digits_field.most || power > power_field.most) {
        return std::nullopt;
    }
    return exponent_field.with(1) | capital_field.with(is_capital ? 1 : 0) |
           power_plus_field.with(has_plus ? 1 : 0) | negative_power_field.with(has_minus ? 1 : 0) |
           power_digits_field.with(static_cast<std::uint32_t>(text.size())) | power_field.with(power);
}

void append_exponent(std::string& out, std::uint32_t form) {
    const std::string power = std::to_string(power_field.of(form));
    out += capital_field.of(form) != 0 ? 'E' : 'e';
    if (negative_power_field.of(form) != 0) {
        out += '-';
    } else if (power_plus_field.of(form) != 0) {
        out += '+';
    }
    out.append(
        power_digits_field.of(form) - std::min<std::size_t>(power.size(), power_digits_field.of(form)), '0');
    out += power;
}

void append_digits_kept(std::string& out, bool is_negative, const Spelling& spelling) {
    const std::uint32_t form = spelling.form;
    std::array<char, 20> buffer{};
    const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), spelling.digits).ptr;
    const auto size = static_cast<std::size_t>(end - buffer.data());
    const std::string_view digits(buffer.data(), spelling.digits == 0 ? 0 : size);
    const std::size_t decimals = decimals_field.of(form);
    const std::size_t behind = std::min(decimals, digits.size());
    if (is_negative) {
        out += '-';
    } else if (plus_field.of(form) != 0) {
        out += '+';
    }
    if (zeros_field.of(form) != 0) { // rarely; appending nothing takes its time
        out.append(zeros_field.of(form), '0');
    }
    if (digits.size() > behind) {
        out += digits.substr(0, digits.size() - behind);
    } else if (bare_point_field.of(form) == 0) {
        out += '0';
    }
    if (decimals > 0 || lone_point_field.of(form) != 0) {
        out += '.';
        if (decimals != behind) {
            out.append(decimals - behind, '0');
        }
        out += digits.substr(digits.size() - behind);
    }
    if (exponent_field.of(form) != 0) {
        append_exponent(out, form);
    }
}

void append_decimals(std::string& out, double value, int decimals) {
    std::array<char, 1024> buffer{}; // 309 digits, the point and 511 decimals
    const auto [end, error] = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    out.append(buffer.data(), error == std::errc() ? static_cast<std::size_t>(end - buffer.data()) : 0);
}

bool means(std::string_view text, double value) {
    double read = 0;
    const NumberAtStart fast = number_at_start(text);
    if (fast.size == text.size()) {
        read = fast.value;
    } else {
        text.remove_prefix(text.starts_with('+') ? 1 : 0);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
        if (error != std::errc() || end != text.data() + text.size()) {
            return false;
        }
    }
    return std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(value);
}

/// Whether a value has these digits; also false where only reading them would show it.
bool are_digits_of(double value, const Spelling& spelling) noexcept {
    constexpr std::uint32_t rare =
        exponent_field.with(1) | lone_point_field.with(1) | bare_point_field.with(1);
    const std::uint32_t decimals = decimals_field.of(spelling.form);
    return (spelling.form & rare) == 0 &&
           value_of_digits(spelling.digits, decimals) == std::optional(std::fabs(value));
}

} // namespace

Spelling spelling_of_decimals(std::uint32_t decimals) noexcept {
    return decimals > decimals_field.most
               ? Spelling{}
               : Spelling{0, kind_field.with(kind_of_decimals) | decimals_field.with(decimals)};
}

Spelling spelling_of(std::string_view text, double value) {
    std::string usual;
    append_number(usual, value);
    if (usual == text) {
        return {};
    }
    std::string_view rest = text;
    const bool has_plus = take_sign(rest);
    const std::string_view whole = take_all_digits(rest);
    const bool has_point = take_letter(rest, ".");
    const std::string_view fraction = take_all_digits(rest);
    const std::string_view needed = without_zeros(whole);
    const std::size_t zeros = whole.size() - std::max<std::size_t>(needed.size(), whole.empty() ? 0 : 1);
    const std::string_view digits_of_fraction = needed.empty() ? without_zeros(fraction) : fraction;
    const auto decimals = static_cast<std::uint32_t>(std::min<std::size_t>(fraction.size(), 4096));
    const std::optional<std::uint32_t> exponent = exponent_form(rest);
    if (!exponent || zeros > zeros_field.most || decimals > decimals_field.most) {
        return {};
    }
    const std::string all = std::string(needed).append(digits_of_fraction);
    const bool is_plain =
        *exponent == 0 && zeros == 0 && !has_plus && !whole.empty() && has_point == (decimals != 0);
    // Of 20 digits with a point number_at_start() does not look whether they fit.
    const auto digits = number_of_digits(all, is_plain && has_point ? 19 : 20);
    if (!digits) {
        return is_plain ? spelling_of_decimals(decimals) : Spelling{};
    }
    Spelling spelling = spelling_of_digits(*digits, decimals);
    spelling.form |= *exponent | plus_field.with(has_plus ? 1 : 0) |
                     zeros_field.with(static_cast<std::uint32_t>(zeros)) |
                     lone_point_field.with(has_point && decimals == 0 ? 1 : 0) |
                     bare_point_field.with(whole.empty() ? 1 : 0);
    return spelling;
}

void append_spelled(std::string& out, double value, const Spelling& spelling) {
    const std::size_t start = out.size();
    const std::uint32_t kind = kind_field.of(spelling.form);
    if (kind == kind_of_digits) {
        append_digits_kept(out, std::signbit(value), spelling);
        if (are_digits_of(value, spelling)) {
            return;
        }
    } else if (kind == kind_of_decimals) {
        append_decimals(out, value, static_cast<int>(decimals_field.of(spelling.form)));
    }
    // A binary log may say anything of its values.
    if (out.size() == start || !means(std::string_view(out).substr(start), value)) {
        out.resize(start);
        append_number(out, value);
    }
}

} // namespace pdh_shim::log::text
