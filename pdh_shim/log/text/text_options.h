// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "log/text/number.h"
#include "log/text/time_stamp.h"

#include <optional>
#include <string>

namespace pdh_shim::log::text {

/// How to read text logs whose encoding, decimal sign or order of dates is not clear from the file.
struct TextOptions {
    std::string encoding;               ///< of names that are not UTF-8; empty = Windows-1252
    std::optional<DecimalSign> decimal; ///< none = found out from the cells
    std::optional<DateOrder> dates;     ///< none = found out from the times
    bool has_apostrophes = false;       ///< written before texts that a spreadsheet would take for formulas
};

/// The options for all text logs that this process reads.
[[nodiscard]] const TextOptions& text_options();
/// Before the first log is read.
void set_text_options(TextOptions options);

} // namespace pdh_shim::log::text
