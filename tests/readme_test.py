#!/usr/bin/env python3
"""Compiles and runs what the README shows.

usage: readme_test.py README TYPEPERF LIBRARY WORK_FOLDER INCLUDE_FOLDER... -- COMPILER...
"""
import os
import pathlib
import re
import subprocess
import sys


def block(text: str, language: str) -> str:
    return re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)


def run(command, **environment) -> str:
    done = subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment}, timeout=60)
    return done.stdout.decode("utf-8")


def check_program(text: str, library: pathlib.Path, work: pathlib.Path, includes, compiler) -> None:
    source = work / "readme.c"
    program = work / "readme"
    source.write_text(block(text, "c"), encoding="ascii")
    run([*compiler, "-Wall", "-Werror", source, "-o", program, *(f"-I{folder}" for folder in includes),
         library, f"-Wl,-rpath,{library.parent}"])
    printed = run([program], PDH_SHIM_SOURCE="linux")
    percent = float(re.fullmatch(r"([0-9.]+) %\n", printed).group(1))
    assert 0 <= percent <= 100, printed


def check_script(text: str, typeperf: str, work: pathlib.Path) -> None:
    script = work / "widget.json"
    script.write_text(block(text, "json"), encoding="ascii")
    printed = run([typeperf, r"\Widget(a)\Items/sec", "-sc", "1"], PDH_SHIM_SOURCE=f"script:{script}")
    assert '"5.000000"' in printed, printed


def main() -> int:
    split = sys.argv.index("--")
    readme, typeperf, library, work, *includes = sys.argv[1:split]
    text = pathlib.Path(readme).read_text(encoding="ascii")
    folder = pathlib.Path(work)
    folder.mkdir(parents=True, exist_ok=True)
    check_program(text, pathlib.Path(library).resolve(), folder, includes, sys.argv[split + 1:])
    check_script(text, typeperf, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
