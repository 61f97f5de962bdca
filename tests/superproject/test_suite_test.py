#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Builds samples/test_suite against what is installed, with CMake and with Meson, and runs its tests: in doctest, and in
GoogleTest where that is installed. As a user would, but with the compilers of this build.

test_suite_test.py SOURCES BUILD FOLDER C_COMPILER... -- C++_COMPILER...
"""

import pathlib
import re
import shutil
import sys

from installed_test import CLEAN, CXX, FOLDER, SOURCES, expect, install_and_move, run

SAMPLE = SOURCES / "samples/test_suite"
# The cases, in each of the two frameworks.
CASES = len(re.findall(r"^TEST_CASE\(", (SAMPLE / "tests/doctest_test.cpp").read_text(encoding="ascii"), re.MULTILINE))


def check(build: pathlib.Path, environment: dict) -> None:
    """All cases passed, and none was skipped."""
    said = run(build / "doctest_test", env=environment)
    expect(f"doctest says {said}", f"test cases: {CASES} | {CASES} passed" in " ".join(said.split()) and "SKIPPED" not in said)
    gtest = build / "gtest_test"
    if not gtest.exists():
        print("there is no GoogleTest: not tried")
        return
    said = run(gtest, env=environment)
    expect(f"GoogleTest says {said}", f"[  PASSED  ] {CASES} tests." in said and "SKIPPED" not in said)


def main() -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)
    prefix = install_and_move()
    library = next(prefix.rglob("libpdh.so")).parent
    environment = {**CLEAN, "CXX": " ".join(CXX), "CXXFLAGS": "-O0", "PKG_CONFIG_PATH": str(library / "pkgconfig"),
                   "CMAKE_PREFIX_PATH": str(prefix), "LD_LIBRARY_PATH": str(library)}
    run("meson", "setup", "--werror", FOLDER / "meson", SAMPLE, env=environment)
    run("ninja", "-C", FOLDER / "meson", env=environment)
    check(FOLDER / "meson", environment)
    if not shutil.which("cmake"):
        print("there is no cmake: not tried")
        return 0
    run("cmake", "-G", "Ninja", "-S", SAMPLE, "-B", FOLDER / "cmake", env=environment)
    run("cmake", "--build", FOLDER / "cmake", env=environment)
    check(FOLDER / "cmake", environment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
