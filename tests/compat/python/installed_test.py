# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What Meson installs of the Python modules is complete: a program runs with these files alone.

Usage: installed_test.py MESON BUILD_FOLDER
"""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).with_name("pywin32_program.py")


def main():
    meson, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as root:
        subprocess.run(
            [meson, "install", "-C", build, "--no-rebuild", "--tags", "python-runtime", "--destdir", root],
            check=True, stdout=subprocess.DEVNULL,
        )
        (module,) = pathlib.Path(root).rglob("win32pdh.py")
        environment = {**os.environ, "PYTHONPATH": str(module.parent)}
        for command in (["-m", "pdh.windows", PROGRAM], ["-c", "import pdh; pdh.Query()"]):
            subprocess.run([sys.executable, *command], env=environment, check=True)
        assert (module.parent / "pdh/py.typed").exists()


if __name__ == "__main__":
    main()
