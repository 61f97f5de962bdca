#!/usr/bin/env python3
"""Checks that a shared library exports exactly the names of a version script.

usage: exported_names.py LIBRARY VERSION_SCRIPT
"""
import re
import subprocess
import sys


def main() -> int:
    library, script = sys.argv[1:]
    with open(script, encoding="ascii") as text:
        wanted = set(re.findall(r"\b((?:Pdh|pdh_shim_)\w+)\s*;", text.read()))
    listing = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", library],
                             check=True, capture_output=True, text=True).stdout
    exported = {line.split()[0].split("@")[0] for line in listing.splitlines()}
    for name in sorted(exported - wanted):
        print(f"exported but not in the table: {name}")
    for name in sorted(wanted - exported):
        print(f"in the table but not exported: {name}")
    print(f"{len(exported)} names exported")
    return 0 if exported == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
