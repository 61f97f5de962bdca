// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/row_format.h"

#include "tools/command/numbers_and_times.h"

#include <cstddef>
#include <numeric>
#include <utility>

namespace pdh_shim::tools::formats {

namespace {

using command::OutputFormat;
using command::TimeZone;

constexpr std::string_view line_end = "\r\n";

} // namespace

RowFormat::RowFormat(OutputFormat format, const std::optional<TimeZone>& zone, const Paths& paths,
    NumberText number_text, std::string_view no_value)
    : separator_(format == OutputFormat::csv ? ',' : '\t'), number_text_(number_text), no_value_(no_value) {
    constexpr std::size_t quotes_and_separator = 3;
    const auto zone_text =
        zone ? " (" + zone->name + ")(" + std::to_string(zone->bias_minutes) + ")" : std::string();
    const auto first = (format == OutputFormat::csv ? "(PDH-CSV 4.0)" : "(PDH-TSV 4.0)") + zone_text;
    head_.reserve(std::accumulate(paths.begin(), paths.end(), first.size() + 2 * quotes_and_separator,
        [](std::size_t size, const std::string& path) { return size + path.size() + quotes_and_separator; }));
    command::append_quoted(head_, first);
    for (const auto& path : paths) {
        head_ += separator_;
        command::append_quoted(head_, path);
    }
    head_ += line_end;
}

std::unique_ptr<RowFormat> RowFormat::console(
    OutputFormat format, command::Audience audience, const Paths& paths) {
    const std::string_view no_value = audience == command::Audience::windows ? "-1" : " ";
    return std::unique_ptr<RowFormat>(
        new RowFormat(format, std::nullopt, paths, command::console_number, no_value));
}

std::unique_ptr<RowFormat> RowFormat::log(OutputFormat format, const TimeZone& zone, const Paths& paths) {
    return std::unique_ptr<RowFormat>(new RowFormat(format, zone, paths, command::log_number));
}

std::unique_ptr<RowFormat> RowFormat::computed(
    OutputFormat format, const std::optional<TimeZone>& zone, const Paths& paths) {
    return std::unique_ptr<RowFormat>(new RowFormat(format, zone, paths, command::shortest_number));
}

std::string RowFormat::head() {
    return std::exchange(head_, {});
}

void RowFormat::append(
    std::string& text, const command::Sample& sample, const Columns& /*columns*/, const TakePart& take_part) {
    command::append_quoted(text, command::timestamp(sample.local_time));
    for (const auto& value : sample.values) {
        text += separator_;
        command::append_quoted(text, value ? number_text_(*value) : no_value_);
    }
    text += line_end;
    end_line(text, take_part);
}

} // namespace pdh_shim::tools::formats
