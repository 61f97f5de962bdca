# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""read_log() and record() of the package pdh, without pandas and numpy: pandas_test.py has what these add."""

import ctypes
import datetime
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import pdh
import pdh_test

UTC = datetime.timezone.utc
NOON = datetime.datetime(2026, 11, 1, 12)
NAN = math.nan


def text_of(columns, rows, zone=" (UTC)(0)"):
    """A text log. The rows are (seconds after noon, cells)."""
    lines = [[f"(PDH-CSV 4.0){zone}", *columns]]
    lines += [[f"{NOON + datetime.timedelta(seconds=seconds):%m/%d/%Y %H:%M:%S}.000", *cells] for seconds, cells in rows]
    return "".join(",".join(f'"{cell}"' for cell in line) + "\r\n" for line in lines)


def known(values):
    """NaN is None here, which equals itself."""
    return [[None if math.isnan(value) else value for value in row] for row in values]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, columns, rows, name="log.csv", **more):
        log = self.folder / name
        log.write_text(text_of(columns, rows, **more))
        return log

    def two_counters(self, **more):
        return self.write([r"\\M\Obj(a)\Rate", r"\\M\Obj(p/b#1)\Rate"], [(0, ["1", " "]), (1, ["2", "20"]), (2, ["3", "30"])], **more)


def read(log, *arguments, **more):
    return pdh.read_log(log, *arguments, using="lists", **more)


def run_with_work(samples, program, *arguments, **environment):
    """Runs a program of Python on a computer that has the counter \\Work\\% Time, and nothing else."""
    work = {"name": "Work", "index": 5000, "instances": "none",
            "counters": [{"name": "% Time", "index": 5002, "type": "PERF_100NSEC_TIMER"}]}
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "work.json")
        script.write_text(json.dumps({"objects": [work], "samples": samples}))
        return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, check=False, text=True,
                              env={**os.environ, "PDH_SHIM_SOURCE": f"script:{script}", **environment})


class WideTables(Folder):
    def test_a_row_for_each_record_and_a_column_for_each_counter(self):
        table = read(self.two_counters())
        self.assertEqual(table.columns, [("M", "Obj", "a", "Rate"), ("M", "Obj", "p/b#1", "Rate")])
        self.assertEqual(known(table.values), [[1, None], [2, 20], [3, 30]])
        self.assertEqual(table.times, [(NOON + datetime.timedelta(seconds=second)).replace(tzinfo=UTC) for second in range(3)])
        self.assertEqual(len(table), 3)

    def test_a_column_is_had_by_its_name(self):
        table = read(self.two_counters())
        self.assertEqual(table["M", "Obj", "a", "Rate"], [1, 2, 3])

    def test_columns_can_be_paths(self):
        table = read(self.two_counters(), columns="paths")
        self.assertEqual(table.columns, [r"\\M\Obj(a)\Rate", r"\\M\Obj(p/b#1)\Rate"])

    def test_a_log_of_raw_values_has_rates(self):
        log = self.folder / "widgets.blg"
        pdh_test.write_log(log)
        table = read(log, columns="paths")
        rates = [column for column in table.columns if column.endswith(r"\Widget(java#1)\Items/sec")]
        self.assertEqual(len(rates), 1)
        first, second = table[rates[0]]
        self.assertTrue(math.isnan(first))
        self.assertEqual(second, 20)

    def test_an_object_without_instances_has_columns_too(self):
        log = self.folder / "widgets.blg"
        pdh_test.write_log(log)
        table = read(log)
        (boxes,) = [column for column in table.columns if column.object == "Store"]
        self.assertEqual((boxes.instance, boxes.counter, table[boxes]), ("", "Boxes", [7, 8]))

    def test_a_log_is_read_in_parts_that_fit(self):
        log = self.two_counters()
        with unittest.mock.patch("pdh.records._CELLS_OF_CALL", 1):
            self.assertEqual(known(read(log).values), [[1, None], [2, 20], [3, 30]])

    def test_a_log_without_records(self):
        table = read(self.write([r"\\M\Obj(a)\Rate"], []))
        self.assertEqual((table.times, table.values, len(table.columns)), ([], [], 1))


