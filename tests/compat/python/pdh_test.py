# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The package pdh, on the values of samples.json, and on a log of them."""

import ctypes
import datetime
import gc
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import pdh
import win32pdh

DEPTH, ITEMS, BOXES = r"\Widget(*)\Depth", r"\Widget(*)\Items/sec", r"\Store\Boxes"
VISITS = r"\Ghost(*)\Visits"  # of an object that has no instances now
ROCKET = "Gr\u00f6\u00dfe \N{ROCKET}"
PLOT_LOG = pathlib.Path(__file__).resolve().parents[3] / "samples/python/plot_log.py"
ITEMS_OF_SECOND_SAMPLE = {"java": 10.0, "java#1": 20.0, ROCKET: 30.0}


class Queries(unittest.TestCase):
    def test_a_sample_has_a_dict_for_a_wildcard_and_a_number_for_others(self):
        with pdh.Query(ITEMS, BOXES) as query:
            first, second = query.sample(), query.sample()
        self.assertEqual(first.values, {ITEMS: {}, BOXES: 7.0})
        self.assertEqual(second.values, {ITEMS: ITEMS_OF_SECOND_SAMPLE, BOXES: 8.0})
        self.assertEqual(second[BOXES], 8.0)
        self.assertEqual(second.time - first.time, datetime.timedelta(seconds=1))

    def test_times_of_this_computer_have_its_zone(self):
        with pdh.Query(ITEMS, BOXES) as query:
            when = query.collect()
        self.assertEqual(when.utcoffset(), when.replace(tzinfo=None).astimezone().utcoffset())

    def test_a_row_is_flat(self):
        with pdh.Query(ITEMS, BOXES) as query:
            query.collect()
            row = query.sample().row()
        self.assertIsInstance(row.pop("time"), datetime.datetime)
        self.assertEqual(row, {
            r"\Widget(java)\Items/sec": 10.0, r"\Widget(java#1)\Items/sec": 20.0,
            rf"\Widget({ROCKET})\Items/sec": 30.0, BOXES: 8.0,
        })

    def test_every_sample_of_a_live_query_has_rates(self):
        with pdh.Query(ITEMS) as query:
            samples = list(query.every(0, count=2))
        self.assertEqual([sample[ITEMS]["java"] for sample in samples], [10.0, 20.0])

    def test_a_value_that_is_not_there_is_none(self):
        with pdh.Query(r"\Widget(java)\Items/sec") as query:
            (items,) = query.counters
            self.assertIsNone(items.value())
            query.collect()
            self.assertIsNone(items.value())
            query.collect()
            self.assertEqual(items.value(), 10.0)
            self.assertEqual(items.value(win32pdh.PDH_FMT_LONG), 10)

    def test_the_only_counter_may_have_no_value(self):
        with pdh.Query(r"\Widget(new)\Depth") as query:
            first, second = query.sample(), query.sample()
        self.assertEqual([*first.values.values(), *second.values.values()], [None, 3.0])
        self.assertEqual(second.time - first.time, datetime.timedelta(seconds=1))
        with pdh.Query(VISITS) as query:
            self.assertEqual([sample[VISITS] for sample in query.every(0, count=1)], [{}])

    def test_a_query_without_counters_has_no_sample(self):
        with pdh.Query() as query, self.assertRaises(pdh.Error):
            query.sample()

    def test_any_index_is_a_wildcard(self):
        path = r"\Widget(java#*)\Depth"
        with pdh.Query(path) as query:
            self.assertEqual(query.sample()[path], {"java": 1.0, "java#1": 2.0})

    def test_times_that_passed_while_the_caller_was_busy_are_left_out(self):
        now, waits = 0.0, []

        def sleep(seconds):
            nonlocal now
            waits.append(seconds)
            now += seconds

        clock = unittest.mock.Mock(monotonic=lambda: now, sleep=sleep)
        with unittest.mock.patch("pdh.query.time", clock), pdh.Query(BOXES) as query:
            query.collect = lambda: datetime.datetime.min  # the script has too few samples
            samples = query.every(1.0, count=4)
            next(samples)
            now += 10.0
            self.assertEqual(len(list(samples)), 3)
        self.assertEqual(waits, [1.0, 0.0, 1.0, 1.0])

    def test_what_is_not_a_time_between_samples_is_refused_at_once(self):
        with pdh.Query(BOXES) as query:
            for wrong in (-1, -0.001, float("nan"), float("inf"), -float("inf"), 1e300):
                for refuse in (lambda: query.every(wrong), lambda: pdh.record(BOXES, seconds=wrong, count=1)):
                    with self.assertRaises(ValueError, msg=wrong):
                        refuse()
            for wrong in ("1", None, [1]):
                with self.assertRaises(TypeError):
                    query.every(wrong)
            self.assertEqual(len(list(query.every(0, count=1))), 1)

    def test_a_daemon_thread_that_samples_when_the_interpreter_exits_says_nothing(self):
        program = """
import threading, time, weakref
import pdh

def sample(query, begun):
    for _ in query.every(0):
        begun.set()

# What was registered first is called last when the interpreter exits: the threads go on meanwhile.
weakref.finalize(threading.main_thread(), time.sleep, 0.1)
queries = [pdh.Query(BOXES) for _ in range(4)]
for query in queries:
    begun = threading.Event()
    threading.Thread(target=sample, args=(query, begun), daemon=True).start()
    begun.wait()
""".replace("BOXES", repr(r"\Memory\Available MBytes"))
        ended = subprocess.run([sys.executable, "-c", program], env=os.environ | {"PDH_SHIM_SOURCE": "linux"}, timeout=600,
                               capture_output=True, text=True, check=False)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))

    def test_failures_that_are_no_missing_values_are_raised(self):
        with pdh.Query(BOXES, DEPTH) as query:
            query.collect()
            for read in (query.counters[0].value, query.counters[1].values):
                with self.assertRaises(pdh.Error):
                    read(win32pdh.PDH_FMT_RAW)

    def test_only_a_log_can_be_iterated(self):
        with pdh.Query(BOXES) as query, self.assertRaises(TypeError):
            next(iter(query))

    def test_a_removed_counter_is_in_no_sample(self):
        with pdh.Query(BOXES, DEPTH) as query:
            query.counters[0].remove()
            self.assertEqual(list(query.sample().values), [DEPTH])

    def test_a_removed_counter_cannot_be_used(self):
        with pdh.Query(BOXES, DEPTH) as query:
            boxes = query.counters[0]
            boxes.remove()
            for use in (boxes.remove, boxes.value, boxes.values):
                with self.assertRaisesRegex(pdh.Error, "Boxes"):
                    use()
            self.assertEqual([each.path for each in query.counters], [DEPTH])

    def test_expand(self):
        self.assertEqual(len(pdh.expand(DEPTH)), 4)

    def test_a_failure_names_the_path(self):
        nope = r"\Nope\x"
        for ask in (pdh.Query, lambda path: pdh.Query(BOXES, path), pdh.expand, lambda path: pdh.expand(r"\Nope(*)\x")):
            with self.assertRaises(pdh.Error) as raised:
                ask(nope)
            self.assertRegex(raised.exception.strerror, r"^\\Nope(\(\*\))?\\x: The specified object was not found on the computer\.$")
            self.assertEqual(raised.exception.winerror, 0xC0000BB8 - (1 << 32))
        with pdh.Query(BOXES, DEPTH) as query:
            query.collect()
            for counter, read in ((BOXES, query.counters[0].value), (DEPTH, query.counters[1].values)):
                with self.assertRaises(pdh.Error) as raised:
                    read(win32pdh.PDH_FMT_RAW)
                self.assertEqual(raised.exception.strerror.partition(": ")[0], counter)

    def test_a_log_that_is_not_there_is_named(self):
        for ask in (lambda: pdh.Query(log="nope.csv"), lambda: pdh.open_log("nope.csv"), lambda: pdh.log_paths("nope.csv")):
            with self.assertRaisesRegex(pdh.Error, "nope.csv: Unable to find the specified file"):
                ask()

    def test_a_script_that_is_wrong_says_where(self):
        program = "import pdh\ntry:\n    pdh.Query()\nexcept pdh.Error as failure:\n    print(failure.strerror)"
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "bad.json"
            script.write_text('{\n "objects": 5 }')
            said = subprocess.run([sys.executable, "-c", program], env=os.environ | {"PDH_SHIM_SOURCE": f"script:{script}"},
                                  capture_output=True, text=True, check=True, timeout=600)
        self.assertEqual(said.stdout, f'{script}:2:13: "objects" has to be a list, not a whole number\n')

    def test_a_query_shows_its_counters(self):
        query = pdh.Query(BOXES, DEPTH)
        self.assertEqual(repr(query), f"<pdh.Query of this computer: {BOXES!r}, {DEPTH!r}>")
        for _ in range(3):
            query.add(ITEMS)
        self.assertEqual(repr(query), f"<pdh.Query of this computer: {BOXES!r}, {DEPTH!r}, {ITEMS!r} and 2 more>")
        query.close()
        self.assertTrue(repr(query).endswith(" and 2 more, closed>"))
        self.assertEqual(repr(pdh.Query()), "<pdh.Query of this computer: no counters>")


