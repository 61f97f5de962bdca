#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that rooms include nothing but what the table of rooms in CONTRIBUTING.md allows.

usage: floors.py PROJECT_FOLDER

A row of that table is a floor, a room, and the rooms that it may include; <pdh.h> stands for all public headers.
Every edge goes to a lower floor, and every one that the table allows is used somewhere. The subfolders of a room form no
circle either; the room's own folder counts as one of them, which stands above those that it includes.
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


def target_of(project: pathlib.Path, file: pathlib.Path, included: str, here: str) -> pathlib.Path | None:
    """The file that an include of a file in the room `here` names; None for what the build generates."""
    for folder in (project / "pdh_shim", file.parent, folder_of(project, here), folder_of(project, here) / "src"):
        target = (folder / included).resolve()
        if target.is_file():
            return target
    return None


def room_of(project: pathlib.Path, file: pathlib.Path, included: str, here: str, rooms) -> str | None:
    """The room that an include of the file, in the room `here`, leads to; None for what the build generates."""
    if included.startswith("<"):
        return PUBLIC
    target = target_of(project, file, included, here)
    if target is None:
        return None
    found = [room for room in rooms if folder_of(project, room).resolve() in target.parents]
    return max(found, key=len, default="no room")


def edges(project: pathlib.Path, rooms):
    for room in rooms:
        for file in files_of(project, room, rooms):
            text = file.read_text(encoding="ascii", errors="replace")
            for quoted, public in INCLUDE.findall(text):
                there = room_of(project, file, quoted or public, room, rooms)
                if there not in (None, room):
                    yield file.relative_to(project).as_posix(), room, quoted or public, there


def subfolder_edges(project: pathlib.Path, room: str, rooms) -> dict[str, dict[str, str]]:
    """Subfolder of a room -> the others that it includes, and a file that does. `.` is the room's own folder."""
    folder = folder_of(project, room).resolve()
    folder = folder / "src" if (folder / "src").is_dir() else folder
    found = {}
    for file in files_of(project, room, rooms):
        if folder not in file.resolve().parents:
            continue
        here = file.resolve().relative_to(folder).parts[:-1]
        for quoted, _ in INCLUDE.findall(file.read_text(encoding="ascii", errors="replace")):
            target = target_of(project, file, quoted, room) if quoted else None
            if target is None or folder not in target.parents:
                continue
            there = target.relative_to(folder).parts[:-1]
            if there[:1] != here[:1] and room_of(project, file, quoted, room, rooms) == room:
                found.setdefault((here or ".")[0], {})[(there or ".")[0]] = file.relative_to(project).as_posix()
    return found


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


def circles(project: pathlib.Path, rooms):
    for room in rooms:
        edges_of = subfolder_edges(project, room, rooms)
        if circle := circle_of(edges_of):
            steps = [f"{edges_of[here][there]} includes {there}/" for here, there in zip(circle, circle[1:] + circle[:1])]
            yield f"{room}: its subfolders form a circle: {'; '.join(steps)}"


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
    yield from circles(project, rooms)


def main() -> int:
    found = list(problems(pathlib.Path(sys.argv[1]).resolve()))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
