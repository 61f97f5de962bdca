// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Cells of a database's tables, which any program may have written: they are refused, or what was read and
// written again is read the same.
#include "log/sql/cell_text.h"
#include "log/sql/tables.h"
#include "require.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto time = parse_time_text(text)) {
        require(parse_time_text(make_time_text(*time, '.').data()) == time);
        require(parse_time_text(make_time_text(*time, ':').data()) == time);
    }
    if (const auto number = parse_integer(text)) {
        require(parse_integer(std::to_string(*number)) == number);
        require(joined(low_half(*number), high_half(*number)) == *number);
        require(parse_int(text).has_value() == (*number >= INT32_MIN && *number <= INT32_MAX));
    }
    if (const auto guid = model::parse_guid_text(std::u16string(text.begin(), text.end()))) {
        require(model::parse_guid_text(model::make_guid_text(*guid)) == guid);
    }
    return 0;
}
