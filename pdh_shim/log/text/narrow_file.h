// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::log::text {

/// Whether a file that begins with these bytes has UTF-16 text with the lower byte first, as PowerShell 5
/// saves what a program prints.
[[nodiscard]] constexpr bool is_utf16(std::string_view start) noexcept {
    return start.starts_with("\xFF\xFE");
}

/// Such a file, read as 8-bit text: Latin-1, and a question mark for each unit beyond it.
class NarrowFile final : public DataFile {
  public:
    explicit NarrowFile(std::unique_ptr<DataFile> file) noexcept : file_(std::move(file)) {}

    [[nodiscard]] FileResult<std::uint64_t> size() override;
    [[nodiscard]] FileResult<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) override;

    /// The text of so many units as it is, in UTF-8.
    [[nodiscard]] FileResult<std::string> text(std::uint64_t offset, std::size_t count);

  private:
    std::unique_ptr<DataFile> file_;
};

} // namespace pdh_shim::log::text
