#!/usr/bin/env python3
"""Checks that #includes only go down between the floors of pdh_shim (see CONTRIBUTING.md).

usage: floors.py PDH_SHIM_FOLDER
"""
import pathlib
import re
import sys

FLOOR = {
    "base": 1,
    "calc": 2, "path": 2, "names": 2, "source": 2,
    "source/perfdata": 2.5,  # pure; what several rooms of floor 3 share
    "source/perfdata": 3,
    "source/linux": 3, "source/script": 3, "source/plugin": 3, "source/provider": 3,
    "source/registry": 3,
    "dialogs": 3, "dialogs/curses": 4,
    "core": 4,
    "api": 5,
}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def room_of(path: str) -> str:
    """The innermost room that a path below pdh_shim/ lies in."""
    parts = path.split("/")
    for length in (2, 1):
        room = "/".join(parts[:length])
        if len(parts) > length and room in FLOOR:
            return room
    return parts[0]


def is_allowed(here: str, there: str) -> bool:
    return here == there or FLOOR[there] < FLOOR[here]


def problems(root: pathlib.Path):
    for file in sorted(root.rglob("*")):
        if file.suffix not in {".h", ".cpp", ".inc", ".in"}:
            continue
        name = file.relative_to(root).as_posix()
        here = room_of(name)
        if here not in FLOOR:
            yield f"{name}: the room {here} is on no floor"
            continue
        for included in INCLUDE.findall(file.read_text(encoding="ascii")):
            there = room_of(included)
            if there not in FLOOR:
                yield f'{name}: "{included}" is in no room'
            elif not is_allowed(here, there):
                yield f'{name}: "{included}" goes up or sideways from {here} to {there}'


def main() -> int:
    found = list(problems(pathlib.Path(sys.argv[1])))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
