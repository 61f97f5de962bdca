// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/help.h"

#include "tools/terminal/program_end.h"

namespace pdh_shim::tools::typeperf {

std::vector<std::string> help_lines() {
    std::vector<std::string> lines = {
        "",
        "TypePerf writes the values of performance counters to the console or to a file.",
        "",
        "Usage:",
        "  typeperf { <counter [counter ...]> | -b | -cf <file> | -q [object] | -qx [object] } [options]",
        "",
        "What to do:",
        R"(  <counter [counter ...]>   Sample these counters, e.g. "\Processor(_Total)\% Processor Time".)",
        "                            * instead of an instance or counter means all of them.",
        "  -c <counter [...]>        The same.",
        "  -b                        Choose the counters in a dialog.",
        "  -cf <file>                Sample the counters in a file, one on each line; - is standard input.",
        "  -q [object]               List the counters of an object, or of all objects.",
        "  -qx [object]              The same, with each instance.",
        "",
        "Options:",
        "  -f <CSV|TSV|BIN|SQL|HTML|JSON|LONG|INFLUX|OPENMETRICS>",
        "                            Format of the output. Default: CSV. HTML is a page of plots. The last",
        "                            four have a line for each value: JSON lines, CSV, the line protocol of",
        "                            InfluxDB, and the text that promtool reads.",
        "  -epoch                    LONG has its times in milliseconds since 1970.",
        "  -spreadsheet              CSV, TSV and LONG have an apostrophe before texts that would be",
        "                            formulas in a spreadsheet.",
        "  -raw                      JSON and LONG have the raw values too.",
        "  -si <[[hh:]mm:]ss[.fff]>  Time between samples. Default: 1 second.",
        "  -sc <samples>             Number of samples. Default: until Ctrl+C.",
        "  -o <file>                 Write to this file; - is standard output, with the same bytes as a",
        "                            file. A name that ends in .gz, .xz or .zst is compressed. Default: the",
        "                            console.",
        "  -max <megabytes>          Begin a new file of -o at this size, with a number in its name.",
        "  -cnf <[[hh:]mm:]ss>       The same after this time.",
        "  -capture <file>           Write the raw values to this file too; PDH_SHIM_SOURCE=perfdata:<file>",
        "                            replays them.",
        "  -missing <report|ignore>  Counters that do not exist are left out. Default: they are reported on",
        "                            standard error, and the exit status is 3.",
        "  -s <computer>             Computer of counters that name none. Default: this one.",
        "  -v                        Name all counters that are left out, not only the first ten.",
        "  -y                        Answer all questions with yes.",
        "  -config <file>            Read more options from a file: a line [option],",
        "                            then a line for its value.",
        "  --                        All arguments after this are counters.",
        "  -?, --help                Show this help.",
        "  --version                 Show the version.",
        "",
        "Options may begin with / instead of -, before or after the counters.",
        "Names with control characters use the quoting of the shell: $'...'.",
        "",
        "Standard output has the values or the list; all other lines go to standard error. Started as",
        "TypePerf or typeperf.exe, as programs for Windows do, it writes everything to standard output,",
        "ends lines with CR and LF, and does not report missing counters. Lines in files always end with",
        "CR and LF. SIGHUP makes it open a text file or binary log of -o again, after logrotate moved it.",
    };
    using terminal::ExitStatus;
    const auto statuses = terminal::exit_statuses({ExitStatus::done, ExitStatus::cannot, ExitStatus::usage,
        ExitStatus::losses, ExitStatus::nothing, ExitStatus::interrupted});
    lines.insert(lines.end(), statuses.begin(), statuses.end());
    const std::vector<std::string> examples = {
        "",
        "Examples:",
        R"(  typeperf "\Processor(_Total)\% Processor Time")",
        "  typeperf -b -si 5 -o chosen.csv",
        "  typeperf -cf counters.txt -si 5 -sc 50 -f TSV -o counters.tsv",
        "  typeperf -qx PhysicalDisk -o counters.txt",
    };
    lines.insert(lines.end(), examples.begin(), examples.end());
    return lines;
}

} // namespace pdh_shim::tools::typeperf
