#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that each source says whose it is and under which licence: in its first line, or the second after a "#!".

usage: licences.py PROJECT_FOLDER
"""
import pathlib
import sys

NOTICE = "Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT"
COMMENTS = {"//": {".c", ".cpp", ".cs", ".h", ".inc", ".js"}, "#": {".build", ".py", ".sh"}}
WITHOUT_SUFFIX = {"//": {"complex", "iomanip", "iostream", "sstream"}, "#": {"meson_options.txt", "run", "zig-for"}}
TEMPLATES = {"//": {".h.in", ".inc.in", ".def.in", ".map.in"}, "#": {".cmake.in"}}
# Recorded files and inputs of tests; the work of others; what builds and package managers write.
LEFT_OUT = {"corpus", "data", "uplot", "node_modules"}


def comment_of(path: pathlib.Path) -> str | None:
    """What a comment of this file begins with; None if it is not a source."""
    for comment in COMMENTS:
        if (path.suffix in COMMENTS[comment] or path.name in WITHOUT_SUFFIX[comment]
                or "".join(path.suffixes[-2:]) in TEMPLATES[comment]):
            return comment
    return None


def sources(project: pathlib.Path):
    """(path, comment) of each."""
    for path in sorted(project.rglob("*")):
        folders = path.relative_to(project).parts[:-1]
        is_ours = not LEFT_OUT & set(folders) and not any(
            folder.startswith((".", "build")) and folder != ".ci" for folder in folders)
        comment = comment_of(path)
        if is_ours and comment is not None and path.is_file():
            yield path, comment


def has_notice(path: pathlib.Path, comment: str) -> bool:
    lines = path.read_text(encoding="utf-8").splitlines()
    first = 1 if lines and lines[0].startswith("#!") else 0
    return lines[first : first + 1] == [f"{comment} {NOTICE}"]


def main() -> int:
    project = pathlib.Path(sys.argv[1])
    found = list(sources(project))
    without = [(path, comment) for path, comment in found if not has_notice(path, comment)]
    for path, comment in without:
        print(f"{path.relative_to(project)}: needs the line {comment} {NOTICE}")
    print(f"{len(found)} sources")
    return 1 if without or not found else 0


if __name__ == "__main__":
    sys.exit(main())
