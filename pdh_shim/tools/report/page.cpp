// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/report/page.h"

#include "tools/report/assets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace pdh_shim::tools::report {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Four digits of up to three bytes.
std::array<char, 4> group_of(std::string_view bytes) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        bits = bits << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    }
    std::array<char, 4> group = {};
    for (std::size_t i = 0; i < group.size(); ++i) {
        group[i] = i <= bytes.size() ? digits[bits >> (18 - 6 * i) & 0x3FU] : '=';
    }
    return group;
}

} // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const auto group = group_of(bytes.substr(at, 3));
        text.append(group.begin(), group.end());
    }
    return text;
}

namespace {

constexpr std::size_t buffer_size = std::size_t{48} << 10U;

// Seconds since 1970 of a FILETIME (100 ns since 1601).
double seconds_of(std::int64_t file_time) {
    constexpr std::int64_t epoch = 116'444'736'000'000'000;
    return static_cast<double>(std::max<std::int64_t>(file_time, 0) - epoch) / 1e7;
}

// A string of JSON inside a script element: a name must not end the element.
std::string json_string(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string json = "\"";
    for (const char c : text) {
        const auto value = static_cast<unsigned char>(c);
        if (value < ' ' || c == '"' || c == '\\' || c == '<') {
            json.append({'\\', 'u', '0', '0', digits[value / 16], digits[value % 16]});
        } else {
            json += c;
        }
    }
    return json + '"';
}

std::string json_text(const PageDescription& about) {
    std::string paths;
    for (const auto& path : about.paths) {
        paths += (paths.empty() ? "" : ",") + json_string(path);
    }
    const std::string bias = about.bias_minutes ? std::to_string(*about.bias_minutes) : "null";
    return "{\"title\":" + json_string(about.title) + ",\"bias\":" + bias + ",\"paths\":[" + paths + "]}";
}

} // namespace

std::string Page::head() {
    std::string text = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Performance log</title>
)";
    for (const std::string_view piece : report::head()) {
        text += piece;
    }
    text += "</head>\n<body>\n<header></header>\n<main></main>\n";
    text.append(R"(<script id="about" type="application/json">)").append(json_text(about_)) += "</script>\n";
    about_.paths = {};
    return text + "<script id=rows type=text/plain>\n";
}

void Page::append(std::string& text, const command::Sample& sample, const formats::Columns& /*columns*/,
    const formats::TakePart& take_part) {
    add(seconds_of(sample.local_time));
    if (sample.bias_minutes && sample.bias_minutes != bias_) {
        bias_ = sample.bias_minutes;
        bias_changes_ += (bias_changes_.empty() ? "[" : ",[") + std::to_string(samples_) + ',' +
                         std::to_string(*bias_) + ']';
    }
    ++samples_;
    for (const auto& value : sample.values) {
        add(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    if (rows_.size() >= buffer_size) {
        append_rest(text);
        end_line(text, take_part);
    }
}

void Page::append_rest(std::string& text) {
    if (!rows_.empty()) {
        text += base64(rows_) + '\n';
        rows_.clear();
    }
}

std::string Page::tail() const {
    std::string text = "</script>\n";
    if (!bias_changes_.empty()) {
        text += R"(<script id="biases" type="application/json">[)" + bias_changes_ + "]</script>\n";
    }
    // Without it, the page is still being written.
    const bool has_loss = about_.has_loss && about_.has_loss();
    return text + R"(<script id="end" type="application/json">{"lost":)" + (has_loss ? "true" : "false") +
           "}</script>\n</body>\n</html>\n";
}

// As 64 bits in little-endian order.
void Page::add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned shift = 0; shift < 64; shift += 8) {
        rows_ += static_cast<char>(bits >> shift & 0xFFU);
    }
}

} // namespace pdh_shim::tools::report
