// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/help.h"

#include "tools/terminal/program_end.h"

namespace pdh_shim::tools::relog {

std::vector<std::string> help_lines() {
    std::vector<std::string> lines = {
        "",
        "Relog reads performance logs, and writes their records to a log of any format.",
        "",
        "Usage:",
        "  relog <filename [filename ...]> [options]",
        "",
        "What to read:",
        "  <filename [filename ...]> Read these logs: CSV, TSV or binary (.blg). Several binary logs are",
        "                            read as one. In names of files, * and ? stand for any characters.",
        "                            pcp:<archive or folder> are archives of Performance Co-Pilot; - is",
        "                            standard input. Logs may be compressed with gzip, xz, zstd or bzip2.",
        R"(  -c <counter [...]>        Only these counters, e.g. "\Processor(_Total)\% Processor Time".)",
        "                            * instead of an instance or counter means all of them. Default: all.",
        "  -cf <file>                The same, from a file, one on each line; - is standard input.",
        "  -b <M/D/YYYY H:MM:SS>     Only records from this time on, in the zone of the log; AM or PM may",
        "                            follow.",
        "  -e <M/D/YYYY H:MM:SS>     Only records up to this time.",
        "  -encoding <name>          Encoding of the names in a text log, e.g. CP932. Default: UTF-8, UTF-16",
        "                            with a byte order mark, or Windows-1252.",
        "  -dates <mdy|dmy>          Whether the month or the day comes first in a text log, where its",
        "                            times do not say it.",
        "  -decimal <point|comma>    The decimal sign of a text log, where its numbers do not say it.",
        "  -missing <report|ignore>  What happens with counters that no log has. Default: standard error",
        "                            names them, and the exit status is 3.",
        "  -t <n>                    Only the first record and every nth after it.",
        "  -tz <zone>                The time zone of logs that do not say theirs: UTC, a name as",
        "                            Europe/Berlin, or minutes as in a log (480: UTC is 8 hours later).",
        "",
        "What to write:",
        "  -o <file>                 Write to this file; - is standard output, and then all else goes to",
        "                            standard error. A name that ends in .gz, .xz or .zst is compressed.",
        "                            Default: nothing, only a summary is shown.",
        "  -f <CSV|TSV|BIN|SQL|HTML|JSON|LONG|INFLUX|OPENMETRICS>",
        "                            Format of the output. Default: BIN. HTML is a page of plots. The last",
        "                            four have a line for each value: JSON lines, CSV, the line protocol of",
        "                            InfluxDB, and the text that promtool reads.",
        "  -epoch                    LONG has its times in milliseconds since 1970.",
        "  -raw                      JSON and LONG have the raw values too.",
        "  -a                        Append to a binary log that exists.",
        "  -q                        List the counters of the logs, on the console or to the file of -o.",
        "  -average <interval>       Write one record for each interval, e.g. 30s, 5m or 1h: the means of",
        "                            values, and rates over the whole interval. Needs -f CSV, TSV or",
        "                            HTML.",
        "  -stats                    Show statistics of each counter: samples, lowest, mean, highest and",
        "                            last value, percentiles, standard deviation and times.",
        "  -compare                  Show how much each counter differs in two logs, or in two ranges of",
        "                            one.",
        "  -b2 <M/D/YYYY H:MM:SS>    Of -compare, only records of the second log from this time on; -b and",
        "                            -e are the range of the first.",
        "  -e2 <M/D/YYYY H:MM:SS>    The same, only records up to this time.",
        "  -trend                    Show how much each counter grows in an hour.",
        "  -top <n> <column>         Of these, only the n counters with the highest values in a column. With",
        "                            -f CSV or JSON they are for programs; -o <file> writes them to a file.",
        "  -y                        Answer all questions with yes.",
        "",
        "Options:",
        "  -config <file>            Read more options from a file: a line [option],",
        "                            then a line for each of its values; [i] has the logs.",
        "  --                        All arguments after this are logs.",
        "  -?, --help                Show this help.",
        "  --version                 Show the version.",
        "",
        "Options may begin with / instead of -, before or after the logs.",
        "",
        "Standard output has the summary or the list; warnings and errors go to standard error. Started as",
        "relog.exe, as programs for Windows do, it writes all to standard output, ends lines with CR and LF,",
        "and does not report missing counters.",
    };
    using terminal::ExitStatus;
    const auto statuses = terminal::exit_statuses({ExitStatus::done, ExitStatus::cannot, ExitStatus::usage,
        ExitStatus::losses, ExitStatus::nothing, ExitStatus::interrupted});
    lines.insert(lines.end(), statuses.begin(), statuses.end());
    lines.insert(lines.end(),
        {
            "",
            "Examples:",
            "  relog server.blg",
            "  relog server.blg -q",
            "  relog server.blg -f CSV -o server.csv",
            "  relog server.blg -stats -top 10 p95",
            "  relog monday.blg tuesday.blg -compare",
            R"(  relog "monday*.blg" -c "\Processor(*)\% Processor Time" -t 10 -o processors.blg)",
            R"(  relog server.blg -c "\Processor(*)\*" -f JSON -o - | grep _Total)",
            "  ssh server cat server.blg.xz | relog - -q",
            R"(  relog server.blg -b "11/22/2026 9:00:00AM" -e "11/22/2026 10:00:00AM" -f HTML -o morning.html)",
        });
    return lines;
}

} // namespace pdh_shim::tools::relog
