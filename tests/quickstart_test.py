#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""samples/quickstart.sh, with programs in place of those that install and build: what it prints, and what it asks.

usage: quickstart_test.py SCRIPT INSTALL_PACKAGES
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT, INSTALL_PACKAGES = map(pathlib.Path, sys.argv[1:3])
STUBS = {
    "id": "echo 1000",
    "sudo": 'echo "sudo $*" >>calls',
    "apt-get": 'echo "apt-get $*" >>calls',
    "dpkg-query": '[ -e missing ] && exit 1; echo "install ok installed"',
    "meson": '''echo "meson $1" >>calls
for i in $(seq 114); do echo "[$i/114] Compiling"; done
[ ! -e broken ] || { echo "error: no compiler"; exit 1; }
mkdir -p build-quickstart/pdh_shim/tools/typeperf
printf '#!/bin/sh\\necho values\\n' >build-quickstart/pdh_shim/tools/typeperf/typeperf
chmod +x build-quickstart/pdh_shim/tools/typeperf/typeperf''',
}


class Quickstart(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "samples").mkdir()
        self.script = self.folder / "samples/quickstart.sh"
        shutil.copy(SCRIPT, self.script)
        (self.folder / "bin").mkdir()
        for name, text in STUBS.items():
            (self.folder / "bin" / name).write_text(f"#!/bin/bash\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)

    def run_script(self, *arguments, typed=""):
        done = subprocess.run(
            [self.script, *arguments], input=typed, capture_output=True, text=True, check=False,
            env={"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})
        calls = self.folder / "calls"
        return done.returncode, done.stdout, done.stderr, calls.read_text() if calls.exists() else ""

    def test_it_explains_itself_and_refuses_what_it_does_not_know(self):
        usage = f"usage: {self.script} [--yes]        (--yes: install packages without a question)\n"
        for arguments, expected in {
            ("--help",): (0, usage, ""),
            ("--nonsense",): (2, "", usage),
            ("--help", "--nonsense"): (2, "", usage),
            ("nonsense",): (2, "", usage),
        }.items():
            self.assertEqual(self.run_script(*arguments), (*expected, ""), arguments)

    def test_it_prints_three_steps_how_far_the_build_is_the_values_and_how_to_install(self):
        code, output, errors, _ = self.run_script()
        self.assertEqual((code, errors), (0, ""))
        lines = output.splitlines()
        self.assertEqual([line[:3] for line in lines[:2]], ["1/3", "2/3"])
        percents = [int(line.removesuffix(" %")) for line in lines[2:12]]
        self.assertEqual([percent // 10 for percent in percents], list(range(1, 11)))
        self.assertEqual([line[:3] for line in lines[12:14]], ["3/3", "val"])
        self.assertIn("meson install -C build-quickstart", lines[-1])
        self.assertNotIn("Compiling", output)

    def test_on_a_terminal_one_line_counts(self):
        done = subprocess.run(["script", "-qec", str(self.script), "/dev/null"], stdin=subprocess.DEVNULL, capture_output=True,
            check=False, env={"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "TERM": "dumb"})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(b"\r     50 %\r", done.stdout)
        self.assertRegex(done.stdout, rb"\r    100 %\r?\n3/3 ")

    def test_it_asks_before_it_uses_sudo(self):
        (self.folder / "missing").touch()
        for answer in ("n\n", "\n", ""):
            code, output, _, calls = self.run_script(typed=answer)
            self.assertEqual((code, calls), (1, ""))
            self.assertIn("These packages are missing: g++ meson", output)
        for arguments, answer in (((), "y\n"), (("--yes",), "")):
            code, output, _, calls = self.run_script(*arguments, typed=answer)
            self.assertEqual(code, 0)
            self.assertRegex(calls, r"sudo -v\nsudo apt-get update -qq\nsudo env .* apt-get install -y .* g\+\+ meson")

    def test_a_build_that_fails_shows_the_end_of_what_it_printed(self):
        (self.folder / "broken").touch()
        code, output, errors, _ = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("error: no compiler\nIt failed; ", errors)
        self.assertNotIn("3/3", output)

    def test_it_uses_nothing_of_the_tests_and_names_the_same_packages(self):
        text = SCRIPT.read_text(encoding="utf-8")
        self.assertNotIn("tests/", text)
        lists = [re.search(r"^(?:build_)?packages=\((.*?)\)", file, re.MULTILINE | re.DOTALL)[1].split()
                 for file in (text, INSTALL_PACKAGES.read_text(encoding="utf-8"))]
        self.assertEqual(*lists)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
