# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""relog computes from a binary log what Windows 10 computed from the same raw values, to the last bit.

Usage: windows10_test.py LIBPDH RELOG WINDOWS10_TSV [unittest options]

The samples are put into a script, collected, and written to a binary log by PdhUpdateLog.
"""

import csv
import ctypes
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
from programs import PATIENCE, Folder  # noqa: E402

LIBRARY, RELOG, CELLS = sys.argv[1:4]
COUNTERS = 9  # in the order in which each sample of the file has them
PERF_FREQ = 2630633


def cells():
    with open(CELLS, encoding="ascii") as file:
        return list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))


def rounds():
    """The cells by sample. In the first sample only the counter that needs one sample has a value: its others are the older
    samples of the second."""
    first, *others = cells()
    samples = [others[i:i + COUNTERS] for i in range(0, len(others), COUNTERS)]
    older = [cell | {"newerFirst": cell["olderFirst"], "newerSecond": cell["olderSecond"], "value": ""}
             if cell["olderFirst"] else first for cell in samples[0]]
    return [older, *samples]


def script_of(samples):
    counters = []
    for number, cell in enumerate(samples[0]):
        counters.append({"name": f"{number}", "type": cell["type"]})
        if cell["type"] == "PERF_RAW_FRACTION":
            counters.append({"name": f"base of {number}", "type": "PERF_RAW_BASE"})
    return {"perfFreq": PERF_FREQ,
            "objects": [{"name": "Seen", "instances": "none", "counters": counters}],
            "samples": [sample_of(cells) for cells in samples]}


def sample_of(cells):
    values, clocks = [], {}
    for cell in cells:
        first, second = int(cell["newerFirst"]), int(cell["newerSecond"])
        values.append(first)
        if cell["type"] == "PERF_RAW_FRACTION":
            values.append(second)
        else:
            clocks["time100ns" if "100NSEC" in cell["type"] else "perfTime"] = second
    return clocks | {"data": {"Seen": values}}


class Windows10(Folder):
    def write_log(self, samples):
        library = ctypes.CDLL(LIBRARY)
        script = self.write("seen.json", json.dumps(script_of(samples)).encode())
        self.assertEqual(library.pdh_shim_set_sources(f"script:{script}".encode()), 0)
        query, log, counter = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        write_new, binary = 0x20001, ctypes.c_uint32(8)
        self.assertEqual(library.PdhOpenQueryA(None, None, ctypes.byref(query)), 0)
        for number in range(COUNTERS):
            self.assertEqual(library.PdhAddCounterA(query, rf"\Seen\{number}".encode(), None, ctypes.byref(counter)), 0)
        path = self.path("seen.blg")
        self.assertEqual(library.PdhOpenLogA(
            path.encode(), write_new, ctypes.byref(binary), query, 0, None, ctypes.byref(log)), 0)
        for _ in samples:
            self.assertEqual(library.PdhUpdateLogA(log, None), 0)
        self.assertEqual(library.PdhCloseLog(log, 1), 0)
        return path

    def test_each_cell_of_a_text_log_reads_back_to_the_double_of_windows(self):
        samples = rounds()
        text = self.path("seen.csv")
        process = subprocess.run(
            [RELOG, self.write_log(samples), "-f", "CSV", "-o", text], capture_output=True, timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, process.stderr)
        with open(text, encoding="ascii", newline="") as file:
            rows = list(csv.reader(file))[1:]
        self.assertEqual(len(rows), len(samples))
        seen = 0
        for row, sample in zip(rows, samples):
            for text_cell, cell in zip(row[1:], sample, strict=True):
                if cell["value"]:
                    self.assertEqual(float(text_cell), float.fromhex(cell["value"]), cell)
                    seen += 1
                else:
                    self.assertEqual(text_cell.strip(), "")
        self.assertEqual(seen, 217)


if __name__ == "__main__":
    programs.main([sys.argv[0], *sys.argv[4:]])
