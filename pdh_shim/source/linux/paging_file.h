#pragma once

#include "source/linux/object_table.h"
#include "source/linux/row_writer.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

extern const ObjectTable paging_file_table;

/// A line of /proc/swaps.
struct SwapLine {
    std::string_view path; ///< blanks in it are escaped
    std::int64_t kilobytes = 0;
    std::int64_t used_kilobytes = 0;
};

void parse_swaps(std::string_view text, std::vector<SwapLine>& swaps);

void write_paging_file(std::optional<std::string_view> swaps, RowWriter& rows);

} // namespace pdh_shim::source::linux
