#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs clang-tidy over the sources of the library, of compat and of the samples; compiles changed sources of tests.

usage: tidy.py BUILD [PEBUILD]                    all sources
       tidy.py --changed-since COMMIT BUILD       at most 8 that differ from a commit, those changed last first

A file is read with its commands in BUILD. Those with win32 in their paths, which only the DLL has, are read with
their commands in PEBUILD, a build for Windows, or without one not at all. Those with plain_posix in their paths,
which are for other systems, are not read. What was found clean is remembered in BUILD/tidy-clean, under a digest of
the command and of all files that it reads. With --changed-since, ninja compiles in BUILD as many changed sources of tests, each by
itself: the other stages of a change compile those of a target as one, which hides what one of them forgot to include.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SOURCES = ["pdh_shim/*.cpp", "samples/*.cpp", "compat/windows/src/*.cpp"]
TESTS = ["tests/*.cpp"]
MOST_CHANGED = 8  # of each; the nightly run reads all
FINDING = re.compile(r"^(\S[^:\n]*)(:\d+:\d+: (?:warning|error): .*)$", re.MULTILINE)


def lines_of(*command: str) -> list[str]:
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()


def name_of(folder: str, file: str) -> str:
    """As seen from here, for a file that is below."""
    path = os.path.normpath(os.path.join(folder, file))
    below = os.path.relpath(path)
    return path if below.startswith("..") else below


@functools.cache
def digest_of(file: str) -> str:
    return hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()


@functools.cache
def rules() -> str:
    return digest_of(".clang-tidy") + str(lines_of("clang-tidy", "--version"))


@functools.cache
def for_windows(compiler: str) -> str:
    """Options that make Clang compile like a GCC for Windows: the target, and that compiler's C++ library."""
    said = subprocess.run([compiler, "-v", "-E", "-x", "c++", os.devnull], text=True, capture_output=True).stderr
    folders = re.findall(r"^ (\S*/c\+\+\S*)$", said, re.MULTILINE)
    target = lines_of(compiler, "-dumpmachine")[0]
    return shlex.join([f"--target={target}", "-nostdinc++", "-Wno-unknown-warning-option",
                       *("-isystem" + folder for folder in folders)])


class Command:
    """A command that compiles a source."""

    def __init__(self, entry: dict, windows: bool):
        self.source = name_of(entry["directory"], entry["file"])
        compiler, rest = entry["command"].split(maxsplit=1)
        command = f"clang++ {for_windows(compiler)} {rest}" if windows else entry["command"]
        self.entry = {**entry, "command": command}

    def digest(self) -> str:
        """Of all that the findings depend on; fails for a source that does not compile."""
        command = self.entry["command"].split(" -MD ")[0] + " -M " + shlex.quote(self.entry["file"])
        folder = self.entry["directory"]
        rule = subprocess.run([*shlex.split(command), "-fno-color-diagnostics"], cwd=folder, check=True, text=True,
                              capture_output=True).stdout
        files = shlex.split(rule.replace("\\\n", " "))[1:]
        parts = [rules(), command] + [file + digest_of(os.path.join(folder, file)) for file in files]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def findings(self) -> list[str]:
        """In a process of its own: the analyzer of clang-tidy 14 is wrong about va_list in all but the first."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "compile_commands.json").write_text(json.dumps([self.entry]))
            ran = subprocess.run(["clang-tidy", "--quiet", "-p", folder, self.source], text=True, capture_output=True)
        found = [name_of(self.entry["directory"], file) + what for file, what in FINDING.findall(ran.stdout)]
        if ran.returncode != 0 and not found:
            found = [f"{self.source}: clang-tidy failed ({ran.returncode}): {ran.stdout}{ran.stderr}"]
        return found

    def check(self, known: pathlib.Path) -> list[str]:
        try:
            mark = known / self.digest()
        except subprocess.CalledProcessError as error:
            return [f"{self.source}: does not compile: {error.stderr}"]
        if mark.exists():
            return []
        found = self.findings()
        if not found:
            mark.touch()
        return found


def commands_in(build: str, windows: bool) -> dict[str, list[Command]]:
    """The commands for each source."""
    commands: dict[str, list[Command]] = {}
    for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
        if entry["file"].endswith(".cpp"):
            command = Command(entry, windows)
            commands.setdefault(command.source, []).append(command)
    return commands


def compile_tests(build: str, commands: dict[str, list[Command]], commit: str) -> bool:
    objects = [commands[test][0].entry["output"] for test in changed(commit, TESTS) if test in commands]
    print(f"Changed sources of tests, each by itself: {len(objects)}", flush=True)
    return not objects or subprocess.run(["ninja", "--quiet", "-C", build, *objects], check=False).returncode == 0


def all_sources() -> list[str]:
    return lines_of("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *SOURCES)


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
    commit = None
    if arguments[:1] == ["--changed-since"] and len(arguments) == 3:
        commit = arguments[1]
        arguments = arguments[2:]
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    native = commands_in(arguments[0], windows=False)
    windows = commands_in(arguments[1], windows=True) if len(arguments) == 2 else {}
    sources = changed(commit, SOURCES) if commit else all_sources()
    known = pathlib.Path(arguments[0], "tidy-clean")
    known.mkdir(exist_ok=True)

    left_out = ["plain_posix"] if windows else ["plain_posix", "win32"]
    sources = [source for source in sources if not any(folder in source for folder in left_out)]
    work = [command for source in sources for command in native.get(source) or windows.get(source, [])]
    said = {f"{source}: no command compiles it" for source in sources if source not in {*native, *windows}}
    print(*sorted(said), sep="\n", end="\n" if said else "")
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in concurrent.futures.as_completed([pool.submit(command.check, known) for command in work]):
            for finding in done.result():
                if finding not in said:
                    print(finding, flush=True)
                said.add(finding)
    print(f"clang-tidy: {len(sources)} files, {len(work)} commands, {len(said)} findings")
    compiled = commit is None or compile_tests(arguments[0], native, commit)
    return 0 if compiled and not said else 1


if __name__ == "__main__":
    sys.exit(main())
