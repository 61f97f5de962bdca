#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that the installed files were built with the options of meson.build.

hardening_test.py CPU fortified|unfortified FILE...

Of each ELF file: its addresses are bound when it is loaded and read-only from then on; the stack and writable memory
are not executable; it is loaded at any address; it checks its stack; on x86, targets of jumps are marked; it has no
thread_local, whose memory a library that is loaded late may not get; if it is fortified, the first one calls checking
functions of the C library.
"""

import re
import subprocess
import sys


MARKS = {"x86": "endbr32", "x86_64": "endbr64"}


def count_marks(file: str, mark: str) -> int:
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", file], check=True, capture_output=True, text=True).stdout
    return code.count(mark)


def readelf(*arguments: str) -> str:
    return subprocess.run(["readelf", "-W", *arguments], check=True, capture_output=True, text=True).stdout


def faults_of(file: str, cpu: str, is_fortified: bool) -> list:
    headers = readelf("-h", "-l", file)
    dynamic = readelf("-d", file)
    symbols = readelf("--dyn-syms", file)
    segments = re.findall(r"^  (\w+) .* ([RWE ]{3}) 0x\w+$", headers, re.MULTILINE)
    checks = {
        "its relocations stay writable": "GNU_RELRO" in headers,
        "functions are bound late": re.search(r"BIND_NOW|\bNOW\b", dynamic),
        "it has a fixed address": re.search(r"Type: +DYN", headers),
        "memory is writable and executable": len(segments) > 5 and not any(
            "W" in flags and "E" in flags for _, flags in segments),
        "it does not check its stack": "__stack_chk_fail" in symbols,
        "it does not call checking functions": not is_fortified or re.search(r"__\w+_chk@", symbols),
        "it has a thread_local": not re.search(r"^  TLS ", headers, re.MULTILINE),
        "targets of jumps are not marked": cpu not in MARKS or count_marks(file, MARKS[cpu]) > 10,
    }
    return [f"{file}: {fault}" for fault, holds in checks.items() if not holds]


def main() -> int:
    cpu, fortified, *files = sys.argv[1:]
    # Only the library has calls for certain that are to be checked.
    faults = [fault for file in files for fault in faults_of(file, cpu, fortified == "fortified" and file == files[0])]
    print("\n".join(faults))
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
