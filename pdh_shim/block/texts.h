// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pdh_shim::block {

/// UTF-16 up to the first NUL or the end.
[[nodiscard]] std::u16string utf16_text(std::span<const std::byte> bytes, std::endian order);

/// Text of a code page up to the first NUL or the end: UTF-8 if it is well-formed, else Windows-1252.
/// Which code page it is makes no difference: that of another machine is not known here.
[[nodiscard]] std::u16string ansi_text(std::span<const std::byte> bytes);

/// True for the code pages of UTF-16 text: 0, and Windows' own number for it.
[[nodiscard]] constexpr bool is_utf16(std::uint32_t code_page) noexcept {
    return code_page == 0 || code_page == 1200;
}

} // namespace pdh_shim::block
