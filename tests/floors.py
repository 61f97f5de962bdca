#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that rooms include nothing but what the table of rooms in CONTRIBUTING.md allows.

usage: floors.py PROJECT_FOLDER

A row of that table is a floor, a room, and the rooms that it may include; <pdh.h> stands for all public headers.
Every edge goes to a lower floor, and every one that the table allows is used somewhere.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|(<(?:pdh|pdhmsg|winperf|pdh_shim/\w+)\.h>))', re.MULTILINE)
SUFFIXES = {".h", ".c", ".cpp", ".inc", ".in"}
PUBLIC = "<pdh.h>"
ROW = re.compile(r"^ {1,3}(\d+)  (\S+) *(.*)$", re.MULTILINE)


def read_table(page: str) -> dict[str, tuple[int, set[str]]]:
    """Room -> its floor and what it may include."""
    table = re.search(r"^```rooms\n(.*?)^```$", page, re.MULTILINE | re.DOTALL).group(1)
    return {room: (int(floor), set(allowed.split())) for floor, room, allowed in ROW.findall(table)}


def folder_of(project: pathlib.Path, room: str) -> pathlib.Path:
    """compat/ and samples/ stand beside pdh_shim/, which all other rooms are in."""
    inside = project / "pdh_shim" / room
    return inside if inside.is_dir() else project / room


def files_of(project: pathlib.Path, room: str, rooms) -> list[pathlib.Path]:
    """Without those of the rooms within it."""
    folder = folder_of(project, room)
    inner = [folder_of(project, other) for other in rooms if other.startswith(room + "/")]
    return [file for file in sorted(folder.rglob("*")) if file.suffix in SUFFIXES
            and not any(other in file.parents for other in inner)]


def room_of(project: pathlib.Path, file: pathlib.Path, included: str, here: str, rooms) -> str | None:
    """The room that an include of the file, in the room `here`, leads to; None for what the build generates."""
    if included.startswith("<"):
        return PUBLIC
    for folder in (project / "pdh_shim", file.parent, folder_of(project, here)):
        target = (folder / included).resolve()
        if target.is_file():
            found = [room for room in rooms if folder_of(project, room).resolve() in target.parents]
            return max(found, key=len, default="no room")
    return None


def edges(project: pathlib.Path, rooms):
    for room in rooms:
        for file in files_of(project, room, rooms):
            text = file.read_text(encoding="ascii", errors="replace")
            for quoted, public in INCLUDE.findall(text):
                there = room_of(project, file, quoted or public, room, rooms)
                if there not in (None, room):
                    yield file.relative_to(project).as_posix(), room, quoted or public, there


def problems(project: pathlib.Path):
    rooms = read_table((project / "CONTRIBUTING.md").read_text(encoding="ascii"))
    for room, (floor, allowed) in rooms.items():
        if not files_of(project, room, rooms):
            yield f"{room}: the table has it, and there is no such folder"
        for there in sorted(allowed - {PUBLIC}):
            if there not in rooms:
                yield f"{room} may include {there}, which is no room"
            elif rooms[there][0] >= floor:
                yield f"{room} may include {there}, which is not on a lower floor"
    unused = {(room, there) for room, (_, allowed) in rooms.items() for there in allowed}
    for file, room, included, there in edges(project, rooms):
        unused.discard((room, there))
        if there not in rooms[room][1]:
            yield f"{file}: includes {included} of {there}, which {room} may not"
    for file in sorted((project / "pdh_shim").rglob("*")):
        if file.suffix in SUFFIXES and not any(folder_of(project, room) in file.parents for room in rooms):
            yield f"{file.relative_to(project).as_posix()}: is in no room"
    for room, there in sorted(unused):
        yield f"{room} may include {there}, and does not"


def main() -> int:
    found = list(problems(pathlib.Path(sys.argv[1]).resolve()))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
