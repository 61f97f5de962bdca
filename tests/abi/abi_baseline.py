#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compares the binary interface of the library with the baseline that is checked in.

usage: abi_baseline.py check|update BASELINE EXPORTS LIBRARY

EXPORTS is exports.cpp as a shared library with debug information: libabigail reads from it the types of all exported
functions, however LIBRARY was built. Of LIBRARY the exported names and their versions are compared.
check: any difference fails, additions too. Without abidiff only the names are compared, and the test is skipped.
update: writes the baseline. An incompatible change needs a new soname; an added function belongs to the version of its
    release (exports.map.in).
"""
import re
import shutil
import subprocess
import sys

SKIPPED = 77
HOW_TO_UPDATE = "If this change is intended: meson compile -C BUILD update-abi (CONTRIBUTING.md)."


def names_in(baseline):
    with open(baseline, encoding="utf-8") as file:
        return set(re.findall(r"<elf-symbol name='(\w+)' version='([\w.]+)' is-default-version='yes'", file.read()))


def names_of(library):
    listing = subprocess.run(["readelf", "-W", "--dyn-syms", library], check=True, capture_output=True, text=True).stdout
    defined = (line.split() for line in listing.splitlines() if " UND " not in line and " GLOBAL " in line)
    names = (row[7].partition("@@") for row in defined if row[3] == "FUNC")
    return {(name, version) for name, _, version in names}


def is_same_interface(baseline, exports):
    # Harmless to abidiff is also a member that grows into padding.
    found = subprocess.run(["abidiff", "--harmless", baseline, exports], capture_output=True, text=True, check=False)
    print(found.stdout, found.stderr, sep="")
    return found.returncode == 0


def check(baseline, exports, library):
    wanted, found = names_in(baseline), names_of(library)
    for title, names in (("no longer exported", wanted - found), ("not in the baseline", found - wanted)):
        for name, version in sorted(names):
            print(f"{title}: {name}, version {version or 'none'}")
    if not wanted or wanted != found:
        print(HOW_TO_UPDATE)
        return 1
    print(f"{len(found)} names are exported as the baseline says")
    if shutil.which("abidiff") is None:
        print("SKIPPED: abidiff is not installed (Debian: abigail-tools); types were not compared")
        return SKIPPED
    if not is_same_interface(baseline, exports):
        print(HOW_TO_UPDATE)
        return 1
    return 0


def update(baseline, exports, _library):
    subprocess.run(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-parameter-names",
                    "--drop-undefined-syms", "--exported-interfaces-only", "--no-elf-needed",
                    "--out-file", baseline, exports], check=True)
    print(f"{len(names_in(baseline))} names in {baseline}")
    return 0


def main():
    what, *files = sys.argv[1:]
    return {"check": check, "update": update}[what](*files)


if __name__ == "__main__":
    sys.exit(main())
