#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs a program and compares what it prints with a file, line by line.

usage: check.py EXPECTED PROGRAM [ARGUMENT...]
"""
import difflib
import pathlib
import subprocess
import sys


def main() -> int:
    expected = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    result = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    sys.stderr.buffer.write(result.stderr)
    printed = result.stdout.decode("utf-8").splitlines()
    difference = list(difflib.unified_diff(expected, printed, "expected", "printed", lineterm=""))
    print("\n".join(difference) or f"{len(printed)} lines as expected")
    if result.returncode != 0:
        print(f"exit code {result.returncode}")
    return 1 if difference or result.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
