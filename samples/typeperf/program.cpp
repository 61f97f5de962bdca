#include "program.h"

#include "browse.h"
#include "console.h"
#include "failure.h"
#include "help.h"
#include "listing.h"
#include "options.h"
#include "output_file.h"
#include "paths.h"
#include "query.h"
#include "rows.h"
#include "sampler.h"
#include "text.h"

#include <cstdlib>
#include <optional>

namespace typeperf {

namespace {

// Windows' program pads the first of these lines to 48 columns.
constexpr const char* exiting_line = "Exiting, please wait...                         \r\n";
constexpr const char* success_line = "The command completed successfully.\r\n";

Schedule schedule_of(const Options& options) {
    return {options.interval, options.samples, options.output.empty()};
}

void sample_to_console(Query& query, const Options& options, Platform& platform, Console& console) {
    const auto format = RowFormat::console(options.format);
    console.write(line_end + format.header(query.columns()));
    take_samples(query, platform, schedule_of(options),
        [&](const Sample& sample) { console.write(format.row(sample)); });
}

void sample_to_file(Query& query, const Options& options, Platform& platform, Console& console) {
    const auto format = RowFormat::log(options.format, platform.time_zone());
    OutputFile file(options.output, options.yes_to_all, console);
    file.write(format.header(query.columns()));
    take_samples(
        query, platform, schedule_of(options), [&](const Sample& sample) { file.write(format.row(sample)); });
    console.write(line_end);
}

std::vector<std::string> counters_of(const Options& options) {
    std::vector<std::string> counters = options.counters;
    if (options.browse) {
        const auto chosen = choose_counters();
        counters.insert(counters.end(), chosen.begin(), chosen.end());
    }
    if (counters.empty()) {
        throw Failure("No counters were chosen.");
    }
    return counters;
}

void sample(const Options& options, Platform& platform, Console& console) {
    std::optional<OutputFile> capture; // written to by the query
    Query query;
    for (const auto& counter : counters_of(options)) {
        query.add(complete_path(counter, options.computer));
    }
    if (query.columns().empty()) {
        throw Failure("No valid counters.");
    }
    if (!options.capture.empty()) {
        query.capture_to(capture.emplace(options.capture, options.yes_to_all, console));
    }
    if (options.output.empty()) {
        sample_to_console(query, options, platform, console);
    } else {
        sample_to_file(query, options, platform, console);
    }
    console.write(exiting_line);
    console.write(success_line);
}

void list(const Options& options, Console& console) {
    std::string lines;
    const bool with_instances = options.mode == Mode::list_instances;
    list_counters(options.object, options.computer, with_instances,
        [&](const std::string& path) { lines += path + line_end; });
    if (options.output.empty()) {
        console.write(lines);
    } else {
        OutputFile(options.output, options.yes_to_all, console).write(lines);
    }
    console.write(success_line);
}

void execute(const std::vector<std::string>& arguments, Platform& platform, Console& console) {
    const auto options = parse_options(arguments, read_file);
    switch (options.mode) {
    case Mode::sample:
        sample(options, platform, console);
        break;
    case Mode::list_counters:
    case Mode::list_instances:
        list(options, console);
        break;
    case Mode::help:
        console.write(help_text);
        break;
    }
}

// Errors are told on the console as everything else: clients take output on stderr for a crash.
int execute_and_report(const std::vector<std::string>& arguments, Platform& platform, Console& console) {
    try {
        execute(arguments, platform, console);
        return EXIT_SUCCESS;
    } catch (const std::exception& failure) {
        console.write(line_end + std::string("Error: ") + failure.what() + line_end);
        return EXIT_FAILURE;
    }
}

} // namespace

int run(const std::vector<std::string>& arguments, Platform& platform) {
    Console console(platform);
    try {
        return execute_and_report(arguments, platform, console);
    } catch (const OutputClosed&) {
        return EXIT_SUCCESS;
    }
}

} // namespace typeperf
