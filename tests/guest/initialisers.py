#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks what an archive runs before main() and after it.

usage: initialisers.py READELF ARCHIVE

A program may call the library before and after all of its own statics, from a constructor that runs before those of the
archive, and from a destructor that runs after its destructors. So the archive has no variable that is initialised
dynamically, nor one that is destroyed (but for those in functions, which live as long as who uses them first needs them),
and only the constructors that CONSTRUCTORS lists: each prepares what is valid before it, too.
"""
import re
import subprocess
import sys

CONSTRUCTORS = {
    "prepare_epoch": "tells the system to count forks; the count is valid from the start",
    "prepare_fork_mutexes": "has fork() wait for mutexes; they work from the start",
    "prepare_written_files": "has children close files that are written; the list is empty at the start",
}
DYNAMIC = re.compile(r"_GLOBAL__(?:sub_)?[ID]_|__cxx_global_(?:var_init|array_dtor)|_Z41__static_initialization_and_destruction"
                     r"|_ZL?\d*__tls_init|__tls_init\Z")
EXIT = {"__cxa_atexit", "atexit", "__cxa_thread_atexit", "on_exit"}
NO_INITIALISERS = 77  # the form of the relocations is another one


def read(readelf: str, archive: str, option: str) -> dict[str, list[str]]:
    """Lines of the listing, by the member of the archive."""
    listing = subprocess.run([readelf, "-W", option, archive], check=True, capture_output=True, text=True).stdout
    members: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in listing.splitlines():
        if line.startswith("File: "):
            lines = members.setdefault(line, [])
        else:
            lines.append(line)
    return members


def main(readelf: str, archive: str) -> int:
    faults = []
    found = set()
    symbols = read(readelf, archive, "--syms")
    if not symbols:
        sys.exit(f"{archive}: readelf shows no members")
    relocations = read(readelf, archive, "--relocs")
    for member, lines in symbols.items():
        table = {}  # number -> section, value, type, name
        for line in lines:
            words = line.split()
            if len(words) >= 7 and words[0].rstrip(":").isdigit():
                table[int(words[0].rstrip(":"))] = (words[6], int(words[1], 16), words[3], words[7] if len(words) > 7 else "")
        functions = {(section, value): name for section, value, kind, name in table.values() if kind == "FUNC"}
        for section, _, _, name in table.values():
            name = name.split("@")[0]
            if DYNAMIC.match(name) or (section == "UND" and name in EXIT):
                faults.append(f"{member}: {name}")
        of_initialisers = False
        for line in relocations.get(member, []):
            if line.startswith("Relocation section"):
                of_initialisers = bool(re.search(r"'\.(rela?)\.(?:init_array|fini_array|ctors|dtors|preinit_array)", line))
                if of_initialisers and "'.rel." in line:
                    return NO_INITIALISERS
                if of_initialisers and re.search(r"fini|dtors", line):
                    faults.append(f"{member}: runs something at the end: {line}")
            words = line.split()
            if not of_initialisers or len(words) < 4 or not re.fullmatch("[0-9a-f]{8,16}", words[0]):
                continue
            section, value, kind, name = table[int(words[1], 16) >> (32 if len(words[1]) == 16 else 8)]
            addend = int(words[-1], 16) if words[-2] == "+" else 0
            name = functions.get((section, value + addend if kind != "FUNC" else value), name)
            if listed := [known for known in CONSTRUCTORS if known in name]:
                found.update(listed)
            else:
                faults.append(f"{member}: runs {name or 'something without a name'} before main()")
    if archive.endswith("libpdh.a"):
        faults += [f"no constructor is called {name}" for name in sorted(set(CONSTRUCTORS) - found)]
    if faults:
        sys.exit("\n".join(faults))
    return 0


sys.exit(main(*sys.argv[1:]))
