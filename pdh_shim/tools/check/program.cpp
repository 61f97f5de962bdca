// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// check_pdh: performance counters for Nagios and Icinga.

#include "tools/check/finding.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/paths.h"
#include "tools/command/query.h"
#include "tools/command/status_text.h"
#include "tools/terminal/program_end.h"

#include <pdhmsg.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <getopt.h>
#include <set>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace pdh_shim::tools;
using check::Finding;
using check::State;

namespace {

struct Counter {
    std::string path;
    check::Thresholds thresholds = {};
};

struct Options {
    std::string host = {};
    std::vector<Counter> counters = {};
    std::chrono::milliseconds interval{1000};
    std::chrono::milliseconds timeout{10000};
    bool is_verbose = false;
    std::string answer = {}; ///< to --help or --version
};

constexpr std::string_view help_text =
    R"(check_pdh [-H HOST] -c PATH [-w RANGE] [-C RANGE] [-c PATH ...] [OPTIONS]

Checks performance counters, as a plugin of Nagios and Icinga.

Options:
  -H, --hostname HOST     The computer; without it this one.
  -c, --counter PATH      A counter; * stands for all instances. May be repeated.
  -w, --warning RANGE     When the counter before it is a warning.
  -C, --critical RANGE    When the counter before it is critical.
  -i, --interval SECONDS  Between two samples (1); 0 = one sample, for values without rate.
  -t, --timeout SECONDS   Until the result is UNKNOWN (10).
  -v, --verbose           Adds a line for each value.
  -V, --version           Shows the version.
  -h, --help              Shows this help.

RANGE: a value outside it alerts. 10 = 0 to 10; 10: = 10 and more; ~:10 = up to 10;
10:20 = 10 to 20; @10:20 = a value inside it alerts.

Exit status: 0 = OK, 1 = WARNING, 2 = CRITICAL, 3 = UNKNOWN; the text says why.

Examples:
  check_pdh -c '\Processor(_Total)\% Processor Time' -w 80 -C 95
  check_pdh -c '\LogicalDisk(*)\% Free Space' -w 20: -C 10: -i 0
)";

constexpr std::array long_options = {option{"hostname", 1, nullptr, 'H'}, option{"counter", 1, nullptr, 'c'},
    option{"warning", 1, nullptr, 'w'}, option{"critical", 1, nullptr, 'C'},
    option{"interval", 1, nullptr, 'i'}, option{"timeout", 1, nullptr, 't'},
    option{"verbose", 0, nullptr, 'v'}, option{"version", 0, nullptr, 'V'}, option{"help", 0, nullptr, 'h'},
    option{}};

std::chrono::milliseconds parse_seconds(const std::string& text) {
    constexpr std::uint64_t most = 86'400'000;
    const auto value = command::parse_milliseconds(text);
    if (!value || *value > most) {
        throw terminal::UsageError("'" + text + "' is not a number of seconds.");
    }
    return std::chrono::milliseconds(*value);
}

void set_range(Options& options, bool is_warning, const std::string& text) {
    if (options.counters.empty()) {
        throw terminal::UsageError("The range '" + text + "' must stand behind the counter that it is for.");
    }
    auto& [path, thresholds] = options.counters.back();
    auto& range = is_warning ? thresholds.warning : thresholds.critical;
    if (!range.text.empty()) {
        throw terminal::UsageError("The range '" + text + "' is the second of its kind for " + path + '.');
    }
    const auto parsed = check::parse_range(text);
    if (!parsed) {
        throw terminal::UsageError("'" + text + "' is not a range such as 10, 10:, ~:10, 10:20 or @10:20.");
    }
    range = *parsed;
}

void apply(Options& options, int letter, const std::string& value) {
    switch (letter) {
    case 'H':
        options.host = value.substr(std::min(value.find_first_not_of('\\'), value.size()));
        if (options.host.empty() || options.host.find('\\') != std::string::npos) {
            throw terminal::UsageError("'" + value + "' is not the name of a computer.");
        }
        break;
    case 'c':
        options.counters.push_back({value});
        break;
    case 'w':
    case 'C':
        set_range(options, letter == 'w', value);
        break;
    case 'i':
        options.interval = parse_seconds(value);
        break;
    case 't':
        options.timeout = parse_seconds(value);
        break;
    case 'v':
        options.is_verbose = true;
        break;
    case 'V':
        options.answer = terminal::version_line("check_pdh") + '\n';
        break;
    default:
        options.answer = help_text;
    }
}

// Checks what goes together.
void complete(Options& options) {
    if (options.counters.empty()) {
        throw terminal::UsageError("No counter is given; --help shows how.");
    }
    for (auto& counter : options.counters) {
        if (!options.host.empty() && !command::computer_of(counter.path).empty()) {
            throw terminal::UsageError(counter.path + " names a computer, as --hostname does.");
        }
        counter.path = command::complete_path(counter.path, options.host);
    }
    if (options.timeout <= options.interval) {
        throw terminal::UsageError("--timeout is not longer than --interval.");
    }
}

