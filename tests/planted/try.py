#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Plants one fault after another into a copy of the tree, and shows that the tests find each.

usage: tests/planted/try.py [--newcomer] [--check] [NAME...]

faults.toml beside this file describes them. NAME chooses some; --newcomer those that the newcomer's run must find.
--check only looks whether each, and the case that finds it, is still in its place. The copy and what is built of it are kept
in build-planted/: the next run compiles only what has changed since.
"""
import argparse
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build-planted"
TREE = WORK / "tree"
SOURCES = ("pdh_shim", "compat", "include", "samples")
SUFFIXES = {".h", ".cpp", ".c", ".inc", ".py", ".js"}
PATIENCE = 30  # seconds, or ten times what the test takes without the fault, which may make it hang

# How the stages are configured, but for what takes time and finds none of these faults.
TOGETHER = ["--unity", "on", "-Ddebug=false", "-Doptimization=1", "-Dbench=disabled"]
SANITIZE = ["-Dlock_ranks=true", "-Db_lundef=false", "-Db_sanitize=address,undefined"]
CHECKS = "-g1 -fno-sanitize-recover=all -fno-sanitize=function"
NO_LIBRARIES = "-Wl,--no-dependent-libraries"
STAGES = {
    "gcc": (["gcc", "g++"], ["-Dlock_ranks=true"]),
    "asan": (["clang", "clang++"], [*SANITIZE, f"-Dc_args={CHECKS}", f"-Dcpp_args={CHECKS} -D_GLIBCXX_ASSERTIONS",
                                    f"-Dc_link_args={NO_LIBRARIES}", f"-Dcpp_link_args={NO_LIBRARIES}"]),
    "tsan": (["gcc", "g++"], ["-Dlock_ranks=true", "-Db_sanitize=thread", "-Dsamples=disabled"]),
    "win64": (["gcc", "g++"], ["--cross-file", TREE / "compat/wine/x86_64-w64-mingw32.ini"]),
}

NAME = r"[A-Za-z_]\w*"
SKIPPED_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


class Stale(Exception):
    """A row that does not describe the tree any more."""


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, **options)


def blank(text: str) -> str:
    """The same with spaces in place of comments and literals, so that only brackets of the code are left."""
    return SKIPPED_TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def end_of(code: str, place: int) -> int:
    """Behind the bracket that closes the one here."""
    depth = 0
    for at in range(place, len(code)):
        depth += (code[at] in "({[") - (code[at] in ")}]")
        if depth == 0:
            return at + 1
    return len(code)


def bodies(text: str, function: str):
    """Begin and end of each definition of a function of this name: Class::name, or only the name."""
    code = blank(text)
    name = function.rsplit("::", 1)[-1]
    scope = function.rsplit("::", 2)[-2] if "::" in function else None
    for found in re.finditer(rf"(?:({NAME})::)?(?<!\w){re.escape(name)}\s*(?=\()", code):
        if scope and found.group(1) and found.group(1) != scope:
            continue
        if scope and not found.group(1) and not re.search(rf"\b(?:class|struct|union)\s+{scope}\b", code[:found.start()]):
            continue
        after = end_of(code, found.end())
        rest = re.compile(r"[^;{}()]*(?:\([^;{}]*?\)[^;{}()]*)*\{").match(code, after)
        if rest is not None:
            yield found.start(), end_of(code, rest.end() - 1)


def python_bodies(text: str, function: str):
    for found in re.finditer(rf"^( *)def {re.escape(function)}\(.*?(?=^\1\S|\Z)", text, re.MULTILINE | re.DOTALL):
        yield found.span()


def pattern(find: str) -> re.Pattern:
    """White space may differ: a line may have been broken elsewhere."""
    return re.compile(r"\s+".join(map(re.escape, find.split())))


@functools.cache
def sources_of_tree(tree: pathlib.Path) -> dict[pathlib.Path, str]:
    """Read once for all faults: each fault is taken back before the next one."""
    return {path: path.read_text(encoding="utf-8", errors="replace") for folder in SOURCES
            for path in sorted((tree / folder).rglob("*")) if path.suffix in SUFFIXES}


def place(tree: pathlib.Path, fault):
    """The file, its text, and the text with the fault. The function is searched by its name in the whole tree."""
    sought = pattern(fault["find"])
    places = []
    files = sources_of_tree(tree)
    if "file" in fault:
        files = {tree / fault["file"]: (tree / fault["file"]).read_text(encoding="utf-8")}
    for path, text in files.items():
        if not sought.search(text) or "system" in fault and fault["system"] not in path.parts:
            continue
        if "function" not in fault:
            ranges = [(0, len(text))]
        else:
            ranges = list((python_bodies if path.suffix == ".py" else bodies)(text, fault["function"]))
        found = {match.span() for begin, end in ranges for match in sought.finditer(text, begin, end)}
        places += [(path, text, begin, end) for begin, end in found]
    if len(places) != 1:
        raise Stale(f"its text is found {len(places)} times")
    path, text, begin, end = places[0]
    return path, text, text[:begin] + fault["replace"].strip() + text[end:]


def copy_tree() -> None:
    """Writes only what differs, also what a run before this has left: all else stays built."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT).stdout.split("\0")
    names = {name for name in listed if name and (ROOT / name).is_file()}
    for name in names:
        source, target = ROOT / name, TREE / name
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for path in [path for path in TREE.rglob("*") if path.is_file()]:
        if path.relative_to(TREE).as_posix() not in names and "__pycache__" not in path.parts:
            path.unlink()


