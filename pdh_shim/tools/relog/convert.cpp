// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "convert.h"

#include "log_file.h"
#include "output_file.h"
#include "page.h"
#include "paths.h"
#include "query.h"
#include "status.h"

#include <pdh.h>

#include <algorithm>
#include <functional>

namespace relog {

namespace {

using command::Failure;
using command::Format;

// A binary log keeps all instances of a counter, also those that its first record does not have.
bool keeps_wildcards(Format format) {
    return format == Format::bin || format == Format::sql;
}

// A counter without a computer is that of each computer in the log.
std::vector<std::string> with_computers(
    const std::string& counter, const std::vector<std::string>& computers) {
    const auto path = command::complete_path(counter, "");
    if (!command::computer_of(path).empty()) {
        return {path};
    }
    std::vector<std::string> paths;
    paths.reserve(computers.size());
    for (const auto& computer : computers) {
        paths.push_back(computer + path);
    }
    return paths;
}

void add_counter(command::Query& query, const std::string& counter, const std::vector<std::string>& computers,
    Format format, command::Console& console) {
    const DWORD flags = keeps_wildcards(format) ? PDH_NOEXPANDINSTANCES : 0;
    DWORD status = ERROR_SUCCESS;
    bool is_there = false;
    for (const auto& path : with_computers(counter, computers)) {
        const auto added = query.add(path, flags);
        is_there = is_there || added == ERROR_SUCCESS;
        status = added != ERROR_SUCCESS ? added : status;
    }
    if (!is_there) {
        console.warn(counter + " is left out: " + command::text_of(status));
    }
}

void add_counters(
    command::Query& query, const InputLogs& logs, const Options& options, command::Console& console) {
    const auto counters =
        options.counters.empty() ? logs.counters(!keeps_wildcards(options.format)) : options.counters;
    const auto computers = logs.computers();
    for (const auto& counter : counters) {
        add_counter(query, counter, computers, options.format, console);
    }
    if (query.is_empty()) {
        throw Failure("No valid counters.");
    }
}

void set_range(PDH_HQUERY query, const Options& options) {
    PDH_TIME_INFO range = {};
    range.StartTime = options.begin;
    range.EndTime = options.end;
    const auto status = static_cast<DWORD>(PdhSetQueryTimeRange(query, &range));
    if (status != ERROR_SUCCESS) {
        throw command::status_failure("The records of that time cannot be read", status);
    }
}

bool is_stopped(command::Platform& platform) {
    return platform.wait_until(platform.now(), false) == command::Wake::stop_requested;
}

// Reads the records, and has the first one and each that is `every` further written.
// @param write reads the next record and writes it; false at the end
Conversion write_records(command::Query& query, std::uint64_t every, command::Platform& platform,
    Progress& progress, const std::function<bool()>& write) {
    Conversion done;
    auto& written = done.extent;
    for (std::uint64_t i = 0; !done.is_stopped && (i % every == 0 ? write() : query.collect()); ++i) {
        if (i % every == 0) {
            written.end = query.time();
            written.begin = written.samples == 0 ? written.end : written.begin;
            ++written.samples;
        }
        if (progress.is_due()) {
            progress.show(query.time());
            done.is_stopped = is_stopped(platform);
        }
    }
    return done;
}

Conversion write_log(command::Query& query, const Options& options, command::Platform& platform,
    command::Console& console, Progress& progress) {
    if (!options.append) {
        command::confirm_overwrite(options.output, options.yes_to_all, console);
    }
    command::LogFile log(options.output, options.format, query.handle(), options.append);
    auto written = write_records(query, options.every, platform, progress, [&] { return log.update(); });
    written.has_loss = log.has_loss();
    log.close();
    return written;
}

Conversion write_page(const InputLogs& logs, command::Query& query, const Options& options,
    command::Platform& platform, command::Console& console, Progress& progress) {
    command::OutputFile file(options.output, options.yes_to_all, console);
    report::Page page(file, {options.output, query.columns(), logs.bias_minutes(options.begin)});
    command::Sample sample;
    const auto written = write_records(query, options.every, platform, progress, [&] {
        if (!query.collect(sample)) {
            return false;
        }
        page.add(sample);
        return true;
    });
    page.close();
    return written;
}

} // namespace

bool has_loss(const InputLogs& logs) {
    command::Query query(logs.handle());
    const auto counters = logs.counters(false);
    for (const auto& counter : counters) {
        if (query.add(counter, PDH_NOEXPANDINSTANCES) == ERROR_SUCCESS) {
            break;
        }
    }
    if (query.is_empty()) {
        return false;
    }
    while (query.collect()) {
    }
    return query.has_loss();
}

Conversion convert(const InputLogs& logs, const Extent& extent, const Options& options,
    command::Platform& platform, command::Console& console) {
    command::Query query(logs.handle());
    add_counters(query, logs, options, console);
    set_range(query.handle(), options);
    Progress progress(
        platform, console, std::max(extent.begin, options.begin), std::min(extent.end, options.end));
    auto done = options.format == Format::html ? write_page(logs, query, options, platform, console, progress)
                                               : write_log(query, options, platform, console, progress);
    done.has_loss = done.has_loss || query.has_loss();
    if (!done.is_stopped) {
        progress.finish();
    }
    return done;
}

} // namespace relog
