#include "api/encoding.h"

#include "base/platform.h"
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

Result<std::string> encode(Encoding encoding, std::u16string_view text) {
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

} // namespace pdh_shim::api
