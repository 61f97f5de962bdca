// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/value_log.h"

#include "tools/command/times.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10U;

std::string zone_text(std::optional<int> bias) {
    return bias ? " (" + command::shown_zone(*bias) + ")(" + std::to_string(*bias) + ')' : "";
}

std::string padded(unsigned number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

// As in the logs of Windows: MM/DD/YYYY HH:MM:SS.mmm.
std::string log_time(std::int64_t file_time) {
    const auto time = command::clock_time(file_time);
    return padded(time.month) + '/' + padded(time.day) + '/' + std::to_string(time.year) + ' ' +
           padded(time.hour) + ':' + padded(time.minute) + ':' + padded(time.second) + ".000";
}

std::string number_text(std::optional<double> value) {
    std::array<char, 32> buffer = {};
    return value ? std::string(
                       buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), *value).ptr)
                 : " ";
}

} // namespace

ValueLog::ValueLog(
    command::OutputFile& file, char separator, const std::vector<std::string>& paths, std::optional<int> bias)
    : file_(file), separator_(separator) {
    rows_ = std::string("\"(PDH-") + (separator == ',' ? "CSV" : "TSV") + " 4.0)" + zone_text(bias) + '"';
    for (const auto& path : paths) {
        append(path);
    }
    rows_ += "\r\n";
}

void ValueLog::append(const std::string& cell) {
    rows_.append(1, separator_) += '"';
    for (const char c : cell) {
        rows_.append(c == '"' ? 2 : 1, c);
    }
    rows_ += '"';
}

void ValueLog::add(const command::Sample& sample) {
    rows_.append("\"").append(log_time(sample.local_time)) += '"';
    for (const auto& value : sample.values) {
        append(number_text(value));
    }
    rows_ += "\r\n";
    if (rows_.size() >= buffer_size) {
        flush();
    }
}

void ValueLog::flush() {
    file_.write(rows_);
    rows_.clear();
}

void ValueLog::close() {
    flush();
    file_.close();
}

} // namespace pdh_shim::tools::relog
