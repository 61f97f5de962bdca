#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes the module definition that the import library of pdh.dll is made from.

usage: make_import_def.py NM DEF LIBRARY OUTPUT

A 32-bit program refers to a function with the bytes of its arguments, _PdhCloseQuery@4; the DLL exports it without.
dlltool --kill-at makes such an import library from a definition with the bytes, which are taken from the symbols of
LIBRARY. On other processors they do not exist, and the definition stays what it is.
"""
import re
import subprocess
import sys


def main() -> int:
    nm, definition, library, output = sys.argv[1:]
    listing = subprocess.run([nm, "--defined-only", library], check=True, capture_output=True, text=True).stdout
    decorated = {name: f"{name}@{size}" for name, size in re.findall(r" T _(\w+)@(\d+)$", listing, re.MULTILINE)}
    with open(definition, encoding="ascii") as file:
        lines = file.read().splitlines()
    with open(output, "w", encoding="ascii") as file:
        for line in lines:
            name, at, ordinal = line.strip().partition(" @")
            print(f"    {decorated.get(name, name)} @{ordinal}" if at else line, file=file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
