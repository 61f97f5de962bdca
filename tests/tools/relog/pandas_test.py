# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What relog computes of a log is what pandas computes of it.

Usage: pandas_test.py RELOG [unittest options]
Ends with 77 where there is no pandas.
"""

import csv
import datetime
import fractions
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import unittest

try:
    import pandas
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])  # which finds Debian's packages
    print("skipped: there is no pandas (python3-pandas)")
    sys.exit(77)

RELOG = sys.argv[1]
PATIENCE = 600  # seconds until a program that should have ended counts as hanging
RECORDS = 3000
# Its standard deviation is compared with that of fractions: pandas subtracts a mean of 16 digits.
EXACT = r"\\BOX\Disk(a)\small spread of very large values"


def columns():
    """Kinds of counters: a path, and a function of a record's number."""
    chance = random.Random(7)
    return {
        r"\\BOX\Disk(a)\small spread of large values": lambda i: 1e8 + chance.random(),
        EXACT: lambda i: 1e12 + chance.random(),
        r"\\BOX\Disk(b)\both signs": lambda i: chance.gauss(0, 1e6),
        r"\\BOX\Disk(c)\far away at first": lambda i: -1e9 if i == 0 else 0.1 + i % 7,
        r"\\BOX\Disk(d)\blanks": lambda i: None if i % 3 else chance.expovariate(1),
        r"\\BOX\Disk(e)\constant": lambda i: 0.1,
        r"\\BOX\Disk(f)\grows": lambda i: 1e8 + 4096 * i + chance.gauss(0, 1e5),
        r"\\BOX\Disk(g)\never": lambda i: None,
        r"\\BOX\Disk(h)\once": lambda i: 5.5 if i == 17 else None,
    }


def write_log(path):
    made = columns()
    begin = datetime.datetime(2026, 3, 1)
    with open(path, "w", newline="", encoding="ascii") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_ALL)
        rows.writerow(["(PDH-CSV 4.0) (UTC)(0)", *made])
        for i in range(RECORDS):
            time = (begin + datetime.timedelta(seconds=15 * i)).strftime("%m/%d/%Y %H:%M:%S.000")
            values = (value(i) for value in made.values())
            rows.writerow([time, *(" " if value is None else repr(value) for value in values)])


class Pandas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.log = os.path.join(cls.folder, "log.csv")
        write_log(cls.log)
        cls.frame = pandas.read_csv(cls.log, na_values=[" "], index_col=0, float_precision="round_trip")
        cls.frame.index = pandas.to_datetime(cls.frame.index, utc=True)

    def result(self, *arguments):
        """The lines of a result by their counters."""
        output = os.path.join(self.folder, "result.csv")
        subprocess.run([RELOG, *arguments, "-f", "CSV", "-o", output, "-y"], check=True, timeout=PATIENCE,
                       capture_output=True)
        return pandas.read_csv(output, float_precision="round_trip").set_index("counter")

    def check(self, result, expected):
        """That all numbers are the same, but for the rounding of their last digits."""
        for name, numbers in expected.items():
            for counter, number in numbers.items():
                with self.subTest(column=name, counter=counter):
                    value = result.loc[counter, name]
                    if pandas.isna(number):
                        self.assertTrue(pandas.isna(value))
                    else:
                        self.assertLessEqual(abs(value - number), 1e-12 * abs(number) + 1e-16)

    def expected_statistics(self, frame):
        last = frame.apply(lambda column: column.dropna().iloc[-1] if column.count() else float("nan"))
        deviation = frame.std()
        deviation[EXACT] = statistics.stdev(map(fractions.Fraction, frame[EXACT]))
        return {"samples": frame.count(), "min": frame.min(), "mean": frame.mean(), "max": frame.max(), "last": last,
                "p50": frame.quantile(0.5), "p95": frame.quantile(0.95), "p99": frame.quantile(0.99), "std": deviation}

    def test_statistics_of_all_counters(self):
        result = self.result(self.log, "-stats")
        self.check(result, self.expected_statistics(self.frame))
        self.assertEqual(set(result["percentile_error"]), {0})
        for name, place in (("first_time", 0), ("last_time", -1)):
            for counter in self.frame:
                there = self.frame[counter].dropna().index
                if len(there):
                    self.assertEqual(pandas.to_datetime(result.loc[counter, name], utc=True), there[place])

    def test_statistics_of_a_range_of_every_third_record(self):
        result = self.result(self.log, "-stats", "-b", "3/1/2026 1:00:00", "-e", "3/1/2026 2:00:00", "-t", "3")
        self.check(result, self.expected_statistics(self.frame["2026-03-01 01:00":"2026-03-01 02:00:00"].iloc[::3]))

    def test_averages(self):
        """Of intervals that are not as long as the blocks of records that are read at once."""
        output = os.path.join(self.folder, "averages.csv")
        for interval, offset in (("8m", "8min"), ("1h", "60min"), ("15s", "15s")):
            with self.subTest(interval=interval):
                subprocess.run([RELOG, self.log, "-average", interval, "-f", "CSV", "-o", output, "-y"], check=True,
                               timeout=PATIENCE, capture_output=True)
                averages = pandas.read_csv(output, na_values=[" "], index_col=0, float_precision="round_trip")
                averages.index = pandas.to_datetime(averages.index, utc=True)
                ends = self.frame.index.ceil(offset)
                expected = self.frame.groupby(ends).mean()
                self.assertEqual(list(averages.index), list(expected.index))
                self.check(averages, expected)

    def test_a_comparison_of_two_ranges(self):
        result = self.result(self.log, "-compare", "-v", "-e", "3/1/2026 5:00:00", "-b2", "3/1/2026 5:00:00")
        sides = self.frame[:"2026-03-01 05:00:00"], self.frame["2026-03-01 05:00:00":]
        named = [frame.rename(columns=lambda path: path.removeprefix(r"\\BOX")) for frame in sides]
        first, second = (frame.mean() for frame in named)
        low, high = (frame.quantile(0.95) for frame in named)
        larger = pandas.concat([first.abs(), second.abs()], axis=1).max(axis=1, skipna=False)
        self.check(result, {"mean_a": first, "mean_b": second, "p95_a": low, "p95_b": high})
        swings = ((second - first) / larger).abs()
        self.assertTrue(((result["swing"].abs() - swings).abs().dropna() < 1e-12).all())
        self.assertTrue(result["swing"].abs().dropna().is_monotonic_decreasing)

    def test_trends(self):
        """Against the line that is computed with whole columns, and Student's t of the tables."""
        result = self.result(self.log, "-trend", "-v")
        hours = pandas.Series((self.frame.index - self.frame.index[0]).total_seconds() / 3600, self.frame.index)
        for counter in self.frame:
            values = self.frame[counter].dropna()
            if len(values) < 1000:
                continue
            x, y = hours[values.index] - hours[values.index].mean(), values - values.mean()
            slope = (x * y).sum() / (x * x).sum()
            error = math.sqrt(((y - slope * x) ** 2).sum() / (len(x) - 2) / (x * x).sum())
            with self.subTest(counter=counter):
                # What a mean of 16 digits leaves of values as large as these.
                rounding = 1e-15 * abs(values.mean()) / x.abs().mean()
                self.assertLessEqual(abs(result.loc[counter, "per_hour"] - slope), 1e-12 * abs(slope) + rounding)
                half = (result.loc[counter, "high"] - result.loc[counter, "low"]) / 2
                self.assertLessEqual(abs(half - 1.961 * error), 0.002 * error + rounding)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
