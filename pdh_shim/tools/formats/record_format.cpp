// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/record_format.h"

#include "tools/command/numbers_and_times.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

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

void refuse_unknown_zone() {
    throw terminal::ProgramError(
        "This format needs times in UTC, and the log does not say its time zone: say it with -tz.");
}

std::int64_t utc_ticks(const command::Sample& sample) {
    constexpr std::int64_t epoch = 116'444'736'000'000'000;
    constexpr std::int64_t minute = 600'000'000;
    if (!sample.bias_minutes) {
        refuse_unknown_zone();
    }
    return std::max<std::int64_t>(sample.local_time, 0) - epoch + *sample.bias_minutes * minute;
}

std::string status_name(std::uint32_t status) {
    const char* const name = pdh_shim_status_name(static_cast<LONG>(status));
    return name != nullptr ? name : command::hexadecimal(status);
}

namespace {

std::string series_of(const command::Column& column) {
    std::string series = "win_perf_counters";
    const std::array tags = {
        std::pair<std::string_view, std::string>("instance", command::instance_text(column)),
        std::pair<std::string_view, std::string>("objectname", column.object),
        std::pair<std::string_view, std::string>("source", column.machine)};
    for (const auto& [key, value] : tags) {
        if (!value.empty()) { // the format has no empty tags
            series.append(",").append(key).append("=").append(influx_name(value));
        }
    }
    return series;
}

} // namespace

std::string telegraf_name(std::string_view counter) {
    constexpr std::array replacements = {std::pair<std::string_view, std::string_view>("/sec", "_persec"),
        std::pair<std::string_view, std::string_view>("/Sec", "_persec"),
        std::pair<std::string_view, std::string_view>(" ", "_"),
        std::pair<std::string_view, std::string_view>("%", "Percent"),
        std::pair<std::string_view, std::string_view>("\\", "")};
    std::string name;
    while (!counter.empty()) {
        std::string_view from = counter.substr(0, 1);
        std::string_view to = from;
        for (const auto& replacement : replacements) {
            if (counter.starts_with(replacement.first)) {
                from = replacement.first;
                to = replacement.second;
                break;
            }
        }
        name += to;
        counter.remove_prefix(from.size());
    }
    return name;
}

std::string influx_name(std::string_view text) {
    auto valid = terminal::valid_utf8(text);
    for (auto i = valid.size(); i > 0 && valid[i - 1] == '\\'; --i) {
        valid[i - 1] = '/';
    }
    std::string name;
    for (const char c : valid) {
        const bool is_line_end = c == '\n' || c == '\r';
        name.append(c == ',' || c == '=' || c == ' ' || is_line_end ? "\\" : "") += is_line_end ? ' ' : c;
    }
    return name;
}

void Influx::add_columns(const Columns& columns) {
    for (auto i = fields_.size(); i < columns.size(); ++i) {
        const auto line = lines_.try_emplace(series_of(columns[i])).first;
        fields_.push_back({&*line, influx_name(telegraf_name(columns[i].counter)) + '='});
    }
}

void Influx::forget_columns() {
    fields_.clear();
    lines_.clear();
}

void Influx::append(
    std::string& text, const command::Sample& sample, const Columns& columns, const TakePart& take_part) {
    constexpr std::int64_t nanoseconds_per_tick = 100;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / nanoseconds_per_tick;
    const auto ticks = utc_ticks(sample);
    if (ticks < -most || ticks > most) {
        ++left_out_;
        return;
    }
    const auto time = ' ' + std::to_string(ticks * nanoseconds_per_tick) + '\n';
    add_columns(columns);
    std::vector<Lines::value_type*> used;
    for (const auto& reading : sample.readings) {
        if (!reading.has_value()) {
            continue;
        }
        const auto& field = fields_[reading.column];
        auto& fields = field.line->second;
        if (fields.empty()) {
            used.push_back(field.line);
        }
        fields.append(fields.empty() ? " " : ",").append(field.key);
        command::append_shortest(fields, reading.value);
    }
    for (auto* const line : used) {
        text.append(line->first).append(line->second).append(time);
        line->second.clear();
        end_line(text, take_part);
    }
}

namespace {

std::string json_or_null(std::string_view text) {
    return text.empty() ? "null" : json_string(text);
}

std::string json_names(const command::Column& column) {
    const bool has_instance = !column.instance.empty();
    return ",\"machine\":" + json_or_null(column.machine) + ",\"object\":" + json_string(column.object) +
           ",\"parent\":" + json_or_null(column.parent) + ",\"instance\":" + json_or_null(column.instance) +
           ",\"index\":" + (has_instance ? std::to_string(column.index) : "null") +
           ",\"counter\":" + json_string(column.counter) + ",\"value\":";
}

constexpr unsigned char delete_character = 0x7F;

// Whether the second byte of U+0080 to U+00BF makes it a control character.
bool is_control_of_c1(char byte) {
    return static_cast<unsigned char>(byte) < 0xA0;
}

void append_json_raw(std::string& text, const command::Reading& reading, std::uint32_t type) {
    text += ",\"FirstValue\":" + std::to_string(reading.raw.first) +
            ",\"SecondValue\":" + std::to_string(reading.raw.second) +
            ",\"MultiCount\":" + std::to_string(reading.raw.multi_count) +
            ",\"TimeStamp\":" + std::to_string(reading.raw.time_stamp) + ",\"Type\":" + std::to_string(type);
}

} // namespace

std::string json_string(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr unsigned char first_of_c1 = 0xC2; // the first byte of U+0080 to U+00BF
    const auto valid = terminal::valid_utf8(text);
    std::string json = "\"";
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const char c = valid[i];
        const bool is_c1 = static_cast<unsigned char>(c) == first_of_c1 && is_control_of_c1(valid[i + 1]);
        i += is_c1 ? 1 : 0;
        const auto value = static_cast<unsigned char>(valid[i]);
        if (is_c1 || value < ' ' || value == delete_character) {
            json.append({'\\', 'u', '0', '0', digits[value / 16], digits[value % 16]});
        } else {
            json.append(c == '"' || c == '\\' ? "\\" : "") += c;
        }
    }
    return json + '"';
}

JsonLines::JsonLines(bool with_raw) : with_raw_(with_raw), names_(json_names) {}

void JsonLines::append(
    std::string& text, const command::Sample& sample, const Columns& columns, const TakePart& take_part) {
    const auto time = R"({"time":")" + command::iso_time(sample.local_time, sample.bias_minutes) + '"';
    for (const auto& reading : sample.readings) {
        text.append(time).append(names_.of(columns, reading.column));
        if (reading.has_value()) {
            command::append_shortest(text, reading.value);
        } else {
            text += "null";
        }
        text.append(R"(,"status":")").append(status_name(reading.status)) += '"';
        if (with_raw_) {
            append_json_raw(text, reading, columns[reading.column].type);
        }
        text += "}\n";
        end_line(text, take_part);
    }
}

namespace {

std::string cell(std::string_view text) {
    auto valid = terminal::valid_utf8(text);
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

std::string LongTable::head() {
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
    for (const char c : terminal::valid_utf8(text)) {
        value.append(c == '"' || c == '\\' || c == '\n' ? "\\" : "") += c == '\n' ? 'n' : c;
    }
    return value;
}

OpenMetrics::OpenMetrics() : series_(series_with_labels) {}

std::string OpenMetrics::head() {
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
