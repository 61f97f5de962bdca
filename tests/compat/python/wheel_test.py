#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""pip installs both modules from the sources into a virtual environment, without a network, and they give values there.

usage: wheel_test.py PROJECT
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = r"""
import pathlib, sys
import pdh, pdh.windows, win32pdh
for module in (pdh, pdh.windows, win32pdh):
    assert pathlib.Path(module.__file__).is_relative_to(sys.prefix), module.__file__
assert {path.name for path in pathlib.Path(pdh.windows.__file__).parent.glob("modules/*.py")} == \
    {"pywintypes.py", "win32api.py", "win32con.py"}
assert (pathlib.Path(pdh.__file__).parent / "py.typed").exists()
path = pdh.expand(r"\Widget(*)\*")[0]
with pdh.Query(path) as query:
    query.sample()
"""


def main() -> int:
    modules = pathlib.Path(sys.argv[1]) / "compat/python"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            print("skipped: there is no venv, or no ensurepip: Debian's python3-venv")
            return 77
        python = f"{folder}/bin/python"
        # pip prints nothing but warnings about itself, and takes no older wheel of this version from its cache.
        subprocess.run([python, "-m", "pip", "install", "--no-index", "--no-cache-dir", "--quiet", modules], check=True,
                       env=environment)
        subprocess.run([python, "-c", PROGRAM], check=True, env=environment)
        known = "import importlib.metadata as m; print(m.metadata('pdh-shim').get_all('Provides-Extra'), m.requires('pdh-shim'))"
        extras = subprocess.run([python, "-c", known], capture_output=True, text=True, check=True, env=environment).stdout
        assert extras == "['pandas'] ['pandas; extra == \"pandas\"']\n", extras
        subprocess.run([python, "-m", "pip", "uninstall", "--yes", "--quiet", "pdh-shim"], check=True, env=environment)
        for module in ("win32pdh", "pdh"):
            gone = subprocess.run([python, "-c", f"import {module}"], capture_output=True, text=True, check=False, env=environment)
            assert "ModuleNotFoundError" in gone.stderr, gone
    return 0


if __name__ == "__main__":
    sys.exit(main())
