// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::log::text {

/// The order of the bytes of a file in UTF-16, which begins with a byte order mark: perfmon saves logs so,
/// and PowerShell 5 what a program prints. None of other files.
[[nodiscard]] constexpr std::optional<std::endian> utf16_order(std::string_view start) noexcept {
    return start.starts_with("\xFF\xFE")   ? std::optional(std::endian::little)
           : start.starts_with("\xFE\xFF") ? std::optional(std::endian::big)
                                           : std::nullopt;
}

/// Such a file, read as 8-bit text: Latin-1, and a question mark for each unit beyond it.
class NarrowFile final : public DataFile {
  public:
    NarrowFile(std::unique_ptr<DataFile> file, std::endian order) noexcept
        : file_(std::move(file)), order_(order) {}

    [[nodiscard]] std::endian order() const noexcept { return order_; }

    [[nodiscard]] Result<std::uint64_t, Failure> size() override;
    [[nodiscard]] Result<std::size_t, Failure> read(
        std::uint64_t offset, std::span<std::byte> bytes) override;

    /// The byte at which a character stands.
    [[nodiscard]] static constexpr std::uint64_t place_in_file(std::uint64_t offset) noexcept {
        return 2 + 2 * offset;
    }

    /// The text of so many units as it is, in UTF-8.
    [[nodiscard]] Result<std::string, Failure> text(std::uint64_t offset, std::size_t count);

  private:
    std::unique_ptr<DataFile> file_;
    std::endian order_;
};

/// Appends UTF-8 text as UTF-16 with this order of bytes, without a mark.
void append_utf16(std::string& bytes, std::string_view text, std::endian order);

/// The byte order mark.
[[nodiscard]] std::string utf16_mark(std::endian order);

} // namespace pdh_shim::log::text
