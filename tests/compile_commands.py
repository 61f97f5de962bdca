#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes compile_commands.json for editors: that of a build whose targets are compiled in one piece, source by source.

    compile_commands.py BUILD >compile_commands.json
"""
import json
import os
import pathlib
import re
import sys


def sources_of(unit: pathlib.Path) -> list[str]:
    return re.findall(r'^#include\s*[<"](.+)[>"]$', unit.read_text(encoding="utf-8"), re.MULTILINE)


def main() -> None:
    commands = []
    for entry in json.loads((pathlib.Path(sys.argv[1]) / "compile_commands.json").read_bytes()):
        unit = pathlib.Path(entry["directory"], entry["file"])
        pieces = sources_of(unit) if re.search(r"-unity\d+\.\w+$", unit.name) else []
        for source in pieces:
            path = os.path.normpath(source)
            commands.append({**entry, "file": path, "command": entry["command"].replace(entry["file"], path)})
        if not pieces:
            commands.append(entry)
    json.dump(commands, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
