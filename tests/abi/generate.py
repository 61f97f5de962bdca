#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Turns the tables of the ABI into sources that hold them against the public headers.

usage: generate.py layout ABI_TSV OUTPUT...
           static assertions: sizes, alignments, offsets, constants
       generate.py entry_points EXPORTS_TSV OUTPUT...
           the address of each function that has a prototype
       generate.py alone HEADER OUTPUT...
           nothing but the header, twice
       generate.py rows ABI_TSV EXPORTS_TSV OUTPUT...
           macro rows for the tests that run: flags.inc, handles.inc, statuses.inc, functions.inc, types.inc

The suffix of an output, .c or .cpp, chooses the language.
"""

import csv
import sys
from pathlib import Path


def read(path):
    with open(path, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write(path, lines):
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def by_pointer(row):
    """The value of a row on a computer with 32-bit or 64-bit pointers, as one expression."""
    if row["x86"] == row["x64"]:
        return row["x86"]
    return f"(sizeof(void*) == 4 ? {row['x86']} : {row['x64']})"


def condition(row, alignof):
    kind, name, member = row["kind"], row["name"], row["member"]
    if kind == "constant" and row["x64"].startswith("0x"):
        return f"(DWORD)({name}) == {row['x64']}u"
    if kind == "constant":
        return f"({name}) == {row['x64']}"
    actual = {
        "type-size": f"sizeof({name})",
        "struct-size": f"sizeof({name})",
        "struct-align": f"{alignof}({name})",
        "struct-offset": f"offsetof({name}, {member})",
        "member-size": f"sizeof((({name}*)0)->{member})",
    }[kind]
    return f"{actual} == {by_pointer(row)}"


def layout(arguments):
    table, *outputs = arguments
    rows = [row for row in read(table) if row["kind"] not in ("flag", "handle")]
    for output in map(Path, outputs):
        is_c = output.suffix == ".c"
        assertion, alignof = ("_Static_assert", "_Alignof") if is_c else ("static_assert", "alignof")
        lines = ["#include <pdh.h>", "#include <pdhmsg.h>", "#include <stddef.h>", "#include <winperf.h>", ""]
        for row in rows:
            text = " ".join(filter(None, (row["kind"], row["name"], row["member"])))
            check = f'{assertion}({condition(row, alignof)}, "{text}");'
            if row["name"] == "WCHAR":
                check = f"#ifndef PDH_SHIM_WCHAR32\n{check}\n#endif"
            lines.append(check)
        write(output, lines)


def entry_points(arguments):
    table, *outputs = arguments
    names = [row["name"] for row in read(table) if row["prototype"] == "y"]
    for output in map(Path, outputs):
        linkage = "extern" if output.suffix == ".c" else 'extern "C"'
        lines = ["#include <pdh.h>", "", "typedef void (*any_function)(void);"]
        lines.append(f"{linkage} const any_function entry_points[];")
        lines.append("const any_function entry_points[] = {")
        lines += [f"    (any_function){name}," for name in names]
        lines.append("};")
        lines.append(f"{linkage} const unsigned entry_point_count;")
        lines.append(f"const unsigned entry_point_count = {len(names)};")
        write(output, lines)


def alone(arguments):
    header, *outputs = arguments
    for output in map(Path, outputs):
        write(output, [f"#include <{header}>"] * 2 + ["typedef int not_empty;"])


def neutral(names):
    """The names without suffix, of those that end in A and have a sibling in W."""
    return [name[:-1] for name in names if name.endswith("A") and name[:-1] + "W" in names]


def rows(arguments):
    abi, exports = read(arguments[0]), read(arguments[1])
    functions = neutral([row["name"] for row in exports if row["prototype"] == "y"])
    types = neutral([row["name"] for row in abi if row["kind"] == "struct-size"])
    statuses = [row["name"] for row in abi if row["member"] == "pdhmsg.h" and row["name"].startswith("PDH_")]
    tables = {
        "flags.inc": [f"FLAG({r['member']}, {r['x64']}u)" for r in abi if r["kind"] == "flag"],
        "handles.inc": [f"HANDLE_VALUE({r['name']}, {r['x64']})" for r in abi if r["kind"] == "handle"],
        "statuses.inc": [f"CONSTANT({name})" for name in statuses],
        "functions.inc": [f"FUNCTION({name})" for name in functions],
        "types.inc": [f"TYPE({name.rstrip('_')}, {name}A, {name}W)" for name in types],
    }
    for output in map(Path, arguments[2:]):
        write(output, tables[output.name])


if __name__ == "__main__":
    {"layout": layout, "entry_points": entry_points, "alone": alone, "rows": rows}[sys.argv[1]](sys.argv[2:])
