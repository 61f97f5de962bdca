# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Programs that also import pywintypes, win32api and win32con, through pdh.windows."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(__file__).with_name("pywin32_program.py")


def run(*arguments, **environment):
    return subprocess.run([sys.executable, *arguments], env={**os.environ, **environment}, capture_output=True, text=True)


class Programs(unittest.TestCase):
    def check(self, done, arguments):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), {
            "arguments": arguments,
            "depths": {"java": [1, 2], "Gr\u00f6\u00dfe \N{ROCKET}": [2147483647]},
            "failures": ["AddCounter"] * 3 + [6, 2],
            "block": ["PERF", True],
            "computer": True,
        })

    def test_a_program_of_pywin32_runs_unchanged(self):
        self.check(run("-m", "pdh.windows", PROGRAM, "a", "b"), ["a", "b"])

    def test_the_path_of_the_modules_can_be_set(self):
        modules = run("-m", "pdh.windows", "--path").stdout.strip()
        self.check(run(PROGRAM, PYTHONPATH=os.pathsep.join((os.environ["PYTHONPATH"], modules))), [])

    def test_other_programs_do_not_see_windows(self):
        done = run("-c", "import win32pdh, win32api")
        self.assertIn("No module named 'win32api'", done.stderr)

    def test_usage(self):
        self.assertEqual(run("-m", "pdh.windows").returncode, 2)


class Installation(unittest.TestCase):
    def test_without_the_library_the_import_says_so(self):
        done = run("-c", "import win32pdh", LD_LIBRARY_PATH="")
        if done.returncode == 0:
            self.skipTest("the system has a libpdh of its own")
        self.assertIn("ImportError: libpdh of pdh-shim is not installed", done.stderr)


if __name__ == "__main__":
    unittest.main()
