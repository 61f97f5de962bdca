#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that a C++ compiler refuses each misuse of pdh.h, and accepts the same source without it.

usage: must_not_compile.py SOURCE COMPILER [ARGUMENT...]
"""

import re
import subprocess
import sys
from pathlib import Path

MODES = {"wchar_t": [], "short": ["-fshort-wchar"], "utf16": ["-DPDH_SHIM_UTF16"]}
ONLY_IN = {"MISUSE_UTF16_TOO_LATE": ["wchar_t"]}  # elsewhere nothing is too late


def compiles(command, source):
    return subprocess.run([*command, source], stderr=subprocess.DEVNULL, check=False).returncode == 0


def main():
    source, *compiler = sys.argv[1:]
    misuses = sorted(set(re.findall(r"MISUSE_\w+", Path(source).read_text(encoding="ascii"))) - {"MISUSE_"})
    failures = 0
    for mode, flags in MODES.items():
        command = [*compiler, "-std=c++20", "-fsyntax-only", *flags]
        if not compiles(command, source):
            print(mode, "without misuse: does not compile")
            failures += 1
        for misuse in misuses:
            if mode in ONLY_IN.get(misuse, MODES) and compiles([*command, f"-D{misuse}"], source):
                print(mode, misuse, "compiles")
                failures += 1
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
