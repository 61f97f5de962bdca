#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints what ninja has to build for some tests.

    targets.py BUILD [--default | --suite SUITE | --no-suite SUITE | NAME]...       selected as by `meson test`

--default adds what is built by default; before version 1.7, Meson takes every test program for that. The other options of `meson test`
are passed over, with their values.
"""
import json
import os
import pathlib
import sys


def is_selected(test: dict, wanted: set[str], unwanted: set[str], names: set[str]) -> bool:
    suites = {suite.partition(":")[2] for suite in test["suite"]}
    return (not wanted or bool(suites & wanted)) and not suites & unwanted and (not names or test["name"] in names)


def main() -> None:
    build = pathlib.Path(sys.argv[1])
    with_default = "--default" in sys.argv
    wanted: set[str] = set()
    unwanted: set[str] = set()
    names: set[str] = set()
    chosen = names
    others: set[str] = set()
    for argument in sys.argv[2:]:
        if argument.startswith("--"):
            chosen = {"--suite": wanted, "--no-suite": unwanted, "--default": names}.get(argument, names if "=" in argument else others)
        else:
            chosen.add(argument)
            chosen = names
    info = build / "meson-info"
    targets = json.loads((info / "intro-targets.json").read_bytes())
    files = {target["id"]: target["filename"] for target in targets}
    needed = {file for target in targets if with_default and target["build_by_default"] for file in target["filename"]}
    found: set[str] = set()
    for test in json.loads((info / "intro-tests.json").read_bytes()):
        if is_selected(test, wanted, unwanted, names):
            found.add(test["name"])
            needed.update(file for target in test["depends"] for file in files[target])
    missing = names - found
    if missing or not found:
        sys.exit(f"no such tests: {' '.join(sorted(missing)) or ' '.join(sys.argv[2:])}")
    print("\n".join(sorted(os.path.relpath(file, build.resolve()) for file in needed)))


if __name__ == "__main__":
    main()
