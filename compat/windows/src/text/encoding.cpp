// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Converts between narrow and wide text. Compiled for both widths of wchar_t.
#include "text/wide_text.h"

#include <windows.h>

namespace compat = pdh_shim::compat;

int WINAPI MultiByteToWideChar(
    UINT CodePage, DWORD dwFlags, LPCSTR from, int fromLength, LPWSTR to, int toSize) {
    if (!compat::is_utf8_page(CodePage)) {
        return 0;
    }
    if (from == nullptr || fromLength == 0 || fromLength < -1 || toSize < 0 ||
        (to == nullptr && toSize != 0)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    // Without a length the NUL belongs to the text.
    const std::string_view text(
        from, fromLength == -1 ? std::strlen(from) + 1 : static_cast<std::size_t>(fromLength));
    if ((dwFlags & MB_ERR_INVALID_CHARS) != 0 && !compat::is_well_formed(text)) {
        SetLastError(ERROR_NO_UNICODE_TRANSLATION);
        return 0;
    }
    const auto converted = compat::to_wide<compat::Unit>(compat::well_formed(text));
    const auto room = static_cast<std::size_t>(toSize);
    if (toSize != 0 && converted.size() > room) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (toSize != 0) {
        converted.copy(compat::units(to), room);
    }
    return static_cast<int>(converted.size());
}

int WINAPI WideCharToMultiByte(UINT CodePage, DWORD dwFlags, LPCWSTR from, int fromLength, LPSTR to,
    int toSize, LPCSTR defaultChar, BOOL* usedDefaultChar) {
    if (!compat::is_utf8_page(CodePage)) {
        return 0;
    }
    const bool defaults = CodePage == CP_UTF8 && (defaultChar != nullptr || usedDefaultChar != nullptr);
    if (from == nullptr || fromLength == 0 || fromLength < -1 || toSize < 0 ||
        (to == nullptr && toSize != 0) || defaults) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    const std::size_t length =
        fromLength == -1 ? compat::wide_length(from) + 1 : static_cast<std::size_t>(fromLength);
    const std::string text =
        compat::to_utf8(std::basic_string_view<compat::Unit>(compat::units(from), length));
    if ((dwFlags & WC_ERR_INVALID_CHARS) != 0 && !compat::is_well_formed(text)) {
        SetLastError(ERROR_NO_UNICODE_TRANSLATION);
        return 0;
    }
    const std::string converted = compat::well_formed(text);
    if (toSize != 0 && converted.size() > static_cast<std::size_t>(toSize)) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (toSize != 0) {
        converted.copy(to, converted.size());
    }
    if (usedDefaultChar != nullptr) {
        *usedDefaultChar = FALSE; // UTF-8 has a place for each character
    }
    return static_cast<int>(converted.size());
}
