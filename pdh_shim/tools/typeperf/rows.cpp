// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/rows.h"

#include "tools/typeperf/number_format.h"

#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>

namespace pdh_shim::tools::typeperf {

namespace {

// A process may have any name: a quote in it is doubled, as CSV requires.
void append_quoted(std::string& line, std::string_view text) {
    line += '"';
    for (auto quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
        line.append(text.substr(0, quote + 1)) += '"';
        text.remove_prefix(quote + 1);
    }
    line.append(text) += '"';
}

char separator_of(command::OutputFormat format) {
    return format == command::OutputFormat::csv ? ',' : '\t';
}

std::string identity_of(command::OutputFormat format) {
    return format == command::OutputFormat::csv ? "(PDH-CSV 4.0)" : "(PDH-TSV 4.0)";
}

} // namespace

RowFormat::RowFormat(char separator, std::string first_cell, NumberText number_text)
    : separator_(separator), first_cell_(std::move(first_cell)), number_text_(number_text) {}

RowFormat RowFormat::console(command::OutputFormat format) {
    return {separator_of(format), identity_of(format), console_number};
}

RowFormat RowFormat::log(command::OutputFormat format, const command::TimeZone& zone) {
    const auto bias = std::to_string(zone.bias_minutes);
    return {separator_of(format), identity_of(format) + " (" + zone.name + ")(" + bias + ")", log_number};
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

std::string RowFormat::row(const command::Sample& sample) const {
    std::string line;
    append_quoted(line, timestamp(sample.local_time));
    for (const auto& value : sample.values) {
        line += separator_;
        append_quoted(line, value ? number_text_(*value) : " ");
    }
    return line;
}

ConsoleRows::ConsoleRows(command::Console& console, RowFormat format, const std::vector<std::string>& paths)
    : console_(console), format_(std::move(format)) {
    console_.write_lines({"", format_.header(paths)});
}

void ConsoleRows::add(const command::Sample& sample) {
    console_.write_line(format_.row(sample));
}

FileRows::FileRows(command::OutputFile& file, RowFormat format, const std::vector<std::string>& paths)
    : file_(file), format_(std::move(format)) {
    file_.write_head(format_.header(paths));
}

void FileRows::add(const command::Sample& sample) {
    file_.write_line(format_.row(sample));
}

} // namespace pdh_shim::tools::typeperf
