// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/number.h"

#include "base/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>

// Nearly all the time that reading and writing a text log takes goes into its numbers. The functions of
// <charconv> are right for all of them, but several times slower than what logs need. So numbers that are
// common in logs are handled here, and the others by <charconv>; tests hold the two against each other.
//
// What the fast ways rest on. A case of number_test.cpp fails if a value is changed so that a proof no longer
// holds: [read] "numbers are read as the standard library reads them", [written] "numbers are written as the
// standard library writes them", [decimals] "a number is written with the decimals that it was read with",
// [form] "a number as Windows writes it has Windows' form", [few] "a form that has too few decimals for a
// number, or is none, is not used".
//
// clang-format off
//   constant          why it is right                                                                           case
//   most_digits 19    10^19 is the largest power of ten below 2^64: 20 digits need not fit                       [read]
//   largest_exact     up to 2^53 each whole number is a double                                                  [read] [form]
//   exact_powers 23   10^22 is the largest power of ten that is a double, so that one division rounds once      [read]
//   tenths 28         a choice: each is wrong by less than one unit of 64 bits; logs have no longer fractions   -
//   slack 64          errors of factor, product and cut digits, after both shifts: see quotient()               [read]
//   bits_behind 11    the 64 bits without the 53 of a double                                                    [read]
//   exponent_bias     1023 + 52, less one for the implied bit                                                   [read]
//   most_zeros 3      "%g" writes an exponent below 10^-4                                                       [form]
//   significant 20    Windows writes "%.20g"                                                                    [written]
//   at_once 9         a part has 32 bits: 10^9 < 2^32 < 10^10                                                   [written]
//   fixed_point()     from 2^-64, so that 64 bits hold the fraction, to 2^11, so that 64 bits hold the whole    [written]
//   most 1e15         each number of 15 digits is nearest to another double: no other digits mean it            [decimals]
//   max_digits10      17 digits are nearest to one double only                                                  [few]
//   most_fast 42      the point, 20 digits and the decimals fit into `longest` characters                       [decimals] with ASan
// clang-format on

