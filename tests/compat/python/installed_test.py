# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What Meson installs of the Python modules is complete: a program runs with these files alone. Uninstalled, nothing is left that
`import pdh` would take for an empty package.

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
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as a user's Python, which compiles what it imports
        for command in (["-m", "pdh.windows", PROGRAM], ["-c", "import pdh; pdh.Query()"]):
            subprocess.run([sys.executable, *command], env=environment, check=True)
        assert (module.parent / "pdh/py.typed").exists()
        subprocess.run([meson, "--internal", "uninstall"], cwd=build, check=True, stdout=subprocess.DEVNULL)
        gone = subprocess.run([sys.executable, "-c", "import pdh"], capture_output=True, text=True, env=environment, check=False)
        left = sorted(str(path.relative_to(root)) for path in pathlib.Path(root).rglob("*") if path.is_file())
        assert "ModuleNotFoundError" in gone.stderr, (gone, left)


if __name__ == "__main__":
    main()
