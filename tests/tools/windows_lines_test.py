# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
r"""Command lines that people have in scripts for Windows, and what our tools make of them: the tables of windows_lines*.tsv.

A table has five columns, which tabs separate; empty lines and lines that begin with # are comments:

    line      is split into arguments as programs for Windows do it: "..." keeps blanks together, a backslash is a backslash, and
              %COMPUTERNAME% is the name of this computer
    source    where the line is from; `Microsoft:` begins the name of a page of Microsoft's documentation
    status    what the line ends with
    pattern   a regular expression, which is searched in standard output followed by standard error, with LF at the end of lines;
              \A and \Z are their begin and end, ^ and $ begin and end a line
    files     patterns of the names of files that exist then and are not empty, blanks between them, or -

The lines of a table run one after another in a folder of their own, with a home of their own. At the start the folder has what
windows_lines/ has, and logs, which typeperf and relog make of a scripted computer: perfmon.blg, logfile.blg and logfile.csv have
the same four records, from 1/13/2018 5:13:24 to 5:13:27 (UTC). typeperf reads two samples of that computer, the second of which
is one row; the other tools read it without end.

Usage: windows_lines_test.py TYPEPERF RELOG LODCTR LOGMAN TABLE... [unittest options]
"""

import concurrent.futures
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest

from programs import PATIENCE

PROGRAMS = dict(zip(("typeperf", "relog", "lodctr", "logman"), map(pathlib.Path, sys.argv[1:5]), strict=True))
TABLES = [pathlib.Path(argument) for argument in sys.argv[5:] if argument.endswith(".tsv")]
NAMES = {"typeperf": ("typeperf", "typeperf.exe", "TypePerf"), "relog": ("relog", "relog.exe"), "logman": ("logman", "logman.exe"),
         "lodctr": ("lodctr", "lodctr.exe", "unlodctr", "unlodctr.exe")}

OBJECTS = {  # counters and their types; None: without instances
    "Processor": (("0", "1", "_Total"), (("% Processor Time", "PERF_100NSEC_TIMER_INV"), ("% User Time", "PERF_100NSEC_TIMER"),
                                         ("Interrupts/sec", "PERF_COUNTER_COUNTER"))),
    "Memory": (None, (("Available MBytes", "PERF_COUNTER_LARGE_RAWCOUNT"), ("Pages/sec", "PERF_COUNTER_COUNTER"),
                      ("Committed Bytes", "PERF_COUNTER_LARGE_RAWCOUNT"))),
    "System": (None, (("Processor Queue Length", "PERF_COUNTER_RAWCOUNT"), ("Context Switches/sec", "PERF_COUNTER_COUNTER"))),
    "PhysicalDisk": (("0 C:", "_Total"), (("Avg. Disk Queue Length", "PERF_COUNTER_RAWCOUNT"),
                                          ("Disk Bytes/sec", "PERF_COUNTER_BULK_COUNT"))),
    "LogicalDisk": (("C:", "_Total"), (("% Free Space", "PERF_COUNTER_RAWCOUNT"), ("Disk Reads/sec", "PERF_COUNTER_COUNTER"))),
    "Network Interface": (("Ethernet",), (("Bytes Total/sec", "PERF_COUNTER_BULK_COUNT"),)),
    "Process": (("Idle", "sqlservr", "w3wp", "w3wp", "_Total"), (("% Processor Time", "PERF_100NSEC_TIMER"),
                                                                ("Private Bytes", "PERF_COUNTER_LARGE_RAWCOUNT"))),
}


def script(samples, loop):
    """A computer whose counters grow by their place in each second."""
    objects = [{"name": name, "instances": "none" if instances is None else "multi",
                "counters": [{"name": counter, "type": kind} for counter, kind in counters]}
               for name, (instances, counters) in OBJECTS.items()]
    data = []
    for second in range(samples):
        values = {}
        for name, (instances, counters) in OBJECTS.items():
            numbers = [100 * (place + 1) * (second + 1) for place in range(len(counters))]
            values[name] = numbers if instances is None else [[instance, numbers] for instance in instances]
        data.append({"systemTime": f"2018-01-13T05:13:{23 + second}.500Z", "time100ns": second * 10_000_000,
                     "perfTime": second * 10_000_000, "data": values})
    return json.dumps({"objects": objects, "samples": data, "loop": loop})


def arguments_of(line):
    """As CommandLineToArgvW splits them, but that a backslash before a quotation mark is one too: C:\\logs\\ in quotes."""
    words = re.findall(r'(?:[^\s"]|"[^"]*"?)+', line.replace("%COMPUTERNAME%", platform.node()))
    return [word.replace('"', "") for word in words]


class Line(typing.NamedTuple):
    text: str
    source: str
    status: int
    pattern: str
    files: list[str]