class Closing(unittest.TestCase):
    def test_a_closed_query_cannot_be_used(self):
        query = pdh.Query(BOXES)
        (boxes,) = query.counters
        query.close()
        query.close()
        for use in (query.collect, query.sample, lambda: query.add(BOXES), boxes.value, boxes.values, boxes.remove):
            with self.assertRaises(ValueError):
                use()

    def test_the_query_is_closed_with_its_last_reference(self):
        query = pdh.Query(BOXES)
        handle = query._handle
        win32pdh.CollectQueryData(handle)
        del query
        gc.collect()
        with self.assertRaises(pdh.Error):
            win32pdh.CollectQueryData(handle)

    def test_a_query_whose_counter_does_not_exist_is_closed(self):
        with self.assertRaises(pdh.Error):
            pdh.Query(BOXES, r"\None\None")

    def test_an_empty_name_of_a_log(self):
        uses = (
            lambda: pdh.open_log(""),
            lambda: pdh.open_log("", BOXES),
            lambda: pdh.log_paths(""),
            lambda: pdh.expand(DEPTH, log=""),
        )
        for use in uses:
            with self.assertRaisesRegex(ValueError, "the name of the log is empty"):
                use()


def write_log(log):
    """Two samples, a second apart, which passes at once."""
    library = ctypes.CDLL("libpdh.so.0")
    write_new, binary, close_query = 0x20001, ctypes.c_uint32(8), 1
    library.pdh_shim_freeze_clock.argtypes = library.pdh_shim_advance_clock.argtypes = [ctypes.c_int64]
    query, handle = win32pdh.OpenQuery(), ctypes.c_void_p()
    for path in (ITEMS, DEPTH, BOXES, VISITS):
        win32pdh.AddCounter(query, path)
    arguments = (write_new, ctypes.byref(binary), ctypes.c_void_p(query), 0, None, ctypes.byref(handle))
    assert library.PdhOpenLogA(str(log).encode(), *arguments) == 0
    assert library.pdh_shim_freeze_clock(0) == 0
    for _ in range(2):
        assert library.PdhUpdateLogA(handle, None) == 0
        assert library.pdh_shim_advance_clock(10_000_000) == 0
    assert library.PdhCloseLog(handle, close_query) == 0
    library.pdh_shim_release_clock()


