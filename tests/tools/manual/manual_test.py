#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The manual pages say what the tools, the headers and SOURCES.md say.

usage: manual_test.py PAGES PROJECT TOOL...
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PAGES, PROJECT = map(pathlib.Path, sys.argv[1:3])
TOOLS = sys.argv[3:]
LINK = re.compile(r"\.so man3/(\S+)\n")


def text_of(page: pathlib.Path) -> str:
    """As a reader sees it: without the language of the page."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"\\f[BIRP]|\\&", "", text).replace(r"\-", "-").replace(r"\e", "\\").replace(r"\_", "_")


def page_of(function: str) -> str:
    page = PAGES / "man3" / f"{function}.3"
    link = LINK.fullmatch(page.read_text(encoding="utf-8"))
    return text_of(PAGES / "man3" / link[1] if link else page)


class Manual(unittest.TestCase):
    def test_each_option_of_a_tool_is_on_its_page(self):
        for tool in TOOLS:
            help_text = subprocess.run([tool, "-?"], check=True, capture_output=True, text=True).stdout
            options = re.findall(r"^  ((?:lodctr )?[-/][^ \n]+)", help_text, re.MULTILINE)
            self.assertGreater(len(options), 1)
            page = text_of(PAGES / (pathlib.Path(tool).name + ".1"))
            for option in options:
                with self.subTest(tool=tool, option=option):
                    self.assertIn(option, page)

    def test_each_example_of_a_tool_is_a_line_of_its_page(self):
        for tool in TOOLS:
            help_text = subprocess.run([tool, "-?"], check=True, capture_output=True, text=True).stdout
            page = text_of(PAGES / (pathlib.Path(tool).name + ".1")).splitlines()
            for example in help_text.partition("\nExamples:\n")[2].splitlines():
                with self.subTest(example=example):
                    self.assertIn(example.strip(), page)

    def test_each_environment_variable_and_source_is_on_the_page_of_the_library(self):
        sources = (PROJECT / "pdh_shim/source/SOURCES.md").read_text(encoding="utf-8")
        page = text_of(PAGES / "pdh-shim.7")
        names = re.findall(r"^\| `([^`]+)` \|", sources, re.MULTILINE)
        self.assertIn("PDH_SHIM_SOURCE", names)
        for name in names:
            with self.subTest(name=name):
                self.assertIn(name.replace(r"\|", "|"), page)

    def test_each_function_of_the_headers_has_a_page_that_describes_it(self):
        functions = re.findall(r"^PDH_FUNCTION (\w+)\(", (PROJECT / "include/pdh.h").read_text(), re.MULTILINE)
        functions += re.findall(r"\b(pdh_shim_\w+)\(", (PROJECT / "include/pdh_shim/control.h").read_text())
        self.assertGreater(len(functions), 100)
        for function in functions:
            with self.subTest(function=function):
                self.assertIn(f"{function} (", page_of(function))

    def test_a_name_without_suffix_leads_to_the_page_of_its_family(self):
        self.assertEqual(page_of("PdhOpenQuery"), page_of("PdhOpenQueryW"))

    def test_the_functions_of_a_plug_in_have_all_their_parameters(self):
        self.assertRegex(text_of(PAGES / "man3" / "pdh_shim_source.3"),
                         r"\(\* describe \)\(void \*context, struct pdh_shim_catalogue \*catalogue\)")

    def test_everything_in_the_headers_that_are_ours_alone_is_described(self):
        headers = " ".join(str(PROJECT / "include/pdh_shim" / name) for name in ("control.h", "source.h"))
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["doxygen", "-"], check=True, capture_output=True, text=True,
                input=f"INPUT = {headers}\nOUTPUT_DIRECTORY = {folder}\nQUIET = YES\nWARN_IF_UNDOCUMENTED = YES\n"
                      "GENERATE_HTML = NO\nGENERATE_LATEX = NO\nGENERATE_XML = YES\nOPTIMIZE_OUTPUT_FOR_C = YES\n"
                      "WARN_IF_INCOMPLETE_DOC = NO\nMACRO_EXPANSION = YES\nEXPAND_ONLY_PREDEF = YES\nPREDEFINED = PDH_SHIM_WIDE(x)= PDH_SHIM_ALIGN8= "
                      "PDH_SHIM_CALLBACK=\n")
        self.assertEqual(done.stderr, "")

    def test_links_lead_to_pages(self):
        for page in (PAGES / "man3").iterdir():
            link = LINK.fullmatch(page.read_text(encoding="utf-8"))
            if link:
                self.assertTrue((PAGES / "man3" / link[1]).is_file(), page)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
