# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
import pathlib
import runpy
import sys

from pdh.windows import FOLDER


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python3 -m pdh.windows --path | PROGRAM.py [ARGUMENT...]", file=sys.stderr)
        return 2
    if sys.argv[1] == "--path":
        print(FOLDER)
        return 0
    program = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path[0] = str(pathlib.Path(program).resolve().parent)  # as when Python runs it
    sys.path.append(FOLDER)
    runpy.run_path(program, run_name="__main__")
    return 0


sys.exit(main())
