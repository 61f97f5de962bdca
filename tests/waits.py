#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that waits.tsv lists each file of the tests that sleeps, polls, or looks at the time, and no other.

usage: waits.py TESTS_FOLDER

Nothing waits for time to pass where the injected clock can do it. What remains is in the table. A *limit* is a time that only a
hang reaches: 600 seconds, patience.h. Meson's limits are multiplied by 10 for the same reason. What *polls* asks again and again
until something is there, up to such a limit. What is *real* depends on the time that passes, or on what else the machine does;
loaded.sh runs these tests, and those that poll, beside four busy loops.
"""
import pathlib
import re
import sys

SUFFIXES = {".c", ".cpp", ".h", ".py", ".sh"}
# The words to look for, and how they stand where something waits: to find a word is quick.
WAITS = {word: re.compile(wait, re.MULTILINE) for word, wait in {
    "sleep": r"\b(?:u|nano)?sleep(?:_for|_until)? ?\(|(?:^|[(;|&]) *sleep [-$0-9]",
    "Sleep(": r"\bSleep\(",
    "alarm(": r"\balarm\(",
    "poll(": r"\bpoll\(",
    "select.select(": r"\bselect\.select\(",
    ".wait": r"\.wait_(?:for|until)\(|\.wait\((?:patience|PATIENCE|[1-9]|0\.)",
    "work_for(": r"\bwork_for\(",
    "steady_clock::now": r"\bsteady_clock::now",
    "GetTickCount": r"\bGetTickCount(?:64)?\(",
    "WaitForSingleObject(": r"WaitForSingleObject\([^;()]*(?:\([^()]*\))*[^;()]*, [1-9]",
    "WaitForMultipleObjects(": r"WaitForMultipleObjects\([^;()]*, [1-9][0-9']{2,}",
    "time.": r"\btime\.(?:monotonic|perf_counter)\(",
    "timeout": r"\btimeout=|(?:^|[(;|&]) *timeout [-$0-9]",
}.items()}


def waits(text: str) -> bool:
    return any(word in text and wait.search(text) for word, wait in WAITS.items())


def main() -> int:
    tests = pathlib.Path(sys.argv[1])
    rows = (tests / "waits.tsv").read_text(encoding="ascii").splitlines()[1:]
    listed = [row.partition("\t")[0] for row in rows]
    waiting = [path.relative_to(tests).as_posix() for path in sorted(tests.rglob("*"))
               if path.suffix in SUFFIXES and waits(path.read_text(encoding="utf-8", errors="replace"))]
    unlisted = [name for name in waiting if not name.startswith(tuple(listed))]
    unneeded = [row for row in listed if not any(name.startswith(row) for name in waiting)]
    for name in unlisted:
        print(f"{name}: waits or looks at the time, and waits.tsv does not say why")
    for row in unneeded:
        print(f"{row}: does not wait, or is not there")
    return 1 if unlisted or unneeded else 0


if __name__ == "__main__":
    sys.exit(main())
