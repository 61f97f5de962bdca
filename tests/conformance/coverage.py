#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that the conformance suite expects each status that pdh.h promises of a function.

coverage.py PDH_H DIRECTORY

It is in a row of statuses_test.cpp, or what sweep_test.cpp causes in each function by a missing pointer, a bad handle or a small
buffer, or stands in no_row.tsv with the reason why it cannot be caused, or with the name of the case that expects it.
"""

import pathlib
import re
import sys

from function_table import Function, parse


def swept(function: Function) -> set:
    return ({"PDH_INVALID_ARGUMENT"} if function.pointers else set()) | \
        ({"PDH_INVALID_HANDLE"} if function.handles else set()) | ({"PDH_MORE_DATA"} if function.buffers else set())


def main() -> int:
    functions = parse(pathlib.Path(sys.argv[1]).read_text())
    directory = pathlib.Path(sys.argv[2])
    faults = []
    statuses = {name: swept(function) for name, function in functions.items()}
    for name, status in re.findall(r'\{\s*"(Pdh\w+)[^"]*",\s*(PDH_\w+|ERROR_\w+)', (directory / "statuses_test.cpp").read_text()):
        if name in functions:
            statuses[name].add(status)
        else:
            faults.append(f"statuses_test.cpp: a row for {name}, which pdh.h does not declare")
    cases = "".join(re.sub(r"_FIXTURE\(\s*\w+,\s*", "(", file.read_text()) for file in directory.glob("*_test.cpp"))
    excused = set()
    for line in (directory / "no_row.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, status, reason = line.split("\t")
            excused.add((name, status))
            faults += [f"no_row.tsv: there is no case `{case}`" for case in re.findall("`(.*?)`", reason)
                       if f'TEST_CASE("{case}"' not in cases]
    promised = {(name, status) for name, function in functions.items() for status in function.statuses - {"ERROR_SUCCESS"}}
    expected = {(name, status) for name, all_of_it in statuses.items() for status in all_of_it}
    faults += [f"{name}: no row expects {status}" for name, status in sorted(promised - expected - excused)]
    faults += [f"no_row.tsv: there is a row for {name}, {status}" for name, status in sorted(excused & expected)]
    faults += [f"no_row.tsv: {name} does not promise {status}" for name, status in sorted(excused - promised)]
    print("\n".join(faults))
    return 1 if faults or len(functions) < 70 else 0


if __name__ == "__main__":
    sys.exit(main())
