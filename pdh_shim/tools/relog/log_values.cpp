// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/log_values.h"

#include "tools/command/console.h"
#include "tools/command/query.h"
#include "tools/relog/convert.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::chrono::milliseconds interval(100);
constexpr std::size_t bar_width = 40;

double fraction_of(std::int64_t time, std::int64_t begin, std::int64_t end) {
    if (end <= begin) {
        return 0;
    }
    return std::clamp(static_cast<double>(time - begin) / static_cast<double>(end - begin), 0.0, 1.0);
}

} // namespace

void end_if_stopped(command::Platform& platform) {
    if (command::is_stop_requested(platform)) {
        throw terminal::ProgramError(
            "It was stopped before anything was written.", terminal::ExitStatus::interrupted);
    }
}

std::string percentage(double fraction) {
    const auto hundredths = static_cast<int>(fraction * 10'000);
    const auto decimals = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + '.' + std::string(2 - decimals.size(), '0') + decimals + '%';
}

std::string bar(double fraction) {
    const auto full = static_cast<std::size_t>(fraction * static_cast<double>(bar_width));
    return '[' + std::string(full, '#') + std::string(bar_width - full, ' ') + "] " + percentage(fraction);
}

void Progress::show(std::int64_t time) {
    next_ = platform_.now() + interval;
    console_.show_for_now(bar(fraction_of(time, begin_, end_)));
}

void Progress::finish() {
    console_.write_line(percentage(1));
}

namespace {

constexpr std::size_t most_rows = 120;
constexpr std::size_t least_rows = 16;
constexpr std::size_t most_values = std::size_t{1} << 18U;

} // namespace

std::size_t ValueBlock::rows_for(std::size_t columns) noexcept {
    return std::clamp(most_values / std::max<std::size_t>(columns, 1), least_rows, most_rows);
}

void ValueBlock::show(
    const command::SampleBlock& samples, std::size_t columns, std::size_t skipped, std::uint64_t every) {
    rows_.clear();
    times_.clear();
    for (std::size_t i = skipped; i < samples.samples; ++i) {
        if ((i - skipped) % every == 0) {
            rows_.push_back(samples.values.data() + i * columns);
            times_.push_back({samples.local_times[i], samples.biases[i]});
        }
    }
}

ColumnValues ValueBlock::column(std::size_t column) {
    present_.resize(rows_.size());
    auto end = present_.begin();
    for (const auto* const row : rows_) {
        *end = row[column];
        end += std::isfinite(row[column]) ? 1 : 0;
    }
    present_.erase(end, present_.end());
    if (present_.size() == times_.size()) {
        return {present_, times_};
    }
    present_times_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (std::isfinite(rows_[i][column])) {
            present_times_.push_back(times_[i]);
        }
    }
    return {present_, present_times_};
}

namespace {

// Gives the taker the values of all records that are wanted.
void read_records(command::Query& query, std::uint64_t every, command::Platform& platform,
    const LogValuesTaker& taker, LogValuesRead& read) {
    const auto columns = query.column_count();
    const auto most = ValueBlock::rows_for(columns);
    ValueBlock block;
    command::SampleBlock samples;
    std::uint64_t seen = 0;
    while (!read.is_stopped && query.collect(samples, most)) {
        // How many of these come before the next one that is wanted.
        const auto before = (every - seen % every) % every;
        const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(before, samples.samples));
        seen += samples.samples;
        block.show(samples, columns, skipped, every);
        read.records += block.records();
        for (std::size_t column = 0; column < columns; ++column) {
            taker.take(column, block.column(column));
        }
        read.is_stopped = is_stop_requested(platform);
    }
}

} // namespace

LogValuesRead read_values(const InputLogs& logs, const Options& options, const TimeRange& range,
    command::Platform& platform, command::Console& console, const LogValuesTaker& taker) {
    auto chosen = options;
    chosen.begin = range.begin;
    chosen.end = range.end;
    command::Query query(logs.handle());
    command::MissingCounters missing(console, options.missing, options.verbose);
    add_columns(query, logs, chosen, missing, platform);
    LogValuesRead read{.missing = missing.status(), .left_out = missing.all()};
    taker.begin(query.column_count());
    if (query.is_empty()) {
        if (!taker.takes_no_columns) {
            throw no_counters();
        }
        return read;
    }
    query.set_range(range.begin, range.end);
    read_records(query, options.every, platform, taker, read);
    read.has_loss = query.has_loss();
    read.paths = query.columns();
    return read;
}

} // namespace pdh_shim::tools::relog
