// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/bytes.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

// Names in a binary log: UTF-16 that ends with a NUL.

namespace pdh_shim::log::blg {

/// Reads the name at a place into a text that may have memory already. Where no NUL ends it, the reader's
/// ok() is false.
void read_utf16(ByteReader& bytes, std::size_t offset, std::u16string& text);

/// The same, into a new text.
[[nodiscard]] std::u16string utf16_at(ByteReader& bytes, std::size_t offset);

/// Appends a name with its NUL.
void append_utf16(ByteWriter& out, std::u16string_view text);

/// Bytes that append_utf16() takes.
[[nodiscard]] constexpr std::size_t utf16_size(std::u16string_view text) noexcept {
    return (text.size() + 1) * 2;
}

} // namespace pdh_shim::log::blg
