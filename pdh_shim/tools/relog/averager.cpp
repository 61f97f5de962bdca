// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/averager.h"

#include "tools/command/arguments.h"
#include "tools/command/times.h"

#include <cmath>
#include <cstddef>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::uint64_t ticks_per_second = 10'000'000;

std::uint64_t seconds_of_unit(char unit) {
    switch (unit) {
    case 's':
    case 'S':
        return 1;
    case 'm':
    case 'M':
        return 60;
    case 'h':
    case 'H':
        return 3600;
    case 'd':
    case 'D':
        return 86'400;
    default:
        return 0;
    }
}

} // namespace

std::optional<std::int64_t> parse_interval(std::string_view text) {
    constexpr std::uint64_t most = std::uint64_t{366} * 86'400;
    auto seconds = command::parse_seconds(text);
    const auto unit = text.empty() ? 0 : seconds_of_unit(text.back());
    if (unit != 0) {
        const auto count = command::parse_number(text.substr(0, text.size() - 1));
        seconds = count && *count <= most ? std::optional(*count * unit) : std::nullopt;
    }
    if (!seconds || *seconds == 0 || *seconds > most) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*seconds * ticks_per_second);
}

void Averager::add(std::int64_t local_time, std::optional<int> bias, std::span<const double> values) {
    if (!has_samples_) {
        means_.assign(values.size(), {});
        end_ = end_of(local_time);
        has_samples_ = true;
    }
    bias_ = bias;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i])) {
            means_[i].sum.add(values[i]);
            ++means_[i].count;
        }
    }
}

command::Sample Averager::take() {
    command::Sample sample = {.local_time = end_, .bias_minutes = bias_};
    for (const auto& mean : means_) {
        sample.values.push_back(mean.count == 0
                                    ? std::nullopt
                                    : std::optional(mean.sum.value() / static_cast<double>(mean.count)));
    }
    has_samples_ = false;
    return sample;
}

} // namespace pdh_shim::tools::relog
