#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks needs.tsv: each case of the conformance suite has a row, and enough of them can run with Microsoft's DLL.

needs.py NEEDS CONFORMANCE         checks, and prints how many cases need what
needs.py NEEDS CONFORMANCE WITH WITHOUT
                                   prints the table anew, from two results of `oracle_runner --everything` with our DLL under
                                   Wine: with the performance DLL, and without it
"""
import collections
import json
import pathlib
import re
import sys

GOAL = 250  # cases that need no control.h
WORDS = {"live", "performance-dll", "log-file", "script", "control.h", "8-bit", "-"}
NOT_ON_WINDOWS = {"script", "control.h", "8-bit"}
CASE = re.compile(r'TEST_CASE\(((?:\s*"(?:[^"\\]|\\.)*")+)')
# Not of Windows: performance DLLs as shared objects.
NOT_IN_THE_KIT = {"provider_test.cpp"}
ABOUT_LOGS = {"log_file_test.cpp", "log_test.cpp", "relog_test.cpp"}
HEAD = """\
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# What each case of tests/conformance needs, beside pdh.dll: words of tests/oracle/README.md. needs.py writes and checks it.
"""


def cases_of(folder: pathlib.Path) -> dict[str, str]:
    """Each case, and its file."""
    cases = {}
    for source in sorted(folder.glob("*_test.cpp")):
        if source.name not in NOT_IN_THE_KIT:
            for literals in CASE.findall(source.read_text(encoding="utf-8")):
                name = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))
                cases[re.sub(r"\\(.)", r"\1", name)] = source.name
    return cases


def rows_of(table: pathlib.Path) -> dict[str, set[str]]:
    rows = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, needs = line.split("\t")
            rows[name] = set(needs.split())
    return rows


def check(rows: dict[str, set[str]], cases: dict[str, str]) -> int:
    faults = [f"needs.tsv: no row for `{name}`" for name in cases if name not in rows]
    faults += [f"needs.tsv: there is no case `{name}`" for name in rows if name not in cases]
    faults += [f"needs.tsv: {word} for `{name}` is not known" for name, needs in rows.items() for word in needs - WORDS]
    free = sum(1 for needs in rows.values() if not needs & NOT_ON_WINDOWS)
    if free < GOAL:
        faults.append(f"only {free} cases need no control.h; {GOAL} is the goal")
    kinds = collections.Counter(" ".join(sorted(needs)) for needs in rows.values())
    print(f"{len(rows)} cases; {free} need no control.h")
    print("\n".join(f"{count:5} {kind}" for kind, count in kinds.most_common()))
    print("\n".join(faults))
    return 1 if faults else 0


def outcomes(result: str) -> dict[str, dict]:
    return {case["name"]: case for case in json.loads(pathlib.Path(result).read_text(encoding="utf-8"))["cases"]}


def write(cases: dict[str, str], with_dll: dict[str, dict], without_dll: dict[str, dict]) -> None:
    print(HEAD, end="")
    for name, file in cases.items():
        needs = []
        if name not in with_dll:
            needs.append("8-bit")
        elif with_dll[name]["outcome"] != "passed":
            needs.append("control.h" if "needs control.h" in with_dll[name]["detail"] else "script")
        elif without_dll[name]["outcome"] != "passed":
            needs.append("performance-dll")
        if name.startswith("live"):
            needs.append("live")
        if file in ABOUT_LOGS:
            needs.append("log-file")
        print(name, " ".join(needs) or "-", sep="\t")


def main() -> int:
    table, folder = (pathlib.Path(argument) for argument in sys.argv[1:3])
    if len(sys.argv) == 5:
        write(cases_of(folder), outcomes(sys.argv[3]), outcomes(sys.argv[4]))
        return 0
    return check(rows_of(table), cases_of(folder))


if __name__ == "__main__":
    sys.exit(main())