class ChosenCounters(Folder):
    def test_one_path(self):
        table = read(self.two_counters(), r"\Obj(a)\Rate")
        self.assertEqual(known(table.values), [[1], [2], [3]])

    def test_wildcards_and_a_counter_that_two_of_them_mean(self):
        table = read(self.two_counters(), [r"\Obj(a)\*", r"\Obj(*)\Rate"])
        self.assertEqual([column.instance for column in table.columns], ["a", "p/b#1"])

    def test_a_counter_that_the_log_lacks(self):
        for path in (r"\Obj(c)\Rate", r"\None\Rate"):
            with self.assertRaises(pdh.Error):
                read(self.two_counters(), path)

    def test_a_wildcard_that_matches_nothing(self):
        for path in (r"\Obj(c)\*", r"\Obj(x*)\Rate", r"\None(*)\Rate"):
            with self.assertRaises(pdh.Error):
                read(self.two_counters(), path)
        with self.assertRaises(pdh.Error):
            read([self.two_counters(), self.write([r"\\M\Obj(a)\Rate"], [(3, ["4"])], name="next.csv")], r"\Obj(x*)\Rate")

    def test_no_counters(self):
        self.assertEqual(read(self.two_counters(), []).columns, [])


class Times(Folder):
    def seconds(self, *arguments, **more):
        log = self.two_counters(zone=" (Somewhere)(-60)")
        return [when.second for when in read(log, None, *arguments, **more).times]

    def test_a_range_is_local_to_the_log_unless_it_has_an_offset(self):
        second = datetime.timedelta(seconds=1)
        self.assertEqual(self.seconds(NOON + second), [1, 2])
        self.assertEqual(self.seconds(end="2026-11-01T12:00:01"), [0, 1])
        self.assertEqual(self.seconds((NOON + second).replace(tzinfo=UTC) - datetime.timedelta(hours=1)), [1, 2])
        self.assertEqual(self.seconds("2026-11-01 11:00:01+00:00", "2026-11-01 13:00:01+02:00"), [1])

    def test_a_range_with_offsets_at_the_end_of_summer_time(self):
        program = r"""import ctypes, sys, pdh, win32pdh
library, log, handle = ctypes.CDLL("libpdh.so.0"), sys.argv[1], ctypes.c_void_p()
query, write_new, binary, close_query = win32pdh.OpenQuery(), 0x20001, ctypes.c_uint32(8), 1
win32pdh.AddCounter(query, r"\Work\% Time")
arguments = (write_new, ctypes.byref(binary), ctypes.c_void_p(query), 0, None, ctypes.byref(handle))
assert library.PdhOpenLogA(log.encode(), *arguments) == 0
for _ in range(6):
    assert library.PdhUpdateLogA(handle, None) == 0
assert library.PdhCloseLog(handle, close_query) == 0
for begin, end in (("00:00", "00:30"), ("01:00", "01:30"), ("00:30", "01:00"), ("01:15", "00:45")):
    times = [f"2026-10-25T{time}+00:00" for time in (begin, end)]
    print(*(time.isoformat()[11:16] for time in pdh.read_log(log, None, *times, using="lists").times), flush=True)
"""
        begin = datetime.datetime(2026, 10, 24, 23, 30)  # the same local times come twice from 00:00 to 02:00
        samples = []
        for number in range(6):
            time = begin + datetime.timedelta(minutes=30 * number)
            ticks = (time - datetime.datetime(1601, 1, 1)) // datetime.timedelta(microseconds=1) * 10
            samples.append({"perfTime": 0, "time100ns": ticks, "systemTime": f"{time:%FT%T}.000Z", "data": {"Work": [number]}})
        said = run_with_work(samples, program, self.folder / "night.blg", TZ="CET-1CEST,M3.5.0,M10.5.0/3")
        self.assertEqual(said.stdout, "02:00 02:30\n02:00 02:30\n02:30 02:00\n")
        self.assertIn("ValueError: the end is before the beginning", said.stderr)

    def test_a_range_without_records_has_the_zone_of_the_log(self):
        log = self.two_counters(zone=" (Somewhere)(-60)")
        for logs in (log, [log, log]):
            table = read(logs, None, "2027-01-01")
            self.assertEqual((len(table), table.zone), (0, datetime.timezone(datetime.timedelta(hours=1))))

    def test_an_end_before_the_beginning(self):
        with self.assertRaises(ValueError):
            self.seconds(NOON, NOON - datetime.timedelta(seconds=1))

    def test_what_is_not_a_time(self):
        for wrong, failure in (("noon", ValueError), (12, TypeError)):
            with self.assertRaises(failure):
                self.seconds(wrong)

    def test_times_have_the_zone_of_the_log(self):
        table = read(self.two_counters(zone=" (Somewhere)(-330)"))
        self.assertEqual(table.zone.utcoffset(None), datetime.timedelta(hours=5, minutes=30))
        self.assertEqual(table.times[0], datetime.datetime(2026, 11, 1, 6, 30, tzinfo=UTC))

    def test_a_log_that_does_not_say_its_zone(self):
        log = self.two_counters(zone="")
        table = read(log)
        self.assertIsNone(table.zone)
        self.assertEqual(table.times[0], NOON)
        with self.assertRaisesRegex(ValueError, "PDH_SHIM_LOG_ZONE"):
            read(log, None, NOON.replace(tzinfo=UTC))
        program = "import pdh, sys; print(pdh.read_log(sys.argv[1], using='lists').times[0].isoformat())"
        said = subprocess.run([sys.executable, "-c", program, log], env={**os.environ, "PDH_SHIM_LOG_ZONE": "-330"},
                              check=True, capture_output=True, text=True).stdout
        self.assertEqual(said, "2026-11-01T12:00:00+05:30\n")


