#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""CONTRIBUTING's "How to": the places that it names exist; a decision that is added as it says there is one; and each place that
has all counters, functions or log formats is named. usage: how_to_test.py"""
import functools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
HOW_TO = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## How to\n")[2].partition("\n## ")[0]
NOTES = {"headers.tsv", "decisions.tsv", "seen.tsv", "DECISIONS.md"}
PARTS = dict(re.findall(r"^\*\*(.*?)\*\*(.*?)(?=^\*\*|\Z)", HOW_TO, re.MULTILINE | re.DOTALL))


def places(text):
    """What looks like a file or a folder of the tree, as a pattern."""
    for name in re.findall(r"`([^`\s]+)`", text) + re.findall(r"\]\(([^)#]+)\)", text):
        if re.fullmatch(r"[\w.<>/-]*(/|\.(h|cpp|inc|tsv|txt|py|md|in|map|build|sh|abi))", name):
            yield re.sub(r"<\w+>", "*", name).rstrip("/")


@functools.cache
def texts():
    """The files of the tree, but for recorded ones, and notes that name what they are about."""
    files = [path for name in ("pdh_shim", "include", "compat", "tests") for path in (ROOT / name).rglob("*")
             if path.suffix in {".cpp", ".h", ".inc", ".tsv", ".md", ".txt", ".py", ".abi", ".build"} and path.name not in NOTES]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


class HowTo(unittest.TestCase):
    def test_every_place_that_it_names_exists(self):
        self.assertGreater(len(PARTS), 9)
        paths = [path.relative_to(ROOT) for name in ("pdh_shim", "include", "compat", "tests", "samples") for path in (ROOT / name).rglob("*")]
        paths += [path.relative_to(ROOT) for path in ROOT.glob("*.md")]
        for part, text in PARTS.items():
            for place in places(text):
                with self.subTest(f"{part}: {place}"):
                    self.assertTrue(any(path.match(place) for path in paths))

    def assert_named(self, part, names, has, share=1.0):
        """Each file that has that share of the names is one that the part names, or the part on the binary interface."""
        self.assertGreater(len(names), 2)
        named = [*places(PARTS[part]), *places(PARTS["Change the binary interface"])]
        found = [file for file, text in texts().items() if sum(bool(has(text, name)) for name in names) >= share * len(names)]
        print(f"{part}: {len(found)} places")
        self.assertGreater(len(found), 0)
        self.assertEqual([file for file in found if not any(pathlib.PurePath(file).match(place) for place in named)], [])

    def test_a_place_that_has_every_function_is_named(self):
        functions = set(re.findall(r"^PDH_FUNCTION (Pdh\w+?)W?\(", texts()["include/pdh.h"], re.MULTILINE))
        self.assert_named("Add an exported function", functions, lambda text, name: name in text)

    def test_a_place_that_has_most_counters_of_linux_is_named(self):
        counters = set(re.findall(r"^\| ([^|]+) \| `PERF", texts()["pdh_shim/source/linux/COUNTERS.md"], re.MULTILINE))
        self.assert_named("Add a counter to the Linux source", counters, lambda text, name: name in text, 0.75)

    def test_a_place_that_has_every_log_format_is_named(self):
        for form, names in ((r"\bLogType::{}\b", ("csv", "tsv", "sql", "binary")),
                            (r"(?m)^enum class LogType .*\b{}\b", ("csv", "tsv", "sql", "binary")),
                            (r"\bPDH_LOG_TYPE_{}\b", ("CSV", "TSV", "SQL", "BINARY")), (r"\blog/{}\b", ("blg", "text", "sql"))):
            self.assert_named("Add a log format", names, lambda text, name, form=form: re.search(form.format(name), text))

    def test_a_decision_is_added_in_these_steps_and_no_step_can_be_left_out(self):
        for word in ("COMPATIBILITY.md", "decisions.tsv", "decisions.py --write", "pinned.py"):
            self.assertIn(word, PARTS["Add a decision"])
        with tempfile.TemporaryDirectory() as folder:
            self.copy = pathlib.Path(folder)
            for name in ("COMPATIBILITY.md", "pdh_shim", "compat", "tests"):
                copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copied(ROOT / name, self.copy / name, **({"ignore": shutil.ignore_patterns("corpus", "data", "__pycache__")}
                                                         if copied is shutil.copytree else {}))
            self.assertEqual(self.faults(), "")
            self.change("COMPATIBILITY.md", "### Case\n", "### PdhOpenQuery of a walker\n\nIt opens.\n\n### Case\n")
            self.assertIn("PdhOpenQuery of a walker: this entry of COMPATIBILITY.md has no row", self.faults())
            self.change("tests/oracle/decisions.tsv", "\nCase\t",
                        "\nPdhOpenQuery of a walker\tours\t- it is of this test\ta walker opens a query\t-\nCase\t")
            self.assertIn("there is no test `a walker opens a query`", self.faults())
            self.change("tests/conformance/query_test.cpp", "\nTEST_CASE", '\nTEST_CASE("a walker opens a query") {}\n\nTEST_CASE')
            self.assertNotEqual(self.faults(), "")  # the page does not say the kind yet
            self.run_script("decisions.py", "--write")
            self.assertEqual(self.faults(), "")
            self.assertIn("### PdhOpenQuery of a walker\n\nKind: ours.\n", (self.copy / "COMPATIBILITY.md").read_text(encoding="utf-8"))

    def change(self, name, old, new):
        file = self.copy / name
        text = file.read_text(encoding="utf-8")
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def run_script(self, *arguments):
        script, *more = arguments
        return subprocess.run([sys.executable, "-B", self.copy / "tests/oracle" / script, *more], capture_output=True, text=True, check=False)

    def faults(self):
        ended = [self.run_script(script) for script in ("decisions.py", "pinned.py")]
        return "\n".join(one.stdout + one.stderr for one in ended if one.returncode != 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
