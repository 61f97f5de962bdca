#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks the exported names of the library against the list of pdh.dll's.

usage: exported_names.py LIBRARY VERSION_SCRIPT EXPORTS_TSV NOT_IMPLEMENTED_INC FUNCTIONS_PAGE

The library has to export
- every name of EXPORTS_TSV;
- each function with wide text that has a prototype once more for a 32-bit wchar_t, with the suffix _wchar32;
- the functions of <pdh_shim/...>, named pdh_shim_*, that the version script lists;
- nothing else.
The names without a prototype have to be those of NOT_IMPLEMENTED_INC, with room for the bytes that a caller of
32-bit Windows pushes; all but PdhOpenQuery, which is PdhOpenQueryW by an older name. The page has to name them, those
that no 32-bit DLL has in a paragraph of their own, and to count what is exported (check_dll.py counts it in each DLL).
Every other name of EXPORTS_TSV has to stand once in the page's table of families.
"""
import csv
import re
import subprocess
import sys

OLDER_NAME = "PdhOpenQuery"
NAME = re.compile(r"`(P[a-z]\w+)(?:/(W))?`")


def read_text(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()


def read_rows(path: str) -> list[dict[str, str]]:
    with open(path, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def exported_by(library: str) -> set[str]:
    listing = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", library],
                             check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in listing.splitlines())
    return {row[0].split("@")[0] for row in rows if row[1] != "A"}  # A: the name of a version


def wanted_by(rows: list[dict[str, str]], script: str) -> set[str]:
    names = {row["name"] for row in rows}
    twins = {row["name"] + "_wchar32" for row in rows if row["prototype"] == "y" and row["text"] == "W"}
    return names | twins | set(re.findall(r"\bpdh_shim_\w+", script))


def not_implemented_in(table: str) -> dict[str, int | None]:
    """Name -> bytes of the arguments, None where they are not known."""
    rows = re.findall(r"^NOT_IMPLEMENTED\((\w+), \(([^)]*)\), \([^)]*\)\)$", table, re.MULTILINE)
    return {name: None if slots == "void" else 4 * len(slots.split(",")) for name, slots in rows}


def without_prototype(rows: list[dict[str, str]]) -> dict[str, int | None]:
    return {row["name"]: None if row["bytes"] == "-" else int(row["bytes"])
            for row in rows if row["prototype"] == "n" and row["name"] != OLDER_NAME}


def report(missing: str, superfluous: str, found: set, wanted: set) -> bool:
    for item in sorted(wanted - found, key=str):
        print(f"{missing}: {item}")
    for item in sorted(found - wanted, key=str):
        print(f"{superfluous}: {item}")
    return found == wanted


def both_kinds(names: list[tuple[str, str]]) -> set[str]:
    """`PdhRelogA/W` stands for two names."""
    return {name for name, _ in names} | {name[:-1] + wide for name, wide in names if wide}


def named_in(paragraph: str) -> set[str]:
    return both_kinds(NAME.findall(paragraph))


def page_agrees(page: str, rows: list[dict[str, str]], exported: set[str]) -> bool:
    names = {row["name"] for row in rows}
    unknown = {name for name, size in without_prototype(rows).items() if size is None}
    everywhere, not_for_x86, x86 = re.search(
        r"^(`libpdh` and the .*?)\n\n(.*?)\n\n(The `pdh\.dll` for 32-bit .*?)(?:\n\n|\Z)", page, re.MULTILINE | re.DOTALL).groups()
    counted = [int(number) for number in re.findall(r"\b\d+\b", re.sub(r"\d+-bit", "", everywhere + x86))]
    numbers = [len(names & exported), 119, len(names - unknown), len(names), len(unknown)]
    if counted != numbers:
        print(f"FUNCTIONS.md counts {counted}, which should be {numbers}")
    same_unknown = report("FUNCTIONS.md does not say that the 32-bit DLL has no", "FUNCTIONS.md says wrongly that the 32-bit DLL has no",
                          named_in(not_for_x86), unknown)
    same_rest = report("FUNCTIONS.md does not name", "FUNCTIONS.md names wrongly", named_in(everywhere),
                       without_prototype(rows).keys() - unknown)
    in_table = NAME.findall("\n".join(re.findall(r"^\| .*", page, re.MULTILINE)))
    same_table = report("the table of FUNCTIONS.md has no", "the table of FUNCTIONS.md names", both_kinds(in_table),
                        names - without_prototype(rows).keys())
    twice = sorted({name for name, wide in in_table if in_table.count((name, wide)) > 1})
    if twice:
        print(f"the table of FUNCTIONS.md names twice: {', '.join(twice)}")
    return counted == numbers and same_unknown and same_rest and same_table and not twice


def main() -> int:
    library, script, table, not_implemented, page = sys.argv[1:]
    rows = read_rows(table)
    exported = exported_by(library)
    print(f"{len(exported)} names exported")
    same_names = report("not exported", "exported but in no table", exported, wanted_by(rows, read_text(script)))
    same_rows = report("not in not_implemented.inc", "only in not_implemented.inc",
                       set(not_implemented_in(read_text(not_implemented)).items()),
                       set(without_prototype(rows).items()))
    same_page = page_agrees(read_text(page), rows, exported)
    return 0 if same_names and same_rows and same_page else 1


if __name__ == "__main__":
    sys.exit(main())
