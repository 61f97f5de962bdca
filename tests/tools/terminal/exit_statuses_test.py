# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The table of exit statuses in TOOLS.md, for all tools: a run for each of its cells.

Usage: exit_statuses_test.py TYPEPERF RELOG LODCTR LOGMAN WIDGETS_JSON TOOLS_MD [unittest options]
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

TYPEPERF, RELOG, LODCTR, LOGMAN, WIDGETS, PAGE = map(os.path.abspath, sys.argv[1:7])
PATIENCE = 600  # seconds until a program that should have ended counts as hanging
PROGRAMS = {"typeperf": TYPEPERF, "relog": RELOG, "lodctr": LODCTR, "logman": LOGMAN}
DEPTH = r"\Paint Gadget\Depth"
WRONG = r"\Paint Gadget\Nonsense"
LOG = ('"(PDH-CSV 4.0) (UTC)(0)","\\\\BOX\\Widget(a)\\Depth"\r\n' +
       "".join(f'"01/13/2018 05:00:0{second}.500","{second}"\r\n' for second in range(10)))
SUCCESS = "The command completed successfully.\n"
CLOSING = "Exiting, please wait..." + " " * 25 + "\n" + SUCCESS


class Statuses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.write("log.csv", LOG)
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file) | {"loop": True}
        self.endless = self.write("endless.json", json.dumps(script))

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text.encode())
        return path

    def start(self, tool, *arguments, script=WIDGETS, stdin=subprocess.DEVNULL):
        return subprocess.Popen([PROGRAMS.get(tool, tool), *map(str, arguments)], stdin=stdin, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": f"script:{script}",
                                     "XDG_DATA_HOME": str(self.folder / "data"),
                                     "XDG_CONFIG_HOME": str(self.folder / "config"),
                                     "XDG_STATE_HOME": str(self.folder / "state")})

    def run_tool(self, tool, *arguments, typed=None):
        process = self.start(tool, *arguments, stdin=subprocess.DEVNULL if typed is None else subprocess.PIPE)
        output, errors = process.communicate(typed, PATIENCE)
        return process.returncode, output, errors

    def interrupted_typeperf(self):
        process = self.start("typeperf", DEPTH, "-sc", "5", "-si", "99:00:00", script=self.endless)
        process.stdout.readline()
        header = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, header + output, errors

    def interrupted_relog(self):
        """It waits for the reader of its output before the first record."""
        pipe = self.folder / "page.html"
        os.mkfifo(pipe)
        process = self.start("relog", self.log, "-f", "HTML", "-o", pipe)
        with open(pipe, "rb", buffering=0) as page:
            page.read(1)
            process.send_signal(signal.SIGINT)
            while page.read(65536):
                pass
        output, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, output, errors

    def closed(self, tool, *arguments):
        read, write = os.pipe()
        os.close(read)
        process = subprocess.Popen([PROGRAMS[tool], *arguments], stdout=write, stderr=subprocess.PIPE, text=True)
        os.close(write)
        errors = process.communicate(timeout=PATIENCE)[1]
        return process.returncode, "", errors

    def damaged(self):
        whole = self.folder / "whole.blg"
        rows = "".join(f'"01/13/2018 05:{i // 60:02}:{i % 60:02}.500","{i}"\r\n' for i in range(500))
        self.run_tool("relog", self.write("long.csv", LOG.partition("\r\n")[0] + "\r\n" + rows), "-o", whole)
        log = bytearray(whole.read_bytes())
        log[0x10000 + 0x2000:0x10000 + 0x2400] = bytes(0x400)
        (self.folder / "damaged.blg").write_bytes(log)
        return self.folder / "damaged.blg"

    def cases(self):
        """Tool and status, then the run, and what its standard output and standard error match."""
        rows = r'\n"\(PDH-CSV 4\.0\)",".*"\n("[^\n]*\n)*'
        output = self.folder / "out.csv"
        damage = "Parts of the input are damaged; what cannot be read was passed over. With PDH_SHIM_LOG=warning in the environment the " \
                 "library says where, and how much.\n"
        return [
            ("typeperf", 0, self.run_tool("typeperf", DEPTH, "-sc", "1"), rows, re.escape(CLOSING)),
            ("typeperf", 0, self.run_tool("typeperf", DEPTH, "-sc", "1", "-o", output), "", re.escape("\n" + CLOSING)),
            ("typeperf", 0, self.run_tool("typeperf", "-q", "Paint Gadget"), r"(\\Paint Gadget\\.*\n)+", SUCCESS),
            ("typeperf", 0, self.closed("typeperf", "--help"), "", ""),
            ("typeperf", 0, self.run_tool("typeperf", DEPTH, WRONG, "-sc", "1", "-missing", "ignore"), rows,
             re.escape(CLOSING)),
            ("typeperf", 1, self.run_tool("typeperf", DEPTH, "-o", "/no/folder"), "",
             'typeperf: The file "/no/folder" cannot be created: No such file or directory\\.\n'),
            ("typeperf", 1, self.run_tool("typeperf", DEPTH, "-f", "BIN", "-o", "/no/log.blg"), "",
             'typeperf: The log "/no/log.blg" cannot be created .*The reason: /no/log.blg: its folder does not exist\\.\n'),
            ("typeperf", 1, self.run_tool("typeperf", DEPTH, "-f", "BIN", "-o", self.folder, "-y"), "",
             'typeperf: The log ".*" cannot be created .*The reason: .*: is a folder\\.\n'),
            ("typeperf", 1, self.run_tool("typeperf", "-cf", "/no/list"), "",
             'typeperf: The file "/no/list" cannot be read: No such file or directory\\.\n'),
            ("typeperf", 1, self.run_tool("typeperf", WRONG), "",
             r"typeperf: \\Paint.* is left out: .*\ntypeperf: No valid counters\.\n"),
            ("typeperf", 2, self.run_tool("typeperf", "-z"), "", 'typeperf: "-z" is not an option; .*\n'),
            ("typeperf", 3, self.run_tool("typeperf", DEPTH, WRONG, "-sc", "1"), rows,
             r"typeperf: \\Paint Gadget\\Nonsense is left out: .*\nExiting, please wait\.\.\. *\n"),
            ("typeperf", 4, self.run_tool("typeperf", "-q", "-o", self.log, typed="n\n"), "",
             'The file ".*" exists. Overwrite it\\? \\[y/n\\] typeperf: The file ".*" exists and was left as it is\\.\n'),
            ("typeperf", 4, self.run_tool("typeperf", "-cf", self.write("none.txt", "")), "",
             "typeperf: No counters were chosen\\.\n"),
            ("typeperf", 130, self.interrupted_typeperf(), rows[2:], r"Exiting, please wait\.\.\. *\n"),
            ("relog", 0, self.run_tool("relog", self.log), r"\nInput\n(.*\n)*Samples:  10\n(.*\n)*", SUCCESS),
            ("relog", 0, self.run_tool("relog", self.log, "-q"), r"\\\\BOX\\Widget\(a\)\\Depth\n", SUCCESS),
            ("relog", 0, self.closed("relog", "--help"), "", ""),
            ("relog", 1, self.run_tool("relog", "/no/log.blg"), "", 'relog: The log "/no/log.blg" cannot be read .*\n'),
            ("relog", 2, self.run_tool("relog"), "", "relog: No input file is given; relog -\\? shows how\\.\n"),
            ("relog", 3, self.run_tool("relog", self.log, "-c", r"\Widget(a)\Depth", WRONG, "-o", output, "-f", "CSV", "-y"),
             r"\nInput\n(.*\n)*Output\n(.*\n)*", r"relog: \\Paint Gadget\\Nonsense is left out: .*\n"),
            ("relog", 3, self.run_tool("relog", self.damaged()), r"\nInput\n(.*\n)*", "relog: " + re.escape(damage)),
            ("relog", 4, self.run_tool("relog", self.log, "-b", "1/13/2019", "-o", output, "-f", "CSV", "-y"),
             r"\nInput\n(.*\n)*Samples:  0\n\n", "relog: There is nothing to write: .*\n"),
            ("relog", 130, self.interrupted_relog(), r"\nInput\n(.*\n)*Output\n(.*\n)*",
             "It was stopped; the file has the records up to then\\.\n"),
            ("lodctr", 0, self.run_tool("lodctr", "/q"), "", ""),
            ("lodctr", 0, self.closed("lodctr", "--help"), "", ""),
            ("lodctr", 1, self.run_tool("lodctr", "/no/file.ini"), "",
             "lodctr: /no/file\\.ini: cannot be read: No such file or directory\n"),
            ("lodctr", 2, self.run_tool("lodctr"), "",
             "lodctr: Neither a file nor an option is given; lodctr -\\? shows what it takes\\.\n"),
            ("logman", 0, self.run_tool("logman", "create", "counter", "web", "-c", DEPTH, WRONG, "-si", "1", "-sc", "1", "-o",
                                        self.folder / "set"), "",
             r"logman: \\Paint Gadget\\Nonsense is not a counter of this computer now: .*\n" + SUCCESS),
            ("logman", 0, self.run_tool("logman", "query"), r"\nData Collector Set .*\n-+\nweb +Counter +Stopped\n", SUCCESS),
            ("logman", 0, self.closed("logman", "--help"), "", ""),
            ("logman", 1, self.run_tool("logman", "start", "other"), "", 'logman: The set "other" does not exist; .*\n'),
            ("logman", 2, self.run_tool("logman", "begin"), "", 'logman: "begin" is not a command; .*\n'),
            ("logman", 3, self.run_tool("logman", "run", "web"), "", r"logman: \\Paint Gadget\\Nonsense is left out: .*\n"),
            ("logman", 4, self.run_tool("logman", "stop", "web"), "", 'logman: The set "web" is not running\\.\n'),
        ]

    def test_each_cell_of_the_table_has_a_run_that_ends_so(self):
        table = re.findall(r"^\| (\d+) \| ([^|]*?) \|(.*)\|$", re.sub(r"\\\|", "/", pathlib.Path(PAGE).read_text("utf-8")),
                           re.MULTILINE)
        documented = {(tool, int(status)) for status, _, cells in table
                      for tool, cell in zip(PROGRAMS, cells.split("|"), strict=True) if cell.strip()}
        cases = self.cases()
        self.assertEqual({(tool, status) for tool, status, *_ in cases}, documented)
        for tool, status, ended, output, errors in cases:
            with self.subTest(tool=tool, status=status, ended=ended):
                self.assertEqual(ended[0], status)
                self.assertRegex(ended[1], rf"\A{output}\Z")
                self.assertRegex(ended[2], rf"\A{errors}\Z")

    def test_help_has_the_statuses_of_the_table(self):
        table = re.findall(r"^\| (\d+) \|", pathlib.Path(PAGE).read_text("utf-8"), re.MULTILINE)
        for tool, statuses in (("typeperf", table), ("relog", table), ("lodctr", table[:3]), ("logman", table[:5])):
            code, output, errors = self.run_tool(tool, "-?")
            self.assertEqual((code, errors), (0, ""))
            said = re.findall(r"^  (\d+) ", output[output.index("Exit status:"):], re.MULTILINE)
            self.assertEqual(said, statuses, tool)

    def test_started_as_on_windows_everything_is_on_standard_output(self):
        for name, program, arguments, code, begin, end in (
                ("TypePerf", TYPEPERF, [DEPTH, WRONG, "-sc", "1"], 0, '\r\n"(PDH-CSV', CLOSING),
                ("typeperf.exe", TYPEPERF, [WRONG], 1, "\r\nError: No valid counters.", "counters.\n"),
                ("relog.exe", RELOG, [self.log, "-c", r"\Widget(a)\Depth", WRONG, "-o", self.folder / "a.blg"], 0,
                 "\r\nInput\r\n", SUCCESS),
                ("relog.exe", RELOG, [self.damaged()], 3, "\r\nInput\r\n", "how much.\n")):
            link = self.folder / name
            if not link.exists():
                link.symlink_to(program)
            with self.subTest(name=name, arguments=arguments):
                process = subprocess.run([link, *arguments], capture_output=True, timeout=PATIENCE, check=False,
                                         env={**os.environ, "PDH_SHIM_SOURCE": f"script:{WIDGETS}"})
                self.assertEqual((process.returncode, process.stderr), (code, b""))
                output = process.stdout.decode()
                self.assertTrue(output.startswith(begin), output)
                self.assertTrue(output.endswith(end.replace("\n", "\r\n")), output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[7:])
