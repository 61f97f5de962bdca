#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compiles and runs what README.md and the pages that it links to show, and follows their links.

usage: pages_test.py PROJECT TYPEPERF RELOG LIBRARY PACKAGES WORK_FOLDER INCLUDE_FOLDER... -- C_COMPILER... -- C++_COMPILER...

PACKAGES is the script that knows the packages to build with.
"""
import ctypes
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

MOST_LINES_OF_README = 155


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def block(text: str, language: str) -> str:
    (only,) = blocks(text, language)
    return only


def run(command, **environment) -> str:
    done = subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment}, timeout=600)
    return done.stdout.decode("utf-8")


def build(text: str, language: str, library: pathlib.Path, work: pathlib.Path, includes, compiler) -> pathlib.Path:
    source = work / f"page.{language}"
    program = work / f"page_{language}"
    source.write_text(block(text, language), encoding="ascii")
    run([*compiler, "-Wall", "-Wextra", "-Werror", source, "-o", program, *(f"-I{folder}" for folder in includes),
         library, f"-Wl,-rpath,{library.parent}"])
    return program


def write_machine(work: pathlib.Path) -> str:
    """A source with the counters of the examples: in the seconds after the first sample 37.5, 50 and 12.5 % of the time."""
    idle = [0, 6250000, 11250000, 20000000]
    script = {
        "objects": [
            {"name": "Processor", "instances": "multi",
             "counters": [{"name": "% Processor Time", "type": "PERF_100NSEC_TIMER_INV"}]},
            {"name": "Memory", "instances": "none",
             "counters": [{"name": "Available MBytes", "type": "PERF_COUNTER_LARGE_RAWCOUNT"}]}],
        "samples": [
            {"data": {"Processor": {"0": [2 * ticks - 10000000 * second], "1": [10000000 * second], "_Total": [ticks]},
                      "Memory": [1000 + second]}}
            for second, ticks in enumerate(idle)],
    }
    file = work / "machine.json"
    file.write_text(json.dumps(script), encoding="ascii")
    return f"script:{file}"


def check_percent(program: pathlib.Path, machine: str) -> None:
    printed = run([program], PDH_SHIM_SOURCE=machine)
    assert printed == "37.50 %\n", printed
    printed = run([program], PDH_SHIM_SOURCE="linux")
    assert 0 <= float(re.fullmatch(r"([0-9.]+) %\n", printed).group(1)) <= 100, printed


def check_list(program: pathlib.Path, machine: str) -> None:
    """A line for each processor, and one for all."""
    printed = run([program], PDH_SHIM_SOURCE=machine)
    assert printed.splitlines() == ["0: 75 %", "1: 0 %", "_Total: 37.5 %"], printed
    printed = run([program], PDH_SHIM_SOURCE="linux")
    percents = dict(re.findall(r"^(\w+): ([0-9.e+-]+) %$", printed, re.MULTILINE))
    assert percents.keys() == {"_Total", *map(str, range(len(percents) - 1))}, printed
    assert len(percents) == len(printed.splitlines()), printed


def check_python(text: str, library: pathlib.Path, modules: pathlib.Path, work: pathlib.Path, machine: str) -> None:
    source = work / "page.py"
    source.write_text(block(text, "python"), encoding="ascii")
    settings = {"LD_LIBRARY_PATH": str(library.parent), "PYTHONPATH": str(modules), "PYTHONDONTWRITEBYTECODE": "1"}
    printed = run([sys.executable, source], PDH_SHIM_SOURCE=machine, **settings)
    assert [line[9:] for line in printed.splitlines()] == ["37.5 % 1001 MB", "50.0 % 1002 MB", "12.5 % 1003 MB"], printed
    printed = run([sys.executable, source], PDH_SHIM_SOURCE="linux", **settings)
    assert re.fullmatch(r"([0-9:]{8} [0-9.]+ % [0-9]+ MB\n){3}", printed), printed


def check_packages(text: str, packages: str) -> None:
    wanted = run(["bash", "-c", '. "$0" && echo "${build_packages[@]}"', packages]).split()
    listed = re.search(r"^apt install ([^#/]*)#", text, re.MULTILINE).group(1).replace("\\", "").split()
    assert wanted == listed, (wanted, listed)


def check_first_screen(readme: str) -> None:
    """A picture, then the two commands, before anything else that could be typed."""
    picture, commands = readme.index("!["), readme.index("```\n")
    assert picture < commands, "README.md begins with a picture"
    lines = [line.partition("#")[0].strip() for line in blocks(readme, "")[0].splitlines()]
    assert lines[0].startswith("git clone ") and lines[1:] == ["samples/quickstart.sh", "tests/run.sh"], lines


def check_script(text: str, typeperf: str, work: pathlib.Path) -> None:
    script = work / "widget.json"
    script.write_text(block(text, "json"), encoding="ascii")
    printed = run([typeperf, r"\Widget(a)\Items/sec", "-sc", "1"], PDH_SHIM_SOURCE=f"script:{script}")
    assert '"5.000000"' in printed, printed


def check_statuses(text: str, library: pathlib.Path) -> None:
    """The script goes into the library as its text; what its comments say is what the library answers."""
    pdh = ctypes.CDLL(str(library))
    assert pdh.pdh_shim_set_sources(b"script:" + block(text, "jsonc").encode()) == 0
    query = ctypes.c_void_p()
    assert pdh.PdhOpenQueryA(None, None, ctypes.byref(query)) == 0
    counters = [ctypes.c_void_p() for _ in "ab"]
    for name, counter in zip(("a", "b"), counters):
        assert pdh.PdhAddCounterA(query, f"\\Widget({name})\\Depth".encode(), None, ctypes.byref(counter)) == 0
    seen = []
    for _ in range(5):
        collected = pdh.PdhCollectQueryData(query) & 0xFFFFFFFF
        raw = (ctypes.c_uint32 * 16)()  # a PDH_RAW_COUNTER, whose first member is CStatus
        statuses = []
        for counter in counters:
            assert pdh.PdhGetRawCounterValue(counter, None, raw) == 0
            statuses.append(raw[0])
        seen.append((collected, *statuses))
    no_data, no_instance, no_object, invalid_data = 0x800007D5, 0x800007D1, 0xC0000BB8, 0xC0000BBA
    expected = [(0, 0, 0), (no_data, 0, 0), (0, 0, no_instance), (0, invalid_data, no_instance),
                (0, no_object, no_object)]
    assert seen == expected, seen
    pdh.PdhCloseQuery(query)


def check_log(text: str, typeperf: str, relog: str, work: pathlib.Path) -> None:
    """The commands of README, on a log that is made here."""
    log = work / "server.blg"
    run([typeperf, r"\Processor(_Total)\% Processor Time", "-sc", "1", "-f", "BIN", "-o", log, "-y"],
        PDH_SHIM_SOURCE="linux")
    commands = re.findall(r"^\$ relog (.*?)(?: +#.*)?$", text, re.MULTILINE)
    assert len(commands) == 4, commands
    for command in commands:
        printed = run([relog, *(str(log.parent / word) if word.startswith("server") else word for word in command.split()),
                       "-y"])
        assert printed, command


def check_languages(text: str, typeperf: str, work: pathlib.Path) -> None:
    titles = work / "german.ini"
    titles.write_text(block(text, "ini"), encoding="ascii")
    printed = run([typeperf, r"\Prozessor(_Total)\Prozessorzeit (%)", "-sc", "1"], PDH_SHIM_SOURCE="linux",
                  PDH_SHIM_TITLES=str(titles), PDH_SHIM_LANGUAGE="007")
    assert r"\Prozessor(_Total)\Prozessorzeit (%)" in printed and len(printed.splitlines()) >= 2, printed


def check_questions(text: str, typeperf: str, work: pathlib.Path) -> None:
    """The commands of FAQ.md, after the page about languages has left its file."""
    commands = re.findall(r"^\$ ((?:\w+=\S+ )*)typeperf (.*)$", text, re.MULTILINE)
    assert len(commands) == 5, commands
    for settings, arguments in commands:
        variables = dict(setting.split("=") for setting in settings.split())
        if "PDH_SHIM_TITLES" in variables:
            variables["PDH_SHIM_TITLES"] = str(work / variables["PDH_SHIM_TITLES"])
        printed = run([typeperf, *shlex.split(arguments)], PDH_SHIM_SOURCE="linux", **variables)
        assert printed, arguments


def anchors(page: str) -> set[str]:
    """Of its headings, as sites that show Markdown name them."""
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(page: pathlib.Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="ascii")):
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), f"{page}: there is no {target}"
        assert not anchor or anchor in anchors(there.read_text(encoding="ascii")), f"{page}: {target} has no {anchor}"


def main() -> int:
    split = sys.argv.index("--")
    second = sys.argv.index("--", split + 1)
    project, typeperf, relog, library_name, packages, work, *includes = sys.argv[1:split]
    library = pathlib.Path(library_name).resolve()
    root = pathlib.Path(project).resolve()
    readme, using, questions, script, languages, python = (
        (root / name).read_text(encoding="ascii")
        for name in ("README.md", "include/USING.md", "include/FAQ.md", "pdh_shim/source/script/SCRIPT.md",
                     "pdh_shim/names/LANGUAGES.md", "compat/python/PYTHON.md"))
    folder = pathlib.Path(work)
    folder.mkdir(parents=True, exist_ok=True)
    assert len(readme.splitlines()) <= MOST_LINES_OF_README, f"README.md has more than {MOST_LINES_OF_README} lines"
    check_first_screen(readme)
    machine = write_machine(folder)
    check_percent(build(readme, "c", library, folder, includes, sys.argv[split + 1:second]), machine)
    check_list(build(using, "cpp", library, folder, includes, sys.argv[second + 1:]), machine)
    check_python(python, library, root / "compat/python", folder, machine)
    check_packages(readme, packages)
    check_packages(using, packages)
    check_script(script, typeperf, folder)
    check_log(readme, typeperf, relog, folder)
    check_statuses(script, library)
    check_languages(languages, typeperf, folder)
    check_questions(questions, typeperf, folder)
    for page in (path for name in ("*.md", "include", "compat", "pdh_shim", "samples") for path in root.glob(name)):
        for each in [page] if page.is_file() else sorted(page.rglob("*.md")):
            check_links(each)
    packaged = folder / "packaged"
    shutil.rmtree(packaged, ignore_errors=True)
    run([root / "compat/debian/copy_pages.py", root, packaged])
    for each in packaged.rglob("*.md"):
        check_links(each)
    return 0


if __name__ == "__main__":
    sys.exit(main())
