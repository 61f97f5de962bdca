// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_format.h"

#include "tools/command/text_file.h"
#include "tools/terminal/program_error.h"

#include <array>
#include <string_view>

namespace pdh_shim::tools::command {

namespace {

struct NamedFormat {
    std::string_view name;
    OutputFormat format;
};

constexpr std::array formats = {
    NamedFormat{"csv", OutputFormat::csv},
    NamedFormat{"tsv", OutputFormat::tsv},
    NamedFormat{"bin", OutputFormat::bin},
    NamedFormat{"sql", OutputFormat::sql},
    NamedFormat{"html", OutputFormat::html},
    NamedFormat{"json", OutputFormat::json},
    NamedFormat{"long", OutputFormat::long_table},
    NamedFormat{"influx", OutputFormat::influx},
    NamedFormat{"openmetrics", OutputFormat::openmetrics},
};

} // namespace

std::optional<OutputFormat> find_output_format(const std::string& name) {
    const auto wanted = lower_case(name);
    for (const auto& format : formats) {
        if (format.name == wanted) {
            return format.format;
        }
    }
    return std::nullopt;
}

std::string name_of_format(OutputFormat format) {
    for (const auto& named : formats) {
        if (named.format == format) {
            return std::string(named.name);
        }
    }
    return {};
}

OutputFormat parse_output_format(const std::string& name) {
    if (const auto format = find_output_format(name)) {
        return *format;
    }
    throw terminal::UsageError(
        "\"" + name +
        "\" is not a format; the formats are CSV, TSV, BIN, SQL, HTML, JSON, LONG, INFLUX and "
        "OPENMETRICS.");
}

void check_format_options(OutputFormat format, bool with_raw, bool epoch, bool for_spreadsheets) {
    if (with_raw && format != OutputFormat::json && format != OutputFormat::long_table) {
        throw terminal::UsageError("-raw is for -f JSON and -f LONG.");
    }
    if (epoch && format != OutputFormat::long_table) {
        throw terminal::UsageError("-epoch is for -f LONG.");
    }
    if (for_spreadsheets && format != OutputFormat::csv && format != OutputFormat::tsv &&
        format != OutputFormat::long_table) {
        throw terminal::UsageError("-spreadsheet is for -f CSV, -f TSV and -f LONG.");
    }
}

bool is_database_log(const std::string& name) {
    return lower_case(name.substr(0, 4)) == "sql:";
}

std::string database_log_name(const std::string& name) {
    return is_database_log(name) ? name : "SQL:" + name;
}

} // namespace pdh_shim::tools::command
