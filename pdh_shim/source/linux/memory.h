#pragma once

#include "source/linux/object_table.h"
#include "source/linux/row_writer.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

extern const ObjectTable memory_table;

/// What a control group may have and has of memory, in bytes; `unread` = no limit, or not known.
struct MemoryLimit {
    std::int64_t limit = unread;
    std::int64_t used = unread;
    std::int64_t inactive_file = unread; ///< part of `used` that is given back at need
};

/// @param limit of the control group that is to stand for the machine
void write_memory(std::optional<std::string_view> meminfo, std::optional<std::string_view> vmstat,
    const MemoryLimit& limit, RowWriter& rows);

} // namespace pdh_shim::source::linux
