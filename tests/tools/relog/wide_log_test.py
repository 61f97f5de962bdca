# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""relog takes less than 64 MB for a log of 30,000 counters, whatever it does with it.

Usage: wide_log_test.py RELOG [unittest options]
"""

import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

RELOG = sys.argv[1]
COUNTERS = 30_000
RECORDS = 60
MOST = 64_000_000


def write_log(path):
    """Values of both signs and of any size: those of which percentiles take the most memory."""
    chance = random.Random(1)
    cells = [f"{chance.choice((-1, 1)) * 10 ** chance.uniform(-3, 12):.15g}" for _ in range(COUNTERS + RECORDS)]
    with open(path, "w", newline="", encoding="ascii") as file:
        file.write('"(PDH-CSV 4.0) (UTC)(0)"')
        file.writelines(rf',"\\MACHINE01\Process(application_name#{i})\% Processor Time"' for i in range(COUNTERS))
        file.write("\r\n")
        for second in range(RECORDS):
            file.write(f'"01/13/2018 05:00:{second:02}.500"')
            file.writelines(f',"{cell}"' for cell in cells[second:second + COUNTERS])
            file.write("\r\n")
    return cells


class WideLog(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.text = cls.path("wide.csv")
        cls.binary = cls.path("wide.blg")
        cls.cells = write_log(cls.text)
        cls.relog(cls.text, "-o", cls.binary)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def relog(cls, *arguments):
        """Runs it, and returns the most memory that it had: never less than this program itself has."""
        process = subprocess.Popen([RELOG, *arguments, "-y"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise AssertionError(f"relog {arguments} ended with {process.returncode}")
        return usage.ru_maxrss * 1024

    def check(self, *arguments):
        for log in (self.text, self.binary):
            with self.subTest(log=log, arguments=arguments):
                self.assertLess(self.relog(log, *arguments), MOST)

    def test_conversions(self):
        self.check("-o", self.path("out.blg"))
        self.check("-f", "CSV", "-o", self.path("out.csv"))

    def test_formats_of_other_programs(self):
        for form in ("JSON", "LONG", "INFLUX", "OPENMETRICS"):
            with self.subTest(form=form):
                self.assertLess(self.relog(self.binary, "-f", form, "-o", self.path("out.log")), MOST)

    def test_averages(self):
        self.check("-average", "20s", "-f", "CSV", "-o", self.path("out.csv"))

    def test_trends(self):
        self.check("-trend", "-f", "CSV", "-o", self.path("out.csv"))

    def test_statistics(self):
        """Which say how large the errors are that they have for it."""
        self.check("-stats", "-f", "CSV", "-o", self.path("out.csv"))
        errors = set()
        with open(self.path("out.csv"), encoding="ascii") as file:
            names = next(file).split(",")
            for i, line in enumerate(file):
                found = dict(zip(names, line.split(",")))
                errors.add(found["percentile_error"])
                if i % 1000 == 0:
                    self.check_percentiles(found, self.cells[i:i + RECORDS])
        self.assertEqual(i, COUNTERS - 1)
        self.assertNotIn("0", errors)
        self.assertLess(max(map(float, errors)), 0.34)

    def check_percentiles(self, found, cells):
        values = sorted(map(float, cells))
        for name, fraction in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
            rank = fraction * (RECORDS - 1)
            near = values[math.floor(rank)], values[math.ceil(rank)]
            error = float(found["percentile_error"]) * max(map(abs, near)) * (1 + 1e-12)
            self.assertLessEqual(min(near) - error, float(found[name]))
            self.assertGreaterEqual(max(near) + error, float(found[name]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
