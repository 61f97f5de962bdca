#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""samples/quickstart.sh explains itself, and refuses arguments that it does not know, before it installs anything.

usage: quickstart_test.py SCRIPT
"""
import subprocess
import sys


def run(*arguments: str) -> tuple[int, str, str]:
    # Without a PATH it could neither install nor build.
    ran = subprocess.run(
        ["/bin/bash", sys.argv[1], *arguments], capture_output=True, text=True, env={"PATH": ""}, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def main() -> int:
    usage = f"usage: {sys.argv[1]}\n"
    for arguments, expected in {
        ("--help",): (0, usage, ""),
        ("--nonsense",): (2, "", usage),
        ("--help", "--nonsense"): (2, "", usage),
        ("nonsense",): (2, "", usage),
    }.items():
        found = run(*arguments)
        if found != expected:
            print(f"{arguments}: {found} instead of {expected}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