def configure(stage: str) -> pathlib.Path:
    (cc, cxx), options = STAGES[stage]
    build = WORK / stage
    if not (build / "build.ninja").is_file():
        shutil.rmtree(build, ignore_errors=True)
        done = run(["meson", "setup", build, TREE, "-Dtests=enabled", *TOGETHER, *options],
                   env={**os.environ, "CC": cc, "CXX": cxx, "CC_LD": "lld" if stage == "asan" else "",
                        "CXX_LD": "lld" if stage == "asan" else ""})
        if done.returncode != 0:
            sys.exit(f"{stage}: meson setup:\n{done.stdout[-3000:]}")
    elif failure := compile_targets(build, ["build.ninja"]):  # tests of which the last run did not know
        sys.exit(f"{stage}: {failure}")
    return build


def introspect(build: pathlib.Path, kind: str):
    return json.loads(run(["meson", "introspect", f"--{kind}", build]).stdout)


def sources_of(target) -> set[str]:
    """Also those that a file of a unity build includes."""
    sources = set()
    for part in target.get("target_sources", []):
        sources.update(part["sources"])
        for generated in map(pathlib.Path, part["generated_sources"]):
            if "unity" in generated.name and generated.is_file():
                sources.update(re.findall(r'#include\s*[<"]([^>"]+)', generated.read_text(encoding="utf-8")))
    return {os.path.realpath(source) for source in sources}


@functools.cache
def test_sources(tree: pathlib.Path):
    return {path: path.read_text(encoding="utf-8") for path in (tree / "tests").rglob("*.cpp")}


def file_of_case(tree: pathlib.Path, case: str) -> pathlib.Path:
    quoted = case.replace("\\", "\\\\").replace('"', '\\"')
    written = re.compile(r"TEST_CASE(?:_FIXTURE)?\(\s*(?:\w+,\s*)?" + pattern(f'"{quoted}"').pattern)
    files = [path for path, text in test_sources(tree).items() if written.search(text)]
    if len(files) != 1:
        raise Stale(f"{len(files)} files have a case of this name")
    return files[0]


