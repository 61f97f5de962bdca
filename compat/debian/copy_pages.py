#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Copies all pages, and the files that they link to, so that the links work in the copy.

usage: copy_pages.py SOURCES FOLDER
"""
import pathlib
import re
import shutil
import sys

FOLDERS = ("*.md", "include", "compat", "pdh_shim", "samples")


def pages(sources: pathlib.Path) -> list[pathlib.Path]:
    found = [path for name in FOLDERS for path in sources.glob(name)]
    return sorted(page for path in found for page in ([path] if path.is_file() else path.rglob("*.md")))


def links(page: pathlib.Path) -> set[pathlib.Path]:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="ascii"))
    return {(page.parent / target).resolve() for target in targets}


def main() -> int:
    sources, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    wanted: set[pathlib.Path] = set()
    found = set(pages(sources))
    while found:
        wanted |= found
        found = {target for page in found if page.suffix == ".md" for target in links(page)} - wanted
    for path in sorted(wanted):
        copy = folder / path.relative_to(sources)
        if path.is_dir():
            shutil.copytree(path, copy, dirs_exist_ok=True)
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    return 0


if __name__ == "__main__":
    sys.exit(main())
