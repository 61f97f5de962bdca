// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/log.h"

#include "base/text.h"

#include <iterator>

namespace pdh_shim::model {
namespace {

constexpr std::u16string_view hexadecimal = u"0123456789abcdef";

// Where the bytes of a GUID stand in its text: the first three numbers have their highest byte first.
constexpr std::array<std::size_t, 16> order{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

std::size_t digit_of(char16_t letter) {
    const bool is_upper = letter >= u'A' && letter <= u'F';
    return hexadecimal.find(is_upper ? static_cast<char16_t>(letter + (u'a' - u'A')) : letter);
}

} // namespace

std::u16string path_key(const LogEntry& entry) {
    std::u16string key;
    for (const std::u16string* const part :
        {&entry.machine, &entry.object, &entry.parent, &entry.instance, &entry.counter}) {
        std::ranges::transform(*part, std::back_inserter(key), fold);
        key += u'\0';
    }
    append_decimal(key, entry.duplicate);
    return key;
}

std::u16string make_guid_text(const Guid& guid) {
    std::u16string text;
    for (std::size_t i = 0; i < guid.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            text += u'-';
        }
        text += hexadecimal[guid[order[i]] >> 4U];
        text += hexadecimal[guid[order[i]] & 0xFU];
    }
    return text;
}

std::optional<Guid> parse_guid_text(std::u16string_view text) {
    Guid guid{};
    std::size_t digits = 0;
    for (const char16_t letter : text) {
        if (std::u16string_view(u"{-} ").find(letter) != std::u16string_view::npos) {
            continue;
        }
        const std::size_t digit = digit_of(letter);
        if (digit == std::u16string_view::npos || digits == 2 * guid.size()) {
            return std::nullopt;
        }
        std::uint8_t& byte = guid[order[digits / 2]];
        byte = static_cast<std::uint8_t>(byte * std::size_t{16} + digit);
        ++digits;
    }
    return digits == 2 * guid.size() ? std::optional(guid) : std::nullopt;
}

} // namespace pdh_shim::model