class LongTables(Folder):
    def test_a_row_for_each_value(self):
        self.assertEqual(read(self.two_counters(), layout="long", end=NOON), {
            "time": [NOON.replace(tzinfo=UTC)], "machine": ["M"], "object": ["Obj"], "instance": ["a"], "counter": ["Rate"],
            "value": [1.0],
        })

    def test_paths(self):
        table = read(self.two_counters(), layout="long", columns="paths")
        self.assertEqual(list(table), ["time", "path", "value"])
        self.assertEqual(table["value"], [1, 2, 20, 3, 30])
        self.assertEqual(table["path"][1:3], [r"\\M\Obj(a)\Rate", r"\\M\Obj(p/b#1)\Rate"])


class SeveralLogs(Folder):
    def setUp(self):
        super().setUp()
        self.windows = self.write([r"\\WIN\Obj(a)\Rate"], [(0, ["1"]), (2, ["3"])], "windows.csv")
        self.linux = self.write([r"\\lin\Obj(a)\Rate", r"\\lin\Obj(b)\Rate"], [(1, ["2", "4"])], "linux.csv")

    def test_text_logs_are_read_as_one_in_the_order_of_time(self):
        table = read([self.windows, self.linux])
        self.assertEqual([column.machine for column in table.columns], ["WIN", "lin", "lin"])
        self.assertEqual(known(table.values), [[1, None, None], [None, 2, 4], [3, None, None]])
        self.assertEqual([when.second for when in table.times], [0, 1, 2])

    def test_the_same_counters_of_two_logs_have_one_column(self):
        again = self.write([r"\\lin\Obj(b)\Rate", r"\\lin\Obj(a)\Rate"], [(5, ["6", "5"])], "again.csv")
        self.assertEqual(known(read([self.linux, again]).values), [[2, 4], [5, 6]])

    def test_capital_letters_make_no_difference(self):
        again = self.write([r"\\LIN\obj(A)\rate"], [(5, ["5"])], "again.csv")
        table = read([self.linux, again])
        self.assertEqual([column.instance for column in table.columns], ["a", "b"])
        self.assertEqual(known(table.values), [[2, 4], [5, None]])
        self.assertEqual(len(read(self.linux, [r"\Obj(*)\Rate", r"\obj(A)\rate"]).columns), 2)

    def test_times_of_different_zones_are_put_in_order(self):
        east = self.write([r"\\E\Obj(a)\Rate"], [(3601, ["2"])], "east.csv", zone=" (East)(-60)")
        table = read([self.windows, east])
        self.assertEqual(known(table.values), [[1, None], [None, 2], [3, None]])
        self.assertEqual(table.zone, UTC)

    def test_a_counter_that_one_log_has(self):
        table = read([self.windows, self.linux], r"\Obj(b)\Rate")
        self.assertEqual(known(table.values), [[4]])

    def test_a_counter_that_no_log_has_is_named(self):
        for logs in ([self.windows, self.linux], [self.windows]):
            for path in (r"\Obj(c)\Rate", r"\Nope\x"):
                with self.assertRaises(pdh.Error) as raised:
                    read(logs, [r"\Obj(a)\Rate", path])
                self.assertEqual(raised.exception.strerror.partition(": ")[0], path)

    def test_a_counter_that_cannot_be_recorded_is_named(self):
        for path in (r"\Nope\x", r"\Nope(*)\x"):
            with self.assertRaises(pdh.Error) as raised:
                pdh.record(path, seconds=0, count=1)
            self.assertEqual(raised.exception.strerror.partition(": ")[0], path)

    def test_a_table_is_shown_in_a_line_or_as_a_table_of_html(self):
        table = read(self.write([r"\\M\Obj(<b>)\Rate"], [(second, [str(second)]) for second in range(12)], "twelve.csv"))
        self.assertEqual(repr(table), "<pdh.Table: 12 records of 1 counters from 2026-11-01 12:00:00+00:00 to 2026-11-01 12:00:11+00:00>")
        shown = table._repr_html_()
        self.assertIn(r"<th>\\M\Obj(&lt;b&gt;)\Rate</th>", shown)
        self.assertEqual(shown.count("<tr>"), 1 + 5 + 1 + 5)
        self.assertIn("<td>2026-11-01 12:00:11+00:00</td><td>11</td>", shown)
        self.assertIn("<p>12 records of 1 counters</p>", shown)
        wide = read(self.write([rf"\\M\Obj({number})\Rate" for number in range(30)], [(0, ["1"] * 30)], "wide.csv"), columns="paths")
        self.assertEqual(wide._repr_html_().count("<th>"), 1 + 20 + 1)
        empty = read(self.write([r"\\M\Obj(a)\Rate"], [], "empty.csv"))
        self.assertEqual(repr(empty), "<pdh.Table: 0 records of 1 counters>")
        self.assertNotIn("<td>", empty._repr_html_())

    def test_records_of_the_same_time_become_one_with_the_values_of_all(self):
        first = self.write([r"\\M\Obj(a)\Rate", r"\\M\Obj(b)\Rate"], [(0, ["1", "2"])], "first.csv")
        second = self.write([r"\\M\Obj(b)\Rate", r"\\M\Obj(a)\Rate"], [(0, [" ", "3"]), (1, ["4", "5"])], "second.csv")
        self.assertEqual(known(read([first, second]).values), [[3, 2], [5, 4]])
        self.assertEqual(known(read([second, first]).values), [[2, 1], [4, 5]])

    def test_a_log_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(pdh.Error, "none.csv: Unable to find the specified file"):
            read([self.windows, self.folder / "none.csv"])

    def test_a_log_that_cannot_be_read_is_named_with_the_reason(self):
        wrong = self.folder / "wrong.csv"
        wrong.write_text(text_of([r"\\M\Obj(a)\Rate"], []) + '"01/13/2026 00:00:00.000","1"\r\n"13/01/2026 00:00:00.000","1"\r\n')
        with self.assertRaisesRegex(pdh.Error, r"The format of .* \(.*wrong.csv: line 3: the time 13/01/2026 .*\)"):
            read([self.windows, wrong])

    def test_a_zone_that_is_known_of_one_log_only(self):
        nowhere = self.write([r"\\N\Obj(a)\Rate"], [(0, ["1"])], "nowhere.csv", zone="")
        with self.assertRaisesRegex(ValueError, "PDH_SHIM_LOG_ZONE"):
            read([self.windows, nowhere])

    def test_binary_logs(self):
        log = self.folder / "log.blg"
        pdh_test.write_log(log)
        table = read([log, log])
        self.assertEqual(len(table), 2)  # records of the same time become one
        self.assertEqual(known(table.values), known(read(log).values))

    def test_records_of_the_same_time_become_one(self):
        other = self.write([r"\\lin\Obj(c)\Rate"], [(0, ["7"]), (1, ["8"])], "other.csv")
        table = read([self.linux, other])
        self.assertEqual(known(table.values), [[None, None, 7], [2, 4, 8]])