class Test:
    """How the test of a fault is built and run. A case of doctest is found by its name, any other test by Meson's."""

    def __init__(self, build: pathlib.Path, fault):
        self.build = build
        tests, targets = introspect(build, "tests"), introspect(build, "targets")
        self.case = fault.get("case")
        if self.case is not None:
            tests = self.with_case(tests, targets)
        if "test" in fault:
            tests = [test for test in tests if test["name"] == fault["test"]]
        if not tests:
            raise Stale("there is no such test")
        # Of the three texts the one that the newcomer's run has.
        test = next((test for test in tests if "utf16" in test["name"]), tests[0])
        self.name = test["name"]
        self.command = list(test["cmd"])
        self.environment = {**os.environ, **test["env"]}
        self.workdir = test["workdir"] or build
        built = {target["id"]: target["filename"] for target in targets}
        self.targets = sorted({os.path.relpath(name, build) for one in test["depends"] for name in built[one]})

    def with_case(self, tests, targets):
        source = os.path.realpath(file_of_case(TREE, self.case))
        programs = {name for target in targets if source in sources_of(target) for name in target["filename"]}
        return [test for test in tests if programs & set(test["cmd"])]

    def run(self, patience: float):
        """None if it passes, else how it fails."""
        command = list(self.command)
        if self.case is not None:
            command = [word for word in command if not word.startswith("--test-suite")]
            command.append("--test-case=" + self.case.replace(",", r"\,"))
        try:
            done = run(command, env=self.environment, cwd=self.workdir, timeout=patience, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return "hangs"
        if done.returncode == 77:
            raise Stale("it is skipped: " + (done.stdout + done.stderr).strip()[-200:])
        if self.case is not None and re.search(r"test cases: +0 ", done.stdout):
            raise Stale("the program ran no case of this name")
        return None if done.returncode == 0 else f"status {done.returncode}"


def compile_targets(build: pathlib.Path, targets):
    """None, or the end of what the compiler said."""
    if not targets:  # ninja would take all
        return None
    done = run(["ninja", "-C", build, *targets])
    return None if done.returncode == 0 else (done.stdout + done.stderr)[-2000:]


def prepare(faults):
    """The test of each fault: all are built, and pass before there is a fault."""
    tests = {}
    for stage in dict.fromkeys(fault["stage"] for fault in faults):
        build = configure(stage)
        chosen = [fault for fault in faults if fault["stage"] == stage]
        for fault in chosen:
            try:
                tests[fault["name"]] = Test(build, fault)
            except Stale as stale:
                tests[fault["name"]] = stale
        good = [tests[fault["name"]] for fault in chosen if isinstance(tests[fault["name"]], Test)]
        failure = compile_targets(build, sorted({target for test in good for target in test.targets}))
        if failure is not None:
            sys.exit(f"{stage}: the build without a fault:\n{failure}")
    return tests


def attempt(fault, test: Test) -> tuple[bool, str]:
    """Whether the test finds the fault, and what was seen."""
    begun = time.monotonic()
    before = test.run(20 * PATIENCE)
    if before is not None and compile_targets(test.build, test.targets) is None:  # it had the fault before this one
        before = test.run(20 * PATIENCE)
    patience = max(PATIENCE, 10 * (time.monotonic() - begun))
    if before is not None:
        return False, f"fails without the fault: {before}"
    path, text, changed = place(TREE, fault)
    path.write_text(changed, encoding="utf-8")
    try:
        failure = compile_targets(test.build, test.targets)
        if failure is not None:
            return False, f"does not compile:\n{failure}"
        outcome = test.run(patience)
        return outcome is not None, outcome or "passes with the fault"
    finally:
        path.write_text(text, encoding="utf-8")


def read_faults(arguments):
    faults = tomllib.loads((pathlib.Path(__file__).parent / "faults.toml").read_text(encoding="utf-8"))["fault"]
    names = [fault["name"] for fault in faults]
    assert len(set(names)) == len(names), "two faults have one name"
    unknown = set(arguments.names) - set(names)
    if unknown:
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}")
    return [fault for fault in faults if not arguments.names or fault["name"] in arguments.names
            if not arguments.newcomer or fault["newcomer"]]


def check(faults) -> int:
    stale = 0
    for fault in faults:
        try:
            place(ROOT, fault)
            if "case" in fault:
                file_of_case(ROOT, fault["case"])
        except Stale as problem:
            print(f"{fault['name']}: {problem}")
            stale += 1
    print(f"{len(faults)} faults, {stale} of them are not in their place")
    return 1 if stale else 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--newcomer", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    faults = read_faults(arguments)
    if arguments.check:
        return check(faults)
    copy_tree()
    tests = prepare(faults)
    print("| fault | stage | newcomer | test | result | seconds |\n|---|---|---|---|---|---|", flush=True)
    missed = 0
    for fault in faults:
        begun = time.monotonic()
        test = tests[fault["name"]]
        try:
            if isinstance(test, Stale):
                raise test
            found, seen = attempt(fault, test)
        except Stale as stale:
            found, seen = False, str(stale)
        missed += not found
        where = fault.get("case") or fault.get("test")
        print(f"| {fault['name']} | {fault['stage']} | {'yes' if fault['newcomer'] else 'no'} | {where} | "
              f"{'found' if found else 'MISSED'}: {seen} | {time.monotonic() - begun:.0f} |", flush=True)
    newcomer = sum(fault["newcomer"] for fault in faults)
    print(f"{len(faults) - missed} of {len(faults)} faults found; the newcomer's run must find {newcomer} of them")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
