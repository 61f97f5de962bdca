// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/check/finding.h"

#include "tools/command/numbers_and_times.h"
#include "tools/terminal/terminal_text.h"

#include <pdh.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace pdh_shim::tools::check {

namespace {

// `unset` is what an empty text means.
std::optional<double> parse_end(std::string_view text, double unset) {
    if (text.empty()) {
        return unset;
    }
    double value = 0;
    const auto* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

constexpr std::array names = {"OK", "WARNING", "CRITICAL", "UNKNOWN"};
constexpr std::array from_the_worst = {State::critical, State::warning, State::unknown, State::ok};

// 0 = the worst.
std::size_t rank_of(const Finding& finding) {
    return static_cast<std::size_t>(
        std::ranges::find(from_the_worst, finding.state) - from_the_worst.begin());
}

// Without exponent, which performance data cannot have.
std::string number_text(double value) {
    auto text = command::console_number(value);
    text.resize(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

// In quotes, of which one in the text is doubled; `=` would end it.
std::string label_of(const std::string& path) {
    std::string label = "'";
    for (const char c : plain(path)) {
        label.append(c == '\'' ? "'" : "") += c == '=' ? '_' : c;
    }
    return label + '\'';
}

} // namespace

std::optional<Range> parse_range(std::string_view text) {
    Range range;
    range.text = text;
    range.alerts_inside = text.starts_with('@');
    text.remove_prefix(range.alerts_inside ? 1 : 0);
    if (text.empty() || text == ":") {
        return std::nullopt;
    }
    const auto colon = text.find(':');
    const auto first = text.substr(0, colon == std::string_view::npos ? 0 : colon);
    const auto low = first == "~" ? range.low : parse_end(first, 0);
    const auto high = parse_end(text.substr(colon == std::string_view::npos ? 0 : colon + 1), range.high);
    if (!low || !high || *low > *high) {
        return std::nullopt;
    }
    range.low = *low;
    range.high = *high;
    return range;
}

bool alerts(const Range& range, double value) {
    return (range.low <= value && value <= range.high) == range.alerts_inside;
}

std::string plain(std::string_view text) {
    auto line = terminal::escaped(text);
    std::ranges::replace(line, '|', '_');
    std::ranges::replace(line, '\t', ' ');
    return line;
}

std::string_view unit_of(std::uint32_t type, std::string_view counter) {
    const std::uint32_t display = type & 0xF0000000U;
    if (display == PERF_DISPLAY_PERCENT || counter.starts_with("% ")) {
        return "%";
    }
    if (display == PERF_DISPLAY_SECONDS || display == PERF_DISPLAY_PER_SEC) {
        return display == PERF_DISPLAY_SECONDS ? "s" : "";
    }
    constexpr std::array units = {
        std::pair("KBytes", "KB"), std::pair("MBytes", "MB"), std::pair(" Bytes", "B")};
    const auto* const found = std::ranges::find_if(
        units, [counter](const auto& unit) { return counter.find(unit.first) != std::string_view::npos; });
    return found == units.end() ? "" : found->second;
}

Finding finding_of(
    const std::string& path, double value, std::string_view unit, const Thresholds& thresholds) {
    const auto& [warning, critical] = thresholds;
    Finding finding{State::ok, plain(path) + " = " + number_text(value) + std::string(unit)};
    if (alerts(critical, value)) {
        finding.state = State::critical;
        finding.text += " (critical " + critical.text + ')';
    } else if (alerts(warning, value)) {
        finding.state = State::warning;
        finding.text += " (warning " + warning.text + ')';
    }
    finding.data = label_of(path) + '=' + number_text(value) + std::string(unit) + ';' + warning.text + ';' +
                   critical.text + (unit.empty() ? ";;" : ";0;");
    return finding;
}

Finding missing(const std::string& path, const std::string& why) {
    return {State::unknown, plain(path + ": " + why)};
}

State worst_of(const std::vector<Finding>& findings) {
    return std::ranges::min(findings, {}, rank_of).state;
}

std::string report(const std::vector<Finding>& findings, bool is_verbose) {
    constexpr std::size_t most_shown = 5; // a notification has little room
    const auto worst = worst_of(findings);
    std::string data;
    std::string lines;
    for (const auto& finding : findings) {
        data.append(finding.data.empty() ? "" : " ").append(finding.data);
        lines += finding.text + '\n';
    }
    auto shown = findings;
    std::ranges::stable_sort(shown, {}, rank_of);
    std::erase_if(
        shown, [worst](const Finding& one) { return one.state == State::ok && worst != State::ok; });
    std::string text = std::string("PDH ") + names.at(static_cast<std::size_t>(worst)) + " - ";
    for (std::size_t i = 0; i < std::min(shown.size(), most_shown); ++i) {
        text.append(i == 0 ? "" : ", ").append(shown[i].text);
    }
    if (shown.size() > most_shown) {
        text += " and " + std::to_string(shown.size() - most_shown) + " more";
    }
    return text + (data.empty() ? "" : " |" + data) + '\n' + (is_verbose ? lines : "");
}

} // namespace pdh_shim::tools::check
