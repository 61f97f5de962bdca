// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "help.h"

namespace typeperf {

std::vector<std::string> help_lines() {
    return {
        "",
        "TypePerf writes the values of performance counters to the console or to a file.",
        "",
        "Usage:",
        "  typeperf { <counter [counter ...]> | -b | -cf <file> | -q [object] | -qx [object] } [options]",
        "",
        "What to do:",
        "  <counter [counter ...]>   Sample these counters, e.g. \"\\Processor(_Total)\\% Processor Time\".",
        "                            * instead of an instance or counter means all of them.",
        "  -c <counter [...]>        The same.",
        "  -b                        Choose the counters in a dialog.",
        "  -cf <file>                Sample the counters in a file, one on each line; - is standard input.",
        "  -q [object]               List the counters of an object, or of all objects.",
        "  -qx [object]              The same, with each instance.",
        "",
        "Options:",
        "  -f <CSV|TSV|BIN|SQL|HTML>",
        "                            Format of the output. Default: CSV. HTML is a page of plots.",
        "  -si <[[hh:]mm:]ss>        Time between samples. Default: 1 second.",
        "  -sc <samples>             Number of samples. Default: until Ctrl+C.",
        "  -o <file>                 Write to this file. Default: the console.",
        "  -capture <file>           Write the raw values to this file too; PDH_SHIM_SOURCE=perfdata:<file>",
        "                            replays them.",
        "  -s <computer>             Computer of counters that name none. Default: this one.",
        "  -y                        Answer all questions with yes.",
        "  -config <file>            Read more options from a file: a line [option],",
        "                            then a line for its value.",
        "  --                        All arguments after this are counters.",
        "  -?, --help                Show this help.",
        "  --version                 Show the version.",
        "",
        "Options may begin with / instead of -, before or after the counters.",
        "A counter whose name contains control characters is listed, and can be given, as $'...' in the",
        "form of the shell.",
        "",
        "Lines on the console end with LF, or, if the program is started as TypePerf or typeperf.exe, as",
        "programs for Windows do, with CR and LF. Lines in files end with CR and LF.",
        "A counter that does not exist is left out, with a warning if standard error is a terminal.",
        "",
        "Examples:",
        "  typeperf \"\\Processor(_Total)\\% Processor Time\"",
        "  typeperf -b -si 5 -o chosen.csv",
        "  typeperf -cf counters.txt -si 5 -sc 50 -f TSV -o counters.tsv",
        "  typeperf -qx PhysicalDisk -o counters.txt",
    };
}

} // namespace typeperf
