// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The lines of format.jsonl (see README.md), and when an answer agrees with one.

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::test {

struct RawValue {
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::uint32_t multi = 0;
    std::uint32_t cstatus = 0;
};

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
    std::ifstream file(PDH_SHIM_FORMAT_VECTORS);
    std::vector<FormatVector> vectors;
    for (std::string line; std::getline(file, line);) {
        vectors.push_back(parse_format_vector(line));
    }
    return vectors;
}

/// At most two units in the last place apart.
inline bool is_near(double number, double expected) {
    const double below = std::nextafter(std::nextafter(expected, -HUGE_VAL), -HUGE_VAL);
    const double above = std::nextafter(std::nextafter(expected, HUGE_VAL), HUGE_VAL);
    return number >= below && number <= above;
}

inline bool agrees(const FormatVector& vector, double answer) {
    return is_near(answer, vector.real);
}

inline bool agrees(const FormatVector& vector, std::int64_t answer) {
    if (answer == vector.integer) {
        return true;
    }
    constexpr double end_of_int64 = 9223372036854775808.0;
    const double whole = std::nearbyint(vector.real);
    if (!is_near(vector.real, whole) || std::fabs(whole) >= end_of_int64) {
        return false;
    }
    const auto number = static_cast<std::int64_t>(whole);
    const std::int64_t towards_zero = number > 0 ? number - 1 : number + 1;
    return answer == number || (number != 0 && answer == towards_zero);
}

} // namespace pdh_shim::test
