#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that each test exists which decisions.tsv or TRUST.md names as pinning a decision or a promise.

A test is a case of a source below tests/, or a file of the repository; a name with `*` stands for several
files. Each decision, and each section of TRUST.md, names one at least. A decision of which decisions.tsv says that the kit runs
its cases names one of tests/conformance that needs no script.
"""

import pathlib
import re
import sys

import decisions

PROMISES = "pdh_shim/TRUST.md"


def cases_of(source: pathlib.Path):
    """The name of each case, and what stands behind it. A long name may be written as several literals."""
    for literals, rest in re.findall(r'TEST_CASE(?:_FIXTURE\(\s*\w+,|(?:_TEMPLATE(?:_DEFINE)?)?\()((?:\s*"(?:[^"\\]|\\.)*")+)([^{]*)',
                                     source.read_text()):
        yield "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)), rest


def names_of_tests(tests: pathlib.Path) -> set[str]:
    found = {name for source in tests.rglob("*_test.cpp") for name, _ in cases_of(source)}
    for script in tests.rglob("*.py"):
        found.update(re.findall(r"^    def (test_\w+)\(", script.read_text(), flags=re.MULTILINE))
    return found


def pinned():
    """What is pinned, and the names of its tests."""
    for one in decisions.load_table(decisions.TABLE.read_text(encoding="utf-8")).values():
        yield f"decisions.tsv: {one.name}", one.tests
    for section in re.split(r"^### ", (decisions.ROOT / PROMISES).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        names = re.search(r"\*Pinned by\*(.*?)(?:\n\n|\Z)", section, flags=re.DOTALL)
        names = re.findall(r"`([^`]*)`", names.group(1)) if names else []
        yield f"{PROMISES}: {section.splitlines()[0]}", [" ".join(name.split()) for name in names]


def cases_of_the_kit():
    return {name for source in decisions.ROOT.glob("tests/conformance/*_test.cpp") for name, rest in cases_of(source)
            if "needs_script" not in rest}


def faults(cases: set[str]):
    of_the_kit = cases_of_the_kit()
    for one in decisions.load_table(decisions.TABLE.read_text(encoding="utf-8")).values():
        if one.reason == decisions.KIT_RUNS_ITS_CASES and not of_the_kit & set(one.tests):
            yield f"decisions.tsv: {one.name}: the kit runs none of its cases"
    for what, names in pinned():
        if not names:
            yield f"{what}: names no test"
        for name in names:
            if name not in cases and not any(file.is_file() for file in decisions.ROOT.glob(name)):
                yield f"{what}: there is no test `{name}`"


def main() -> int:
    missing = list(faults(names_of_tests(decisions.ROOT / "tests")))
    print(*missing, sep="\n", end="\n" if missing else "")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
