// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "crt/scan.h"

#include "text/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace pdh_shim::compat {
namespace {

/// One directive of a format, as written.
struct ScanDirective {
    bool stores = true;
    std::size_t width = 0; ///< characters; 0: no limit was given
    FormatLength length = FormatLength::none;
    char conversion = '\0';
    std::u32string set; ///< of %[, without its `^`
    bool is_complement = false;
};

/// What stops a scan.
enum class ScanEnd { none, mismatch, end_of_input };

bool is_blank(char32_t character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
}

void store(void* to, FormatLength length, std::uint64_t number) {
    switch (length) {
    case FormatLength::byte:
        *static_cast<std::uint8_t*>(to) = static_cast<std::uint8_t>(number);
        break;
    case FormatLength::half:
        *static_cast<std::uint16_t*>(to) = static_cast<std::uint16_t>(number);
        break;
    case FormatLength::bits64:
        *static_cast<std::uint64_t*>(to) = number;
        break;
    default: // l has 32 bits
        *static_cast<std::uint32_t*>(to) = static_cast<std::uint32_t>(number);
    }
}

void store(void* to, FormatLength length, double number) {
    if (length == FormatLength::wide) {
        *static_cast<double*>(to) = number;
    } else if (length == FormatLength::long_double) {
        *static_cast<long double*>(to) = number;
    } else {
        *static_cast<float*>(to) = static_cast<float>(number);
    }
}

/// Copies text into the caller's buffer. Returns whether it has room for it, and for a NUL if there is to be
/// one.
template <class Unit>
bool store_text(void* to, std::size_t room, std::basic_string<Unit> text, bool with_nul) {
    if (with_nul) {
        text += Unit{0};
    }
    const bool fits = text.size() <= room;
    if (fits) {
        std::memcpy(to, text.data(), text.size() * sizeof(Unit));
    } else if (room > 0) {
        *static_cast<Unit*>(to) = 0;
    }
    return fits;
}

class Scanner {
  public:
    Scanner(FormatStyle style, bool sized, ScanInput& input, FormatArguments& arguments)
        : style_(style), sized_(sized), input_(input), arguments_(arguments) {}

    int scan(std::string_view format) {
        ScanEnd stop = ScanEnd::none;
        for (std::size_t i = 0; stop == ScanEnd::none && i < format.size();) {
            if (format[i] == '%') {
                ++i;
                stop = convert(read_directive(format, i));
                continue;
            }
            std::size_t next = i;
            const char32_t expected = format_character(format, next);
            i = next;
            stop = is_blank(expected) ? skip_blanks() : match(expected);
        }
        return stored_ == 0 && !converted_ && stop == ScanEnd::end_of_input ? EOF : stored_;
    }

  private:
    [[nodiscard]] char32_t format_character(std::string_view format, std::size_t& i) const {
        return style_.wide ? next_character(format, i) : static_cast<unsigned char>(format[i++]);
    }

    void read_set(std::string_view format, std::size_t& i, ScanDirective& directive) const {
        if (i < format.size() && format[i] == '^') {
            directive.is_complement = true;
            ++i;
        }
        for (bool first = true; i < format.size() && (first || format[i] != ']'); first = false) {
            const char32_t from = format_character(format, i);
            char32_t to = from;
            if (i + 1 < format.size() && format[i] == '-' && format[i + 1] != ']') {
                ++i;
                to = format_character(format, i);
            }
            for (char32_t character = std::min(from, to); character <= std::max(from, to); ++character) {
                directive.set += character;
            }
        }
        ++i; // the bracket
    }

    ScanDirective read_directive(std::string_view format, std::size_t& i) const {
        ScanDirective directive;
        if (i < format.size() && format[i] == '*') {
            directive.stores = false;
            ++i;
        }
        for (; i < format.size() && std::isdigit(static_cast<unsigned char>(format[i])) != 0; ++i) {
            directive.width = std::min<std::size_t>(
                directive.width * 10 + static_cast<std::size_t>(format[i] - '0'), INT_MAX);
        }
        if (const LengthPrefix* const prefix = prefix_at(format.substr(std::min(i, format.size())))) {
            directive.length = prefix->length;
            i += prefix->text.size();
        }
        if (i < format.size()) {
            directive.conversion = format[i++];
        }
        if (directive.conversion == '[') {
            read_set(format, i, directive);
        }
        return directive;
    }

