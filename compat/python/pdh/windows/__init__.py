# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs programs that also import pywintypes, win32api or win32con: `python3 -m pdh.windows PROGRAM.py ARGUMENT...`

This folder has what programs with performance counters use of these modules. It is not on Python's usual path, because other
programs conclude from `import win32api` that they run on Windows. `python3 -m pdh.windows --path` prints it, for PYTHONPATH.
"""

import pathlib

FOLDER = str(pathlib.Path(__file__).parent / "modules")
