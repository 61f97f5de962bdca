#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints the manual page pdh-shim(7), in the language of scdoc: the sources and the environment variables of SOURCES.md.

usage: environment_page.py SOURCES.md
"""
import pathlib
import re
import sys

ROW = re.compile(r"^\| (.*?) \| (.*) \|$", re.MULTILINE)
SECTIONS = {"Where counters come from": "SOURCES", "Environment variables": "ENVIRONMENT"}
HEAD = """pdh-shim(7)

# NAME

pdh-shim - where performance counters come from, and the environment variables of libpdh

# DESCRIPTION

Programs that use *libpdh*, and *typeperf*(1), *relog*(1), *logman*(1) and *lodctr*(1), which do too, take performance counters from
sources. Environment variables choose them.
"""
TAIL = """
# SEE ALSO

The pages that are named here, with SOURCES.md, lie in the folder of pdh-shim's documentation.

*typeperf*(1), *relog*(1), *logman*(1), *lodctr*(1), *pdh_query*(3)
"""


def plain(text: str) -> str:
    """Markdown of a cell as text of scdoc."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace(r"\|", "|")
    parts = text.split("`")
    escaped = [re.sub(r"([_*\\#~\[\].<])", r"\\\1", part) for part in parts]
    return "".join(f"*{part}*" if at % 2 else part for at, part in enumerate(escaped))


def section(page: str, heading: str) -> str:
    return re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL)[1]


def definitions(text: str) -> str:
    rows = [row for row in ROW.findall(text) if not row[0].startswith("---")][1:]  # without the heading
    return "".join(f"\n{plain(name)}\n\t{plain(meaning)}\n" for name, meaning in rows)


def main(path: str) -> None:
    page = pathlib.Path(path).read_text(encoding="utf-8")
    print(HEAD, end="")
    for heading, title in SECTIONS.items():
        print(f"\n# {title}\n{definitions(section(page, heading))}", end="")
    print(TAIL, end="")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
