// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Texts of programs and files, in all their encodings. Properties: converted text is the same
// text when it is converted back, and nothing is refused that could be; a terminal gets no control
// characters; equality, order and hash of names agree; a number is read as it is written; a limit is a
// number.
#include "base/platform/kernel_file.h"
#include "base/text.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

using namespace pdh_shim;

namespace {

bool is_surrogate(char32_t code) {
    return code >= 0xD800 && code <= 0xDFFF;
}

// The bytes as units of another size; those that make no whole unit are left out.
template <class Unit>
std::basic_string<Unit> as_units(std::string_view bytes) {
    std::basic_string<Unit> units(bytes.size() / sizeof(Unit), Unit{});
    std::memcpy(units.data(), bytes.data(), units.size() * sizeof(Unit));
    return units;
}

void check_utf8(std::string_view bytes) {
    std::u16string shown;
    append_utf8_lossy(shown, bytes);
    require(to_utf8(shown).has_value());
    const auto text = from_utf8(bytes);
    if (text) {
        require(text.value() == shown && to_utf8(text.value()).value() == bytes);
    } else {
        require(shown.find(u'\uFFFD') != std::u16string::npos);
    }
}

void check_utf16(const std::u16string& text) {
    const std::u32string codes = to_utf32(text);
    require(from_utf32(codes).value() == text);
    const auto bytes = to_utf8(text);
    require(bytes.has_value() == std::ranges::none_of(codes, is_surrogate));
    require(!bytes || from_utf8(bytes.value()).value() == text);
}

void check_utf32(const std::u32string& codes) {
    const auto text = from_utf32(codes);
    require(text.has_value() == std::ranges::all_of(codes, [](char32_t code) { return code <= 0x10FFFF; }));
    if (text && std::ranges::none_of(codes, is_surrogate)) { // two of them may make a pair
        require(to_utf32(text.value()) == codes);
    }
}

void check_escaped(std::string_view bytes) {
    const std::string shown = escaped(bytes);
    const auto text = from_utf8(shown);
    require(text.has_value() && escaped(shown) == shown);
    require(std::ranges::none_of(
        to_utf32(text.value()), [](char32_t code) { return code != U'\t' && is_control(code); }));
}

void check_order(std::u16string_view one, std::u16string_view other) {
    const int order = compare_folded(one, other);
    const int reversed = compare_folded(other, one);
    require((order < 0) == (reversed > 0) && (order == 0) == (reversed == 0));
    require(equal_folded(one, other) == (order == 0));
    require(order != 0 || hash_folded(one) == hash_folded(other));
}

void check_names(const std::u16string& text) {
    std::u16string upper = text;
    std::ranges::transform(upper, upper.begin(), fold);
    require(equal_folded(text, upper) && hash_folded(text) == hash_folded(upper));
    std::string bytes;
    append_utf16_lossy(bytes, text);
    check_order(text, from_utf8(bytes).value());
    require(equal_folded(text, from_utf8(bytes).value()));
    const std::u16string_view both(text);
    const std::size_t half = both.size() / 2;
    check_order(both.substr(0, half), both.substr(half));
    check_order(both.substr(0, half), both.substr(both.size() - half)); // of the same length
}

void check_digits(std::u16string_view text) {
    if (const auto number = parse_decimal(text)) {
        std::u16string digits;
        append_decimal(digits, *number);
        const std::size_t zeros = std::min(text.find_first_not_of(u'0'), text.size() - 1);
        require(text.substr(zeros) == digits);
    }
}

void check_number(std::uint64_t number) {
    std::u16string digits;
    append_decimal(digits, number);
    const auto read = parse_decimal(digits);
    require(number <= UINT32_MAX ? read == number : !read.has_value());
}

void check_file_limit(const std::string& bytes) {
    const std::string name = "Max open files";
    require(platform::parse_file_limit(bytes) == 0 || bytes.find(name) != std::string::npos);
    require(platform::parse_file_limit(name + bytes) == 0 ||
            bytes.find_first_of("0123456789") != std::string::npos);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    std::u16string shown;
    append_utf8_lossy(shown, bytes);
    check_file_limit(bytes);
    check_utf8(bytes);
    check_escaped(bytes);
    check_utf32(as_units<char32_t>(bytes));
    check_digits(shown);
    for (const std::u16string& text : {shown, as_units<char16_t>(bytes)}) {
        check_utf16(text);
        check_names(text);
    }
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data(), std::min(size, sizeof number));
    check_number(number);
    check_number(number & UINT32_MAX);
    return 0;
}
