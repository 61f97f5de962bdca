#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compiles a program of samples/languages/README.md with the command that stands below it, and runs it with known values.

usage: languages_test.py PAGE LANGUAGE LIBRARY INCLUDE_FOLDER... -- C_COMPILER...

Where the compiler of the language is not installed, the test is skipped.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FILES = {"go": "prog.go", "rust": "prog.rs", "java": "Prog.java", "lua": "prog.lua", "pascal": "prog.pas"}
NEEDS = {"go": "go", "rust": "rustc", "java": "javac", "lua": "luajit", "pascal": "fpc"}
JNA = "/usr/share/java/jna.jar"


def shown(page: str, language: str) -> tuple[str, str]:
    """The program and the command."""
    return re.search(rf"^```{language}\n(.*?)^```\n+^```\n\$ (.*?)\n```$", page, re.MULTILINE | re.DOTALL).groups()


def script() -> str:
    """37.5 % of the second after the first sample."""
    return "script:" + json.dumps({
        "objects": [{"name": "Processor", "instances": "multi",
                     "counters": [{"name": "% Processor Time", "type": "PERF_100NSEC_TIMER_INV"}]}],
        "samples": [{"data": {"Processor": {"_Total": [idle]}}} for idle in (0, 6250000)]})


def lay_out(library: pathlib.Path, folder: pathlib.Path, includes: list[str]) -> None:
    """The library under the names of an installation, and a file for pkg-config."""
    for name in ("libpdh.so", "libpdh.so.0"):
        (folder / name).symlink_to(library)
    flags = " ".join(f"-I{include}" for include in includes)
    (folder / "pdh.pc").write_text(f"Name: pdh\nDescription: x\nVersion: 0\nCflags: {flags}\nLibs: -L{folder} -lpdh\n",
                                   encoding="utf-8")


def main() -> int:
    split = sys.argv.index("--")
    page, language, library, *includes = sys.argv[1:split]
    program, command = shown(pathlib.Path(page).read_text(encoding="ascii"), language)
    if not shutil.which(NEEDS[language]) or (language == "java" and not os.path.exists(JNA)):
        print(f"skipped: there is no {NEEDS[language]}" + (" with JNA" if language == "java" else ""))
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(pathlib.Path(library).resolve(), folder, includes)
        (folder / FILES[language]).write_text(program, encoding="ascii")
        environment = {**os.environ, "LD_LIBRARY_PATH": name, "LIBRARY_PATH": name, "PKG_CONFIG_PATH": name, "GOCACHE": name + "/cache",
                       "CC": " ".join(sys.argv[split + 1:]), "PDH_SHIM_SOURCE": script(), "GOFLAGS": "-mod=mod"}
        if language == "rust":
            command = command.replace("rustc", f"rustc -L {name}")
        if language == "pascal":
            command = command.replace("fpc", f"fpc -Fl{name}")
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                              check=False)
        print(done.stdout, done.stderr, sep="\n")
        return 0 if done.returncode == 0 and done.stdout.endswith("37.50 %\n") else 1


if __name__ == "__main__":
    sys.exit(main())
