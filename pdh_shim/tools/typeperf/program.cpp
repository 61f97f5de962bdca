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
#include "status.h"
#include "text.h"

#include <cstdlib>
#include <optional>
#include <string_view>

namespace typeperf {

namespace {

// Windows' program pads the first of these lines to 48 columns.
constexpr std::string_view exiting_line = "Exiting, please wait...                         ";

Schedule schedule_of(const Options& options) {
    return {options.interval, options.samples, options.output.empty()};
}

void sample_to_console(Query& query, const Options& options, Platform& platform, Console& console) {
    const auto format = RowFormat::console(options.format);
    console.write_lines({"", format.header(query.columns())});
    take_samples(query, platform, schedule_of(options),
        [&](const Sample& sample) { console.write_line(format.row(sample)); });
}

void sample_to_file(Query& query, const Options& options, Platform& platform, Console& console) {
    const auto format = RowFormat::log(options.format, platform.time_zone());
    OutputFile file(options.output, options.yes_to_all, console);
    file.write_line(format.header(query.columns()));
    take_samples(query, platform, schedule_of(options),
        [&](const Sample& sample) { file.write_line(format.row(sample)); });
    console.write_line("");
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
        const auto status = query.add(complete_path(counter, options.computer));
        if (status != ERROR_SUCCESS) {
            console.warn(counter + " is left out: " + text_of(status));
        }
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
    console.write_line(exiting_line);
    console.write_line(success_text);
}

void list(const Options& options, Console& console) {
    std::vector<std::string> lines;
    const bool with_instances = options.mode == Mode::list_instances;
    list_counters(options.object, options.computer, with_instances,
        [&](const std::string& path) { lines.push_back(listed_path(path)); });
    if (options.output.empty()) {
        console.write_lines(lines);
    } else {
        OutputFile(options.output, options.yes_to_all, console).write_lines(lines);
    }
    console.write_line(success_text);
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
        console.write_lines(help_lines());
        break;
    case Mode::version:
        console.write_line(version_line());
        break;
    }
}

// Errors are written to the console like all output: clients take output on stderr for a crash. run() reports
// failed writes.
int execute_and_report(const std::vector<std::string>& arguments, Platform& platform, Console& console) {
    try {
        execute(arguments, platform, console);
        return EXIT_SUCCESS;
    } catch (const WriteFailure&) {
        throw;
    } catch (const std::exception& failure) {
        console.write_lines({"", std::string("Error: ") + failure.what()});
        return EXIT_FAILURE;
    }
}

// The name shows who reads the output: programs for Windows start it by one of the names
// that it has there, and split its output at CR LF. Shells and other programs of this system call it
// `typeperf`.
std::string_view line_end_of(const std::string& name, const Platform& platform) {
    const bool is_own_name = std::string_view(name).substr(name.find_last_of("/\\") + 1) == "typeperf";
    return is_own_name ? platform.line_end() : "\r\n";
}

} // namespace

int run(const std::string& name, const std::vector<std::string>& arguments, Platform& platform) {
    Console console(platform, line_end_of(name, platform));
    try {
        return execute_and_report(arguments, platform, console);
    } catch (const OutputClosed&) {
        return EXIT_SUCCESS;
    } catch (const WriteFailure& failure) {
        write_error_line(platform, failure.what());
        return EXIT_FAILURE;
    }
}

} // namespace typeperf
