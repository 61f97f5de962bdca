# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What read_log() and record() of the package pdh give where pandas and numpy are installed.

Skipped (77) where no Python has them: this one, or that of the system, which has Debian's python3-pandas.
"""

import os
import pathlib
import subprocess
import sys
import unittest

SYSTEM = "/usr/bin/python3"

try:
    import numpy
    import pandas
except ImportError:
    if sys.executable == SYSTEM or not os.path.exists(SYSTEM):
        print("pandas is missing (package python3-pandas)")
        sys.exit(77)
    sys.exit(subprocess.run([SYSTEM, *sys.argv], check=False).returncode)

import pdh
import pdh_test
import records_test
from records_test import NOON


class Frames(records_test.Folder):
    def test_without_a_word_a_log_is_a_data_frame(self):
        self.assertIsInstance(pdh.read_log(self.two_counters()), pandas.DataFrame)

    def test_a_wide_frame(self):
        frame = pdh.read_log(self.two_counters(zone=" (Somewhere)(-60)"))
        self.assertEqual(list(frame.columns.names), ["machine", "object", "instance", "counter"])
        self.assertEqual(list(frame.columns), [("M", "Obj", "a", "Rate"), ("M", "Obj", "p/b#1", "Rate")])
        self.assertEqual(frame.index.name, "time")
        self.assertEqual(frame.index[1], pandas.Timestamp("2026-11-01T12:00:01+01:00"))
        self.assertEqual(frame.index[1].utcoffset().total_seconds(), 3600)
        self.assertEqual(frame["M", "Obj", "a", "Rate"].tolist(), [1, 2, 3])
        self.assertTrue(numpy.isnan(frame.iloc[0, 1]))

    def test_a_time_of_a_frame_begins_or_ends_a_range(self):
        log = self.two_counters(zone=" (Somewhere)(-60)")
        times = pdh.read_log(log).index
        self.assertEqual(list(pdh.read_log(log, begin=times[1]).index), list(times[1:]))
        self.assertEqual(list(pdh.read_log(log, end=times[1].tz_localize(None)).index), list(times[:2]))
        with self.assertRaisesRegex(ValueError, "NaT"):
            pdh.read_log(log, begin=pandas.NaT)

    def test_a_wide_frame_of_paths(self):
        frame = pdh.read_log(self.two_counters(), columns="paths")
        self.assertEqual(frame[r"\\M\Obj(p/b#1)\Rate"].sum(), 50)

    def test_a_wide_frame_can_be_changed(self):
        frame = pdh.read_log(self.two_counters())
        frame.iloc[0, 1] = 10
        self.assertEqual(frame.iloc[:, 1].tolist(), [10, 20, 30])

    def test_a_long_frame(self):
        frame = pdh.read_log(self.two_counters(), layout="long")
        self.assertEqual(list(frame), ["time", "machine", "object", "instance", "counter", "value"])
        self.assertEqual(frame["value"].tolist(), [1, 2, 20, 3, 30])
        self.assertEqual(frame["instance"].tolist(), ["a", "a", "p/b#1", "a", "p/b#1"])
        self.assertEqual(str(frame["time"].dt.tz), "UTC")

    def test_the_long_frame_is_the_wide_one(self):
        log = self.two_counters()
        wide, long = pdh.read_log(log, columns="paths"), pdh.read_log(log, layout="long", columns="paths")
        pivoted = long.pivot(index="time", columns="path", values="value")
        pandas.testing.assert_frame_equal(pivoted, wide, check_names=False, check_categorical=False, check_column_type=False)

    def test_times_without_a_zone(self):
        frame = pdh.read_log(self.two_counters(zone=""))
        self.assertIsNone(frame.index.tz)
        self.assertEqual(frame.index[0].to_pydatetime(), NOON)

    def test_times_of_different_zones_are_utc(self):
        logs = [self.two_counters(), self.two_counters(name="east.csv", zone=" (East)(-60)")]
        frame = pdh.read_log(logs)
        self.assertEqual(str(frame.index.tz), "UTC")
        self.assertEqual(len(frame), 6)

    def test_a_log_without_counters_or_records(self):
        log = self.write([r"\\M\Obj(a)\Rate"], [])
        self.assertEqual(pdh.read_log(log).shape, (0, 1))
        self.assertEqual(pdh.read_log(log, []).shape, (0, 0))
        self.assertEqual(pdh.read_log(log, [], layout="long").shape, (0, 6))

    def test_a_text_log_has_the_values_that_pandas_reads(self):
        rows = [(second, [f"{second / 7:.17g}", f"{second * 1e15 / 3:.17g}"]) for second in range(100)]
        log = self.write([r"\\M\Obj(a)\Rate", r"\\M\Obj(b)\Rate"], rows)
        text = pandas.read_csv(log, index_col=0, float_precision="round_trip")
        numpy.testing.assert_array_equal(pdh.read_log(log, columns="paths")[text.columns].values, text.values)

    def test_record(self):
        frame = pdh.record(pdh_test.BOXES, seconds=0, count=1)
        self.assertEqual(frame.shape, (1, 1))
        self.assertIsNotNone(frame.index.tz)


class Arrays(records_test.Folder):
    def test_times_that_nanoseconds_cannot_hold_are_refused(self):
        log = self.write([r"\\M\Obj(a)\Rate"], [(0, ["1"]), (400 * 365 * 86400, ["2"])])
        for using in ("pandas", "numpy"):
            with self.assertRaisesRegex(OverflowError, "lists"):
                pdh.read_log(log, using=using)
        self.assertEqual(len(pdh.read_log(log, using="lists")), 2)

    def test_a_wide_table(self):
        table = pdh.read_log(self.two_counters(zone=" (Somewhere)(-60)"), using="numpy")
        self.assertEqual((table.values.shape, table.values.dtype), ((3, 2), numpy.float64))
        self.assertEqual(table.times[0], numpy.datetime64("2026-11-01T11:00:00"))  # UTC
        self.assertEqual(table.zone.utcoffset(None).total_seconds(), 3600)
        self.assertEqual(table["M", "Obj", "a", "Rate"].tolist(), [1, 2, 3])

    def test_a_long_table(self):
        table = pdh.read_log(self.two_counters(), layout="long", columns="paths", using="numpy")
        self.assertEqual(table["value"].tolist(), [1, 2, 20, 3, 30])
        self.assertEqual(table["path"][2], r"\\M\Obj(p/b#1)\Rate")


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    unittest.main()
