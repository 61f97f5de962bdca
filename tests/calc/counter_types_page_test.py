#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The page COUNTER_TYPES.md against the table of types, and its examples by the exported functions: counter_types_page_test.py LIBRARY"""
import ctypes
import json
import pathlib
import re
import sys
import tempfile
import unittest
from ctypes import byref, c_int64

PROJECT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "tests"))
import pdh  # noqa: E402

CALC = PROJECT / "pdh_shim/calc"
PAGE = (CALC / "COUNTER_TYPES.md").read_text(encoding="utf-8")
SECONDS = {"none": "0", "perf_time": "PerfTime", "time_100ns": "PerfTime100nSec", "object_time": "object time", "base": "base"}
TIME_BASES = {"none": "none", "perf_freq": "PerfFreq", "freq_100ns": "10000000", "object_freq": "PerfFreq of the object"}
FORMULAS = {
    "none": "", "raw_count": "N1", "displayed": "double(N1)", "delta": "N1 - N0", "rate": "(N1-N0) / ((D1-D0)/TB)",
    "queue_length": "(N1-N0) / (D1-D0)", "timer": "(N1-N0) / (D1-D0) * 100", "timer_inverse": "100 * (1 - (N1-N0)/(D1-D0))",
    "multi_timer": "(N1-N0) / (D1-D0) * 100 / M1", "multi_timer_inverse": "100 * (M1 - (N1-N0)/(D1-D0))",
    "raw_fraction": "N1/B1 * 100", "sample_fraction": "(N1-N0) / (B1-B0) * 100", "average_timer": "((N1-N0)/TB) / (B1-B0)",
    "average_bulk": "(N1-N0) / (B1-B0)", "elapsed": "(D1-N1) / TB"}
HAS_TIME_BASE = "rate", "average_timer", "elapsed"  # in the formula
FORMATS = {"LONG": 0x100, "DOUBLE": 0x200, "LARGE": 0x400, "NOSCALE": 0x1000, "1000": 0x2000, "NOCAP100": 0x8000}
STATUSES = {name: int(value, 16) for name, value in re.findall(
    r"^STATUS\(\w+, (PDH_\w+), (?:\w+\()?(0x[0-9A-F]+)", (PROJECT / "pdh_shim/base/status.inc").read_text(encoding="utf-8"), re.MULTILINE)}
TYPES = {constant: (int(value, 16), *columns) for constant, value, *columns in re.findall(
    r"^TYPE\(\w+, (\w+), (0x\w+), (\w+), (\w+), (\w+)\)", (CALC / "counter_type.inc").read_text(encoding="utf-8"), re.MULTILINE)}
