#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that each test which TRUST.md, COMPATIBILITY.md or a DECISIONS.md names as pinning a promise or decision exists.

pinned.py PROJECT_FOLDER

A test is a case of a source below tests/, or a file of the repository; a name with `*` stands for several
files. Each section names one at least.
"""

import pathlib
import re
import sys


PAGES = ("COMPATIBILITY.md", "pdh_shim/TRUST.md", "pdh_shim/**/DECISIONS.md", "compat/**/DECISIONS.md")


def names_of_tests(tests: pathlib.Path) -> set[str]:
    found = set()
    for source in tests.rglob("*_test.cpp"):
        # A long name may be written as several literals.
        for literals in re.findall(r'TEST_CASE(?:_FIXTURE\(\w+,|\()((?:\s*"(?:[^"\\]|\\.)*")+)', source.read_text()):
            found.add("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)))
    for script in tests.rglob("*.py"):
        found.update(re.findall(r"^    def (test_\w+)\(", script.read_text(), flags=re.MULTILINE))
    return found


def faults(project: pathlib.Path, page: pathlib.Path, cases: set[str]):
    for section in re.split(r"^### ", page.read_text(), flags=re.MULTILINE)[1:]:
        where = f"{page.relative_to(project)}: {section.splitlines()[0]}"
        pinned = re.search(r"\*Pinned by\*(.*?)(?:\n\n|\Z)", section, flags=re.DOTALL)
        names = [" ".join(name.split()) for name in re.findall(r"`([^`]*)`", pinned.group(1))] if pinned else []
        if not names:
            yield f"{where}: names no test"
        for name in names:
            if name not in cases and not any(file.is_file() for file in project.glob(name)):
                yield f"{where}: there is no test `{name}`"


def main() -> int:
    project = pathlib.Path(sys.argv[1]).resolve()
    cases = names_of_tests(project / "tests")
    pages = [page for pattern in PAGES for page in sorted(project.glob(pattern))]
    missing = [fault for page in pages for fault in faults(project, page, cases)]
    print(*missing, sep="\n", end="\n" if missing else "")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
