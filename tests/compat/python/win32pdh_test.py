# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""win32pdh, called as programs written for pywin32 call it, on the values of samples.json."""

import ast
import ctypes
import inspect
import json
import os
import pathlib
import pickle
import threading
import unittest

import win32pdh

NO_OBJECT = 0xC0000BB8 - (1 << 32)
NO_COUNTER = 0xC0000BB9 - (1 << 32)
INVALID_HANDLE = 0xC0000BBC - (1 << 32)
INVALID_ARGUMENT = 0xC0000BBD - (1 << 32)
INVALID_DATA = 0xC0000BC6 - (1 << 32)
NO_DATA = 0x800007D5 - (1 << 32)
ROCKET = "Gr\u00f6\u00dfe \N{ROCKET}"
# The names of pywin32, recorded independently of this project: Debian's package python3-typeshed.
STUB = pathlib.Path("/usr/lib/python3/dist-packages/win32-stubs/win32pdh.pyi")
# Where that record does not name what pywin32 documents: the callback and the detail level of BrowseCounters().
OTHER_NAMES = {"CallBack1": "CallBack", "CallBack2": "DefaultDetailLevel"}


class PdhCase(unittest.TestCase):
    def setUp(self):
        self.query = win32pdh.OpenQuery()
        self.addCleanup(self.close)

    def close(self):
        try:
            win32pdh.CloseQuery(self.query)
        except win32pdh.error as failure:
            self.assertEqual(failure.winerror, INVALID_HANDLE)

    def add(self, path):
        return win32pdh.AddCounter(self.query, path)

    def collect(self, times=1):
        for _ in range(times):
            win32pdh.CollectQueryData(self.query)

    def assert_fails(self, winerror, function, *arguments):
        with self.assertRaises(win32pdh.error) as raised:
            function(*arguments)
        self.assertEqual(raised.exception.winerror, winerror)
        return raised.exception


class Types(PdhCase):
    def test_a_wrong_type_is_a_type_error_as_in_pywin32(self):
        counter = self.add(r"\Store\Boxes")
        self.collect()
        calls = {
            win32pdh.OpenQuery: [(5,), (None, "x")], win32pdh.CloseQuery: [("x",), (None,)],
            win32pdh.AddCounter: [("x", "y"), (self.query, None), (self.query, b"y"), (self.query, r"\Store\Boxes", "x")],
            win32pdh.AddEnglishCounter: [(self.query, 5), (self.query, r"\Store\Boxes", 1.5)],
            win32pdh.RemoveCounter: [(1.5,)], win32pdh.CollectQueryData: [([],)],
            win32pdh.GetFormattedCounterValue: [(counter, "x"), (counter, None), (counter, 512.0), ("x", 512)],
            win32pdh.GetFormattedCounterArray: [(counter, "x"), (None, 512)],
            win32pdh.GetCounterInfo: [("x", 0)], win32pdh.SetCounterScaleFactor: [(counter, "x"), (counter, 1.5)],
            win32pdh.MakeCounterPath: [(None,), ("abcdef",), ((None, "Store", None, None, "x", "Boxes"),),
                                       ((None, "Store", None, None, 0),), ((5, "Store", None, None, 0, "Boxes"),)],
            win32pdh.ParseCounterPath: [(5,), (r"\a\b", "x")], win32pdh.ParseInstanceName: [(None,)],
            win32pdh.ValidatePath: [(None,)], win32pdh.ExpandCounterPath: [(5,)],
            win32pdh.EnumObjects: [(5, None, 400), (None, 5, 400), (None, None, "x"), (None, None, 400, "x")],
            win32pdh.EnumObjectItems: [(None, None, None, 400), (None, None, "Store", "x"), (None, None, "Store", 400, "x")],
            win32pdh.ConnectMachine: [(5,)], win32pdh.LookupPerfIndexByName: [(None, 5)],
            win32pdh.LookupPerfNameByIndex: [(None, "x"), (5, 1)],
        }
        for function, wrong in calls.items():
            for arguments in wrong:
                with self.subTest(function=function.__name__, arguments=arguments), self.assertRaises(TypeError):
                    function(*arguments)


