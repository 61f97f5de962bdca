#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Makes the manual pages of the functions from the comments of the public headers.

usage: function_pages.py DOXYGEN VERSION INCLUDE_FOLDER OUTPUT_FOLDER

There is a page for each group of functions, such as pdh_query, and one under the name of each function, which shows its
group's.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CONFIGURATION = """
PROJECT_NAME = pdh-shim
PROJECT_NUMBER = {version}
INPUT = {include}/pdh.h {include}/pdh_shim/control.h {include}/pdh_shim/source.h
STRIP_FROM_PATH = {include}
STRIP_FROM_INC_PATH = {include}
OUTPUT_DIRECTORY = {output}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_MAN = YES
MAN_LINKS = YES
OPTIMIZE_OUTPUT_FOR_C = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = PDH_FUNCTION=PDH_STATUS PDH_SHIM_WIDE(x)= PDH_SHIM_ALIGN8= PDH_SHIM_CALLBACK=
QUIET = YES
WARNINGS = NO
WARN_IF_UNDOCUMENTED = NO
WARN_IF_INCOMPLETE_DOC = NO
"""
# Doxygen links members of structures and macros too, whose names say nothing outside.
WANTED = re.compile(r"(Pdh[A-Z]\w*|pdh_\w+)(\.h)?\.3")
HEADERS = {"control.h.3": "pdh_shim_control.h.3", "source.h.3": "pdh_shim_source.h.3", "pdh.h.3": "pdh.h.3"}
LINK = re.compile(r"\.so man3/(\S+)\n")


def run_doxygen(doxygen: str, version: str, include: str, output: str) -> pathlib.Path:
    configuration = CONFIGURATION.format(version=version, include=include, output=output)
    subprocess.run([doxygen, "-"], input=configuration, text=True, check=True)
    return pathlib.Path(output) / "man/man3"


def add_names_without_suffix(pages: dict[str, str]) -> None:
    """PdhOpenQuery is what programs call: a macro that means PdhOpenQueryA or PdhOpenQueryW."""
    for name in [name for name in pages if re.fullmatch(r"Pdh\w+W\.3", name)]:
        pages.setdefault(name.removesuffix("W.3") + ".3", pages[name])


def wanted(pages: dict[str, str]) -> dict[str, str]:
    """Those that WANTED names, and those of the headers, under names that say whose they are."""
    chosen = {}
    for name, text in pages.items():
        link = LINK.fullmatch(text)
        shown = link[1] if link else name
        if WANTED.fullmatch(HEADERS.get(name, name)) and (shown in HEADERS or WANTED.fullmatch(shown)):
            chosen[HEADERS.get(name, name)] = f".so man3/{HEADERS.get(shown, shown)}\n" if link else text
    return chosen


def main(doxygen: str, version: str, include: str, output: str) -> None:
    with tempfile.TemporaryDirectory() as work:
        folder = run_doxygen(doxygen, version, include, work)
        pages = wanted({page.name: page.read_text(encoding="utf-8") for page in folder.iterdir()})
    add_names_without_suffix(pages)
    shutil.rmtree(output, ignore_errors=True)
    os.makedirs(output)
    for name, text in pages.items():
        (pathlib.Path(output) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
