#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that WAITS.md lists each file of the tests that sleeps, polls, or looks at the time, and no other.

usage: waits.py TESTS_FOLDER
"""
import pathlib
import re
import sys

SUFFIXES = {".c", ".cpp", ".h", ".py", ".sh"}
WAIT = re.compile(r"""
    \b(?:u|nano)?sleep(?:_for|_until)?[ ]?\( | \bSleep\( | \balarm\( | \bpoll\( | \bselect\.select\(
    | \.wait_(?:for|until)\( | \bwork_for\( | \bsteady_clock::now | \bGetTickCount(?:64)?\(
    | WaitForSingleObject\([^;()]*(?:\([^()]*\))*[^;()]*,[ ][1-9] | WaitForMultipleObjects\([^;()]*,[ ][1-9][0-9']{2,}
    | \.wait\((?:patience|PATIENCE|[1-9]|0\.) | \btime\.(?:sleep|monotonic|perf_counter)\( | \btimeout=
    | (?:^|[(;|&])[ ]*(?:sleep|timeout)[ ][-$0-9]
""", re.VERBOSE | re.MULTILINE)
ROW = re.compile(r"^\| `([^`]+)` \|.*\|.*\|$", re.MULTILINE)


def main() -> int:
    tests = pathlib.Path(sys.argv[1])
    listed = ROW.findall((tests / "WAITS.md").read_text(encoding="ascii"))
    waiting = [path.relative_to(tests).as_posix() for path in sorted(tests.rglob("*"))
               if path.suffix in SUFFIXES and WAIT.search(path.read_text(encoding="utf-8", errors="replace"))]
    unlisted = [name for name in waiting if not name.startswith(tuple(listed))]
    unneeded = [row for row in listed if not any(name.startswith(row) for name in waiting)]
    for name in unlisted:
        print(f"{name}: waits or looks at the time, and WAITS.md does not say why")
    for row in unneeded:
        print(f"{row}: does not wait, or is not there")
    return 1 if unlisted or unneeded else 0


if __name__ == "__main__":
    sys.exit(main())
