// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/log_values.h"

#include "tools/command/missing_counters.h"
#include "tools/command/query.h"
#include "tools/relog/convert.h"

#include <algorithm>
#include <cstdint>

namespace pdh_shim::tools::relog {

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
    chosen.format = command::OutputFormat::csv; // which has a column for each instance
    chosen.begin = range.begin;
    chosen.end = range.end;
    command::Query query(logs.handle());
    command::MissingCounters missing(console, options.missing, options.verbose);
    // Only a binary log has instances that its catalogue does not have.
    const bool needs_times =
        logs.are_binary() && (range.begin > TimeRange().begin || range.end < TimeRange().end);
    add_counters(query, logs, needs_times ? logs.range() : RecordRange(), chosen, missing, platform);
    missing.say_number_of_others();
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
