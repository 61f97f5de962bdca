// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The lines of format.jsonl and windows10.tsv (see README.md), and when an answer agrees with one.

#include "vectors/raw_value.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::test {

/// One line.
struct FormatVector {
    std::string line; ///< as it is in the file, for messages
    std::string type;
    std::uint32_t counter_type = 0;
    std::uint32_t format = 0;
    int scale = 0;
    std::int64_t time_base = 0;
    RawValue newer;
    std::optional<RawValue> older;
    std::uint32_t status = 0;
    std::uint32_t cstatus = 0;
    /// Of LONG and LARGE; 0 where there is no value.
    std::int64_t integer = 0;
    /// Of DOUBLE the value, of LONG and LARGE what it was before it was cut; 0 where there is no value.
    double real = 0;
};

/// A number in C's hexadecimal floating point, `-0x1.8p+3`; not a number for anything else.
inline double hexadecimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 3 : 2); // from_chars takes no 0x
    double number = NAN;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::hex);
    if (error != std::errc() || rest != end) {
        return NAN;
    }
    return negative ? -number : number;
}

inline RawValue raw_value(const nlohmann::json& fields) {
    return {fields.at(0).get<std::int64_t>(), fields.at(1).get<std::int64_t>(),
        fields.at(2).get<std::uint32_t>(), fields.at(3).get<std::uint32_t>()};
}

inline FormatVector parse_format_vector(const std::string& line) {
    const nlohmann::json fields = nlohmann::json::parse(line);
    FormatVector vector;
    vector.line = line;
    fields.at("type").get_to(vector.type);
    fields.at("counterType").get_to(vector.counter_type);
    fields.at("format").get_to(vector.format);
    fields.at("scale").get_to(vector.scale);
    fields.at("timeBase").get_to(vector.time_base);
    vector.newer = raw_value(fields.at("newer"));
    if (const nlohmann::json& older = fields.at("older"); !older.is_null()) {
        vector.older = raw_value(older);
    }
    fields.at("status").get_to(vector.status);
    fields.at("cstatus").get_to(vector.cstatus);
    if (vector.status != 0) {
        return vector;
    }
    const nlohmann::json& value = fields.at("value");
    const bool is_double = value.is_string();
    if (!is_double) {
        value.get_to(vector.integer);
    }
    vector.real = hexadecimal((is_double ? value : fields.at("real")).get<std::string>());
    return vector;
}

/// All lines; none if the file cannot be read.
inline std::vector<FormatVector> read_format_vectors() {
    std::ifstream file(PDH_SHIM_VECTORS "/format.jsonl");
    std::vector<FormatVector> vectors;
    for (std::string line; std::getline(file, line);) {
        vectors.push_back(parse_format_vector(line));
    }
    return vectors;
}

/// The cells of windows10.tsv; `real` is the value.
inline std::vector<FormatVector> read_windows_cells() {
    constexpr std::uint32_t format_double = 0x0200;
    constexpr std::uint32_t not_capped = 0x8000;
    std::ifstream file(PDH_SHIM_VECTORS "/windows10.tsv");
    std::vector<FormatVector> vectors;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("PERF_")) {
            continue; // the heading
        }
        FormatVector vector;
        vector.line = line;
        vector.format = format_double | not_capped;
        std::istringstream fields(line);
        const auto field = [&] {
            std::string text;
            std::getline(fields, text, '\t');
            return text;
        };
        const auto number = [&] {
            const std::string text = field();
            return text.empty() ? 0 : std::stoll(text);
        };
        vector.type = field();
        vector.counter_type = static_cast<std::uint32_t>(number());
        vector.time_base = number();
        vector.newer = {number(), number(), 1, 0};
        const std::string older = field();
        if (!older.empty()) {
            vector.older = RawValue{std::stoll(older), number(), 1, 0};
        } else {
            field();
        }
        vector.real = hexadecimal(field());
        vectors.push_back(vector);
    }
    return vectors;
}

inline double last_place(double number) {
    return std::nextafter(std::fabs(number), HUGE_VAL) - std::fabs(number);
}

/// How far an answer may be from the value of a line: four units in the last place; of an inverse type, whose
/// difference cancels, of 100 times the multi count with the factors in force.
inline double tolerance(const FormatVector& vector) {
    constexpr std::uint32_t no_scale = 0x1000;
    constexpr std::uint32_t times_1000 = 0x2000;
    double unit = last_place(vector.real);
    if (vector.type.ends_with("_INV")) {
        const double scale = (vector.format & no_scale) != 0 ? 1 : std::pow(10, vector.scale);
        const double thousand = (vector.format & times_1000) != 0 ? 1000 : 1;
        unit = std::max(unit, last_place(100.0 * vector.newer.multi * scale * thousand));
    }
    return 4 * unit;
}

inline bool agrees(const FormatVector& vector, double answer) {
    return std::fabs(answer - vector.real) <= tolerance(vector);
}

inline bool agrees(const FormatVector& vector, std::int64_t answer) {
    if (answer == vector.integer) {
        return true;
    }
    const bool divides =
        vector.type.find("RAWCOUNT") == std::string::npos && !vector.type.ends_with("_DELTA");
    constexpr double end_of_int64 = 9223372036854775808.0;
    const double whole = std::nearbyint(vector.real);
    if (!divides || std::fabs(whole) >= end_of_int64) {
        return false;
    }
    if (std::fabs(static_cast<double>(answer) - vector.real) <= tolerance(vector)) {
        return true;
    }
    const auto number = static_cast<std::int64_t>(whole);
    const std::int64_t towards_zero = number > 0 ? number - 1 : number + 1;
    return std::fabs(vector.real - whole) <= tolerance(vector) &&
           (answer == number || (number != 0 && answer == towards_zero));
}

} // namespace pdh_shim::test
