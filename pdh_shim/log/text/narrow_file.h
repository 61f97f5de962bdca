#pragma once

#include "base/data_file.h"

#include <memory>
#include <string_view>

namespace pdh_shim::log::text {

/// Whether a file that begins with these bytes has UTF-16 text with the lower byte first, as PowerShell 5
/// saves what a program prints.
[[nodiscard]] constexpr bool is_utf16(std::string_view start) noexcept {
    return start.starts_with("\xFF\xFE");
}

/// Such a file, read as 8-bit text: Latin-1, and a question mark for each unit beyond it.
[[nodiscard]] std::unique_ptr<DataFile> narrow_file(std::unique_ptr<DataFile> file);

} // namespace pdh_shim::log::text
