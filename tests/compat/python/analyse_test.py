# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs the programs of ANALYSE.md on logs in which the answer is known.

usage: analyse_test.py PAGE RELOG

Skipped (77) where no Python has pandas: this one, or that of the system, which has Debian's python3-pandas.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from records_test import text_of

PAGE, RELOG = map(pathlib.Path, sys.argv[1:3])
PYTHONS = [python for python in (sys.executable, "/usr/bin/python3") if os.path.exists(python)]
MINUTE = 60


def python_with_pandas():
    for python in PYTHONS:
        if subprocess.run([python, "-c", "import pandas"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return python
    return None


def recipes(title, language):
    """The programs below a heading of the page."""
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


class Recipes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, columns, rows, **more):
        text = self.folder / "text.csv"
        rows = [(second, [" " if cell is None else f"{cell:.3f}" for cell in cells]) for second, cells in rows]
        text.write_text(text_of(columns, rows, **more))
        if name.endswith(".csv"):
            text.rename(self.folder / name)
            return
        subprocess.run([RELOG, text, "-f", "BIN", "-o", self.folder / name, "-y"], check=True, stdout=subprocess.DEVNULL)

    def run_recipe(self, title):
        (program,) = recipes(title, "python")
        command = [python_with_pandas(), "-W", "error", "-c", program]
        done = subprocess.run(command, cwd=self.folder, check=False, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def run_commands(self, title):
        """Those whose program is here. What the last of them prints."""
        printed = ""
        environment = {**os.environ, "PATH": f"{RELOG.resolve().parent}:{os.environ['PATH']}"}
        for command in "".join(recipes(title, "sh")).splitlines():
            if not shutil.which(shlex.split(command)[0], path=environment["PATH"]):
                print(f"not run here: {command}")
                continue
            done = subprocess.run(command, shell=True, cwd=self.folder, env=environment, check=False, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
            printed = done.stdout
        return printed.splitlines()

    def test_what_was_busiest(self):
        processes = [rf"\\M\Process({name})\% Processor Time" for name in ("_Total", "idler", "worker", "Idle")]
        self.write("server.blg", processes, [(second, [100, 1, 90 if second == 7 else 50, 50]) for second in range(20)])
        lines = self.run_recipe("What was busiest")
        self.assertRegex(lines[-2], r"worker .* 12:00:07")
        self.assertIn("idler ", lines[-1])
        self.assertNotIn("_Total", "".join(lines))
        self.assertRegex(self.run_commands("What was busiest")[1], r"^ *20 .*Process\(_Total\)")

    def test_compare_two_runs(self):
        for name, machine, load in (("before.blg", "OLD", 10), ("after.blg", "NEW", 30)):
            columns = [rf"\\{machine}\Web\Requests", rf"\\{machine}\Web\Errors", rf"\\{machine}\Web\Of {machine}"]
            self.write(name, columns, [(second, [load, 5, 1]) for second in range(10)])
        lines = self.run_recipe("Compare two runs")
        self.assertEqual([line.split()[-6:] for line in lines[-2:]], [
            ["Requests", "10.00", "10.00", "30.00", "30.00", "2.00"], ["Errors", "5.00", "5.00", "5.00", "5.00", "0.00"],
        ])
        self.assertRegex(self.run_commands("Compare two runs")[1], r"^ *10 +30 +20 .*Requests$")

    def test_find_a_process_that_leaks(self):
        names = ("leaky", "steady", "noisy", "_Total", "compiler", "echo", "never")
        self.write("server.blg", [rf"\\M\Process({name})\Private Bytes" for name in names], [
            (minute * MINUTE, [
                1e8 + 2e6 * minute, 5e8, 3e8 + (minute % 2) * 1e8, 1e9 + 2e6 * minute,
                1e8 * minute if minute < 4 else None, 1e6 if minute == 7 else None, None,
            ])
            for minute in range(120)
        ])
        lines = self.run_recipe("Find a process that leaks")
        self.assertEqual(lines[-1].split(), ["leaky", "120.0", "1.0"])
        self.assertNotRegex("".join(lines), "noisy|compiler|echo")
        self.assertIn("Process(leaky)", "".join(self.run_commands("Find a process that leaks")[1:3]))

    def test_put_logs_of_windows_and_linux_together(self):
        counter = r"Processor(_Total)\% Processor Time"
        self.write("windows.blg", [rf"\\WIN\{counter}"], [(second, [40]) for second in range(0, 120, 15)])
        self.write("linux.csv", [rf"\\lin\{counter}"], [(3600 + second, [second]) for second in (10, 20)], zone=" (East)(-60)")
        lines = self.run_recipe("Put logs of Windows and Linux together")
        self.assertEqual(lines[0].split(), ["machine", "WIN", "lin"])
        self.assertEqual([line.split()[-2:] for line in lines[-2:]], [["40.0", "15.0"], ["40.0", "NaN"]])


    def test_into_prometheus_influxdb_or_parquet(self):
        self.write("server.blg", [r"\\M\Memory\Available MBytes"], [(second, [second]) for second in range(3)])
        with unittest.mock.patch.dict(os.environ, {"PATH": self.path_without("influx")}):
            self.run_commands("Into Prometheus, InfluxDB or Parquet")
        self.assertTrue((self.folder / "server.txt").read_text().endswith("# EOF\n"))
        self.assertIn(" Available_MBytes=2 ", (self.folder / "server.lp").read_text())
        self.assertIn(",Available MBytes,2,", (self.folder / "server.csv").read_text())
        if shutil.which("promtool"):
            self.assertTrue(list((self.folder / "blocks").iterdir()))

    @staticmethod
    def path_without(program):
        """A server of it would have to be there."""
        folders = os.environ["PATH"].split(":")
        return ":".join(folder for folder in folders if not os.path.exists(os.path.join(folder, program)))


if __name__ == "__main__":
    if python_with_pandas() is None:
        print("pandas is missing (package python3-pandas)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
