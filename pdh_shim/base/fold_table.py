#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints fold_table.inc: the simple one-to-one upper-case mappings of the Basic Multilingual Plane, as runs.

usage: fold_table.py > fold_table.inc
"""
import unicodedata

ASCII = range(0x80)


def simple_upper(unit):
    """The unit that `unit` becomes, or itself. Windows' table has no mapping from elsewhere into ASCII."""
    char = chr(unit)
    upper = char.upper()
    if len(upper) > 1:  # a full mapping; the simple one, if there is one, is the title-case letter
        upper = char.title() if char.title().lower() == char else char
    if len(upper) > 1 or ord(upper) > 0xFFFF or ord(upper) in ASCII:
        return unit
    return ord(upper)


def runs(pairs):
    """Joins neighbours with the same difference, all 1 or all 2 apart, into [first, last, step, add]."""
    rows = []
    for unit, upper in pairs:
        add = (upper - unit) & 0xFFFF
        if rows and rows[-1][3] == add:
            row = rows[-1]
            gap = unit - row[1]
            if gap == row[2] or (row[0] == row[1] and gap in (1, 2)):
                row[1], row[2] = unit, gap
                continue
        rows.append([unit, unit, 1, add])
    return rows


def main():
    pairs = [(unit, simple_upper(unit)) for unit in range(0x80, 0x10000) if not 0xD800 <= unit < 0xE000]
    version = unicodedata.unidata_version
    print("// Upper case of the units beyond ASCII, from Unicode %s by fold_table.py." % version)
    print("// FOLD(first, last, step, add): first, first + step ... last become themselves + add (16 bits).")
    for first, last, step, add in runs([pair for pair in pairs if pair[0] != pair[1]]):
        print("FOLD(0x%04X, 0x%04X, %d, 0x%04X)" % (first, last, step, add))


if __name__ == "__main__":
    main()
