#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""How many of the counters that programs ask for this machine has: coverage.py [--least ADDED] LIBRARY LIST...

A list has a counter path on each line; lines that begin with # are comments. For each list it prints how many
counters can be added, how many have a value after two collects, and how many have INVALID_DATA; then the
counters without a value, each with its status. With --least the program fails if fewer counters can be added in all.
"""

import argparse
import ctypes
import pathlib
import sys
from collections import Counter

sys.dont_write_bytecode = True

from ctypes_client import CounterValueItem, Pdh, Query, keep_busy, utf16

INVALID_DATA = (0xC0000BBA, 0xC0000BC6)  # PDH_CSTATUS_INVALID_DATA and PDH_INVALID_DATA
PDH_FMT_DOUBLE = 0x200
PDH_MORE_DATA = 0x800007D2
VALID = (0, 1)
COLUMNS = ("counters", "added", "value", "invalid data")


def add(query, path):
    """Its handle, and the status of adding it."""
    counter = ctypes.c_void_p()
    arguments = (query.handle, utf16(path), ctypes.c_size_t(0), ctypes.byref(counter))
    return counter, query.pdh.status("PdhAddEnglishCounterW", *arguments)


def status_of(query, counter):
    """0 if an instance has a value, else the status of the first or of all."""
    size, count = ctypes.c_uint32(0), ctypes.c_uint32(0)
    arguments = (counter, PDH_FMT_DOUBLE, ctypes.byref(size), ctypes.byref(count))
    status = query.pdh.status("PdhGetFormattedCounterArrayW", *arguments, None)
    if status != PDH_MORE_DATA:
        return status
    buffer = (CounterValueItem * (size.value // ctypes.sizeof(CounterValueItem) + 1))()
    status = query.pdh.status("PdhGetFormattedCounterArrayW", *arguments, buffer)
    if status != 0:
        return status
    statuses = [item.counter.status for item in buffer[: count.value]]
    return 0 if any(one in VALID for one in statuses) else statuses[0]


def statuses_of(pdh, paths):
    query = Query(pdh)
    added = {path: add(query, path) for path in paths}
    query.collect()
    keep_busy(0.2)
    query.collect()
    statuses = {path: status or status_of(query, counter) for path, (counter, status) in added.items()}
    query.close()
    return statuses, {path for path, (_, status) in added.items() if status == 0}


def report(pdh, file):
    lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    paths = [line for line in lines if line and not line.startswith("#")]
    statuses, added = statuses_of(pdh, paths)
    figures = Counter(
        {
            "counters": len(paths),
            "added": len(added),
            "value": sum(path in added and statuses[path] == 0 for path in paths),
            "invalid data": sum(path in added and statuses[path] in INVALID_DATA for path in paths),
        }
    )
    print(pathlib.Path(file).stem, *(f"{name} {figures[name]}" for name in COLUMNS), sep=", ")
    for path, status in statuses.items():
        if status != 0:
            print(f"    {path}: 0x{status:08X}" + ("" if path in added else ", not added"))
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("library")
    parser.add_argument("lists", nargs="+")
    options = parser.parse_args()
    pdh = Pdh(options.library)
    total = sum((report(pdh, file) for file in options.lists), Counter())
    print("in all", *(f"{name} {total[name]}" for name in COLUMNS), sep=", ")
    assert total["added"] >= options.least, f"{options.least} could be added before"


main()
