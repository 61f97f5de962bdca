// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/json_lines.h"

#include "tools/command/number_format.h"
#include "tools/command/times.h"

namespace pdh_shim::tools::formats {

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
    const auto valid = valid_utf8(text);
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

} // namespace pdh_shim::tools::formats
