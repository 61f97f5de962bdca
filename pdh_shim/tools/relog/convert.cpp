// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/convert.h"

#include "tools/command/console.h"
#include "tools/command/output_file.h"
#include "tools/command/output_log.h"
#include "tools/command/paths.h"
#include "tools/command/query.h"
#include "tools/command/sample.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"
#include "tools/formats/record_format.h"
#include "tools/formats/row_format.h"
#include "tools/formats/text_output.h"
#include "tools/relog/average.h"
#include "tools/relog/range_instances.h"
#include "tools/report/page.h"
#include "tools/terminal/program_end.h"

#include <pdh.h>
#include <pdhmsg.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace pdh_shim::tools::relog {

namespace {

using command::OutputFormat;

// A binary log keeps all instances of a counter, also those that its first record does not have. So do the
// formats without columns, if they are made of one; the header of a text log has all that it has, in its
// order.
bool keeps_wildcards(const InputLogs& logs, OutputFormat format) {
    return format == OutputFormat::bin || format == OutputFormat::sql ||
           (command::has_line_for_each_value(format) && logs.are_binary());
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

// Cut before each backslash that follows a blank.
std::vector<std::string> cut_into_paths(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find(" \\", begin), text.size());
        const auto part = text.substr(begin, end - begin);
        parts.push_back(part.substr(0, part.find_last_not_of(' ') + 1));
        begin = end + 1;
    }
    return parts;
}

bool is_path(const std::string& text) {
    DWORD size = 0;
    return static_cast<DWORD>(PdhParseCounterPathA(text.c_str(), nullptr, &size, 0)) == PDH_MORE_DATA;
}

// An argument with several paths, as in examples of Windows' pages: `"\A\b \C\d"`. No counter of the logs has
// that name, with its instance: `\A(0)\b \A(1)\b` could be the counter b of an instance `0)\b \A(1`.
std::vector<std::string> paths_in(
    const std::string& argument, const InputLogs& logs, const std::vector<std::string>& computers) {
    auto parts = cut_into_paths(argument);
    if (parts.size() < 2 || !std::all_of(parts.begin(), parts.end(), is_path)) {
        return {argument};
    }
    const auto whole = with_computers(argument, computers);
    const bool is_counter = std::any_of(whole.begin(), whole.end(),
        [&](const std::string& path) { return command::Query(logs.handle()).add(path) == ERROR_SUCCESS; });
    return is_counter ? std::vector<std::string>{argument} : parts;
}

// A path with `*` and what it stands for in a log.
bool may_mean(const std::string& path, const std::string& counter) {
    const auto begin = command::lower_case(path.substr(0, path.find('*')));
    const auto end = command::lower_case(path.substr(path.rfind('*') + 1));
    const auto known = command::lower_case(counter);
    return known.size() >= begin.size() + end.size() && known.starts_with(begin) && known.ends_with(end);
}

// Adds the counters that an output has. Those of the log that no path of PDH can name are left out, and said.
class CounterAdder {
  public:
    CounterAdder(command::Query& query, const InputLogs& logs, ExpandedPaths expansions, bool with_wildcards,
        command::MissingCounters& missing)
        : query_(query), expansions_(std::move(expansions)), with_wildcards_(with_wildcards),
          missing_(missing) {
        if (!with_wildcards) {
            auto all = logs.counters(true);
            std::erase_if(all, [](const std::string& path) { return path.size() < PDH_MAX_COUNTER_PATH; });
            all.shrink_to_fit();
            too_long_ = std::move(all);
        }
    }

    /// @param is_chosen by the user, and not only one of the log, which may have no instance of it
    void add(const std::string& counter, const std::vector<std::string>& paths, bool is_chosen) {
        DWORD status = ERROR_SUCCESS;
        bool is_there = false;
        for (const auto& path : paths) {
            const auto added = add_path(path);
            is_there = is_there || added == ERROR_SUCCESS;
            status = added != ERROR_SUCCESS ? added : status;
        }
        if (!is_there && (is_chosen || status != PDH_CSTATUS_NO_INSTANCE)) {
            missing_.leave_out(counter, command::text_of(status));
        }
    }

