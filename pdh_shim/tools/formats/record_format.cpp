// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/record_format.h"

#include "tools/formats/influx.h"
#include "tools/formats/json_lines.h"
#include "tools/formats/long_table.h"
#include "tools/formats/openmetrics.h"

namespace pdh_shim::tools::formats {

std::unique_ptr<RecordFormat> make_record_format(command::OutputFormat format, const FormatOptions& options) {
    switch (format) {
    case command::OutputFormat::influx:
        return std::make_unique<Influx>();
    case command::OutputFormat::long_table:
        return std::make_unique<LongTable>(options);
    case command::OutputFormat::openmetrics:
        return std::make_unique<OpenMetrics>();
    default:
        return std::make_unique<JsonLines>(options.with_raw);
    }
}

bool needs_utc(command::OutputFormat format, const FormatOptions& options) noexcept {
    return format == command::OutputFormat::influx || format == command::OutputFormat::openmetrics ||
           (format == command::OutputFormat::long_table && options.epoch);
}

std::string left_out_text(command::OutputFormat format, std::uint64_t samples) {
    const auto* const which = format == command::OutputFormat::influx
                                  ? "from before 1677 or after 2262"
                                  : "that are not later than the one before, or from before 1970,";
    return std::string("Records ") + which + " were left out (" + std::to_string(samples) +
           "): this format has no place for them.";
}

} // namespace pdh_shim::tools::formats