class Values(PdhCase):
    def test_a_value_comes_with_the_type_of_its_counter(self):
        boxes = self.add(r"\Store\Boxes")
        self.collect()
        self.assertEqual(win32pdh.GetFormattedCounterValue(boxes, win32pdh.PDH_FMT_LONG), (0x10000, 7))
        self.assertEqual(win32pdh.GetFormattedCounterValue(boxes, win32pdh.PDH_FMT_DOUBLE), (0x10000, 7.0))

    def test_integers_are_ints_and_doubles_floats(self):
        depth = self.add(rf"\Widget({ROCKET})\Depth")
        self.collect()
        for format, kind in ((win32pdh.PDH_FMT_LARGE, int), (win32pdh.PDH_FMT_DOUBLE, float)):
            _, value = win32pdh.GetFormattedCounterValue(depth, format)
            self.assertEqual((type(value), value), (kind, 1 << 32))

    def test_an_array_has_the_values_of_every_format(self):
        depth = self.add(r"\Widget(*)\Depth")
        self.collect(2)
        for format in (win32pdh.PDH_FMT_LONG, win32pdh.PDH_FMT_DOUBLE):
            values = win32pdh.GetFormattedCounterArray(depth, format)
            self.assertEqual([values[name] for name in ("java", "java#1", "new")], [1, 2, 3])
        self.assertEqual(win32pdh.GetFormattedCounterArray(depth, win32pdh.PDH_FMT_LARGE)[ROCKET], 1 << 32)

    def test_an_array_leaves_out_instances_without_a_value(self):
        items = self.add(r"\Widget(*)\Items/sec")
        self.collect(2)
        values = win32pdh.GetFormattedCounterArray(items, win32pdh.PDH_FMT_DOUBLE)
        self.assertEqual(values, {"java": 10.0, "java#1": 20.0, ROCKET: 30.0})

    def test_a_scale_factor_applies_until_noscale(self):
        boxes = self.add(r"\Store\Boxes")
        self.collect()
        win32pdh.SetCounterScaleFactor(boxes, 2)
        self.assertEqual(win32pdh.GetFormattedCounterValue(boxes, win32pdh.PDH_FMT_LONG)[1], 700)
        noscale = win32pdh.PDH_FMT_LONG | win32pdh.PDH_FMT_NOSCALE
        self.assertEqual(win32pdh.GetFormattedCounterValue(boxes, noscale)[1], 7)
        self.assert_fails(INVALID_ARGUMENT, win32pdh.SetCounterScaleFactor, boxes, win32pdh.PDH_MAX_SCALE + 1)

    def test_threads_share_a_query(self):
        depth = self.add(r"\Widget(*)\Depth")
        self.collect(2)
        results = []
        threads = [
            threading.Thread(target=lambda: results.append(win32pdh.GetFormattedCounterArray(depth, win32pdh.PDH_FMT_LONG)))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 8)
        self.assertTrue(all(result == results[0] for result in results), results)


