// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/influx.h"

#include "tools/command/number_format.h"
#include "tools/command/paths.h"
#include "tools/formats/texts.h"

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace pdh_shim::tools::formats {

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
    auto valid = valid_utf8(text);
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

} // namespace pdh_shim::tools::formats
