#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks the lists of the pages and headers against the code, and what is committed against .gitignore.

- no committed file is one that .gitignore names, such as the log of a build;
- SOURCES.md and control.h name each environment variable and each source that the library knows, and no other;
- SOURCES.md names each object of the Linux source, in the order of COUNTERS.md;
- FUNCTIONS.md names each source;
- pdh.h and LOGS.md name each column that PdhCreateSQLTables adds to tables that Windows made.

usage: listed.py PROJECT
"""
import pathlib
import re
import subprocess
import sys

VARIABLE = re.compile(r"PDH_SHIM_[A-Z_]*[A-Z]")
READ = re.compile(r'"(PDH_SHIM_[A-Z_]*[A-Z])"')
LIBRARY = ("api", "base", "block", "calc", "compression", "core", "dialogs", "log", "machine", "model", "names", "path", "query",
    "recorded", "source")


def variables(text: str) -> set[str]:
    return set(VARIABLE.findall(text))


def section(text: str, begin: str, end: str) -> str:
    return text.partition(begin)[2].partition(end)[0]


def differences(what: str, where: str, listed: set[str], known: set[str]) -> list[str]:
    return [f"{where}: lacks the {what} {name}" for name in sorted(known - listed)] + \
           [f"{where}: names {name}, which is no {what} of the library" for name in sorted(listed - known)]


def added_columns(schema: str) -> set[str]:
    """Of the constants that name them."""
    return {name for names in re.findall(r'^constexpr auto \w+_columns? = "([^"]*)"', schema, re.MULTILINE)
            for name in names.split(", ")}


def committed_and_ignored(project: pathlib.Path) -> list[str]:
    """Empty, too, where the sources are not in a repository of their own, as in a tarball."""
    if not (project / ".git").exists():
        return []
    found = subprocess.run(["git", "ls-files", "--cached", "--ignored", "--exclude-standard"], cwd=project, check=True,
        stdout=subprocess.PIPE, text=True)
    return [f"{path}: is committed, but .gitignore names it" for path in found.stdout.splitlines()]


def main() -> int:
    project = pathlib.Path(sys.argv[1])
    read = {name for room in LIBRARY for path in (project / "pdh_shim" / room).rglob("*.cpp")
            for name in READ.findall(path.read_text(encoding="utf-8"))}
    list_of_sources = (project / "pdh_shim/core/sources.cpp").read_text(encoding="utf-8")
    sources = set(re.findall(r'KnownSource\{"(\w+)"', list_of_sources)) | \
        set(re.findall(r'_name = "(\w+)"', list_of_sources))
    page = (project / "pdh_shim/source/SOURCES.md").read_text(encoding="utf-8")
    header = (project / "include/pdh_shim/control.h").read_text(encoding="utf-8")
    table = section(page, "| `PDH_SHIM_SOURCE` | counters |", "\n\n")
    choose = section(header, "/// Chooses the sources", "PDH_STATUS WINAPI")
    about = section(header, "/// Environment variables", "/// Texts are UTF-8")

    def names(text: str, row: str) -> set[str]:
        return {name for line in re.findall(row, text, re.MULTILINE) for name in re.findall(r"`(\w+)", line)}

    wrong = differences("variable", "SOURCES.md", variables(section(page, "## Environment variables", "\n\n##")
                                                            .partition("\nIn a set-id")[0]), read)
    wrong += differences("variable", "control.h", variables(about), read)
    wrong += differences("source", "SOURCES.md", names(table, r"^\| (`[^|]*) \|"), sources)
    wrong += differences("source", "control.h", names(choose, r"^/// - (`[^;]*?`)(?::| \()"), sources)
    counters = (project / "pdh_shim/source/linux/COUNTERS.md").read_text(encoding="utf-8")
    objects = re.findall(r"^## (.*)$", counters, re.MULTILINE)
    listed = section(page.replace("\n", " "), "The objects are ", ". ").replace(" and ", ", ").split(", ")
    if listed != objects:
        wrong.append(f"SOURCES.md: the objects are {', '.join(objects)}")
    functions = (project / "pdh_shim/api/FUNCTIONS.md").read_text(encoding="utf-8")
    wrong += differences("source", "FUNCTIONS.md", names(functions, r"^Counters come from the sources .*\n.*program's own"),
                         sources)
    columns = added_columns((project / "pdh_shim/log/sql/tables.cpp").read_text(encoding="utf-8"))
    public = (project / "include/pdh.h").read_text(encoding="utf-8")
    logs = (project / "pdh_shim/log/LOGS.md").read_text(encoding="utf-8")
    created = section(public, "get the columns that they lack:", "/// @param")
    wrong += differences("added column", "pdh.h", set(re.findall(r"[A-Z]\w+", created)), columns)
    wrong += differences("added column", "LOGS.md", names(logs, r"^\| [^|]*\| ([^|]*) \| \*\*(?:ours|not documented):"), columns)
    wrong += committed_and_ignored(project)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if not read or not sources or not columns:
        print("no variable, no source or no column was found")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