BLOCKS = [(kind, [line.split() for line in lines.splitlines()])
          for kind, lines in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


class Statistics(ctypes.Structure):
    _fields_ = [("format", ctypes.c_uint32), ("count", ctypes.c_uint32), ("values", pdh.Value * 3)]


def number(value, format_):
    bits = ctypes.c_double(value.value)
    if format_ & FORMATS["DOUBLE"]:
        return value.value
    return (c_int64 if format_ & FORMATS["LARGE"] else ctypes.c_int32).from_buffer(bits).value


def sample(words):
    first, second, *more = words
    status = STATUSES[more[1]] if more[1:] else 0
    return pdh.RawCounter(status=status, first=int(first), second=int(second), multi=int(more[0]) if more else 1)


class Example:
    """A counter of the block's type, of a script with the block's time base, and its samples."""

    def __init__(self, lines):
        self.type = lines[0][1]
        bases = [int(words[2]) for words in lines if words[0] == "time"]
        self.time_base = byref(c_int64(*bases)) if bases else None
        samples = {kind: [sample(words[1:]) for words in lines if words[0] == kind] for kind in ("older", "newer", "sample")}
        self.older, self.newer, self.samples = (samples["older"] or [None])[0], (samples["newer"] or [None])[0], samples["sample"]
        self.perf_freq = {"perfFreq": bases[0]} if bases else {}

    def __enter__(self):
        self.is_logged = self.type == "PERF_DOUBLE_RAW"  # of text logs
        if self.is_logged:
            with tempfile.NamedTemporaryFile("w", suffix=".csv") as log:
                log.write('"(PDH-CSV 4.0) (UTC)(0)","\\\\M\\A\\a"\n"01/01/2026 00:00:00.000","1"\n')
                log.flush()
                self.query = pdh.Query(r"\\M\A\a", source=log.name)
            return self
        counters = [{"name": "a", "type": TYPES[self.type][0]}]
        if TYPES[self.type][2] == "base":
            kind = re.search("RAW|SAMPLE|AVERAGE", self.type)
            counters.append({"name": "base", "type": f"PERF_{kind[0] if kind else 'AVERAGE'}_BASE"})
        script = {"objects": [{"name": "A", "instances": "none", "counters": counters}], "samples": [], **self.perf_freq}
        pdh.check("pdh_shim_set_sources", "script:" + json.dumps(script))
        self.query = pdh.Query(*[r"\A\a"] * (not self.type.endswith("_BASE")))  # bases cannot be added
        return self

    def __exit__(self, *_):
        self.query.close()

    def formatted(self, words):
        """The value or the status."""
        format_, value = sum(FORMATS.get(word, 0) for word in words), pdh.Value()
        samples = byref(self.newer), self.older and byref(self.older)
        if "scale" in words or self.is_logged:
            scale = int(words[words.index("scale") + 1]) if "scale" in words else 0
            pdh.check("PdhSetCounterScaleFactor", self.query.counters[0], scale)
            status = pdh.call("PdhCalculateCounterFromRawValue", self.query.counters[0], format_, *samples, byref(value))
        else:
            status = pdh.call("PdhFormatFromRawValue", TYPES[self.type][0], format_, self.time_base, *samples, byref(value))
        return status or number(value, format_)

    def statistics(self, words):
        format_, found = sum(FORMATS.get(word, 0) for word in words), Statistics()
        ring = (pdh.RawCounter * len(self.samples))(*self.samples)
        pdh.check("PdhComputeCounterStatistics", self.query.counters[0], format_, 0, len(ring), ring, byref(found))
        return [number(value, format_) for value in found.values]


class Page(unittest.TestCase):
    def test_every_type_is_listed_once_under_its_formula_as_the_table_has_it(self):
        listed = []
        for section in re.split("^### ", PAGE, flags=re.MULTILINE)[1:]:
            formula = re.search("^    (.*)", section, re.MULTILINE)
            for row in re.findall(r"^\| `(PERF_.*`0x.*) \|$", section, re.MULTILINE):
                name, shown, size, *columns = (cell.strip() for cell in row.replace("`", "").split("|"))
                value, kind, second, time_base = TYPES[name]
                listed.append(name)
                with self.subTest(name):
                    self.assertEqual(formula[1] if formula else "", FORMULAS[kind])
                    self.assertEqual(shown, f"0x{value:08X} ({value})")
                    self.assertEqual(size, ("32 bits", "64 bits", "0 bits", "variable")[value >> 8 & 3])
                    self.assertEqual("\nMean: " in section, kind != "none")
                    if kind != "none":
                        in_formula = ", in the formula" * (kind in HAS_TIME_BASE)
                        self.assertEqual(columns[:3], [SECONDS[second], TIME_BASES[time_base] + in_formula,
                                                       ("nothing", "/sec", "%", "sec", "nothing")[value >> 28]])
        self.assertEqual(sorted(listed), sorted(TYPES))

    def test_every_example_is_what_the_library_calculates(self):
        for kind, lines in BLOCKS:
            results = [words for words in lines if "->" in words]
            self.assertTrue(results)
            with Example(lines) as example:
                for words in results:
                    at = words.index("->")
                    expected = [STATUSES[word] if word in STATUSES else float(word) if "DOUBLE" in words else int(word)
                                for word in words[at + 1:]]
                    with self.subTest(f"{example.type}: {' '.join(words)}"):
                        found = example.statistics(words[:at]) if kind == "statistics" else [example.formatted(words[:at])]
                        self.assertEqual(found, expected)

    def test_every_type_with_a_value_has_an_example(self):
        shown = {lines[0][1] for _, lines in BLOCKS}
        self.assertEqual([name for name, (_, kind, *_) in TYPES.items() if kind != "none" and name not in shown], [])


if __name__ == "__main__":
    pdh.load(sys.argv.pop(1))
    unittest.main()