  private:
    DWORD add_path(const std::string& path) {
        if (!with_wildcards_ && command::has_wildcard(path)) {
            for (const auto& counter : too_long_) {
                if (may_mean(path, counter)) {
                    missing_.leave_out(counter, command::text_of(PDH_INVALID_PATH));
                }
            }
        }
        const auto expanded = expansions_.find(path);
        if (expanded == expansions_.end()) {
            return query_.add(path, with_wildcards_ ? PDH_NOEXPANDINSTANCES : 0);
        }
        DWORD status = PDH_CSTATUS_NO_INSTANCE;
        for (const auto& column : expanded->second) {
            if (query_.add_expanded(command::computer_of(path) + command::without_computer(column))) {
                status = ERROR_SUCCESS;
            }
        }
        return status;
    }

    command::Query& query_;
    ExpandedPaths expansions_;
    bool with_wildcards_;
    command::MissingCounters& missing_;
    std::vector<std::string> too_long_; // counters of the log
};

// Whether the columns are the instances of only a part of a log. The header of a text log says all that it
// has. A range with all records takes no more time than none.
bool has_instances_of_range(const InputLogs& logs, const RecordRange& range, const Options& options) {
    const bool has_range = options.begin > range.begin || options.end < range.end;
    return has_range && !keeps_wildcards(logs, options.format) && logs.are_binary();
}

} // namespace

void add_counters(command::Query& query, const InputLogs& logs, const RecordRange& range,
    const Options& options, command::MissingCounters& missing, command::Platform& platform) {
    const bool is_of_range = has_instances_of_range(logs, range, options);
    const bool with_wildcards = keeps_wildcards(logs, options.format);
    const auto computers = logs.computers();
    std::vector<std::string> counters;
    for (const auto& argument : options.counters) {
        const auto paths = paths_in(argument, logs, computers);
        counters.insert(counters.end(), paths.begin(), paths.end());
    }
    if (counters.empty()) { // without columns, a counter of 30,000 instances takes less memory than 30,000
        counters = with_wildcards && command::has_line_for_each_value(options.format)
                       ? logs.counters_of_objects()
                       : logs.counters(!with_wildcards && !is_of_range);
    }
    ExpandedPaths expansions;
    if (is_of_range) {
        std::vector<std::string> all_paths;
        for (const auto& counter : counters) {
            const auto paths = with_computers(counter, computers);
            all_paths.insert(all_paths.end(), paths.begin(), paths.end());
        }
        expansions = expand_in_range(logs, all_paths, options, platform);
    }
    CounterAdder adder(query, logs, std::move(expansions), with_wildcards, missing);
    for (const auto& counter : counters) { // there may be 30,000: not all of their paths at a time
        adder.add(counter, with_computers(counter, computers), !options.counters.empty());
    }
    for (const auto& [path, status] : query.refused()) {
        missing.refuse(path, command::text_of(status));
    }
}

void add_columns(command::Query& query, const InputLogs& logs, const Options& options,
    command::MissingCounters& missing, command::Platform& platform) {
    auto chosen = options;
    chosen.format = OutputFormat::csv; // which has a column for each instance
    // Only a binary log has instances that its catalogue does not have.
    const bool needs_times = logs.are_binary() && options.has_range();
    add_counters(query, logs, needs_times ? logs.range() : RecordRange(), chosen, missing, platform);
    missing.say_number_of_others();
}

terminal::ProgramError no_counters() {
    return terminal::ProgramError("No valid counters.");
}