    /// The next character of the input, and in `bytes` its bytes; nothing at the end.
    std::optional<char32_t> take(std::string& bytes) {
        bytes.clear();
        int byte = input_.get();
        if (byte == EOF) {
            return std::nullopt;
        }
        bytes += static_cast<char>(byte);
        if (!style_.wide) {
            ++taken_;
            return static_cast<char32_t>(byte);
        }
        int more = byte >= 0xF0 ? 3 : (byte >= 0xE0 ? 2 : (byte >= 0xC0 ? 1 : 0));
        while (more > 0 && take_byte_behind(bytes)) { // a character that is cut off: a replacement character
            --more;
        }
        std::size_t position = 0;
        const char32_t character = next_character(bytes, position);
        taken_ += units_of(character);
        return character;
    }

    /// Takes one more byte of a character of several. @return false: the character ends here
    bool take_byte_behind(std::string& bytes) {
        const int byte = input_.get();
        if (byte != EOF && (byte & 0xC0) != 0x80) {
            input_.unget(static_cast<unsigned char>(byte));
            return false;
        }
        if (byte != EOF) {
            bytes += static_cast<char>(byte);
        }
        return byte != EOF;
    }

    /// Units of the program's characters.
    [[nodiscard]] std::size_t units_of(char32_t character) const {
        return style_.wide && style_.wide_size == 2 && character > 0xFFFF ? 2 : 1;
    }

    void put_back(char32_t character, const std::string& bytes) {
        std::for_each(
            bytes.rbegin(), bytes.rend(), [&](char byte) { input_.unget(static_cast<unsigned char>(byte)); });
        taken_ -= units_of(character);
    }

    /// Takes the next character if the predicate accepts it.
    template <class Wanted>
    std::optional<char32_t> take_if(Wanted wanted, std::string& bytes) {
        const auto character = take(bytes);
        at_end_ = !character;
        if (character && !wanted(*character)) {
            put_back(*character, bytes);
            return std::nullopt;
        }
        return character;
    }

    ScanEnd skip_blanks() {
        std::string bytes;
        while (take_if(is_blank, bytes)) {
        }
        return ScanEnd::none;
    }

    ScanEnd match(char32_t expected) {
        std::string bytes;
        return take_if([&](char32_t character) { return character == expected; }, bytes) ? ScanEnd::none
                                                                                         : failed();
    }

    [[nodiscard]] ScanEnd failed() const { return at_end_ ? ScanEnd::end_of_input : ScanEnd::mismatch; }

    ScanEnd convert(const ScanDirective& directive) {
        switch (directive.conversion) {
        case '%':
            skip_blanks();
            return match('%');
        case 'n':
            if (directive.stores) {
                store(place(), directive.length, std::uint64_t{taken_});
            }
            return ScanEnd::none;
        case 'c':
        case 'C':
        case '[':
            return text(directive);
        case 's':
        case 'S':
            skip_blanks();
            return text(directive);
        case 'd':
        case 'u':
            skip_blanks();
            return integer(directive, 10);
        case 'i':
            skip_blanks();
            return integer(directive, 0);
        case 'o':
            skip_blanks();
            return integer(directive, 8);
        case 'x':
        case 'X':
            skip_blanks();
            return integer(directive, 16);
        case 'p':
            skip_blanks();
            return integer(pointer(directive), 16);
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            skip_blanks();
            return floating(directive);
        default:
            return ScanEnd::mismatch;
        }
    }

    static ScanDirective pointer(ScanDirective directive) {
        directive.length = sizeof(void*) == 8 ? FormatLength::bits64 : FormatLength::bits32;
        return directive;
    }

    void* place() { return const_cast<void*>(arguments_.pointer()); }

    /// %c counts its characters, and takes blanks too.
    static bool is_counted(const ScanDirective& directive) {
        return directive.conversion == 'c' || directive.conversion == 'C';
    }

    static bool is_wanted(const ScanDirective& directive, char32_t character) {
        if (directive.conversion == '[') {
            const bool listed = directive.set.find(character) != std::u32string::npos;
            return listed != directive.is_complement;
        }
        return is_counted(directive) || !is_blank(character);
    }

    /// Takes characters that a directive wants, up to so many units. @return how many units
    std::size_t take_text(const ScanDirective& directive, std::size_t limit, std::string& text) {
        std::string bytes;
        std::size_t length = 0;
        while (length < limit) {
            const auto character = take_if([&](char32_t next) { return is_wanted(directive, next); }, bytes);
            if (!character) {
                break;
            }
            if (length + units_of(*character) > limit && length > 0) {
                put_back(*character, bytes);
                break;
            }
            length += units_of(*character);
            text += bytes;
        }
        return length;
    }