class MoreBinaryLogsThanCanBeReadAsOne(Folder):
    """Which they are in groups, of three here."""

    PATH = r"\Queue\Items/sec"

    def setUp(self):
        super().setUp()
        patch = unittest.mock.patch("pdh.records._MOST_TOGETHER", 3)
        patch.start()
        self.addCleanup(patch.stop)

    def write_logs(self, count):
        """Logs of two records each, a second apart: n * n items after n seconds."""
        library, source, query = ctypes.CDLL("libpdh.so.0"), ctypes.c_void_p(), ctypes.c_void_p()
        script = {
            "objects": [{"name": "Queue", "instances": "none",
                         "counters": [{"name": "Items/sec", "type": "PERF_COUNTER_BULK_COUNT"}]}],
            "samples": [{"perfTime": second * 10**7, "time100ns": second * 10**7, "data": {"Queue": [second * second]},
                         "systemTime": f"2026-01-01T00:{second // 60:02}:{second % 60:02}.000Z"} for second in range(2 * count)],
        }
        self.assertEqual(library.PdhBindInputDataSourceA(ctypes.byref(source), f"script:{json.dumps(script)}".encode()), 0)
        self.assertEqual(library.PdhOpenQueryH(source, 0, ctypes.byref(query)), 0)
        pdh.records.win32pdh.AddCounter(query.value, self.PATH)
        logs = [self.folder / f"{number}.blg" for number in range(count)]
        for log in logs:
            write_anew, binary, handle = 0x20002, ctypes.c_uint32(8), ctypes.c_void_p()
            opened = library.PdhOpenLogA(str(log).encode(), write_anew, ctypes.byref(binary), query, 0, None, ctypes.byref(handle))
            self.assertEqual(opened, 0)
            self.assertEqual([library.PdhUpdateLogA(handle, None) for _ in range(2)], [0, 0])
            self.assertEqual(library.PdhCloseLog(handle, 0), 0)
        library.PdhCloseQuery(query)
        library.PdhCloseLog(source, 0)
        return logs

    def rates(self, logs, *arguments, **more):
        table = read(logs, *arguments, **more)
        self.assertEqual(len(table.columns), 1)
        return [row[0] for row in known(table.values)]

    def test_rates_go_on_from_one_group_to_the_next(self):
        for count in range(3, 9):
            rates = [None, *(2 * second - 1 for second in range(1, 2 * count))]
            self.assertEqual(self.rates(self.write_logs(count)), rates)

    def test_as_many_as_the_library_takes(self):
        for count in (32, 33, 70):
            with unittest.mock.patch("pdh.records._MOST_TOGETHER", 32):
                self.assertEqual(self.rates(self.write_logs(count))[1:], [2 * second - 1 for second in range(1, 2 * count)])

    def test_a_range_may_leave_groups_without_records(self):
        logs = self.write_logs(9)
        self.assertEqual(self.rates(logs, begin="2026-01-01T00:00:15+00:00")[1:], [31, 33])
        self.assertEqual(self.rates(logs, end="2026-01-01T00:00:01+00:00"), [None, 1])

    def test_out_of_the_order_of_time_rates_would_be_lost(self):
        logs = self.write_logs(5)
        with self.assertRaisesRegex(ValueError, "in the order of time"):
            read(logs[::-1])

    def test_counters(self):
        logs = self.write_logs(5)
        self.assertEqual(self.rates(logs, self.PATH), self.rates(logs))
        with self.assertRaises(pdh.Error):
            read(logs, r"\Queue\None")

    def test_with_a_text_log_they_are_read_one_by_one(self):
        text = self.write([r"\\M\Obj(a)\Rate"], [(0, ["1"])])
        table = read([*self.write_logs(4), text])
        self.assertEqual((len(table.columns), len(table)), (2, 9))

    def test_another_failure_is_not_taken_for_a_text_log(self):
        logs = self.write_logs(2)
        with unittest.mock.patch("pdh.records._MOST_TOGETHER", 40), self.assertRaises(pdh.Error):
            read(logs * 20)


