#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes the module definition of pdh.dll: what it exports, and under which ordinals.

usage: make_def.py x86|x86_64 TEMPLATE ORDINALS OUTPUT COMPILER...

TEMPLATE is preprocessed by COMPILER (with its options). A name has the number of its line in ORDINALS. Of the names
that are not implemented the 32-bit DLL leaves out those whose arguments are unknown: the function called takes them off
the stack there, and a wrong count would ruin the caller's.
"""
import re
import subprocess
import sys


def main() -> int:
    cpu, template, ordinals_file, output, *compiler = sys.argv[1:]
    table = subprocess.run([*compiler, "-E", "-P", "-x", "c", template], check=True, capture_output=True,
                           text=True).stdout
    names = set(re.findall(r"\bexport (\w+);", table))
    refused = dict(re.findall(r"\brefuse (\w+) \(([^)]*)\);", table))
    names |= {name for name, parameters in refused.items() if cpu == "x86_64" or parameters != "void"}
    with open(ordinals_file, encoding="ascii") as file:
        ordered = [line.strip() for line in file if not line.startswith("#")]
    unknown = [name for name in ordered if name not in names | refused.keys()]
    if unknown:
        print("numbered but not exported:", *unknown, file=sys.stderr)
        return 1
    without = sorted(names - set(ordered))
    if without:
        print(f"not in {ordinals_file}, at the end of which new names go:", *without, file=sys.stderr)
        return 1
    with open(output, "w", encoding="ascii") as file:
        print("LIBRARY pdh.dll\nEXPORTS", file=file)
        for ordinal, name in enumerate(ordered, 1):
            if name in names:
                print(f"    {name} @{ordinal}", file=file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