def python_with_matplotlib():
    """The one that runs this, or that of the system, which has Debian's packages."""
    for python in filter(os.path.exists, (sys.executable, "/usr/bin/python3")):
        if subprocess.run([python, "-c", "import matplotlib"], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


class Logs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name, "widgets.blg")
        write_log(self.log)

    def test_a_log_has_all_its_counters(self):
        paths = pdh.log_paths(self.log)
        self.assertEqual(sorted(path[path.index("\\", 2):] for path in paths), sorted([ITEMS, DEPTH, BOXES, VISITS]))

    def test_a_log_is_iterated_to_its_end(self):
        with pdh.open_log(self.log) as log:
            rows = [sample.row() for sample in log]
            self.assertEqual(list(log), [])
        boxes = [value for row in rows for path, value in row.items() if path.endswith(BOXES)]
        self.assertEqual(boxes[:2], [7.0, 8.0])
        depths = {path[path.index("\\Widget"):]: value for path, value in rows[1].items() if path.endswith("Depth")}
        self.assertEqual(depths[r"\Widget(java#1)\Depth"], 2.0)
        self.assertFalse([path for path in rows[1] if "Ghost" in path])
        self.assertLess(rows[0]["time"], rows[1]["time"])

    def write_csv(self, zone):
        log = self.log.with_suffix(".csv")
        log.write_text(f'"(PDH-CSV 4.0){zone}","\\\\M{BOXES}"\r\n"07/01/2026 12:00:00.000","1"\r\n')
        return log

    def test_times_have_the_zone_of_the_log(self):
        with pdh.open_log(self.write_csv(" (Eastern Daylight Time)(240)")) as log:
            when = log.sample().time
        self.assertEqual(when.utcoffset(), datetime.timedelta(hours=-4))
        self.assertEqual(when, datetime.datetime(2026, 7, 1, 16, tzinfo=datetime.timezone.utc))

    def test_times_of_a_log_that_does_not_say_its_zone_have_none(self):
        log = self.write_csv("")
        with pdh.open_log(log) as query:
            self.assertEqual(query.sample().time, datetime.datetime(2026, 7, 1, 12))
        program = "import pdh, sys; print(pdh.open_log(sys.argv[1]).collect().isoformat())"
        said = subprocess.run([sys.executable, "-c", program, log], env={**os.environ, "PDH_SHIM_LOG_ZONE": "-330"},
                              check=True, capture_output=True, text=True).stdout
        self.assertEqual(said, "2026-07-01T12:00:00+05:30\n")

    def test_chosen_counters_of_a_log(self):
        with pdh.open_log(self.log, BOXES) as log:
            self.assertEqual([sample[BOXES] for sample in log][:2], [7.0, 8.0])

    def test_the_sample_plots_a_log(self):
        python = python_with_matplotlib()
        if python is None:
            self.skipTest("no Python here has matplotlib")
        picture = self.log.with_suffix(".png")
        subprocess.run([python, PLOT_LOG, self.log, picture], check=True)
        self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_the_sample_draws_each_counter_on_an_axis_of_its_own(self):
        python = python_with_matplotlib()
        if python is None:
            self.skipTest("no Python here has matplotlib")
        paths = [r"\\a\Processor(0)\% Processor Time", r"\\a\Memory\Available Bytes", r"\\a\Processor(_Total)\% Processor Time"]
        program = f"""if True:
            import json, sys
            sys.path.insert(0, {str(PLOT_LOG.parent)!r})
            import plot_log
            found = {{path: ([0, 1], [10, value]) for path, value in zip({paths!r}, (20, 5e9, 15))}}
            axes = plot_log.draw(plot_log.by_counter(found), "title").axes
            print(json.dumps([[axis.get_title("left"), [line.get_label() for line in axis.lines], axis.get_ylim()] for axis in axes]))
            """
        answer = subprocess.run([python, "-c", program], check=True, capture_output=True, text=True).stdout
        processors, memory = json.loads(answer)
        self.assertEqual(processors, ["Processor: % Processor Time", ["0", "Total"], [0, 100]])
        self.assertEqual(memory[:2], ["Memory: Available Bytes", ["Available Bytes"]])
        self.assertGreater(memory[2][1], 5e9)

    def test_a_log_that_is_not_there(self):
        with self.assertRaises(pdh.Error):
            pdh.open_log(self.log.with_suffix(".none"))


if __name__ == "__main__":
    unittest.main()
