#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that each header with logic has a test file of its name, or stands in headers.tsv with the reason why it has none.

usage: headers.py PROJECT_FOLDER

A header has logic if a source of its name stands in its room, or if it has the body of a function with a decision, a loop or
more than one statement. Its test is a file NAME_test.cpp or NAME_test.py below the room's folder of tests. headers.tsv has a row
for each group of headers without one: the reason, the headers, and the tests that run them all the same. A header is called
room/NAME.h, whatever subfolder of the room it is in. One that is listed without need is a fault too.
"""
import pathlib
import re
import sys

import floors

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
BODY = re.compile(r"\)\s*(?:const\s*)?(?:noexcept\s*(?:\([^()]*\)\s*)?)?(?:override\s*)?(?:final\s*)?(?:->\s*[\w:<>&*, ]+\s*)?"
                  r"(?::\s*\w+[({][^;]*)?\{")
BRACE = re.compile(r"[{}]")
DECISION = re.compile(r"\b(?:if|for|while|switch|catch)\b|\?")


def bodies(text: str):
    """Of the functions that a text defines."""
    for begin in BODY.finditer(text):
        depth = 1
        for end in BRACE.finditer(text, begin.end()):
            depth += 1 if end.group() == "{" else -1
            if depth == 0:
                yield text[begin.end():end.start()]
                break


def has_logic(header: pathlib.Path, room: list[pathlib.Path]) -> bool:
    if any(file.suffix in {".cpp", ".c"} and file.stem == header.stem for file in room):
        return True
    text = COMMENT.sub("", header.read_text(encoding="ascii"))
    return any(DECISION.search(body) or body.count(";") > 1 for body in bodies(text))


def tests_of(project: pathlib.Path, room: str) -> set[str]:
    """The names that its test files have before _test."""
    folder = project / "tests" / ("compat" if room == "compat/windows" else room)
    return {file.stem.removesuffix("_test") for file in folder.rglob("*_test.*")
            if file.suffix in {".cpp", ".py"} and project / "tests/compat/python" not in file.parents}


def untested(project: pathlib.Path):
    """The headers with logic and without a test file of their name: room/NAME.h, in whatever folder of the room."""
    rooms = floors.read_table((project / "CONTRIBUTING.md").read_text(encoding="ascii"))
    for room, names in floors.sources(project, rooms).items():
        if room in (None, "samples"):
            continue
        files = [project / name for name in names if not name.startswith("compat/windows/include/")]
        tests = tests_of(project, room)
        for file in files:
            if file.suffix == ".h" and file.stem not in tests and has_logic(file, files):
                yield f"{room}/{file.name}"


def problems(project: pathlib.Path):
    rows = [row.split("\t") for row in (project / "tests/headers.tsv").read_text(encoding="ascii").splitlines()[1:]]
    listed = [name for _, headers, _ in rows for name in headers.split()]
    found = set(untested(project))
    for name in sorted(found - set(listed)):
        yield f"{name}: has logic and no test file of its name, and headers.tsv does not say why"
    for name in sorted(set(listed) - found):
        yield f"{name}: headers.tsv lists it, and it is not there, has no logic, or has a test file of its name"
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"{name}: headers.tsv lists it twice"
    for _, _, tests in rows:
        for name in tests.split():
            if not any((project / "tests").glob(name)):
                yield f"{name}: headers.tsv names this test, and it is not there"


def main() -> int:
    found = list(problems(pathlib.Path(sys.argv[1]).resolve()))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
