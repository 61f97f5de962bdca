// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/rows.h"

#include "tools/command/numbers_and_times.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

char separator_of(OutputFormat format) {
    return format == OutputFormat::csv ? ',' : '\t';
}

std::string identity_of(OutputFormat format) {
    return format == OutputFormat::csv ? "(PDH-CSV 4.0)" : "(PDH-TSV 4.0)";
}

std::string zone_text(const TimeZone& zone) {
    return " (" + zone.name + ")(" + std::to_string(zone.bias_minutes) + ")";
}

} // namespace

RowFormat::RowFormat(char separator, std::string first_cell, NumberText number_text)
    : separator_(separator), first_cell_(std::move(first_cell)), number_text_(number_text) {}

RowFormat RowFormat::console(OutputFormat format, Audience audience) {
    RowFormat rows(separator_of(format), identity_of(format), console_number);
    rows.no_value_ = audience == Audience::windows ? "-1" : " ";
    return rows;
}

RowFormat RowFormat::log(OutputFormat format, const TimeZone& zone) {
    return {separator_of(format), identity_of(format) + zone_text(zone), log_number};
}

RowFormat RowFormat::computed(OutputFormat format, const std::optional<TimeZone>& zone) {
    return {separator_of(format), identity_of(format) + (zone ? zone_text(*zone) : ""), shortest_number};
}

std::string RowFormat::header(const std::vector<std::string>& paths) const {
    constexpr std::size_t quotes_and_separator = 3;
    std::string line;
    line.reserve(std::accumulate(paths.begin(), paths.end(), first_cell_.size() + quotes_and_separator,
        [](std::size_t size, const std::string& path) { return size + path.size() + quotes_and_separator; }));
    append_quoted(line, first_cell_);
    for (const auto& path : paths) {
        line += separator_;
        append_quoted(line, path);
    }
    return line;
}

std::string RowFormat::row(const Sample& sample) const {
    std::string line;
    append_quoted(line, timestamp(sample.local_time));
    for (const auto& value : sample.values) {
        line += separator_;
        append_quoted(line, value ? number_text_(*value) : no_value_);
    }
    return line;
}

ConsoleRows::ConsoleRows(Console& console, RowFormat format, const std::vector<std::string>& paths)
    : console_(console), format_(std::move(format)) {
    console_.write_lines({"", format_.header(paths)});
}

void ConsoleRows::add(const Sample& sample) {
    console_.write_line(format_.row(sample));
    is_last_empty_ = !sample.values.empty() &&
                     std::ranges::none_of(sample.values, [](const auto& value) { return value.has_value(); });
}

FileRows::FileRows(OutputFile& file, RowFormat format, const std::vector<std::string>& paths)
    : file_(file), format_(std::move(format)) {
    file_.write_head(format_.header(paths));
}

void FileRows::add(const Sample& sample) {
    file_.write_line(format_.row(sample));
}

} // namespace pdh_shim::tools::command
