#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks which symbols an archive puts before the linker of a program.

usage: global_symbols.py optimized|unoptimized NM CXXFILT ARCHIVE EXPORTS_TSV [HEADERS]

Where the program has a symbol of the same name, the linker takes one of the two for both. So the archive may define
- the functions of EXPORTS_TSV and of <pdh_shim/...>, also for a 32-bit wchar_t (_wchar32);
- functions that a header in the folder HEADERS declares, also with the suffixes of the width of wchar_t, and main() for
  programs that have none (a member of the archive by itself);
- other names that begin with pdh_shim_ or pdh_compat_;
- what is in a namespace of ours: pdh_shim, or pdh_shim_ and the name of a library that is compiled in;
- what the C++ library and the compiler emit, but for the types of a library that is compiled in.
No name that several files may define has wchar_t in it: programs have it in two widths. (Without optimization the C++
library's algorithms have; a program that mixes both widths needs an optimized archive.)
"""
import csv
import re
import subprocess
import sys
from pathlib import Path

COMPILER_SYMBOL = re.compile(r"DW\.ref\.|__clang_call_terminate\Z|__x86\.get_pc_thunk\.|__gcov_|__llvm_"
                             r"|_Zn[wa][mj]Pv\Z|_Zd[la]PvS_\Z")  # placement new
# What the name of a C++ symbol begins with, and the namespace after it.
TYPE_INFORMATION = re.compile(r"_ZT[IS]")
PREFIX = re.compile(r"_Z(?:G[VR]|Th[n0-9]+_|Tv[n0-9]+_[n0-9]+_|T[A-Z])?Z*")
STANDARD = re.compile(r"(?:N[rVKRO]*)?S[a-z]")
NAMESPACE = re.compile(r"N[rVKRO]*(\d+)(\w+)")
OURS = re.compile(r"pdh_shim(_\w+)?\Z|__gnu_cxx\Z|__cxxabiv1\Z")
COMPILED_IN = re.compile(r"(?<![\w:])(fmt|spdlog|nlohmann|boost)::")
FEWEST = 100  # fewer were found only if nm prints them in another way


def run(*command: str, text: str | None = None) -> str:
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def global_symbols(nm: str, archive: str) -> dict[str, str]:
    """Name -> type, of the symbols that other files see."""
    listing = run(nm, "-g", "--defined-only", "--format=posix", archive)
    rows = (line.split() for line in listing.splitlines())
    return {row[0]: row[1] for row in rows if len(row) >= 3}


def declared_names(table: str, folders: list[str]) -> set[str]:
    with open(table, encoding="ascii", newline="") as file:
        names = {row["name"] for row in csv.DictReader(file, delimiter="\t")}
    if folders:
        names.add("main")
    for folder in folders:
        for header in Path(folder).rglob("*"):
            if header.is_file():
                names |= set(re.findall(r"\b(\w+)\s*\(", header.read_text(encoding="utf-8")))
    return names


def namespace_of(name: str) -> str | None:
    """The outermost one of a C++ symbol."""
    rest = name[PREFIX.match(name).end():]
    if STANDARD.match(rest):
        return "std"
    named = NAMESPACE.match(rest)
    return named[2][: int(named[1])] if named else None


def fault_of(name: str, kind: str, demangled: str, declared: set[str], is_optimized: bool) -> str | None:
    if COMPILER_SYMBOL.match(name):
        return None
    if not name.startswith("_Z"):
        if re.sub(r"_wchar(16|32)\Z", "", name) in declared or name.startswith(("pdh_shim_", "pdh_compat_")):
            return None
        return "declared by no header"
    library = COMPILED_IN.search(demangled)
    if library:
        return f"of {library[1]}"
    namespace = namespace_of(name)
    if not TYPE_INFORMATION.match(name) and namespace != "std" and not (namespace and OURS.match(namespace)):
        return f"in the namespace {namespace}" if namespace else "in no namespace"
    has_width = re.search(r"\bwchar_t\b", demangled) and not re.search(r"::wchar(16|32)::", demangled)
    if is_optimized and kind not in "TDBR" and has_width:
        return "depends on the width of wchar_t"
    return None


def main() -> int:
    optimized, nm, cxxfilt, archive, table, *folders = sys.argv[1:]
    symbols = global_symbols(nm, archive)
    names = sorted(symbols)
    demangled = run(cxxfilt, text="".join(f"{name}\n" for name in names)).splitlines()
    declared = declared_names(table, folders)
    faults = []
    for name, readable in zip(names, demangled, strict=True):
        fault = fault_of(name, symbols[name], readable, declared, optimized == "optimized")
        if fault is not None:
            faults.append(f"{fault}: {readable}")
    if len(names) < FEWEST:
        faults.append(f"{len(names)} global symbols found, fewer than {FEWEST}")
    print(f"{len(names)} global symbols, {len(faults)} that may belong to others")
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
