#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Puts the kit together, from nothing.

assemble.py LIST FOLDER SAMPLES_PY COUNTER_TYPES FILE...

Copies the files into FOLDER, the scripts (*.json) with their samples into FOLDER/scripts, and writes the names of all files
into LIST.
"""
import pathlib
import shutil
import subprocess
import sys

MAKERS = {".py", ".inc"} # what the kit is made with


def main() -> int:
    kit_list, folder, samples_py, counter_types, *files = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    scripts = folder / "scripts"
    scripts.mkdir(parents=True)
    for file in files:
        if file.suffix not in MAKERS:
            shutil.copy(file, scripts if file.suffix == ".json" else folder)
    subprocess.run([sys.executable, samples_py, counter_types, scripts, *sorted(scripts.glob("*.json"))], check=True)
    for file in scripts.glob("oracle_perf.*"):
        file.rename(folder / file.name)
    names = sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())
    kit_list.write_text("\n".join(names) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
