// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/amounts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pdh_shim::source::linux {

using calc::bounded;
using calc::difference;
using calc::number_max;
using calc::scaled;
using calc::sum_of;
using calc::unread;

/// Walks over the text of a kernel file: lines, and on a line words and numbers with blanks between them.
class Scanner {
  public:
    constexpr explicit Scanner(std::string_view text) noexcept : rest_(text) {}

    [[nodiscard]] constexpr bool at_end() const noexcept { return rest_.empty(); }
    [[nodiscard]] constexpr std::string_view rest() const noexcept { return rest_; }

    /// The next line, without its end; the last one may lack it.
    constexpr std::string_view line() noexcept {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        const std::string_view found = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return found;
    }

    /// The next word of the line; empty at its end.
    constexpr std::string_view word() noexcept {
        skip_blanks();
        std::size_t end = 0;
        while (end < rest_.size() && is_in_word(rest_[end])) {
            ++end;
        }
        const std::string_view found = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return found;
    }

    /// The next number, which begins at the next character that is not blank. What lies beyond `number_max`
    /// on either side becomes that.
    constexpr std::optional<std::int64_t> number() noexcept {
        std::int64_t value = 0;
        return read_number(value) ? std::optional(value) : std::nullopt;
    }

    /// The same for lines that are read thousands of times. False if there is no number.
    constexpr bool read_number(std::int64_t& number) noexcept {
        skip_blanks();
        const bool negative = !rest_.empty() && rest_.front() == '-';
        const std::size_t first = negative ? 1 : 0;
        std::size_t at = first;
        std::uint64_t value = 0;
        for (; at < rest_.size() && is_digit(rest_[at]); ++at) {
            value = value * 10 + digit_of(rest_[at]);
        }
        if (at == first) {
            return false;
        }
        constexpr std::size_t most_digits = std::numeric_limits<std::uint64_t>::digits10;
        if (at - first > most_digits) {
            value = long_number({rest_.data() + first, at - first});
        }
        const auto bounded = static_cast<std::int64_t>(std::min<std::uint64_t>(value, number_max));
        number = negative ? -bounded : bounded;
        rest_.remove_prefix(at);
        return true;
    }

    /// Passes over words of the line, which costs less than to read them.
    constexpr void skip_words(std::size_t count) noexcept {
        std::size_t at = 0;
        for (; count != 0; --count) {
            while (at < rest_.size() && is_blank(rest_[at])) {
                ++at;
            }
            while (at < rest_.size() && is_in_word(rest_[at])) {
                ++at;
            }
        }
        rest_.remove_prefix(at);
    }

    /// Passes over `prefix`, if the rest begins with it.
    constexpr bool skip(std::string_view prefix) noexcept {
        const bool found = rest_.starts_with(prefix);
        rest_.remove_prefix(found ? prefix.size() : 0);
        return found;
    }

  private:
    static constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
    static constexpr bool is_in_word(char c) noexcept { return c > ' ' || (!is_blank(c) && c != '\n'); }
    static constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
    static constexpr std::uint64_t digit_of(char c) noexcept { return static_cast<unsigned char>(c - '0'); }

    /// The number of digits that may be too many for 64 bits, bounded.
    static constexpr std::uint64_t long_number(std::string_view digits) noexcept {
        std::uint64_t value = 0;
        for (const char c : digits) {
            value = std::min<std::uint64_t>(value * 10 + digit_of(c), number_max); // 11 * number_max fits
        }
        return value;
    }

    constexpr void skip_blanks() noexcept {
        std::size_t blanks = 0;
        while (blanks < rest_.size() && is_blank(rest_[blanks])) {
            ++blanks;
        }
        rest_.remove_prefix(blanks);
    }

    std::string_view rest_;
};

/// The next number, as one of a device.
[[nodiscard]] constexpr std::optional<std::uint32_t> device_number(Scanner& scanner) noexcept {
    const std::optional<std::int64_t> number = scanner.number();
    if (!number || *number < 0 || *number > UINT32_MAX) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*number);
}

/// A text that is one number, such as the name of a process's folder or a file of sysfs.
[[nodiscard]] constexpr std::optional<std::int64_t> whole_number(std::string_view text) noexcept {
    Scanner scanner(text);
    const std::optional<std::int64_t> value = scanner.number();
    return scanner.rest().empty() || scanner.rest() == "\n" ? value : std::nullopt;
}

/// The number in a name that consists of a prefix and a number, such as that of a folder of sysfs.
[[nodiscard]] constexpr std::optional<std::int64_t> number_after(
    std::string_view name, std::string_view prefix) noexcept {
    const auto number = name.starts_with(prefix) ? whole_number(name.substr(prefix.size())) : std::nullopt;
    return number && *number >= 0 ? number : std::nullopt;
}

/// Reads a text of lines `name value` or `name: value unit` (meminfo, vmstat, status, io, cgroup files):
/// values[i] becomes the value of names[i], or `unread` if there is no such line. Each line has so many words
/// before its name.
inline void parse_named_values(std::string_view text, std::span<const std::string_view> names,
    std::span<std::int64_t> values, std::size_t words_before = 0) {
    for (std::int64_t& value : values) {
        value = unread;
    }
    Scanner lines(text);
    std::size_t missing = names.size();
    while (missing != 0 && !lines.at_end()) {
        Scanner line(lines.line());
        line.skip_words(words_before);
        std::string_view name = line.word();
        if (name.ends_with(':')) {
            name.remove_suffix(1);
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (values[i] == unread && name == names[i]) {
                values[i] = line.number().value_or(unread);
                --missing;
                break;
            }
        }
    }
}

/// No machine has more CPUs; a higher number in a text is not believed.
inline constexpr std::uint32_t most_cpus = 65536;

/// Calls `visit` with each number of a list such as `0-3,8`.
template <class Visit>
void parse_cpu_list(std::string_view text, Visit visit) {
    Scanner scanner(text);
    while (const auto first = scanner.number()) {
        const auto last = scanner.skip("-") ? scanner.number() : first;
        for (std::int64_t cpu = std::max<std::int64_t>(0, *first);
             cpu <= last.value_or(-1) && cpu < most_cpus; ++cpu) {
            visit(static_cast<std::uint32_t>(cpu));
        }
        scanner.skip(",");
    }
}

/// Resolves the escapes (`\040` for a blank) of /proc/mounts, mountinfo and swaps.
[[nodiscard]] std::string unescaped(std::string_view text);

/// Another name than model::path_instance(), for paths that share theirs: each `_` of the path itself is
/// doubled.
[[nodiscard]] std::string distinct_path_instance(std::string_view path);

/// Appends a number in decimal digits to a text of any character type.
template <class String>
void append_number(String& out, std::int64_t value) {
    std::array<char, 24> digits;
    const char* const begin = digits.data();
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(begin, end);
}

} // namespace pdh_shim::source::linux
