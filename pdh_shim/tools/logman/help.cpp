// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/help.h"

#include "tools/terminal/program_end.h"

namespace pdh_shim::tools::logman {

std::vector<std::string> help_lines() {
    std::vector<std::string> lines = {
        "",
        "Logman keeps sets of performance counters, and collects them in the background, for weeks.",
        "",
        "Usage:",
        "  logman create { counter | alert } <name> [options]",
        "  logman update <name> [options]",
        "  logman { start | stop | delete } <name>",
        "  logman query [name]",
        "  logman { import | export } <name> -xml <file>",
        "  logman run <name>",
        "",
        "Commands:",
        "  create counter            Make a set that writes logs.",
        "  create alert              Make a set that reports when a counter crosses a threshold.",
        "  update                    Change a set; a run that goes on keeps its old options until it is",
        "                            started again.",
        "  start                     Collect in the background.",
        "  stop                      End that.",
        "  delete                    Remove a set. Its logs stay.",
        "  query                     List all sets, or show one: whether it runs, and why it fails.",
        "  import                    Make a set of a template that Performance Monitor saved.",
        "  export                    Save a set as such a template.",
        "  run                       Collect in the foreground until Ctrl+C.",
        "",
        "Options:",
        "  -n <name>                 Name of the set, if it could be taken for something else.",
        "  -name <name>              The same.",
        "  -c <path [path ...]>      Counters.",
        "  -cf <file>                Counters in a file, one on each line; - is standard input.",
        "  -th <path>N [...]>        Thresholds of an alert, as PATH>N or PATH<N. After a crossing there is",
        "                            not another one until a value is back by 5 % of N.",
        "  -el                       Of an alert: report to the system's log, not to the set's messages.",
        "  -rdcs <name>              Of an alert: start this set.",
        "  -tn <program>             Of an alert: run this program, with the arguments of -targ.",
        "  -targ <arguments>         Arguments, with blanks between them; {name}, {date}, {counter},",
        "                            {threshold} and {value} are replaced. Default: as -rc has them.",
        "  -f <BIN|BINCIRC|CSV|TSV|SQL|JSON|LONG|INFLUX|OPENMETRICS>",
        "                            Format of the log. Default: BIN. BINCIRC overwrites its oldest records.",
        "                            The last four have a line for each value.",
        "  -o <file>                 Log, without or with its extension, or SQL:DSN!SET. An alert writes one",
        "                            only with an option of logs: -o, -f, -c, -max and the like.",
        "  -si <[[hh:]mm:]ss>        Time between samples. Default: 15 seconds.",
        "  -sc <samples>             Number of samples. Default: until it is stopped. 0 means no limit, as "
        "for",
        "                            -max, -cnf and -rf.",
        "  -a                        Append to a log that exists.",
        "  -ow                       Replace a log that exists.",
        "  -v <nnnnnn|mmddhhmm>      Add a number or the time to the name of each log. Default: a number,",
        "                            unless -a, -ow, BINCIRC or SQL keeps to one log; --v adds none.",
        "  -max <megabytes>          End at this size; with -cnf, begin a new log. Of SQL: records of a run.",
        "  -cnf [[[hh:]mm:]ss]       Begin a new log after this time, or without one at the size of -max.",
        "  -b <M/d/yyyy h:mm:ss[AM|PM]>",
        "                            Begin at this time. Default: when it is started.",
        "  -e <M/d/yyyy h:mm:ss[AM|PM]>",
        "                            End at this time.",
        "  -rf <[[hh:]mm:]ss>        End after this time.",
        "  -r                        Repeat that each day.",
        "  -m <[start] [stop]>       Begin, or end, by hand: without -b, or without -e and -rf.",
        "  -rc <program>             Run this program with the name of each finished log; of an alert, with",
        "                            the threshold, the counter and its value. No shell is involved.",
        "  -rcmax <programs>         Programs that run at once. Default: 8. Up to 1,000 more wait.",
        "  -u <user> [password]      User whose rights the programs of -rc and -tn get, if root runs the "
        "set.",
        "                            A password, or *, is not kept.",
        "  -system                   Sets of the system, which only root may change.",
        "  -background               With run: write messages to a file once it runs, as start does.",
        "                            With start: say nothing if it succeeds.",
        "  -xml <file>               Template of import and export.",
        "  -s <computer>             This computer; for another one run logman there.",
        "  -as                       Nothing: for scripts of Windows, where it does not wait.",
        "  -ets                      The same, for start and stop.",
        "  -y                        Answer all questions with yes.",
        "  -config <file>            Read more options from a file: a line [option], then a line for its",
        "                            value.",
        "  -?, --help                Show this help.",
        "  --version                 Show the version.",
        "",
        "Options may begin with / instead of -. A second - negates -a, -ow, -v, -max, -cnf, -rf, -r, -rc,",
        "-rcmax, -u, -el, -rdcs, -tn and -targ: logman update web --max. What has no meaning in a set is "
        "left",
        "out and named, with the status 3. A set is a file in ~/.config/pdh-shim/sets, or in",
        "/etc/pdh-shim/sets.",
    };
    using terminal::ExitStatus;
    const auto statuses = terminal::exit_statuses(
        {ExitStatus::done, ExitStatus::cannot, ExitStatus::usage, ExitStatus::losses, ExitStatus::nothing});
    lines.insert(lines.end(), statuses.begin(), statuses.end());
    const std::vector<std::string> examples = {
        "",
        "Examples:",
        R"(  logman create counter web -c "\Processor(*)\% Processor Time" "\Memory\*" -si 10 -cnf 24:00:00 -o web)",
        "  logman start web",
        "  logman query web",
        R"(  logman create alert busy -th "\Processor(_Total)\% Processor Time>50")",
        R"(  logman create alert full -th "\LogicalDisk(*)\% Free Space<5" -rc /usr/local/bin/say)",
    };
    lines.insert(lines.end(), examples.begin(), examples.end());
    return lines;
}

} // namespace pdh_shim::tools::logman
