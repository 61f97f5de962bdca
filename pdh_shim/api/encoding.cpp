// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/encoding.h"

#include "base/platform.h"
#include "base/sanitizer.h"
#include "base/text.h"

#include <cstring>

namespace pdh_shim::api {
namespace {

constexpr Encoding wchar_encoding = sizeof(wchar_t) == 4 ? Encoding::utf32 : Encoding::utf16;

template <class Unit>
std::string as_bytes(const std::basic_string<Unit>& text) {
    std::string bytes(text.size() * sizeof(Unit), '\0');
    std::memcpy(bytes.data(), text.data(), bytes.size());
    return bytes;
}

} // namespace

std::string encode(Encoding encoding, std::u16string_view text) {
    switch (encoding) {
    case Encoding::ansi:
        return platform::to_narrow(text);
    case Encoding::utf16:
        return as_bytes(std::u16string(text));
    case Encoding::utf32:
        break;
    }
    return as_bytes(to_utf32(text));
}

TextIn::TextIn(const wchar_t* text) noexcept : data_(text), encoding_(wchar_encoding) {}

TextOut::TextOut(wchar_t* text) noexcept : data_(text), encoding_(wchar_encoding) {}

bool TextIn::is_terminator(std::size_t index) const noexcept {
    constexpr std::uint32_t terminator = 0;
    return std::memcmp(unit(index), &terminator, unit_size(encoding_)) == 0;
}

bool TextIn::is_empty() const noexcept {
    return data_ == nullptr || is_terminator(0);
}

bool TextIn::is_longer_than(std::size_t units) const noexcept {
    if (data_ == nullptr) {
        return false;
    }
    std::size_t length = 0;
    while (length <= units && !is_terminator(length)) {
        ++length;
    }
    return length > units;
}

Result<std::u16string> TextIn::read() const {
    if (data_ == nullptr) {
        return std::u16string{};
    }
    switch (encoding_) {
    case Encoding::ansi:
        return platform::from_narrow(static_cast<const char*>(data_));
    case Encoding::utf16:
        return std::u16string(static_cast<const char16_t*>(data_));
    case Encoding::utf32:
        break;
    }
    return from_utf32(static_cast<const char32_t*>(data_));
}

// What stands behind the terminator may lie outside the caller's object.
#if defined(PDH_SHIM_HAS_ADDRESS_SANITIZER) || defined(PDH_SHIM_HAS_THREAD_SANITIZER)
__attribute__((no_sanitize("address", "thread")))
#endif
std::uint32_t
TextIn::unit_at(std::size_t index) const noexcept {
    switch (encoding_) {
    case Encoding::ansi:
        return static_cast<const unsigned char*>(data_)[index];
    case Encoding::utf16:
        return static_cast<const char16_t*>(data_)[index];
    case Encoding::utf32:
        break;
    }
    return static_cast<const char32_t*>(data_)[index];
}

TextIn TextIn::next_of_list(std::size_t longest) const noexcept {
    constexpr std::uintptr_t page_size = 4096; // or a multiple of it
    constexpr std::uint32_t first_printable = 0x20;
    const TextIn none(encoding_, nullptr);
    std::size_t start = 0;
    while (unit_at(start) != 0) {
        ++start;
    }
    ++start;
    for (std::size_t length = 0; length <= longest; ++length) {
        const char* const place = unit(start + length);
        const bool is_new_page = reinterpret_cast<std::uintptr_t>(place) % page_size < unit_size(encoding_);
        if (is_new_page && !platform::is_readable(place)) {
            return none;
        }
        const std::uint32_t next = unit_at(start + length);
        if (next == 0) {
            return length == 0 ? none : TextIn(encoding_, unit(start));
        }
        if (next < first_printable) {
            return none;
        }
    }
    return none;
}

Result<std::u16string> TextIn::read_doubtful(std::size_t longest) const {
    switch (encoding_) {
    case Encoding::ansi:
        return platform::from_narrow(copy_units<char>(longest).c_str());
    case Encoding::utf16:
        return copy_units<char16_t>(longest);
    case Encoding::utf32:
        break;
    }
    return from_utf32(copy_units<char32_t>(longest).c_str());
}

template <class Unit>
std::basic_string<Unit> TextIn::copy_units(std::size_t longest) const {
    std::basic_string<Unit> copy;
    while (copy.size() < longest) {
        const std::uint32_t unit = unit_at(copy.size());
        if (unit == 0) {
            break;
        }
        copy.push_back(static_cast<Unit>(unit));
    }
    return copy;
}

} // namespace pdh_shim::api