class Refused(Folder):
    def test_choices(self):
        log = self.two_counters()
        for wrong in ({"layout": "tall"}, {"columns": "names"}, {"using": "polars"}):
            with self.assertRaisesRegex(ValueError, "it can be"):
                pdh.read_log(log, **wrong)

    def test_names_and_paths_are_text(self):
        log = self.two_counters()
        for call in (lambda: read(bytes(log)), lambda: read([log, 1]), lambda: read(log, b"\\Obj(a)\\Rate"), lambda: read(log, [5]),
                     lambda: pdh.record([r"\Obj(a)\Rate"], count=1)):
            with self.assertRaisesRegex(TypeError, "is text, not"):
                call()

    def test_no_log(self):
        with self.assertRaises(ValueError):
            read([])
        with self.assertRaises(pdh.Error):
            read(self.folder / "none.blg")

    def test_an_empty_name_which_would_be_this_computer(self):
        for wrong in ("", ["", self.two_counters()], [self.two_counters(), ""]):
            with self.assertRaisesRegex(ValueError, "empty"):
                read(wrong, pdh_test.BOXES)

    def test_a_script_is_read_to_its_end(self):
        self.assertEqual(len(read(os.environ["PDH_SHIM_SOURCE"])), 3)

    def test_a_damaged_log_has_what_can_be_read_and_a_warning_that_names_the_place(self):
        log = self.two_counters()
        log.write_text(log.read_text().replace('"11/01/2026 12:00:01.000"', '"no time"'))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            table = read(log)
        self.assertEqual(known(table.values), [[1, None], [3, 30]])
        (warning,) = caught
        self.assertIs(warning.category, pdh.LossWarning)
        self.assertIn("log.csv", str(warning.message))
        self.assertEqual(pathlib.Path(warning.filename).name, pathlib.Path(__file__).name)


