// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/encoding.h"

#include <windows.h>

#include <charconv>

namespace pdh_shim::platform {
namespace {

/// The number at the end of a name: of `932`, `CP932` and `windows-1251`. 0 = none.
UINT code_page_of(std::string_view encoding) {
    const std::size_t letters = encoding.find_last_not_of("0123456789") + 1;
    UINT number = 0;
    std::from_chars(encoding.data() + letters, encoding.data() + encoding.size(), number);
    return number;
}

} // namespace

Result<std::u16string> decode(const std::string& encoding, std::string_view bytes) {
    const UINT code_page = code_page_of(encoding);
    if (code_page == 0 || IsValidCodePage(code_page) == 0) {
        return Status::not_implemented;
    }
    std::wstring text(bytes.size(), L'\0'); // a byte is at most one unit
    const int count = MultiByteToWideChar(code_page, MB_ERR_INVALID_CHARS, bytes.data(),
        static_cast<int>(bytes.size()), text.data(), static_cast<int>(text.size()));
    if (count == 0 && !bytes.empty()) {
        return Status::invalid_argument;
    }
    return std::u16string(text.begin(), text.begin() + count);
}

} // namespace pdh_shim::platform
