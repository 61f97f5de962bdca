// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/openmetrics.h"

#include "tools/command/number_format.h"

#include <array>
#include <utility>

namespace pdh_shim::tools::formats {

namespace {

std::string series_with_labels(const command::Column& column) {
    const std::array labels = {std::pair<std::string_view, std::string>("machine", column.machine),
        std::pair<std::string_view, std::string>("object", column.object),
        std::pair<std::string_view, std::string>("parent", column.parent),
        std::pair<std::string_view, std::string>("instance", column.instance),
        std::pair<std::string_view, std::string>(
            "index", column.index == 0 ? "" : std::to_string(column.index)),
        std::pair<std::string_view, std::string>("counter", column.counter)};
    std::string series = "pdh_value";
    for (const auto& [name, value] : labels) {
        if (!value.empty()) { // an empty label is the same as none
            series.append(series.back() == '"' ? "," : "{").append(name);
            series.append("=\"").append(label_value(value)) += '"';
        }
    }
    return series + "} ";
}

// Seconds, with three decimals.
std::string seconds_text(std::int64_t milliseconds) {
    const auto decimals = std::to_string(milliseconds % 1000);
    return std::to_string(milliseconds / 1000) + '.' + std::string(3 - decimals.size(), '0') + decimals;
}

} // namespace

std::string label_value(std::string_view text) {
    std::string value;
    for (const char c : valid_utf8(text)) {
        value.append(c == '"' || c == '\\' || c == '\n' ? "\\" : "") += c == '\n' ? 'n' : c;
    }
    return value;
}

OpenMetrics::OpenMetrics() : series_(series_with_labels) {}

std::string OpenMetrics::head() const {
    return "# TYPE pdh_value gauge\n# HELP pdh_value The formatted value of a performance counter.\n";
}

void OpenMetrics::append(
    std::string& text, const command::Sample& sample, const Columns& columns, const TakePart& take_part) {
    constexpr std::int64_t ticks_per_millisecond = 10'000;
    const auto milliseconds = utc_ticks(sample) / ticks_per_millisecond;
    if (milliseconds <= newest_) {
        ++left_out_;
        return;
    }
    newest_ = milliseconds;
    const auto time = ' ' + seconds_text(milliseconds) + '\n';
    for (const auto& reading : sample.readings) {
        if (reading.has_value()) {
            text += series_.of(columns, reading.column);
            command::append_shortest(text, reading.value);
            text += time;
            end_line(text, take_part);
        }
    }
}

} // namespace pdh_shim::tools::formats