namespace {

formats::FormatOptions format_options(const Options& options) {
    return {options.with_raw, options.epoch, options.for_spreadsheets};
}

// Before the output is opened, which empties a file.
void check_zone(const InputLogs& logs, const RecordRange& range, const Options& options) {
    const auto begin = std::max(range.begin, options.begin);
    const bool has_records = range.samples > 0 && begin <= std::min(range.end, options.end);
    if (has_records && formats::needs_utc(options.format, format_options(options)) &&
        !logs.bias_minutes(begin)) {
        formats::refuse_unknown_zone();
    }
}

using formats::TextOutput;

// Of what is made of samples: all but a log without -average.
std::unique_ptr<formats::RecordFormat> format_of(
    const InputLogs& logs, const command::Query& query, const Options& options) {
    if (options.format == OutputFormat::html) {
        return std::make_unique<report::Page>(report::PageDescription{options.output, query.columns(),
            logs.bias_minutes(options.begin), [&query] { return query.has_loss(); }});
    }
    if (command::has_line_for_each_value(options.format)) {
        return formats::make_record_format(options.format, format_options(options));
    }
    return formats::RowFormat::computed(options.format, logs.zone(options.begin), query.columns());
}

std::unique_ptr<command::Output> open_output(
    const InputLogs& logs, command::Query& query, const Options& options, command::Console& console) {
    if (options.format != OutputFormat::html && !command::has_line_for_each_value(options.format)) {
        return std::make_unique<command::OutputLog>(
            options.output, options.format, query.handle(), options.append, options.yes_to_all, console);
    }
    auto file = std::make_unique<command::OutputFile>(options.output, options.yes_to_all, console);
    return std::make_unique<TextOutput>(std::move(file), format_of(logs, query, options), query,
        TextOutput::Writing::when_many, options.with_raw);
}

// Reads the records, and has the first one and each that is `every` further written.
RecordRange write_records(command::Query& query, command::Output& output, std::uint64_t every,
    const std::function<bool()>& goes_on) {
    RecordRange written;
    for (std::uint64_t i = 0; (i == 0 || goes_on()) && (i % every == 0 ? output.update() : query.collect());
         ++i) {
        if (i % every == 0) {
            written.end = query.time();
            written.begin = written.samples == 0 ? written.end : written.begin;
            ++written.samples;
        }
    }
    return written;
}

Conversion write_output(const InputLogs& logs, command::Query& query, const Options& options,
    command::Platform& platform, command::Console& console, Progress& progress) {
    Conversion done;
    const auto goes_on = [&] {
        if (progress.is_due()) {
            progress.show(query.time());
            done.is_stopped = is_stop_requested(platform);
        }
        return !done.is_stopped;
    };
    if (options.average != 0) { // to a text log or a page
        auto file = std::make_unique<command::OutputFile>(options.output, options.yes_to_all, console);
        TextOutput output(std::move(file), format_of(logs, query, options));
        const auto write = [&output](const command::Sample& sample) { output.add(sample); };
        done.range = write_averages(query, options.average, write, goes_on);
        output.close();
        return done;
    }
    const auto output = open_output(logs, query, options, console);
    done.range = write_records(query, *output, options.every, goes_on);
    done.has_loss = output->has_loss();
    done.left_out = output->left_out();
    output->close();
    return done;
}

} // namespace

bool has_loss(const InputLogs& logs, command::Platform& platform) {
    command::Query query(logs.handle());
    std::set<std::string> objects; // with their computers: a record may have each as a whole
    for (const auto& counter : logs.counters(false)) {
        const auto path = command::without_computer(counter);
        const auto object = command::computer_of(counter) + path.substr(0, path.find_first_of("(\\", 1));
        if (!objects.contains(object) && query.add(counter, PDH_NOEXPANDINSTANCES) == ERROR_SUCCESS) {
            objects.insert(object);
        }
    }
    if (query.is_empty()) {
        return false;
    }
    while (query.collect()) {
        end_if_stopped(platform);
    }
    return query.has_loss();
}

Conversion convert(const InputLogs& logs, const RecordRange& range, const Options& options,
    command::Platform& platform, command::Console& console) {
    check_zone(logs, range, options);
    command::Query query(logs.handle());
    command::MissingCounters missing(console, options.missing, options.verbose);
    add_counters(query, logs, range, options, missing, platform);
    missing.say_number_of_others();
    if (query.is_empty()) {
        throw no_counters();
    }
    query.set_range(options.begin, options.end);
    Progress progress(
        platform, console, std::max(range.begin, options.begin), std::min(range.end, options.end));
    auto done = write_output(logs, query, options, platform, console, progress);
    done.has_loss = done.has_loss || query.has_loss();
    const bool is_text = options.format == OutputFormat::csv || options.format == OutputFormat::tsv;
    if (!is_text || options.average != 0) {
        done.lost_comments = logs.comments(options.begin, options.end);
    }
    done.missing = missing.status();
    if (!done.is_stopped) {
        progress.finish();
    }
    return done;
}

} // namespace pdh_shim::tools::relog
