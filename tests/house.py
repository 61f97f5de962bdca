#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints how many lines, files and types the two halves of pdh_shim have, room by room. It fails nothing.

usage: house.py [REVISION [REVISION]]

One revision (HEAD) gives one set of columns; two give what was before, what is after, and the difference. Counted are the sources
and headers of C and C++, without tables (.inc); a type is the definition of a class, structure, union or enumeration.
"""
import collections
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
MIDDLE = ["base", "core", "machine", "model", "query", "names", "block", "calc", "path", "api", "dialogs", "recorded", "source/plugin",
          "source/script", "source/provider"]
OUTSIDE = ["tools", "log", "compression", "source/linux", "source/pcp", "source/windows", "source/registry", "source/perfdata"]
TYPE = re.compile(r"^\s*(?:template <.*>\s*)?(?:class|struct|union|enum(?: class)?)\s+(?:alignas\([^)]*\)\s*)?[\w:]+[^;(){}]*\{",
                  re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*")


def git(*arguments: str, text: str = "") -> str:
    return subprocess.run(["git", "-C", str(PROJECT), *arguments], input=text, check=True, capture_output=True, text=True,
                          encoding="utf-8").stdout


def texts_of(revision: str):
    """The name and text of each source in pdh_shim."""
    names = [name for name in git("ls-tree", "-r", "--name-only", revision, "pdh_shim").splitlines()
             if name.endswith((".cpp", ".h", ".c"))]
    packed = git("cat-file", "--batch", text="".join(f"{revision}:{name}\n" for name in names)).encode()
    for name in names:
        head, packed = packed.split(b"\n", 1)
        size = int(head.split()[2])
        yield name.removeprefix("pdh_shim/"), packed[:size].decode()
        packed = packed[size + 1:]


def count(revision: str) -> dict[str, collections.Counter]:
    """Of each room."""
    rooms: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for name, text in texts_of(revision):
        room = next((room for room in MIDDLE + OUTSIDE if name.startswith(room + "/")), "other")
        rooms[room].update(lines=text.count("\n"), files=1, types=len(TYPE.findall(COMMENT.sub("", text))))
    return rooms


def main() -> None:
    revisions = sys.argv[1:] or ["HEAD"]
    counts = [count(revision) for revision in revisions]
    print(f"{'':16}" + "".join(f"{revision[:21]:>22}" for revision in revisions) + ("            difference" if len(counts) == 2 else ""))
    print(f"{'':16}" + f"{'lines':>8}{'files':>7}{'types':>7}" * (len(counts) if len(counts) == 1 else 3))

    def row(name: str, rooms: list[str]) -> None:
        sums = [sum((each[room] for room in rooms if room in each), collections.Counter()) for each in counts]
        if len(sums) == 2:
            sums.append(collections.Counter({key: 0 for key in sums[0]}))
            sums[2].update(sums[1])
            sums[2].subtract(sums[0])
        print(f"{name:16}" + "".join(f"{each['lines']:8}{each['files']:7}{each['types']:7}" for each in sums))

    for half, rooms in (("the middle", MIDDLE), ("the outside", OUTSIDE)):
        for room in rooms:
            row(room, [room])
        row(half, rooms)
        print()
    row("all", [*MIDDLE, *OUTSIDE, "other"])


if __name__ == "__main__":
    main()
