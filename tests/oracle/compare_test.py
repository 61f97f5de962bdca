#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""compare.py and decisions.py with a result that was made up, in a copy of the files that they change."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULT = "made_up_result.json"


class Oracle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="oracle_")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.here = self.root / "tests/oracle"
        (self.here / "probes").mkdir(parents=True)
        for file in [ROOT / "COMPATIBILITY.md", ROOT / "pdh_shim/api/exports.inc", *ROOT.glob("pdh_shim/**/DECISIONS.md"),
                     *ROOT.glob("compat/**/DECISIONS.md")]:
            copy = self.root / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
        for file in [*HERE.glob("*.py"), *HERE.glob("*.tsv"), HERE / RESULT]:
            shutil.copy(file, self.here)
        for source in (HERE / "probes").glob("*.cpp"):
            shutil.copy(source, self.here / "probes")
        self.forget_verdicts()

    def forget_verdicts(self):
        """What a Windows has really said is not counted with what the made-up one says."""
        table = self.here / "decisions.tsv"
        head, *rows = table.read_text(encoding="utf-8").splitlines()
        lines = [head, *(row.rpartition("\t")[0] + "\t-" for row in rows)]
        table.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.assertEqual(self.run_script("decisions.py", "--write").returncode, 0)

    def run_script(self, name, *arguments):
        return subprocess.run([sys.executable, self.here / name, *arguments], capture_output=True, text=True, check=False)

    def compare(self, *arguments):
        return self.run_script("compare.py", self.here / RESULT, *arguments)

    def compare_text(self, text):
        file = self.here / "other.json"
        file.write_text(text, encoding="utf-8")
        return self.run_script("compare.py", file)

    def change(self, name, old, new):
        file = self.root / name
        text = file.read_text(encoding="utf-8")
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def test_decisions_are_confirmed_contradicted_and_unknown(self):
        ended = self.compare()
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("Windows 10.0.19045 x64 (a made-up Windows), pdh.dll 10.0.19041.1", ended.stdout)
        confirmed, rest = ended.stdout.split("\ncontradicted: 4\n")
        contradicted, unknown = rest.split("\nunknown: ")
        self.assertIn("confirmed: 3\n", confirmed)
        self.assertIn("  A counter that is added between two collects\n", confirmed)
        self.assertIn("  lScale is what was set\n", confirmed)  # by a test that pins it
        self.assertIn("  Time bases\n"
                      "    info.time-bases: \\System\\Processes\n"
                      '      we answer     "ERROR_SUCCESS"\n'
                      '      Windows says  "PDH_INVALID_ARGUMENT"\n', contradicted)
        self.assertIn("collect.thread: the program crashed", contradicted)
        self.assertIn("the same path can be added again: the test failed: it was refused", contradicted)
        self.assertIn("collect.time-stamps: timed out", unknown)
        self.assertIn("  Title files\n    no probe: our own files\n", unknown)
        self.assertIn("names.by-index: the names of counters are not English on this machine", unknown)

    def test_members_that_only_one_answer_has_are_not_compared(self):
        self.assertIn("  Ports of RDMA devices\n", self.compare().stdout.split("\ncontradicted")[0])

    def test_verdicts_are_written_and_shown(self):
        before = (self.root / "COMPATIBILITY.md").read_text(encoding="utf-8")
        self.compare("--update")
        page = (self.root / "COMPATIBILITY.md").read_text(encoding="utf-8")
        self.assertIn("### Time bases\n\nKind: documented, seen and ours. Contradicted by Windows 10.0.19045 x64.", page)
        self.assertIn("### lScale is what was set\n\nKind: seen. Confirmed by Windows 10.0.19045 x64.", page)
        self.assertIn("has confirmed 3 and contradicted 4.", page)
        self.assertEqual(self.run_script("decisions.py").stdout.strip()[:3], "Of ")
        # A later result of the same Windows takes the place of the first.
        self.change(f"tests/oracle/{RESULT}", '"outcome": "crashed"', '"outcome": "timed out"')
        self.compare("--update")
        self.assertIn("has confirmed 3 and contradicted 2.", (self.root / "COMPATIBILITY.md").read_text(encoding="utf-8"))
        # Without any answer the page is what it was.
        result = json.loads((self.here / RESULT).read_text())
        (self.here / RESULT).write_text(json.dumps({**result, "cases": [], "probes": []}))
        self.assertEqual(self.compare("--update").returncode, 0)
        self.assertEqual((self.root / "COMPATIBILITY.md").read_text(encoding="utf-8"), before)

    def test_a_malformed_result_has_a_message_and_status_2(self):
        whole = json.loads((self.here / RESULT).read_text())
        for text, message in [
            ("", "line 1, column 1"),
            ('{"format": 1,', "line 1, column 14"),
            ("[]", '"format" is not 1'),
            (json.dumps({**whole, "format": 2}), '"format" is not 1'),
            (json.dumps({**whole, "windows": "10"}), 'the result: "windows" is missing or is not dict'),
            (json.dumps({**whole, "windows": {"version": "10"}}), 'windows: "product" is missing or is not str'),
            (json.dumps({**whole, "probes": None}), 'the result: "probes" is missing or is not list'),
            (json.dumps({**whole, "probes": [1]}), 'probes, number 1: "id" is missing or is not str'),
            (json.dumps({**whole, "probes": [{"id": "x", "outcome": "passed"}]}), 'the outcome "passed" is not one of'),
            (json.dumps({**whole, "probes": [{"id": "x", "outcome": "answered"}]}), 'probes, number 1: "answer" is missing'),
            (json.dumps({**whole, "cases": [{"name": "x"}]}), 'cases, number 1: "outcome" is missing'),
        ]:
            with self.subTest(text=text[:40], message=message):
                ended = self.compare_text(text)
                self.assertEqual(ended.returncode, 2)
                self.assertIn(message, ended.stderr)
                self.assertNotIn("Traceback", ended.stderr)
        self.assertEqual(self.run_script("compare.py", "no such file").returncode, 2)

    def test_an_entry_without_a_row_and_a_row_without_an_entry_are_faults(self):
        self.assertEqual(self.run_script("decisions.py").returncode, 0)
        self.change("COMPATIBILITY.md", "### Case\n", "### Another case\n")
        ended = self.run_script("decisions.py")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("Another case: this entry of COMPATIBILITY.md has no row in decisions.tsv", ended.stdout)
        self.assertIn("Case: this row of decisions.tsv has no entry in a page", ended.stdout)

    def test_the_decisions_about_a_function_are_printed_with_what_was_seen_and_their_tests(self):
        text = self.run_script("decisions.py", "--function", "PdhGetDllVersion").stdout
        self.assertTrue(text.startswith("### PdhGetDllVersion(NULL)\n\nKind: "), text[:100])
        self.assertIn("\nOn the page: COMPATIBILITY.md\nSeen on Windows: PdhGetDllVersion(NULL)\nPinned by: PdhGetDllVersion\n", text)
        self.assertNotIn("### PDH_RETRY needs more room", text)
        dialogs = self.run_script("decisions.py", "--function", "PdhBrowse*H").stdout  # of the section, for the form with a handle
        self.assertIn("### PDH_RETRY needs more room\n", dialogs)
        self.assertIn("### A handle is a number, never an address\n",
                      self.run_script("decisions.py", "--function", "every function").stdout)
        none = self.run_script("decisions.py", "--function", "PdhBrows")
        self.assertEqual((none.returncode, none.stdout),
                         (1, 'no decision is about PdhBrows alone: ask for "every function"\n'))

    def test_an_entry_is_about_functions_that_exist(self):
        self.change("COMPATIBILITY.md", "\nFunctions: `pdh_shim_query_performance_data`.\n", "\nFunctions: `PdhBrows`.\n")
        self.assertIn("A buffer that is too small: its section is about PdhBrows, which is not exported",
                      self.run_script("decisions.py").stdout)
        self.change("COMPATIBILITY.md", "\nFunctions: `PdhBrows`.\n", "")
        self.assertIn("A buffer that is too small: neither this entry nor its section names a function",
                      self.run_script("decisions.py").stdout)

    def test_a_kind_that_the_page_does_not_show_is_a_fault(self):
        self.change("tests/oracle/decisions.tsv", "\nCase\tours\t", "\nCase\tseen\t")
        self.assertIn("does not show the kinds", self.run_script("decisions.py").stdout)
        self.assertEqual(self.run_script("decisions.py", "--write").returncode, 0)
        self.assertEqual(self.run_script("decisions.py").returncode, 0)

    def test_probes_without_a_decision_or_an_answer_are_faults(self):
        self.change("tests/oracle/decisions.tsv", "\tinfo.time-bases\t", "\tinfo.none\t")
        self.change("tests/oracle/answers.tsv", "\ninfo.time-bases\t", "\ninfo.other\t")
        found = self.run_script("decisions.py").stdout
        self.assertIn("info.none: decisions.tsv names this probe, and no source has it", found)
        self.assertIn("info.time-bases: no decision has this probe", found)
        self.assertIn("info.time-bases: answers.tsv has no answer to it", found)
        self.assertIn("info.other: answers.tsv has an answer to it, and no source has the probe", found)


if __name__ == "__main__":
    unittest.main()
