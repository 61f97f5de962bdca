// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "text/format.h"

#include "text/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace pdh_shim::compat {
namespace {

/// One directive of a format, as written.
struct PrintDirective {
    std::string flags;
    int width = 0;
    int precision = -1; ///< negative: none
    FormatLength length = FormatLength::none;
    char conversion = '\0';
};

constexpr FormatLength pointer_length = sizeof(void*) == 8 ? FormatLength::bits64 : FormatLength::bits32;

// Longer ones first.
constexpr LengthPrefix prefixes[] = {
    {"I64", FormatLength::bits64},
    {"I32", FormatLength::bits32},
    {"hh", FormatLength::byte},
    {"ll", FormatLength::bits64},
    {"h", FormatLength::half},
    {"l", FormatLength::wide},
    {"w", FormatLength::wide},
    {"L", FormatLength::long_double},
    {"I", pointer_length},
    {"z", pointer_length},
    {"t", pointer_length},
    {"j", FormatLength::bits64},
};

constexpr int longest = 1 << 20; // what a width or precision can ask for

/// A number of a format, or one of the arguments for '*'.
int read_number(std::string_view format, std::size_t& i, FormatArguments& arguments) {
    if (i < format.size() && format[i] == '*') {
        ++i;
        return std::clamp(static_cast<int>(arguments.integer32()), -longest, longest);
    }
    int number = 0;
    for (; i < format.size() && std::isdigit(static_cast<unsigned char>(format[i])) != 0; ++i) {
        number = std::min(number * 10 + (format[i] - '0'), longest);
    }
    return number;
}

/// Reads the directive after a '%'.
PrintDirective read_directive(std::string_view format, std::size_t& i, FormatArguments& arguments) {
    PrintDirective directive;
    for (; i < format.size() && std::strchr("-+ #0", format[i]) != nullptr && format[i] != '\0'; ++i) {
        directive.flags += format[i];
    }
    directive.width = read_number(format, i, arguments);
    if (directive.width < 0) {
        directive.flags += '-';
        directive.width = -directive.width;
    }
    if (i < format.size() && format[i] == '.') {
        ++i;
        directive.precision = read_number(format, i, arguments);
    }
    if (const LengthPrefix* const prefix = prefix_at(format.substr(i))) {
        directive.length = prefix->length;
        i += prefix->text.size();
    }
    if (i < format.size()) {
        directive.conversion = format[i++];
    }
    return directive;
}

class Printer {
  public:
    Printer(FormatStyle style, FormatArguments& arguments) : style_(style), arguments_(arguments) {}

    std::string print(std::string_view format) {
        for (std::size_t i = 0; i < format.size();) {
            const std::size_t percent = std::min(format.find('%', i), format.size());
            output_ += format.substr(i, percent - i);
            i = percent + 1;
            if (percent < format.size()) {
                print(read_directive(format, i, arguments_));
            }
        }
        return std::move(output_);
    }

  private:
    void print(const PrintDirective& directive) {
        switch (directive.conversion) {
        case 'd':
        case 'i':
            signed_integer(directive);
            break;
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            library(directive, "ll", unsigned_value(directive));
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            floating(directive);
            break;
        case 'c':
        case 'C':
            character(directive);
            break;
        case 's':
        case 'S':
            string(directive);
            break;
        case 'p':
            pointer(directive);
            break;
        case 'n': // a hole that Windows closed
            static_cast<void>(arguments_.pointer());
            break;
        default: // unknown ones print their letter, as "%%" does
            if (directive.conversion != '\0') {
                output_ += directive.conversion;
            }
        }
    }

    [[nodiscard]] bool is_wide(const PrintDirective& directive) const {
        return means_wide(style_, directive.length, directive.conversion);
    }

    std::uint64_t unsigned_value(const PrintDirective& directive) {
        switch (directive.length) {
        case FormatLength::bits64:
            return arguments_.integer64();
        case FormatLength::byte:
            return static_cast<std::uint8_t>(arguments_.integer32());
        case FormatLength::half:
            return static_cast<std::uint16_t>(arguments_.integer32());
        default:
            return arguments_.integer32();
        }
    }

    void signed_integer(const PrintDirective& directive) {
        const std::uint64_t value = unsigned_value(directive);
        switch (directive.length) {
        case FormatLength::bits64:
            return library(directive, "ll", static_cast<long long>(value));
        case FormatLength::byte:
            return library(directive, "ll", static_cast<long long>(static_cast<std::int8_t>(value)));
        case FormatLength::half:
            return library(directive, "ll", static_cast<long long>(static_cast<std::int16_t>(value)));
        default:
            return library(directive, "ll", static_cast<long long>(static_cast<std::int32_t>(value)));
        }
    }

    void floating(const PrintDirective& directive) {
        if (directive.length == FormatLength::long_double) {
            return library(directive, "L", arguments_.long_floating());
        }
        const double value = arguments_.floating();
        // 0/0 and the like: Windows calls the negative quiet NaN indeterminate.
        if (std::isnan(value)) {
            const bool big = std::isupper(static_cast<unsigned char>(directive.conversion)) != 0;
            const char* const name = big ? "-NAN(IND)" : "-nan(ind)";
            return padded(directive, std::signbit(value) ? name : (big ? "NAN" : "nan"), false);
        }
        library(directive, "", value);
    }

