#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Builds the programs with mingw-w64 against Windows' own headers, and runs them under Wine with our pdh.dll.

usage: mingw.py SOURCE_FOLDER WORK_FOLDER DLL WINE BUILD -- C_COMPILER... -- CPP_COMPILER...

WINE runs a program: WINE BUILD PROGRAM (tests/wine/wine.sh). What the programs print is compared with expected/.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77

# What only Microsoft's compiler takes (void main in C++; statuses as cases, and headers in any spelling), and what MinGW's
# library prints in its own way (std::wcout stops at the first character that is not of the C locale).
NOT_FOR_MINGW = {"void_main.cpp", "status_switch.cpp", "wide_output.cpp"}


def variants(source):
    """Names and further arguments of the builds of one source."""
    if source.name == "tchar_monitor.cpp":
        return [("tchar_monitor", []), ("tchar_monitor_unicode", ["-DUNICODE", "-D_UNICODE"])]
    return [(source.stem, [])]


def compile_one(compiler, source, arguments, exe):
    # mingw's own printf would have C's formats in place of Windows'. The C++ library asks for it in its headers, so
    # those of C come first.
    flags = ["-w", "-O1", "-static", "-D__USE_MINGW_ANSI_STDIO=0"]
    if source.suffix == ".cpp":
        flags += ["-include", "stdio.h", "-include", "wchar.h"]
    text = source.read_text(encoding="ascii")
    wide = "wmain(" in text or "define _UNICODE" in text or "-D_UNICODE" in arguments
    start = ["-municode"] if wide else []
    result = subprocess.run([*compiler, *flags, *arguments, *start, source, "-o", exe, "-lpdh"], capture_output=True,
                            text=True)
    if result.returncode != 0:
        print(f"{exe.name} does not compile:\n{result.stderr}")
    return result.returncode == 0


def runs_as_expected(wine, exe, expected, environment):
    result = subprocess.run([*wine, exe], stdin=subprocess.DEVNULL, capture_output=True, timeout=600,
                            env=environment, cwd=exe.parent)
    # Windows' text mode puts a \r before each \n, also where there is one.
    printed = re.sub(r"\r+\n", "\n", result.stdout.decode("utf-8", "replace")).splitlines()
    if result.returncode == SKIPPED:
        print(*printed, sep="\n")
        sys.exit(SKIPPED)
    wanted = expected.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(wanted, printed, "expected", f"{exe.name} under Wine", lineterm=""))
    if difference or result.returncode != 0:
        print("\n".join([f"{exe.name}: exit code {result.returncode}", *difference]))
    return not difference and result.returncode == 0


def split_arguments(arguments):
    """The arguments, and the two compilers behind a "--" each."""
    first = arguments.index("--")
    second = arguments.index("--", first + 1)
    return arguments[:first], {".c": arguments[first + 1:second], ".cpp": arguments[second + 1:]}


def main() -> int:
    arguments, compilers = split_arguments(sys.argv[1:])
    sources, work, dll, *wine = arguments
    sources, work = pathlib.Path(sources).resolve(), pathlib.Path(work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    built, failed = [], 0
    for source in sorted([*sources.glob("*.c"), *sources.glob("*.cpp")]):
        if source.name in NOT_FOR_MINGW:
            continue
        for name, flags in variants(source):
            exe = work / f"{name}.exe"
            if compile_one(compilers[source.suffix], source, flags, exe):
                built.append(exe)
            else:
                failed += 1
    print(f"{len(built)} programs built, {failed} not")
    shutil.copy(dll, work)
    environment = dict(os.environ, TZ="UTC", PDH_SHIM_SOURCE=f"script:Z:{sources / 'legacy.json'}")
    # The registry under Wine is Wine's.
    registry = {"registry_block", "perflib_names"}
    for exe in built:
        if exe.stem not in registry:
            failed += not runs_as_expected(wine, exe, sources / "expected" / f"{exe.stem}.txt", environment)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