class Failures(PdhCase):
    def test_an_error_has_three_fields(self):
        failure = self.assert_fails(NO_COUNTER, self.add, r"\Store\None")
        self.assertEqual(failure.args, (failure.winerror, failure.funcname, failure.strerror))
        self.assertEqual((failure.funcname, failure.strerror[-1:]), ("AddCounter", "."))
        self.assertEqual(str(failure), repr(failure.args))

    def test_an_error_can_be_pickled(self):
        failure = self.assert_fails(NO_OBJECT, self.add, r"\None\None")
        again = pickle.loads(pickle.dumps(failure))
        self.assertEqual((type(again), again.args, again.winerror), (win32pdh.error, failure.args, NO_OBJECT))

    def test_a_rate_has_no_value_after_one_sample(self):
        items = self.add(r"\Widget(java)\Items/sec")
        self.collect()
        self.assert_fails(INVALID_DATA, win32pdh.GetFormattedCounterValue, items, win32pdh.PDH_FMT_DOUBLE)

    def test_an_empty_query_has_no_data(self):
        self.assert_fails(NO_DATA, self.collect)

    def test_handles_end_with_their_query(self):
        boxes = self.add(r"\Store\Boxes")
        win32pdh.CloseQuery(self.query)
        for function, *arguments in (
            (win32pdh.CloseQuery, self.query),
            (win32pdh.CollectQueryData, self.query),
            (win32pdh.AddCounter, self.query, r"\Store\Boxes"),
            (win32pdh.AddEnglishCounter, self.query, r"\Store\Boxes"),
            (win32pdh.RemoveCounter, boxes),
            (win32pdh.GetFormattedCounterValue, boxes, win32pdh.PDH_FMT_LONG),
            (win32pdh.GetFormattedCounterArray, boxes, win32pdh.PDH_FMT_LONG),
            (win32pdh.GetCounterInfo, boxes, False),
            (win32pdh.SetCounterScaleFactor, boxes, 1),
        ):
            with self.subTest(function.__name__):
                self.assert_fails(INVALID_HANDLE, function, *arguments)

    def test_formats_that_no_function_supports(self):
        boxes = self.add(r"\Store\Boxes")
        self.collect()
        for format in (0, win32pdh.PDH_FMT_RAW, win32pdh.PDH_FMT_LONG | win32pdh.PDH_FMT_DOUBLE):
            self.assert_fails(INVALID_ARGUMENT, win32pdh.GetFormattedCounterValue, boxes, format)
            self.assert_fails(INVALID_ARGUMENT, win32pdh.GetFormattedCounterArray, boxes, format)

    def test_arguments_of_another_type(self):
        for function, *arguments in (
            (win32pdh.CloseQuery, None),
            (win32pdh.CloseQuery, "1"),
            (win32pdh.AddCounter, self.query, None),
            (win32pdh.AddCounter, self.query, rb"\Store\Boxes"),
            (win32pdh.OpenQuery, 5),
            (win32pdh.LookupPerfIndexByName, None, None),
            (win32pdh.ParseCounterPath, None),
        ):
            with self.subTest(function.__name__), self.assertRaises(TypeError):
                function(*arguments)

    def test_texts_that_cannot_be_passed(self):
        for text in ("\\Store\\Boxes\0", "\\Store(\udc80)\\Boxes"):
            with self.assertRaises(ValueError):
                self.add(text)


class Information(PdhCase):
    def test_counter_info(self):
        counter = win32pdh.AddCounter(self.query, r"\Widget(*)\Items/sec", 11)
        kind, _, _, scale, default_scale, user, query_user, path, elements, explain = win32pdh.GetCounterInfo(counter, True)
        self.assertEqual((kind, scale, default_scale, user, query_user), (0x10410500, 0, 0, 11, 0))
        self.assertTrue(path.endswith(r"\Widget(*)\Items/sec"), path)
        self.assertEqual(elements, (None, "Widget", "*", None, 0, "Items/sec"))
        self.assertEqual(explain, "Widgets made in a second.")
        self.assertIsNone(win32pdh.GetCounterInfo(counter, False)[-1])

    def test_paths_are_made_and_parsed(self):
        for elements, path in (
            (("\\\\host", "Widget", "java", None, 2, "Depth"), r"\\host\Widget(java#2)\Depth"),
            (("\\\\host", "Widget", "worker", "svc", 0, "Depth"), r"\\host\Widget(svc/worker)\Depth"),
            (("\\\\host", "Store", None, None, 0, "Boxes"), r"\\host\Store\Boxes"),
            (("\\\\host", "Widget", ROCKET, None, 0, "Depth"), rf"\\host\Widget({ROCKET})\Depth"),
        ):
            self.assertEqual(win32pdh.MakeCounterPath(elements), path)
            self.assertEqual(win32pdh.ParseCounterPath(path), elements)
        self.assertEqual(win32pdh.MakeCounterPath((None, "Store", None, None, -1, "Boxes")), r"\Store\Boxes")
        self.assert_fails(INVALID_ARGUMENT, win32pdh.MakeCounterPath, (None, None, None, None, 0, "Boxes"))

    def test_instance_names_are_parsed(self):
        for text, parts in (("java", ("java", "", 0)), ("svc/worker#3", ("worker", "svc", 3))):
            self.assertEqual(win32pdh.ParseInstanceName(text), parts)

    def test_objects_and_their_items(self):
        self.assertEqual(win32pdh.EnumObjects(None, None, win32pdh.PERF_DETAIL_WIZARD, 1), ["Widget", "Ghost", "Store"])
        counters, instances = win32pdh.EnumObjectItems(None, None, "Widget", -1)
        self.assertEqual(counters, ["Items/sec", "Depth"])
        self.assertEqual(instances[:2], ["java", "java"])
        self.assertIn(ROCKET, instances)
        self.assertEqual(win32pdh.EnumObjectItems(None, None, "Store", -1), (["Boxes"], []))
        self.assertEqual(win32pdh.EnumObjectItems(None, None, "Ghost", -1), (["Visits"], []))
        self.assert_fails(NO_OBJECT, win32pdh.EnumObjectItems, None, None, "None", -1)

    def test_paths_are_validated_and_expanded(self):
        self.assertEqual(win32pdh.ValidatePath(r"\Store\Boxes"), 0)
        self.assertEqual(win32pdh.ValidatePath(r"\Store\None"), NO_COUNTER)
        paths = win32pdh.ExpandCounterPath(r"\Widget(*)\Depth")
        self.assertEqual([path[path.index("\\Widget"):] for path in paths[:2]],
                         [r"\Widget(java#1)\Depth", r"\Widget(java)\Depth"])  # as on Windows

    def test_names_and_indexes(self):
        self.assertEqual(win32pdh.LookupPerfIndexByName(None, "Store"), 5010)
        self.assertEqual(win32pdh.LookupPerfNameByIndex(None, 5010), "Store")

    def test_this_computer_can_be_connected(self):
        self.assertIsNone(win32pdh.ConnectMachine(None))


