# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Namespaces of the user's own for a test: it needs no root there and changes nothing on the machine."""

import os
import shutil
import subprocess
import sys

SKIPPED = 77
_INSIDE = "--inside"


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(SKIPPED)


def run_in_namespaces(kinds, run_inside):
    """Runs this program again in a network namespace and those of these options of unshare, where it calls
    run_inside with the program's argument. Skips the test where there can be none."""
    if sys.argv[1] == _INSIDE:
        run_inside(sys.argv[2])
        return
    for program in ("ip", "unshare"):
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    inside = ["unshare", "--user", "--map-root-user", "--net", *kinds]
    tried = subprocess.run([*inside, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        skip(f"{tried.stderr.strip()}: user namespaces are not allowed here, as always in a root of chroot()")
    os.execvp(inside[0], [*inside, sys.executable, sys.argv[0], _INSIDE, sys.argv[1]])


def set_up(commands):
    """Runs commands of the shell. Skips the test if one fails."""
    for command in commands:
        made = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            skip(f"{command}: {made.stderr.strip()}")