namespace pdh_shim::log::text {
namespace {

constexpr int significant = 20;
constexpr std::size_t longest = 64; // sign, digits, point, zeros and exponent of the longest number: 31

constexpr std::uint64_t low_half = 0xFFFFFFFFU;

/// The upper 64 of the 128 bits of a product.
constexpr std::uint64_t multiply_high(std::uint64_t left, std::uint64_t right) noexcept {
    const std::uint64_t low = (left & low_half) * (right & low_half);
    const std::uint64_t middle = (left >> 32U) * (right & low_half) + (low >> 32U);
    const std::uint64_t other = (left & low_half) * (right >> 32U) + (middle & low_half);
    return (left >> 32U) * (right >> 32U) + (middle >> 32U) + (other >> 32U);
}

constexpr std::array<std::uint64_t, 10> make_small_powers() {
    std::array<std::uint64_t, 10> table{1};
    for (std::size_t i = 1; i < table.size(); ++i) {
        table[i] = table[i - 1] * 10;
    }
    return table;
}

constexpr std::array<std::uint64_t, 10> small_powers = make_small_powers();

// Reading.

constexpr std::size_t tenths = 28;

/// 10 to the power of -n is a little more than `mantissa * 2^exponent`, by less than one unit of the
/// mantissa.
struct Tenth {
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

/// Divides 1 by 10 again and again, in 128 bits: what is lost is far below the 64 bits that are kept.
constexpr std::array<Tenth, tenths> make_tenths() {
    std::array<Tenth, tenths> table{};
    std::uint64_t high = std::uint64_t{1} << 63U;
    std::uint64_t low = 0;
    int exponent = -63;
    for (Tenth& tenth : table) {
        tenth = {high, exponent};
        const std::uint64_t rest = high % 10 << 32U | low >> 32U;
        low = rest / 10 << 32U | (rest % 10 << 32U | (low & low_half)) / 10;
        high /= 10;
        const int shift = std::countl_zero(high);
        high = high << shift | low >> (64 - shift);
        low <<= shift;
        exponent -= shift;
    }
    return table;
}

constexpr std::array<Tenth, tenths> tenths_table = make_tenths();

constexpr std::size_t exact_powers = 23;

constexpr std::array<double, exact_powers> make_powers() {
    std::array<double, exact_powers> table{};
    double power = 1;
    for (double& entry : table) {
        entry = power;
        power *= 10;
    }
    return table;
}

constexpr std::array<double, exact_powers> powers_table = make_powers(); // all of them are exact

/// The digits of a number, without leading zeros, as far as 64 bits hold them.
struct Digits {
    std::uint64_t mantissa = 0;
    int count = 0; // in the mantissa
    int cut = 0;   // behind them
};

constexpr int most_digits = 19;
constexpr int block_size = 8;

/// The number that eight characters mean, if all of them are digits: the first one in the lowest byte.
std::optional<std::uint64_t> number_of(std::uint64_t characters) noexcept {
    const std::uint64_t values = characters ^ 0x3030303030303030U;
    if (((values | (values + 0x0606060606060606U)) & 0xF0F0F0F0F0F0F0F0U) != 0) {
        return std::nullopt;
    }
    const std::uint64_t pairs = (values * 10 + (values >> 8U)) & 0x00FF00FF00FF00FFU;
    const std::uint64_t fours = (pairs * 100 + (pairs >> 16U)) & 0x0000FFFF0000FFFFU;
    return (fours * 10'000 + (fours >> 32U)) & low_half;
}

/// Takes the digits at the start of a text, eight at once as long as it can. @return what is behind them
inline const char* take_digits(const char* at, const char* end, Digits& digits) noexcept {
    while (end - at >= block_size && digits.count <= most_digits - block_size) {
        std::uint64_t characters = 0;
        std::memcpy(&characters, at, sizeof characters);
        const auto number =
            number_of(std::endian::native == std::endian::big ? swap_bytes(characters) : characters);
        if (!number) {
            break;
        }
        digits.mantissa = digits.mantissa * 100'000'000 + *number;
        digits.count += block_size;
        at += block_size;
    }
    for (; at < end && *at >= '0' && *at <= '9'; ++at) {
        if (digits.count == most_digits) {
            ++digits.cut;
            continue;
        }
        digits.mantissa = digits.mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
        ++digits.count;
    }
    return at;
}

const char* skip_zeros(const char* at, const char* end) noexcept {
    while (at < end && *at == '0') {
        ++at;
    }
    return at;
}

constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53U;

/// The double that is nearest to the digits divided by a power of ten; none where 64 bits do not decide which
/// it is.
std::optional<double> quotient(const Digits& digits, int power) noexcept {
    if (digits.cut == 0 && digits.mantissa <= largest_exact && power < static_cast<int>(exact_powers)) {
        return static_cast<double>(digits.mantissa) / powers_table[static_cast<std::size_t>(power)];
    }
    if (power >= static_cast<int>(tenths)) {
        return std::nullopt;
    }
    // All 19 digits are there if some were cut. So the mantissa is at least 2^59, the shift is at most 4, and
    // what was cut is at most 2^4 units. With the errors of the factor and of the product that is less than
    // 2^5, and less than 2^6 after the second shift.
    constexpr std::uint64_t slack = 64;
    constexpr int bits_behind = 11; // 64 bits of which a double takes 53
    constexpr std::uint64_t half = std::uint64_t{1} << (bits_behind - 1);
    const Tenth& tenth = tenths_table[static_cast<std::size_t>(power)];
    const int shift = std::countl_zero(digits.mantissa);
    const std::uint64_t product = multiply_high(digits.mantissa << shift, tenth.mantissa);
    const int second_shift = std::countl_zero(product);
    const std::uint64_t mantissa = product << second_shift;
    const std::uint64_t behind = mantissa & (2 * half - 1);
    if (behind + slack >= half && behind <= half) {
        return std::nullopt;
    }
    constexpr int exponent_bias = 1074; // of a mantissa that is a whole number, less one for its implied bit
    const int exponent = 64 + tenth.exponent - shift - second_shift + bits_behind;
    const std::uint64_t rounded = (mantissa >> bits_behind) + (behind > half ? 1 : 0);
    return std::bit_cast<double>((static_cast<std::uint64_t>(exponent + exponent_bias) << 52U) + rounded);
}

std::optional<double> parse(std::string_view text) noexcept {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
    return is_whole ? std::optional(value) : std::nullopt;
}

/// Whether Windows would write just these digits: a double has them, and needs the last one.
bool are_windows_digits(const Digits& digits, int decimals, char last) noexcept {
    constexpr int most_zeros = 3; // behind the point; beyond them there is an exponent
    std::uint64_t halves = digits.mantissa;
    if (decimals > 0 && (last != '5' || decimals - digits.count > most_zeros)) {
        return false;
    }
    for (int i = 0; i < decimals; ++i) {
        if (halves % 5 != 0) {
            return false;
        }
        halves /= 5;
    }
    return halves <= largest_exact;
}

/// The form of a number of which number_at_start() has the digits.
NumberForm form_of(const Digits& digits, int decimals, char last) noexcept {
    const bool is_windows_form = digits.cut == 0 ? are_windows_digits(digits, decimals, last)
                                                 : digits.count + digits.cut == significant && last != '0';
    return is_windows_form ? windows_form : form_of_decimals(static_cast<std::size_t>(decimals));
}

/// The form of a number with a point and without grouped digits. With an exponent it is Windows' own.
NumberForm form_of(std::string_view text, double value) {
    std::string usual;
    append_number(usual, value);
    if (usual == text || text.find_first_of("eE") != std::string_view::npos) {
        return windows_form;
    }
    const std::size_t point = std::min(text.find('.'), text.size() - 1);
    return form_of_decimals(text.size() - 1 - point);
}

// Numbers with a comma.

bool are_digits(std::string_view text) noexcept {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Appends the whole part of a number without the marks between its groups. @return false if the marks are in
/// wrong places
bool append_ungrouped(std::string& out, std::string_view whole, char mark) {
    constexpr std::size_t group_size = 3;
    bool is_first = true;
    for (std::size_t at = 0; at <= whole.size();) {
        const std::size_t end = std::min(whole.find(mark, at), whole.size());
        const std::string_view group = whole.substr(at, end - at);
        const bool is_group =
            is_first ? group.size() <= group_size && !group.starts_with('0') : group.size() == group_size;
        if (!are_digits(group) || !is_group) {
            return false;
        }
        out += group;
        is_first = false;
        at = end + 1;
    }
    return true;
}

/// The number with a point, and without marks between groups; empty if it is not a number with this sign.
std::string with_point(std::string_view text, DecimalSign sign) {
    const char decimal = static_cast<char>(sign);
    const char mark = sign == DecimalSign::point ? ',' : '.';
    std::string plain;
    if (text.starts_with('-') || text.starts_with('+')) {
        plain += text.front();
        text.remove_prefix(1);
    }
    const std::size_t whole_size = std::min(text.find_first_of(std::string{decimal, 'e', 'E'}), text.size());
    const std::string_view whole = text.substr(0, whole_size);
    if (whole.find(mark) == std::string_view::npos) {
        plain += whole;
    } else if (!append_ungrouped(plain, whole, mark)) {
        return {};
    }
    text.remove_prefix(whole_size);
    if (text.starts_with(decimal)) {
        plain += '.';
        text.remove_prefix(1);
    }
    if (text.find_first_of(",.") != std::string_view::npos) {
        return {};
    }
    return plain.append(text);
}

// Writing.

constexpr std::array<char, 200> make_pairs() {
    std::array<char, 200> pairs{};
    for (std::size_t i = 0; i < 100; ++i) {
        pairs[2 * i] = static_cast<char>('0' + i / 10);
        pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}

constexpr std::array<char, 200> digit_pairs = make_pairs(); // 00 to 99

/// Writes so many digits of a number, with leading zeros.
void write_digits(char* out, std::uint32_t number, int count) noexcept {
    char* at = out + count;
    for (; at - out >= 2; number /= 100) {
        at -= 2;
        std::memcpy(at, digit_pairs.data() + std::size_t{2} * (number % 100), 2);
    }
    if (at != out) {
        *out = static_cast<char>('0' + number);
    }
}

/// Writes the first digits of a fraction, which is in units of 2^-64 and so is exactly known: multiplied by a
/// power of ten, its next digits stand above the point. @return what is left, in units of 2^-64 of the last
/// digit
std::uint64_t write_fraction(char* out, std::uint64_t fraction, int count) noexcept {
    constexpr int at_once = 9;
    while (count > 0) {
        const int part = std::min(count, at_once);
        const std::uint64_t power = small_powers[static_cast<std::size_t>(part)];
        write_digits(out, static_cast<std::uint32_t>(multiply_high(fraction, power)), part);
        fraction *= power;
        out += part;
        count -= part;
    }
    return fraction;
}

/// Adds one to the last of some digits. @return false if there is a carry beyond the first
bool round_up(char* first, char* last) noexcept {
    for (char* at = last; at != first;) {
        if (*--at != '9') {
            ++*at;
            return true;
        }
        *at = '0';
    }
    return false;
}

/// A number without a sign, taken apart at its point.
struct FixedPoint {
    std::uint64_t whole = 0;
    std::uint64_t fraction = 0; // units of 2^-64
};

/// None where a fraction of 64 bits does not hold the number exactly, or where it is written with an
/// exponent.
std::optional<FixedPoint> fixed_point(double value) noexcept {
    if (value == 0) {
        return FixedPoint{};
    }
    constexpr int mantissa_bits = 52;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t implied = std::uint64_t{1} << mantissa_bits;
    const std::uint64_t mantissa = (bits & (implied - 1)) | implied;
    const int exponent = static_cast<int>(bits >> mantissa_bits) - 1075;
    if (exponent >= 0 || exponent < -64) {
        return exponent >= 0 && exponent <= 11 ? std::optional(FixedPoint{mantissa << exponent, 0})
                                               : std::nullopt;
    }
    return FixedPoint{exponent > -64 ? mantissa >> -exponent : 0, mantissa << (64 + exponent)};
}

/// How many decimals Windows writes of a number with so many digits before the point, zeros at the end
/// included.
int windows_decimals(const FixedPoint& number, int whole_digits) noexcept {
    if (number.whole != 0) {
        return significant - whole_digits;
    }
    int count = significant; // zeros before the first digit do not count
    for (std::uint64_t next = number.fraction; multiply_high(next, 10) == 0; next *= 10) {
        ++count;
    }
    return count;
}

/// Writes a number without a sign: with so many decimals, or as many as Windows writes.
/// @return its end; null if this cannot be done here
char* write_positive(char* out, double value, std::optional<int> decimals = {}) noexcept {
    const std::optional<FixedPoint> number = fixed_point(value);
    if (!number) {
        return nullptr;
    }
    char* const point = std::to_chars(out, out + significant, number->whole).ptr;
    if (decimals == 0 || (number->fraction == 0 && !decimals)) {
        return number->fraction == 0 ? point : nullptr;
    }
    const int count = decimals ? *decimals : windows_decimals(*number, static_cast<int>(point - out));
    *point = '.';
    char* const last = point + 1 + count;
    const std::uint64_t left = write_fraction(point + 1, number->fraction, count);
    constexpr std::uint64_t half = std::uint64_t{1} << 63U;
    const bool is_odd = (last[-1] - '0') % 2 != 0;
    if ((left > half || (left == half && is_odd)) && !round_up(point + 1, last)) {
        return nullptr;
    }
    char* end = last;
    while (!decimals && end[-1] == '0') {
        --end;
    }
    return end[-1] == '.' ? end - 1 : end;
}

/// What `%.20g` gives, with exponents of two digits as the standard has them.
void append_slowly(std::string& out, double value) {
    std::array<char, longest> buffer{};
    const auto [end, error] = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, significant);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t exponent = std::isfinite(value) ? text.find('e') : std::string_view::npos;
    if (exponent == std::string_view::npos) {
        out += text;
        return;
    }
    const std::size_t number = exponent + 2; // behind the sign
    out += text.substr(0, number);
    out.append(3 - std::min<std::size_t>(text.size() - number, 3), '0');
    out += text.substr(number);
}

/// The digits of a positive number with so many decimals; none where other digits may mean it too, and where
/// it has more decimals.
std::optional<std::uint64_t> few_digits(double value, std::size_t decimals) noexcept {
    constexpr double most = 1e15; // each number of at most 15 digits is nearest to another double
    if (decimals >= exact_powers) {
        return std::nullopt;
    }
    const double scaled = value * powers_table[decimals];
    if (scaled > most) {
        return std::nullopt;
    }
    const double half_more = scaled + 0.5; // cut off, it is the nearest whole number
    const auto digits = static_cast<std::uint64_t>(half_more);
    const bool are_all = static_cast<double>(digits) / powers_table[decimals] == value;
    return are_all ? std::optional(digits) : std::nullopt;
}

void append_digits(std::string& out, bool is_negative, std::uint64_t number, std::size_t decimals) {
    std::array<char, significant> buffer{};
    const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t whole = digits.size() - std::min(decimals, digits.size());
    if (is_negative) {
        out += '-';
    }
    out += whole == 0 ? std::string_view("0") : digits.substr(0, whole);
    if (decimals != 0) {
        out += '.';
        if (decimals > digits.size()) { // rarely; appending nothing takes its time
            out.append(decimals - digits.size(), '0');
        }
        out += digits.substr(whole);
    }
}

/// Whether a rounded number with a point has so many digits that no other double is as near to them.
bool has_all_digits(std::string_view number) noexcept {
    const auto first = std::ranges::find_if(number, [](char letter) { return letter >= '1'; });
    const auto count = number.end() - first - (first == number.begin() ? 1 : 0); // but for the point
    return count >= std::numeric_limits<double>::max_digits10;
}

/// A binary log may say anything of its values: what would mean another number is written as Windows does.
void append_fixed(std::string& out, double value, std::size_t decimals) {
    constexpr std::size_t most_fast = longest - significant - 2; // besides the sign and the point
    if (decimals <= most_fast) {
        std::array<char, longest> fast{};
        char* const start = fast.data();
        const char* const end = write_positive(start, std::fabs(value), static_cast<int>(decimals));
        const std::string_view text(start, end == nullptr ? 0 : static_cast<std::size_t>(end - start));
        if (has_all_digits(text) || number_at_start(text).value == std::fabs(value)) {
            out += std::signbit(value) ? "-" : "";
            out += text;
            return;
        }
    }
    std::array<char, 1024> buffer{}; // 309 digits, the point and 511 decimals
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
        std::chars_format::fixed, static_cast<int>(decimals));
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    if (error == std::errc() && parse(text) == value) {
        out += text;
    } else {
        append_number(out, value);
    }
}

} // namespace

void append_number(std::string& out, double value) {
    std::array<char, longest> buffer{};
    buffer[0] = '-';
    char* const start = buffer.data() + (std::signbit(value) ? 1 : 0);
    const char* const end = write_positive(start, std::fabs(value));
    if (end == nullptr) {
        append_slowly(out, value);
        return;
    }
    out.append(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
}

void append_number(std::string& out, double value, NumberForm form) {
    constexpr NumberForm marks = NumberForm{3} << 30U; // forms of earlier versions had others with decimals
    const std::size_t decimals = form & most_decimals;
    if ((form & marks) == 0 || !std::isfinite(value)) {
        append_number(out, value);
    } else if (const auto digits = few_digits(std::fabs(value), decimals)) {
        append_digits(out, std::signbit(value), *digits, decimals);
    } else {
        append_fixed(out, value, decimals);
    }
}

NumberAtStart number_at_start(std::string_view text) noexcept {
    NumberAtStart number; // returned by each way, so that it is made in its place
    const char* const start = text.data();
    const char* const end = start + text.size();
    const bool is_negative = text.starts_with('-');
    const char* const first = start + (is_negative ? 1 : 0);
    Digits digits;
    const char* at = take_digits(skip_zeros(first, end), end, digits);
    bool has_digits = at != first;
    int power = 0;
    if (digits.cut != 0) {
        return number;
    }
    if (at < end && *at == '.') {
        const char* const fraction = at + 1;
        at = take_digits(digits.count == 0 ? skip_zeros(fraction, end) : fraction, end, digits);
        has_digits = has_digits || at != fraction;
        power = static_cast<int>(at - fraction) - digits.cut;
    }
    const bool has_exponent = at < end && (*at == 'e' || *at == 'E');
    if (!has_digits || has_exponent) {
        return number;
    }
    const std::optional<double> value = digits.mantissa == 0 ? std::optional(0.0) : quotient(digits, power);
    if (!value) {
        return number;
    }
    number.form = form_of(digits, power + digits.cut, at[-1]);
    number.value = is_negative ? -*value : *value;
    number.size = static_cast<std::size_t>(at - start);
    return number;
}

std::optional<ParsedNumber> read_number(std::string_view text, DecimalSign sign) {
    const std::string plain = with_point(text, sign);
    if (plain.starts_with("+-")) {
        return std::nullopt;
    }
    const std::optional<double> value = parse(std::string_view(plain).substr(plain.starts_with('+') ? 1 : 0));
    return value ? std::optional(ParsedNumber{*value, form_of(plain, *value)}) : std::nullopt;
}

} // namespace pdh_shim::log::text
