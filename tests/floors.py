#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that rooms include nothing but what the table of rooms in CONTRIBUTING.md allows.

usage: floors.py PROJECT_FOLDER

A row of that table is a floor, a room, and the rooms that it may include; <pdh.h> stands for all public headers.
Every edge goes to a lower floor, and every one that the table allows is used somewhere. The subfolders of a room form no
circle either; the room's own folder counts as one of them, which stands above those that it includes.
"""
import functools
import os
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


def folders_of(project: pathlib.Path, rooms) -> dict[str, str]:
    """Folder -> room. compat/ and samples/ stand beside pdh_shim/, which all other rooms are in."""
    return {f"pdh_shim/{room}" if (project / "pdh_shim" / room).is_dir() else room: room for room in rooms}


def room_of(name: str, folders: dict[str, str]) -> str | None:
    """The innermost room that a file is in. Files and folders are named from the project."""
    while name := os.path.dirname(name):
        if name in folders:
            return folders[name]
    return None


def sources(project: pathlib.Path, rooms) -> dict[str | None, list[str]]:
    """Room -> its files, without files of a room within it; None -> the files outside all rooms."""
    folders = folders_of(project, rooms)
    found = {room: [] for room in [*rooms, None]}
    for top in sorted({"pdh_shim", *(folder.partition("/")[0] for folder in folders)}):
        for folder, _, names in os.walk(project / top):
            for name in (os.path.relpath(folder, project) + "/" + name for name in names):
                if os.path.splitext(name)[1] in SUFFIXES:
                    found[room_of(name, folders)].append(name)
    return {room: sorted(names) for room, names in found.items()}


def includes(project: pathlib.Path, rooms):
    """(room, file, what it includes, the file that this is, the room of that one), but for what the build generates."""
    folders = folders_of(project, rooms)
    is_file = functools.cache(lambda name: os.path.isfile(project / name))
    places = {room: ["pdh_shim", folder, folder + "/src"] for folder, room in folders.items()}
    for room, names in sources(project, rooms).items():
        for name in names if room else []:
            for quoted, public in INCLUDE.findall((project / name).read_text(encoding="ascii", errors="replace")):
                if public:
                    yield room, name, public, None, PUBLIC
                    continue
                targets = (os.path.normpath(f"{place}/{quoted}") for place in [os.path.dirname(name), *places[room]])
                if target := next(filter(is_file, targets), None):
                    yield room, name, quoted, target, room_of(target, folders) or "no room"


def subfolder_edges(project: pathlib.Path, found, rooms) -> dict[str, dict[str, dict[str, str]]]:
    """Room -> its subfolders -> the others that each includes, and a file that does. `.` is the room's own folder."""
    tops = {room: folder + "/src/" * (project / folder / "src").is_dir() for folder, room in folders_of(project, rooms).items()}
    edges = {room: {} for room in rooms}
    for room, name, _, target, there in found:
        top = tops[room].rstrip("/") + "/"
        if there == room and name.startswith(top) and target.startswith(top):
            one, other = ((file.removeprefix(top).rpartition("/")[0] or ".").partition("/")[0] for file in (name, target))
            if one != other:
                edges[room].setdefault(one, {})[other] = name
    return edges


def circle_of(edges_of: dict[str, dict[str, str]]) -> list[str]:
    """Subfolders of which each includes the next one, and the last one the first; empty if there are none."""
    left = {here: set(there) for here, there in edges_of.items()}
    while True:
        lowest = {there for others in left.values() for there in others} - set(left)
        lowest |= {here for here, others in left.items() if not others}
        if not lowest:
            break
        left = {here: others - lowest for here, others in left.items() if here not in lowest}
    circle = []
    here = min(left, default=None)
    while here is not None and here not in circle:
        circle.append(here)
        here = min(left[here])
    return circle[circle.index(here):] if circle else []


def circles(project: pathlib.Path, found, rooms):
    for room, edges_of in subfolder_edges(project, found, rooms).items():
        if circle := circle_of(edges_of):
            steps = [f"{edges_of[here][there]} includes {there}/" for here, there in zip(circle, circle[1:] + circle[:1])]
            yield f"{room}: its subfolders form a circle: {'; '.join(steps)}"


def problems(project: pathlib.Path):
    rooms = read_table((project / "CONTRIBUTING.md").read_text(encoding="ascii"))
    files = sources(project, rooms)
    for room, (floor, allowed) in rooms.items():
        if not files[room]:
            yield f"{room}: the table has it, and there is no such folder"
        for there in sorted(allowed - {PUBLIC}):
            if there not in rooms:
                yield f"{room} may include {there}, which is no room"
            elif rooms[there][0] >= floor:
                yield f"{room} may include {there}, which is not on a lower floor"
    found = list(includes(project, rooms))
    for room, name, included, _, there in found:
        if there not in {room, *rooms[room][1]}:
            yield f"{name}: includes {included} of {there}, which {room} may not"
    yield from (f"{name}: is in no room" for name in files[None] if name.startswith("pdh_shim/"))
    used = {(room, there) for room, _, _, _, there in found}
    for room, there in sorted({(room, there) for room, (_, allowed) in rooms.items() for there in allowed} - used):
        yield f"{room} may include {there}, and does not"
    yield from circles(project, found, rooms)


def main() -> int:
    found = list(problems(pathlib.Path(sys.argv[1]).resolve()))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
