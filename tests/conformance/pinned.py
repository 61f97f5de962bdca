#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that each test which TRUST.md, COMPATIBILITY.md or a DECISIONS.md names as pinning a promise or decision exists.

pinned.py PAGE TESTS

A test is a case of a source below the directory TESTS, or a file of the repository; a name with `*` stands for several
files. Each section names one at least.
"""

import pathlib
import re
import sys


def main() -> int:
    page, tests = map(pathlib.Path, sys.argv[1:])
    cases = set()
    for source in tests.rglob("*_test.cpp"):
        # A long name may be written as several literals.
        for literals in re.findall(r'TEST_CASE(?:_FIXTURE\(\w+,|\()((?:\s*"(?:[^"\\]|\\.)*")+)', source.read_text()):
            cases.add("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)))
    for script in tests.rglob("*.py"):
        cases.update(re.findall(r"^    def (test_\w+)\(", script.read_text(), flags=re.MULTILINE))
    missing = []
    for section in re.split(r"^### ", page.read_text(), flags=re.MULTILINE)[1:]:
        title = section.splitlines()[0]
        pinned = re.search(r"\*Pinned by\*(.*?)(?:\n\n|\Z)", section, flags=re.DOTALL)
        if pinned is None:
            missing.append(f"{title}: names no test")
            continue
        names = [" ".join(name.split()) for name in re.findall(r"`([^`]*)`", pinned.group(1))]
        if not names:
            missing.append(f"{title}: names no test")
        missing += [f"{title}: there is no test `{name}`" for name in names
                    if name not in cases and not any(file.is_file() for file in tests.parent.glob(name))]
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
