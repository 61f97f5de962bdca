// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/narrow_file.h"

#include "base/bytes.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace pdh_shim::log::text {
namespace {

constexpr std::uint64_t mark_size = 2; // the byte order mark
constexpr std::size_t unit_size = 2;

} // namespace

Result<std::uint64_t, Failure> NarrowFile::size() {
    PDH_SHIM_TRY(const std::uint64_t size, file_->size());
    return (std::max(size, mark_size) - mark_size) / unit_size;
}

Result<std::size_t, Failure> NarrowFile::read(std::uint64_t offset, std::span<std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        std::array<std::byte, 4096> units{};
        const std::size_t wanted = std::min(units.size(), (bytes.size() - done) * unit_size);
        PDH_SHIM_TRY(const std::size_t count,
            file_->read(mark_size + (offset + done) * unit_size, std::span(units).first(wanted)));
        const std::size_t low = order_ == std::endian::little ? 0 : 1;
        for (std::size_t i = 0; i + 1 < count; i += unit_size) {
            bytes[done++] = units[i + 1 - low] == std::byte{} ? units[i + low] : std::byte{'?'};
        }
        if (count < wanted) {
            break;
        }
    }
    return done;
}

Result<std::string, Failure> NarrowFile::text(std::uint64_t offset, std::size_t count) {
    std::vector<std::byte> bytes(count * unit_size);
    PDH_SHIM_TRY(const std::size_t count_read, file_->read(mark_size + offset * unit_size, bytes));
    bytes.resize(count_read);
    ByteReader units(bytes, order_);
    std::u16string wide;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += unit_size) {
        wide += static_cast<char16_t>(units.u16(i));
    }
    std::string text;
    append_utf16_lossy(text, wide);
    return text;
}

void append_utf16(std::string& bytes, std::string_view text, std::endian order) {
    std::u16string wide;
    append_utf8_lossy(wide, text);
    for (const char16_t unit : wide) {
        const auto low = static_cast<char>(unit & 0xFFU);
        const auto high = static_cast<char>(unit >> 8U);
        bytes += order == std::endian::little ? low : high;
        bytes += order == std::endian::little ? high : low;
    }
}

std::string utf16_mark(std::endian order) {
    return order == std::endian::little ? "\xFF\xFE" : "\xFE\xFF";
}

} // namespace pdh_shim::log::text
