#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs clang-tidy over the sources of the library, of compat and of the samples; compiles changed sources of tests.

usage: tidy.py BUILD [PEBUILD]                    all sources
       tidy.py --changed-since COMMIT BUILD       at most 8 that differ from a commit, those changed last first

A file is read with its first command in BUILD. Those with win32 in their paths, which only the DLL has, are read with theirs in
PEBUILD, a build for Windows, or without one not at all. Those with plain_posix in their paths, which are for other systems, are
not read. With --changed-since, ninja compiles in BUILD as many changed sources of tests, each by itself: the other stages of a
change compile those of a target as one, which hides what one of them forgot to include.
"""
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

SOURCES = ["pdh_shim/*.cpp", "samples/*.cpp", "compat/windows/src/*.cpp"]
TESTS = ["tests/*.cpp"]
MOST_CHANGED = 8  # of each; the nightly run reads all


def lines_of(*command: str) -> list[str]:
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()


@functools.cache
def for_windows(compiler: str) -> str:
    """Options that make Clang compile like a GCC for Windows: the target, and that compiler's C++ library."""
    said = subprocess.run([compiler, "-v", "-E", "-x", "c++", os.devnull], text=True, capture_output=True).stderr
    folders = re.findall(r"^ (\S*/c\+\+\S*)$", said, re.MULTILINE)
    target = lines_of(compiler, "-dumpmachine")[0]
    return shlex.join([f"--target={target}", "-nostdinc++", "-Wno-unknown-warning-option",
                       *("-isystem" + folder for folder in folders)])


def commands_in(build: str) -> dict[str, dict]:
    """The first command for each source, which is named from here."""
    commands: dict[str, dict] = {}
    for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
        commands.setdefault(os.path.relpath(os.path.join(entry["directory"], entry["file"])), entry)
    return commands


def windows_commands_in(build: str) -> dict[str, dict]:
    commands = commands_in(build)
    for entry in commands.values():
        compiler, rest = entry["command"].split(maxsplit=1)
        entry["command"] = f"clang++ {for_windows(compiler)} {rest}"
    return commands


def changed(commit: str, patterns: list[str]) -> list[str]:
    """Files that differ from a commit: first those not committed yet, then from the newest commit to the oldest."""
    told = [*lines_of("git", "ls-files", "--others", "--exclude-standard", "--", *patterns),
            *lines_of("git", "diff", "--name-only", "HEAD", "--", *patterns),
            *lines_of("git", "log", "--format=", "--name-only", f"{commit}..HEAD", "--", *patterns)]
    found = [source for source in dict.fromkeys(told) if os.path.exists(source)]
    if len(found) > MOST_CHANGED:
        print(f"{' '.join(patterns)}: the nightly run reads the other {len(found) - MOST_CHANGED} changed sources")
    return found[:MOST_CHANGED]


def main() -> int:
    arguments = sys.argv[1:]
    commit = arguments[1] if arguments[:1] == ["--changed-since"] and len(arguments) == 3 else None
    if commit:
        arguments = arguments[2:]
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    build = arguments[0]
    native = commands_in(build)
    windows = windows_commands_in(arguments[1]) if len(arguments) == 2 else {}
    left_out = ["plain_posix"] if windows else ["plain_posix", "win32"]
    sources = changed(commit, SOURCES) if commit else \
        lines_of("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *SOURCES)
    sources = [source for source in sources if not any(folder in source for folder in left_out)]
    unknown = [source for source in sources if source not in {*native, *windows}]
    print(*(f"{source}: no command compiles it" for source in unknown), sep="\n", end="\n" if unknown else "")

    database = pathlib.Path(build, "tidy")
    database.mkdir(exist_ok=True)
    entries = [{**windows, **native}[source] for source in sources if source not in unknown]
    (database / "compile_commands.json").write_text(json.dumps(entries))
    print(f"clang-tidy: {len(entries)} files", flush=True)
    clean = not entries or subprocess.run(["run-clang-tidy", "-quiet", "-p", database], check=False).returncode == 0
    objects = [native[test]["output"] for test in (changed(commit, TESTS) if commit else []) if test in native]
    print(f"Changed sources of tests, each by itself: {len(objects)}", flush=True)
    compiled = not objects or subprocess.run(["ninja", "--quiet", "-C", build, *objects], check=False).returncode == 0
    return 0 if clean and compiled and not unknown else 1


if __name__ == "__main__":
    sys.exit(main())