def lines_of(table):
    found = []
    for number, line in enumerate(table.read_text("utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != 5 or not all(cells):
                raise ValueError(f"{table.name}:{number}: a line has five columns, none of them empty")
            text, source, status, pattern, files = cells
            found.append(Line(text, source, int(status), pattern, [] if files == "-" else files.split(" ")))
    return found


class Machine:
    """The folder in which the lines of a table run, and its home."""

    def __init__(self, folder):
        self.folder = folder / "work"
        self.folder.mkdir()
        self.bin = folder / "bin"
        self.bin.mkdir()
        for program, names in NAMES.items():
            for name in names:
                (self.bin / name).symlink_to(PROGRAMS[program].resolve())
        home = folder / "home"
        home.mkdir()
        self.scripts = {}
        for name, samples, loop in (("two", 2, False), ("endless", 5, True)):
            self.scripts[name] = folder / f"{name}.json"
            self.scripts[name].write_text(script(samples, loop), "utf-8")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PDH_SHIM_", "DBUS_"))}
        self.environment = kept | {"HOME": str(home), "TZ": "UTC", "PATH": f"{self.bin}:{kept['PATH']}"}

    def run(self, arguments, source=None):
        """Status and output; the program is one of ours, by any of its names."""
        program = self.bin / arguments[0]
        if not program.exists():
            raise ValueError(f"no such tool: {arguments[0]}")
        is_typeperf = program.resolve() == PROGRAMS["typeperf"].resolve()
        source = source or ("two" if is_typeperf else "endless")
        ended = subprocess.run([program, *arguments[1:]], cwd=self.folder, capture_output=True, timeout=PATIENCE, check=False,
                               stdin=subprocess.DEVNULL, env=self.environment | {"PDH_SHIM_SOURCE": f"script:{self.scripts[source]}"})
        return ended.returncode, (ended.stdout + ended.stderr).decode().replace("\r\n", "\n")

    def run_line(self, line):
        """What is wrong with it; empty if it does what the table says."""
        status, output = self.run(arguments_of(line.text))
        wrong = []
        if status != line.status:
            wrong.append(f"ends with {status}, not {line.status}")
        if not re.search(line.pattern, output, re.MULTILINE):
            wrong.append(f"does not say {line.pattern}")
        for name in line.files:
            if not any(file.is_file() and file.stat().st_size for file in self.folder.glob(name)):
                wrong.append(f"has not made {name}")
        return "; ".join(wrong) and f"{'; '.join(wrong)}\n{output}"

    def end(self):
        """Stops the sets of counters that the lines have started."""
        for name in re.findall(r"^(.*\S) +(?:Counter|Alert) +(?!Stopped)\w+$", self.run(["logman", "query"])[1], re.MULTILINE):
            self.run(["logman", "stop", name])


def make_logs(folder):
    """The logs that the lines read."""
    machine = Machine(folder)
    counters = [rf"\{name}{'' if instances is None else '(*)'}\*" for name, (instances, _) in OBJECTS.items()]
    for arguments in (["typeperf", *counters, "-f", "BIN", "-o", "perfmon.blg", "-sc", "4", "-si", "0.1"],
                      ["relog", "perfmon.blg", "-o", "logfile.blg"], ["relog", "perfmon.blg", "-f", "csv", "-o", "logfile.csv"]):
        status, output = machine.run(arguments, "endless")
        if status:
            raise ValueError(f"{arguments}: {status}\n{output}")
    return machine.folder


def run_table(table, logs):
    """What is wrong with its lines, each with the line."""
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(pathlib.Path(folder))
        for source in (logs, pathlib.Path(__file__).parent / "windows_lines"):
            shutil.copytree(source, machine.folder, dirs_exist_ok=True)
        try:
            return [(line.text, machine.run_line(line)) for line in lines_of(table)]
        finally:
            machine.end()


class Lines(unittest.TestCase):
    def test_each_line_does_what_its_table_says(self):
        with tempfile.TemporaryDirectory() as folder:
            logs = make_logs(pathlib.Path(folder))
            with concurrent.futures.ThreadPoolExecutor(len(TABLES)) as pool:
                for table, results in zip(TABLES, pool.map(lambda table: run_table(table, logs), TABLES), strict=True):
                    for line, wrong in results:
                        with self.subTest(table=table.name, line=line):
                            self.assertEqual(wrong, "")

    def test_there_are_enough_lines_and_of_them_enough_of_the_documentation(self):
        lines = [line for table in TABLES for line in lines_of(table)]
        documented = [line for line in lines if line.source.startswith("Microsoft:")]
        self.assertGreaterEqual(len(lines), 80 if len(TABLES) > 1 else 45)
        self.assertGreaterEqual(len(documented), 20 if len(TABLES) > 1 else 12)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5 + len(TABLES):])