Options parse_options(int argc, char** argv) {
    Options options;
    opterr = 0; // what is wrong goes to standard output, where the monitoring looks
    for (int letter = 0; options.answer.empty();) {
        const auto at = std::min(optind, argc - 1);
        // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread yet
        letter = getopt_long(argc, argv, "+:H:c:w:C:i:t:vVh", long_options.data(), nullptr);
        const std::string given = argv[at];
        if (letter == -1) {
            break;
        }
        if (letter == ':') {
            throw terminal::UsageError(given + " needs a value; --help shows it.");
        }
        if (letter == '?' && given != "-?") { // which asks for help, as with the other tools
            throw terminal::UsageError("'" + given + "' is not an option; --help shows them.");
        }
        apply(options, letter, optarg == nullptr ? "" : optarg);
    }
    if (!options.answer.empty()) {
        return options;
    }
    if (optind < argc) {
        throw terminal::UsageError(
            std::string("'") + argv[optind] + "' is not an option; --help shows them.");
    }
    complete(options);
    return options;
}

// The same for each host, so that one graph can have all: the computer only if the path names it.
std::string label_of(const command::Column& column, const std::string& computer) {
    const auto instance = command::instance_text(column);
    return computer + '\\' + column.object + (instance.empty() ? "" : '(' + instance + ')') + '\\' +
           column.counter;
}

std::string why(DWORD status, const std::string& reason) {
    return command::text_of(status) + (reason.empty() ? "" : ": " + reason);
}

// Adds the counters, and says which are not there.
// @return which of the options' counters those of the query are of
std::vector<std::size_t> add(const Options& options, command::Query& query, std::vector<Finding>& findings) {
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < options.counters.size(); ++i) {
        const auto& path = options.counters[i].path;
        if (const auto status = query.add(path, PDH_NOEXPANDINSTANCES); status != ERROR_SUCCESS) {
            findings.push_back(check::missing(path, why(status, command::last_reason(status))));
        }
        owners.resize(query.column_count(), i);
    }
    for (const auto& [path, status] : query.refused()) {
        findings.push_back(check::missing(path, command::text_of(status)));
    }
    return owners;
}

// None for an instance that has just come or gone, and for a computer that does not answer.
std::optional<Finding> finding_of(const command::Reading& reading, const command::Column& column,
    const Counter& counter, const std::string& label) {
    if (reading.has_value()) {
        return check::finding_of(
            label, reading.value, check::unit_of(column.type, column.counter), counter.thresholds);
    }
    const bool is_missing =
        reading.status == PDH_CSTATUS_INVALID_DATA || reading.status == PDH_CSTATUS_NO_INSTANCE;
    if (reading.status == PDH_CSTATUS_NO_MACHINE || (is_missing && command::has_wildcard(counter.path))) {
        return std::nullopt;
    }
    return check::missing(label, command::text_of(reading.status));
}

std::vector<Finding> check_counters(const Options& options) {
    std::vector<Finding> findings;
    command::Query query;
    const auto owners = add(options, query, findings);
    if (query.is_empty()) {
        return findings;
    }
    if (options.interval.count() > 0) {
        (void)query.collect();
        std::this_thread::sleep_for(options.interval);
    }
    command::InstanceReader reader(query, false);
    command::Sample sample;
    if (!reader.collect(sample)) {
        throw terminal::ProgramError("There are no more samples.");
    }
    std::set<std::size_t> silent(owners.begin(), owners.end());
    for (const auto& reading : sample.readings) {
        const auto owner = owners[reader.counter_of(reading.column)];
        const auto& counter = options.counters[owner];
        const auto& column = reader.columns()[reading.column];
        const auto label = label_of(column, options.host.empty() ? command::computer_of(counter.path) : "");
        if (auto finding = finding_of(reading, column, counter, label)) {
            findings.push_back(std::move(*finding));
            silent.erase(owner);
        }
    }
    for (const auto owner : silent) {
        const auto& path = options.counters[owner].path;
        const auto awaited = query.awaited().find(command::computer_of(path));
        findings.push_back(check::missing(path, awaited == query.awaited().end()
                                                    ? "No instance has a value."
                                                    : why(PDH_CSTATUS_NO_MACHINE, awaited->second.reason)));
    }
    return findings;
}

extern "C" void end_late(int /*number*/) {
    constexpr std::string_view text = "PDH UNKNOWN - There was no answer in the time of --timeout.\n";
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, text.data(), text.size());
    _exit(static_cast<int>(State::unknown));
}

// Whatever a computer does that is asked.
void end_after(std::chrono::milliseconds timeout) {
    (void)std::signal(SIGALRM, end_late);
    const itimerval timer = {{}, {timeout.count() / 1000, timeout.count() % 1000 * 1000}};
    (void)setitimer(ITIMER_REAL, &timer, nullptr);
}

State run(int argc, char** argv, std::string& output) {
    try {
        const auto options = parse_options(argc, argv);
        output = options.answer;
        if (!output.empty()) {
            return State::ok;
        }
        end_after(options.timeout);
        const auto findings = check_counters(options);
        output = check::report(findings, options.is_verbose);
        return check::worst_of(findings);
    } catch (const std::exception& error) {
        output = check::report({{State::unknown, check::plain(error.what())}}, false);
        return State::unknown;
    }
}

} // namespace

int main(int argc, char** argv) {
    terminal::reserve_standard_descriptors();
    (void)std::signal(SIGPIPE, SIG_IGN); // a write says that the reader is gone
    std::string output;
    const auto state = run(argc, argv, output);
    (void)std::signal(SIGALRM, SIG_IGN);
    const bool is_written = !terminal::write_all(STDOUT_FILENO, output);
    // Threads that wait for a computer are not waited for.
    std::_Exit(static_cast<int>(is_written ? state : State::unknown));
}