    void pointer(const PrintDirective& directive) {
        std::array<char, 2 * sizeof(void*) + 1> digits{};
        const int length =
            std::snprintf(digits.data(), digits.size(), "%0*jX", static_cast<int>(digits.size() - 1),
                static_cast<std::uintmax_t>(reinterpret_cast<std::uintptr_t>(arguments_.pointer())));
        padded(directive, std::string_view(digits.data(), static_cast<std::size_t>(length)), false);
    }

    void character(const PrintDirective& directive) {
        const std::uint32_t value = arguments_.integer32();
        std::string text;
        if (is_wide(directive)) {
            append_character(text, style_.wide_size == 2 ? value & 0xFFFFU : value);
        } else if (style_.wide) {
            append_character(text, value & 0xFFU);
        } else {
            text = static_cast<char>(static_cast<unsigned char>(value));
        }
        PrintDirective whole = directive;
        whole.precision = -1;
        padded(whole, text, true);
    }

    template <class Unit>
    static std::string wide_argument(const Unit* text, std::size_t limit) {
        std::size_t length = 0;
        while (length < limit && text[length] != 0) {
            ++length;
        }
        return to_utf8(std::basic_string_view<Unit>(text, length));
    }

    void string(const PrintDirective& directive) {
        const void* const argument = arguments_.pointer();
        const std::size_t limit =
            directive.precision < 0 ? SIZE_MAX : static_cast<std::size_t>(directive.precision);
        if (argument == nullptr) {
            return padded(directive, "(null)", true);
        }
        if (!is_wide(directive)) {
            const char* const text = static_cast<const char*>(argument);
            return padded(directive, std::string_view(text, strnlen(text, limit)), true);
        }
        if (style_.wide_size == 2) {
            return padded(directive, wide_argument(static_cast<const char16_t*>(argument), limit), true);
        }
        padded(directive, wide_argument(static_cast<const char32_t*>(argument), limit), true);
    }

    /// Units of the function's text that a character takes.
    [[nodiscard]] std::size_t units(char32_t character, std::size_t bytes) const {
        if (!style_.wide) {
            return bytes;
        }
        return style_.wide_size == 2 && character >= 0x10000 ? 2 : 1;
    }

    /// Text in its field, cut off at the precision, measured as the function measures.
    void padded(const PrintDirective& directive, std::string_view text, bool cut) {
        const std::size_t limit =
            cut && directive.precision >= 0 ? static_cast<std::size_t>(directive.precision) : SIZE_MAX;
        std::size_t length = 0;
        std::size_t end = 0;
        while (end < text.size()) {
            std::size_t next = end;
            const char32_t character = style_.wide ? next_character(text, next) : (++next, U'\0');
            const std::size_t more = units(character, next - end);
            if (length + more > limit) {
                break;
            }
            length += more;
            end = next;
        }
        const bool left = directive.flags.find('-') != std::string::npos;
        const auto width = static_cast<std::size_t>(directive.width);
        const std::size_t padding = width > length ? width - length : 0;
        output_.append(left ? 0 : padding, ' ');
        output_ += text.substr(0, end);
        output_.append(left ? padding : 0, ' ');
    }

    /// Lets the C library print a number.
    template <class Number>
    void library(const PrintDirective& directive, const char* length, Number value) {
        std::string format = "%" + directive.flags + "*";
        if (directive.precision >= 0) {
            format += '.' + std::to_string(directive.precision);
        }
        format += length;
        format += directive.conversion;
        const int size = std::snprintf(nullptr, 0, format.c_str(), directive.width, value);
        if (size <= 0) {
            return;
        }
        const std::size_t start = output_.size();
        output_.resize(start + static_cast<std::size_t>(size) + 1);
        static_cast<void>(std::snprintf(
            &output_[start], static_cast<std::size_t>(size) + 1, format.c_str(), directive.width, value));
        output_.pop_back();
    }

    FormatStyle style_;
    FormatArguments& arguments_;
    std::string output_;
};

} // namespace

std::string format_text(FormatStyle style, std::string_view format, FormatArguments& arguments) {
    return Printer(style, arguments).print(format);
}

const LengthPrefix* prefix_at(std::string_view text) {
    const auto* const found = std::find_if(std::begin(prefixes), std::end(prefixes),
        [&](const LengthPrefix& prefix) { return text.substr(0, prefix.text.size()) == prefix.text; });
    return found == std::end(prefixes) ? nullptr : found;
}

bool means_wide(FormatStyle style, FormatLength length, char conversion) {
    if (length == FormatLength::half || length == FormatLength::wide) {
        return length == FormatLength::wide;
    }
    const bool opposite = conversion == 'S' || conversion == 'C';
    return style.wide != opposite;
}

} // namespace pdh_shim::compat