class Recordings(unittest.TestCase):
    def test_samples_have_rates_and_instances_that_come_later_have_columns(self):
        table = pdh.record(pdh_test.ITEMS, pdh_test.BOXES, pdh_test.DEPTH, seconds=0, count=1, using="lists", columns="paths")
        values = {column[column.index("\\", 2 if column.startswith("\\\\") else 0):]: table[column] for column in table.columns}
        self.assertEqual(len(table), 1)
        self.assertEqual(values[pdh_test.BOXES], [8])
        self.assertEqual(values[r"\Widget(java#1)\Items/sec"], [20])
        self.assertEqual(values[r"\Widget(new)\Depth"], [3])
        self.assertTrue(math.isnan(values[r"\Widget(a/b)\Depth"][0]))

    def test_an_instance_that_comes_later_has_no_value_before(self):
        old, new = (rf"\Widget({name})\Depth" for name in ("java", "new"))
        with unittest.mock.patch("pdh.records._expanded_now", side_effect=[[old], [old], [old, new]]):
            table = pdh.record(pdh_test.DEPTH, seconds=0, count=2, using="lists", columns="paths")
        self.assertEqual([math.isnan(value) for value in table[new]], [True, False])

    def test_a_counter_that_several_paths_mean_has_one_column(self):
        name = pdh.expand(pdh_test.BOXES)[0]
        self.assertTrue(name.startswith("\\\\"))
        boxes, all_of_store = pdh_test.BOXES, r"\Store\*"
        for paths in ([boxes, boxes], [boxes, all_of_store], [all_of_store, boxes.lower()], [name, boxes],
                      [all_of_store, r"\Store(*)\*", boxes]):
            table = pdh.record(*paths, seconds=0, count=1, using="lists")
            self.assertEqual([list(row) for row in table.values], [[8]], paths)

    def test_an_instance_is_not_compared_with_all_others(self):
        class Path(str):
            compared = 0
            __hash__ = str.__hash__

            def __eq__(self, other):
                Path.compared += 1
                return str.__eq__(self, other)

        found = [[Path(rf"\Widget({number})\Depth") for number in range(1000)] for _ in range(2)]
        with unittest.mock.patch("pdh.records._expanded_now", side_effect=found):
            table = pdh.record(pdh_test.DEPTH, seconds=0, count=1, using="lists")
        self.assertEqual(len(table.columns), 1000)
        self.assertLess(Path.compared, 10_000)

    def test_a_process_can_be_busy_for_more_than_one_processor(self):
        samples = [{"perfTime": 0, "time100ns": second * 10_000_000, "systemTime": f"2026-01-01T00:00:0{second}.000Z",
                    "data": {"Work": [second * 38_000_000]}} for second in range(2)]
        program = r"import pdh; print(pdh.record(r'\Work\% Time', seconds=0, count=1, using='lists').values[0][0])"
        self.assertEqual(float(run_with_work(samples, program).stdout), 380)

    def test_an_object_without_instances_now(self):
        table = pdh.record(pdh_test.VISITS, seconds=0, count=1, using="lists")
        self.assertEqual((len(table), table.columns), (1, []))

    def test_without_a_count_an_interruption_ends_the_recording(self):
        def ticks(seconds, count):
            self.assertEqual((seconds, count), (5.0, None))
            yield None
            raise KeyboardInterrupt

        with unittest.mock.patch("pdh.records.ticks_of", ticks):
            self.assertEqual(len(pdh.record(pdh_test.BOXES, seconds=5.0, using="lists")), 1)

    def test_with_a_count_an_interruption_is_the_program_s(self):
        with unittest.mock.patch("pdh.records.ticks_of", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            pdh.record(pdh_test.BOXES, count=3, using="lists")

    def test_counters_that_do_not_exist(self):
        for paths in ((r"\None\None",), (r"\None(*)\None",)):
            with self.assertRaises(pdh.Error):
                pdh.record(*paths, count=1, seconds=0)
        with self.assertRaises(ValueError):
            pdh.record(count=1)


if __name__ == "__main__":
    unittest.main()
