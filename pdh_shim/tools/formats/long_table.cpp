// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/long_table.h"

#include "tools/command/number_format.h"
#include "tools/command/times.h"

namespace pdh_shim::tools::formats {

namespace {

std::string cell(std::string_view text) {
    auto valid = valid_utf8(text);
    const bool is_plain = valid.find_first_of(",\"\r\n") == std::string::npos && !valid.starts_with(' ') &&
                          !valid.ends_with(' ');
    if (is_plain) {
        return valid;
    }
    std::string quoted;
    command::append_quoted(quoted, valid);
    return quoted;
}

std::string cells_of_names(const command::Column& column, bool for_spreadsheets) {
    const auto name = [for_spreadsheets](const std::string& text) {
        return cell(for_spreadsheets && command::is_formula(text) ? '\'' + text : text);
    };
    const bool has_instance = !column.instance.empty();
    return ',' + name(column.machine) + ',' + name(column.object) + ',' + name(column.parent) + ',' +
           name(column.instance) + ',' + (has_instance ? std::to_string(column.index) : "") + ',' +
           name(column.counter) + ',';
}

void append_raw_cells(std::string& text, const command::Reading& reading, std::uint32_t type) {
    text += ',' + std::to_string(reading.raw.first) + ',' + std::to_string(reading.raw.second) + ',' +
            std::to_string(reading.raw.multi_count) + ',' + std::to_string(reading.raw.time_stamp) + ',' +
            std::to_string(type);
}

std::string time_cell(const command::Sample& sample, bool epoch) {
    constexpr std::int64_t ticks_per_millisecond = 10'000;
    return epoch ? std::to_string(utc_ticks(sample) / ticks_per_millisecond)
                 : command::iso_time(sample.local_time, sample.bias_minutes);
}

} // namespace

LongTable::LongTable(const FormatOptions& options)
    : options_(options), names_([for_spreadsheets = options.for_spreadsheets](const command::Column& column) {
          return cells_of_names(column, for_spreadsheets);
      }) {}

std::string LongTable::head() const {
    return std::string("time,machine,object,parent,instance,index,counter,value,status") +
           (options_.with_raw ? ",FirstValue,SecondValue,MultiCount,TimeStamp,Type" : "") + '\n';
}

void LongTable::append(
    std::string& text, const command::Sample& sample, const Columns& columns, const TakePart& take_part) {
    const auto time = time_cell(sample, options_.epoch);
    for (const auto& reading : sample.readings) {
        text.append(time).append(names_.of(columns, reading.column));
        if (reading.has_value()) {
            command::append_shortest(text, reading.value);
        }
        text.append(",").append(status_name(reading.status));
        if (options_.with_raw) {
            append_raw_cells(text, reading, columns[reading.column].type);
        }
        text += '\n';
        end_line(text, take_part);
    }
}

} // namespace pdh_shim::tools::formats
