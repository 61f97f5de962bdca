#!/usr/bin/env python3
"""Builds the programs with mingw-w64 against Windows' own headers, and runs them under Wine with our pdh.dll.

usage: mingw.py PREFIX SOURCE_FOLDER WORK_FOLDER

PREFIX is x86_64-w64-mingw32 or i686-w64-mingw32. The programs run when the variable PDH_SHIM_DLL_FOLDER names the
folder of a pdh.dll for that processor and wine is installed; what they print is compared with expected/.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77


def variants(source):
    """Names and further arguments of the builds of one source."""
    if source.name == "tchar_monitor.cpp":
        return [("tchar_monitor", []), ("tchar_monitor_unicode", ["-DUNICODE", "-D_UNICODE"])]
    return [(source.stem, [])]


def compile_one(prefix, source, arguments, exe):
    compiler = f"{prefix}-g++" if source.suffix == ".cpp" else f"{prefix}-gcc"
    # mingw's own printf would have C's formats in place of Windows'. The C++ library asks for it in its headers, so
    # those of C come first.
    flags = ["-w", "-O1", "-static", "-D__USE_MINGW_ANSI_STDIO=0"]
    if source.suffix == ".cpp":
        flags += ["-include", "stdio.h", "-include", "wchar.h"]
    text = source.read_text(encoding="ascii")
    wide = "wmain(" in text or "define _UNICODE" in text or "-D_UNICODE" in arguments
    start = ["-municode"] if wide else []
    result = subprocess.run([compiler, *flags, *arguments, *start, source, "-o", exe, "-lpdh"], capture_output=True,
                            text=True)
    if result.returncode != 0:
        print(f"{exe.name} does not compile:\n{result.stderr}")
    return result.returncode == 0


def runs_as_expected(exe, expected, environment):
    result = subprocess.run(["wine", exe], stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
                            env=environment, cwd=exe.parent)
    # Windows' text mode puts a \r before each \n, also where there is one.
    printed = re.sub(r"\r+\n", "\n", result.stdout.decode("utf-8", "replace")).splitlines()
    wanted = expected.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(wanted, printed, "expected", f"{exe.name} under Wine", lineterm=""))
    if difference or result.returncode != 0:
        print("\n".join([f"{exe.name}: exit code {result.returncode}", *difference]))
    return not difference and result.returncode == 0


def main() -> int:
    prefix, sources, work = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    if shutil.which(f"{prefix}-gcc") is None or shutil.which(f"{prefix}-g++") is None:
        print(f"{prefix}-gcc or g++ is not installed")
        return SKIPPED
    work.mkdir(parents=True, exist_ok=True)
    built, failed = [], 0
    for source in sorted([*sources.glob("*.c"), *sources.glob("*.cpp")]):
        for name, arguments in variants(source):
            exe = work / f"{name}.exe"
            if compile_one(prefix, source, arguments, exe):
                built.append(exe)
            else:
                failed += 1
    print(f"{len(built)} programs built with {prefix}, {failed} not")
    dll = os.environ.get("PDH_SHIM_DLL_FOLDER")
    if not dll or shutil.which("wine") is None:
        print("not run: " + ("wine is not installed" if dll else "PDH_SHIM_DLL_FOLDER is not set"))
        return 1 if failed else 0
    shutil.copy(pathlib.Path(dll) / "pdh.dll", work)
    environment = dict(os.environ, WINEDLLOVERRIDES="pdh=n", WINEDEBUG="-all", TZ="UTC",
                       PDH_SHIM_SOURCE=f"script:{sources / 'legacy.json'}")
    # The registry under Wine is Wine's.
    registry = {"registry_block", "perflib_names"}
    for exe in built:
        if exe.stem not in registry:
            failed += not runs_as_expected(exe, sources / "expected" / f"{exe.stem}.txt", environment)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
