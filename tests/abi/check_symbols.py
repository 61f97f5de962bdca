#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks which symbols the prototypes of pdh.h refer to.

usage: check_symbols.py NM OBJECT EXPORTS_TSV plain|wchar32|stdcall

plain     each function by its own name
wchar32   each function with wide text by its name and "_wchar32", the others by their own
stdcall   each function by the decorated name of 32-bit Windows, _Name@bytes
"""

import csv
import subprocess
import sys


def expected(row, form):
    if form == "stdcall":
        return f"_{row['name']}@{row['bytes']}"
    return row["name"] + ("_wchar32" if form == "wchar32" and row["text"] == "W" else "")


def main():
    nm, library, table, form = sys.argv[1:]
    with open(table, encoding="ascii", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["prototype"] == "y"]
    listing = subprocess.run([nm, "-u", library], check=True, capture_output=True, text=True).stdout
    words = (line.split()[-1] for line in listing.splitlines() if line.strip())
    found = {word for word in words if word.lstrip("_").startswith("Pdh")}
    if form != "stdcall":
        found = {word.lstrip("_") for word in found}  # Mach-O puts an underscore before each symbol
    wanted = {expected(row, form) for row in rows}
    for name in sorted(wanted - found):
        print("not referred to:", name)
    for name in sorted(found - wanted):
        print("not expected:", name)
    sys.exit(wanted != found)


if __name__ == "__main__":
    main()