class Long(unittest.TestCase):
    def test_lists_that_need_a_second_call(self):
        library = ctypes.CDLL("libpdh.so.0")
        names = [f"instance {number}" for number in range(5000)]
        script = {
            "objects": [{"name": "Long", "instances": "multi", "counters": [{"name": "Depth", "type": "PERF_COUNTER_RAWCOUNT"}]}],
            "samples": [{"data": {"Long": {name: [place] for place, name in enumerate(names)}}}],
        }
        self.assertEqual(library.pdh_shim_set_sources(b"script:" + json.dumps(script).encode()), 0)
        self.addCleanup(library.pdh_shim_set_sources, os.environ["PDH_SHIM_SOURCE"].encode())
        self.assertEqual(win32pdh.EnumObjectItems(None, None, "Long", -1), (["Depth"], names))
        self.assertEqual(len(win32pdh.ExpandCounterPath(r"\Long(*)\Depth")), len(names))
        query = win32pdh.OpenQuery()
        self.addCleanup(win32pdh.CloseQuery, query)
        counter = win32pdh.AddCounter(query, r"\Long(*)\Depth")
        win32pdh.CollectQueryData(query)
        for _ in range(2):
            self.assertEqual(
                win32pdh.GetFormattedCounterArray(counter, win32pdh.PDH_FMT_LONG),
                {name: place for place, name in enumerate(names)},
            )


class Names(unittest.TestCase):
    @unittest.skipUnless(STUB.exists(), "python3-typeshed is not installed")
    def test_all_names_and_parameters_of_pywin32(self):
        for item in ast.parse(STUB.read_text(encoding="utf-8")).body:
            if isinstance(item, ast.FunctionDef):
                self.check_function(item)
            elif isinstance(item, ast.AnnAssign):
                self.assertIsInstance(getattr(win32pdh, item.target.id), int)
            elif isinstance(item, ast.ClassDef):
                self.assertTrue(issubclass(getattr(win32pdh, item.name), Exception))

    def check_function(self, record):
        if record.args.vararg:  # the record does not know its parameters
            self.assertTrue(callable(getattr(win32pdh, record.name)))
            return
        ours = inspect.signature(getattr(win32pdh, record.name)).parameters
        arguments = record.args.posonlyargs + record.args.args
        theirs = [OTHER_NAMES.get(argument.arg, argument.arg.lstrip("_")) for argument in arguments]
        with self.subTest(record.name):
            self.assertEqual(list(ours), theirs)
            needed = [name for name, parameter in ours.items() if parameter.default is parameter.empty]
            self.assertLessEqual(len(needed), len(theirs) - len(record.args.defaults))


if __name__ == "__main__":
    unittest.main()
