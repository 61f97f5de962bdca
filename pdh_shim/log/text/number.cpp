#include "log/text/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

namespace pdh_shim::log::text {
namespace {

constexpr int digits = 20;
constexpr std::size_t longest = 64; // sign, digits, point, zeros and exponent of the longest number: 31

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> parse(std::string_view text) noexcept {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(value) : std::nullopt;
}

} // namespace

void append_number(std::string& out, double value) {
    std::array<char, longest> buffer{};
    const auto [end, error] = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
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

std::optional<double> parse_number(std::string_view cell) {
    const std::string_view text = trimmed(cell);
    const std::string_view unsigned_text = text.starts_with('+') ? text.substr(1) : text;
    if (unsigned_text.empty()) {
        return std::nullopt;
    }
    const std::size_t comma = unsigned_text.find(',');
    if (comma == std::string_view::npos) {
        return parse(unsigned_text);
    }
    std::string with_point(unsigned_text);
    with_point[comma] = '.';
    return parse(with_point);
}

} // namespace pdh_shim::log::text