    ScanEnd text(const ScanDirective& directive) {
        const bool counted = is_counted(directive);
        const std::size_t limit = directive.width != 0 ? directive.width : (counted ? 1 : SIZE_MAX);
        std::string text;
        const std::size_t length = take_text(directive, limit, text);
        if (length == 0 || (counted && length < limit)) {
            return failed();
        }
        converted_ = true;
        return directive.stores && !give(directive, text, !counted) ? ScanEnd::mismatch : ScanEnd::none;
    }

    bool give(const ScanDirective& directive, const std::string& text, bool with_nul) {
        void* const to = place();
        const std::size_t room = sized_ ? arguments_.integer32() : SIZE_MAX;
        const bool wide = means_wide(style_, directive.length, directive.conversion);
        const bool fits =
            wide ? (style_.wide_size == 2 ? store_text(to, room, to_wide<char16_t>(text), with_nul)
                                          : store_text(to, room, to_wide<char32_t>(text), with_nul))
                 : store_text(to, room, text, with_nul);
        stored_ += fits ? 1 : 0;
        return fits;
    }

    /// Appends up to `most` characters that the predicate accepts to `token`.
    template <class Wanted>
    std::size_t collect(std::string& token, std::size_t limit, std::size_t most, Wanted wanted) {
        std::string bytes;
        std::size_t count = 0;
        while (token.size() < limit && count < most && take_if(wanted, bytes)) {
            token += bytes;
            ++count;
        }
        return count;
    }

    static bool is_sign(char32_t character) { return character == '+' || character == '-'; }
    static bool is_digit(char32_t character) { return character >= '0' && character <= '9'; }
    static bool is_digit_of(char32_t character, int base) {
        if (character > 0x7F) {
            return false;
        }
        const int letter = std::tolower(static_cast<int>(character));
        const int value = is_digit(character) ? letter - '0' : (letter >= 'a' ? letter - 'a' + 10 : INT_MAX);
        return value < base;
    }

    ScanEnd integer(const ScanDirective& directive, int base) {
        const std::size_t limit = directive.width != 0 ? directive.width : SIZE_MAX;
        std::string token;
        collect(token, limit, 1, is_sign);
        const std::size_t zero =
            base == 10 ? 0 : collect(token, limit, 1, [](char32_t character) { return character == '0'; });
        const bool may_be_hex = zero == 1 && base != 8;
        if (may_be_hex && collect(token, limit, 1,
                              [](char32_t character) { return character == 'x' || character == 'X'; }) == 1) {
            base = 16;
        } else if (base == 0) {
            base = zero == 1 ? 8 : 10;
        }
        const std::size_t digits =
            collect(token, limit, SIZE_MAX, [&](char32_t character) { return is_digit_of(character, base); });
        if (zero + digits == 0) {
            return failed();
        }
        converted_ = true;
        if (directive.stores) {
            const bool is_signed = directive.conversion == 'd' || directive.conversion == 'i';
            store(place(), directive.length,
                is_signed ? static_cast<std::uint64_t>(std::strtoll(token.c_str(), nullptr, base))
                          : std::uint64_t{std::strtoull(token.c_str(), nullptr, base)});
            ++stored_;
        }
        return ScanEnd::none;
    }

    ScanEnd floating(const ScanDirective& directive) {
        const std::size_t limit = directive.width != 0 ? directive.width : SIZE_MAX;
        std::string token;
        collect(token, limit, 1, is_sign);
        std::size_t digits = collect(token, limit, SIZE_MAX, is_digit);
        if (collect(token, limit, 1, [](char32_t character) { return character == '.'; }) == 1) {
            digits += collect(token, limit, SIZE_MAX, is_digit);
        }
        if (digits == 0) {
            return failed();
        }
        if (collect(token, limit, 1,
                [](char32_t character) { return character == 'e' || character == 'E'; }) == 1) {
            collect(token, limit, 1, is_sign);
            collect(token, limit, SIZE_MAX, is_digit);
        }
        converted_ = true;
        if (directive.stores) {
            const char* const start = token.c_str() + (token.front() == '+' ? 1 : 0);
            double number = 0; // the decimal point is a point in every locale
            static_cast<void>(std::from_chars(start, token.c_str() + token.size(), number));
            store(place(), directive.length, number);
            ++stored_;
        }
        return ScanEnd::none;
    }

    FormatStyle style_;
    bool sized_;
    ScanInput& input_;
    FormatArguments& arguments_;
    std::size_t taken_ = 0; // characters of the input
    int stored_ = 0;
    bool converted_ = false; // also by a directive with `*`
    bool at_end_ = false;    // when the last character was asked for
};

} // namespace

int scan_text(
    FormatStyle style, bool sized, std::string_view format, ScanInput& input, FormatArguments& arguments) {
    return Scanner(style, sized, input, arguments).scan(format);
}

} // namespace pdh_shim::compat
