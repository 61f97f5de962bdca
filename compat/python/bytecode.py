# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compiles modules for Meson, and prints the names of the files, which Python looks for in __pycache__.

usage: bytecode.py FOLDER INSTALLED_FOLDER MODULE.py...
"""

from __future__ import annotations

import importlib.util
import os
import py_compile
import sys


def main() -> None:
    folder, installed, *modules = sys.argv[1:]
    for module in modules:
        name = os.path.basename(module)
        compiled = os.path.join(folder, os.path.basename(importlib.util.cache_from_source(name)))
        shown = os.path.join(installed, name)  # in tracebacks
        print(py_compile.compile(module, compiled, shown, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH))


if __name__ == "__main__":
    main()
