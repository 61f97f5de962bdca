#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Counts the tests, and checks the figures that README.md states about them.

usage: figures.py PROJECT

A figure may be too low by up to a tenth, so that not every new test changes the page. It is never too high. Without an
argument it prints what it counts.
"""
import pathlib
import re
import sys


def lines_with(folder: pathlib.Path, pattern: str, text: str) -> int:
    return sum(len(re.findall(text, path.read_text(encoding="utf-8"), re.MULTILINE)) for path in folder.rglob(pattern))


def count(project: pathlib.Path) -> dict[str, int]:
    tests = project / "tests"
    cases = lines_with(tests, "*.cpp", r"^ *TEST_CASE(?:_\w+)?\(") + lines_with(tests, "*.h", r"^ *TEST_CASE(?:_\w+)?\(")
    return {
        "named test cases": cases,
        "formatting calls": lines_with(tests / "vectors", "format.jsonl", r"^\{"),
        "fuzz targets": len(list((tests / "fuzz").glob("*_fuzz.cpp"))),
        "planted faults": lines_with(tests / "planted", "faults.toml", r"^\[\["),
        "names of Windows' DLL": len((tests / "abi/exports.tsv").read_text(encoding="ascii").splitlines()) - 1,
    }


def main() -> int:
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    counted = count(project if project.is_dir() else project.parent.parent)
    if len(sys.argv) == 1:
        print(*(f"{number:,} {what}" for what, number in counted.items()), sep="\n")
        return 0
    readme = (project / "README.md").read_text(encoding="ascii")
    wrong = 0
    for what, number in counted.items():
        stated = re.search(rf"^- ([0-9,]+) {re.escape(what)}\b", readme, re.MULTILINE)
        figure = int(stated[1].replace(",", "")) if stated else 0
        if not 0.9 * number <= figure <= number:
            print(f"README.md states {figure:,} {what}; there are {number:,}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
