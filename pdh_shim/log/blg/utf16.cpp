#include "log/blg/utf16.h"

#include <cstdint>

namespace pdh_shim::log::blg {

std::u16string utf16_at(ByteReader& bytes, std::size_t offset) {
    std::u16string text;
    while (const std::uint16_t unit = bytes.u16(offset)) {
        text.push_back(static_cast<char16_t>(unit));
        offset += 2;
    }
    return text;
}

void append_utf16(ByteWriter& out, std::u16string_view text) {
    for (const char16_t unit : text) {
        out.u16(unit);
    }
    out.u16(0);
}

} // namespace pdh_shim::log::blg
