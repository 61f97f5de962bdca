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
from typing import Optional

FILES = {"go": ["prog.go"], "rust": ["prog.rs"], "java": ["Prog.java", "ReadLog.java"], "lua": ["prog.lua", "read_log.lua"],
         "pascal": ["prog.pas"]}
LOG = """"(PDH-CSV 4.0) (East)(-60)","\\\\M\\Memory\\Available MBytes"\r
"01/02/2026 00:00:00.000","10"\r
"01/02/2026 00:00:01.000"," "\r
"01/02/2026 00:00:02.000","25"\r
"""
PRINTED = ["37.50 %\n", "2026-01-01T23:00:00Z: 17.50\n"]  # by the first program of a language, and by the second
# What the second program of a language does with other logs: a change of the log and one of the program, what is printed, or None
# for a program that has to fail, and what standard error says.
OTHERS = [
    ((" (East)(-60)", ""), None, "2026-01-02T00:00:00: 17.50\n", ""),
    (("01/02/2026 00:00:01.000", "no time"), None, "2026-01-01T23:00:00Z: 17.50\n", "could not be read"),
    (None, ("0x200", "0x100"), None, "0xc0000bbd"),  # a format that each call refuses
    (None, ("server.blg", "''"), None, "the log is empty"),
]
NEEDS = {"go": "go", "rust": "rustc", "java": "javac", "lua": "luajit", "pascal": "fpc"}
JNA = "/usr/share/java/jna.jar"


def shown(page: str, language: str) -> list[tuple[str, str]]:
    """The programs, each with its command."""
    return re.findall(rf"^```{language}\n(.*?)^```\n+^```\n\$ (.*?)\n```$", page, re.MULTILINE | re.DOTALL)


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
    programs = shown(pathlib.Path(page).read_text(encoding="ascii"), language)
    assert len(programs) == len(FILES[language]), [command for _, command in programs]
    if not shutil.which(NEEDS[language]) or (language == "java" and not os.path.exists(JNA)):
        print(f"skipped: there is no {NEEDS[language]}" + (" with JNA" if language == "java" else ""))
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(pathlib.Path(library).resolve(), folder, includes)
        (folder / "server.blg").write_bytes(LOG.encode("ascii"))
        environment = {**os.environ, "LD_LIBRARY_PATH": name, "LIBRARY_PATH": name, "PKG_CONFIG_PATH": name, "GOCACHE": name + "/cache",
                       "CC": " ".join(sys.argv[split + 1:]), "PDH_SHIM_SOURCE": script(), "GOFLAGS": "-mod=mod"}
        for file, (program, command), printed in zip(FILES[language], programs, PRINTED):
            (folder / file).write_text(program, encoding="ascii")
            if not prints(with_library(language, command, name), folder, environment, printed):
                return 1
        if len(programs) > 1:
            return 0 if reads_others(*programs[1], folder / FILES[language][1], environment) else 1
    return 0


def reads_others(program: str, command: str, file: pathlib.Path, environment: dict[str, str]) -> bool:
    for of_log, of_program, printed, said in OTHERS:
        (file.parent / "server.blg").write_bytes(LOG.replace(*of_log or ("", "")).encode("ascii"))
        file.write_text(program.replace(*of_program or ("", "")), encoding="ascii")
        if not prints(command.replace(*of_program or ("", "")), file.parent, environment, printed, said):
            return False
    return True


def with_library(language: str, command: str, folder: str) -> str:
    options = {"rust": ("rustc", f"rustc -L {folder}"), "pascal": ("fpc", f"fpc -Fl{folder}")}
    return command.replace(*options[language]) if language in options else command


def prints(command: str, folder: pathlib.Path, environment: dict[str, str], printed: Optional[str], said: str = "") -> bool:
    """Whether a command prints something and ends well, or with None fails; `said` has to be a part of its standard error."""
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr, sep="\n")
    if printed is None:
        return done.returncode != 0 and said in done.stderr
    return done.returncode == 0 and done.stdout.endswith(printed) and said in done.stderr


if __name__ == "__main__":
    sys.exit(main())
