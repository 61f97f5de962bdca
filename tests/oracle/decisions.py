#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that COMPATIBILITY.md, decisions.tsv and answers.tsv fit together.

decisions.py [--write]

decisions.tsv has a row for each entry of COMPATIBILITY.md: what the decision rests on, the probes that ask Windows about it
(or "- " and the reason why there are none), and what Windows has said, by its version. The tests that pin a decision stand
in COMPATIBILITY.md alone. answers.tsv has what our library answers to each probe.

--write puts the kind of each entry, and the counts, into COMPATIBILITY.md. Without it the status is 1 if a row, an entry or
a probe is missing, or the page shows something else.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "COMPATIBILITY.md"
TABLE = ROOT / "tests/oracle/decisions.tsv"
ANSWERS = ROOT / "tests/oracle/answers.tsv"
PROBES = ROOT / "tests/oracle/probes"
KINDS = ["documented", "seen", "ours"]
VERDICTS = ["confirmed", "contradicted"]
WIDTH = 128
HEAD = "decision\tkind\tprobes\tverdicts"


@dataclasses.dataclass
class Decision:
    name: str
    kinds: list  # of KINDS, in their order
    probes: list  # their names
    reason: str  # why there are no probes
    verdicts: dict  # "10.0.19045 x64" -> one of VERDICTS


def load_table(text):
    """The decisions of a table, by name."""
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        raise ValueError(f"the first line of decisions.tsv is not: {HEAD}")
    table = {}
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != 4 or not all(cells):
            raise ValueError(f"decisions.tsv, line {number}: not four cells")
        name, kind, probes, verdicts = cells
        kinds = kind.split("+")
        if kinds != [one for one in KINDS if one in kinds]:
            raise ValueError(f"decisions.tsv, line {number}: {kind} is not made of {', '.join(KINDS)}, in this order")
        if name in table:
            raise ValueError(f"decisions.tsv, line {number}: {name} has a row already")
        reason = probes[2:] if probes.startswith("- ") else ""
        said = dict(one.rsplit(": ", 1) for one in verdicts.split("; ")) if verdicts != "-" else {}
        if not set(said.values()) <= set(VERDICTS):
            raise ValueError(f"decisions.tsv, line {number}: a verdict is one of {', '.join(VERDICTS)}")
        table[name] = Decision(name, kinds, [] if reason else probes.split(" "), reason, said)
    return table


def table_text(table):
    lines = [HEAD]
    for one in table.values():
        verdicts = "; ".join(f"{version}: {verdict}" for version, verdict in sorted(one.verdicts.items()))
        probes = "- " + one.reason if one.reason else " ".join(one.probes)
        lines.append("\t".join([one.name, "+".join(one.kinds), probes, verdicts or "-"]))
    return "\n".join(lines) + "\n"


def load_answers(text):
    """What our library answers, by probe."""
    return {probe: json.loads(answer) for probe, answer in (line.split("\t", 1) for line in text.splitlines())}


def pinned_tests(page):
    """The names of the tests that pin each entry of the page."""
    tests = {}
    for section in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        pinned = re.search(r"\*Pinned by\*(.*?)(?:\n\n|\Z)", section, flags=re.DOTALL)
        names = re.findall(r"`([^`]*)`", pinned.group(1)) if pinned else []
        tests[section.splitlines()[0]] = [" ".join(name.split()) for name in names]
    return tests


def in_words(kinds):
    return ", ".join(kinds[:-1]) + (" and " if len(kinds) > 1 else "") + kinds[-1]


def kind_line(one):
    line = f"Kind: {in_words(one.kinds)}."
    for verdict in VERDICTS:
        versions = sorted(version for version, said in one.verdicts.items() if said == verdict)
        if versions:
            line += f" {verdict.capitalize()} by Windows {', '.join(versions)}."
    return line


def summary(table):
    """The counts, for the start of the page."""
    rows = list(table.values())
    outside = sum("ours" not in one.kinds for one in rows)
    partly = sum(len(one.kinds) > 1 and "ours" in one.kinds for one in rows)
    asked = sum(bool(one.probes) for one in rows)
    confirmed = sum("confirmed" in one.verdicts.values() for one in rows)
    contradicted = sum("contradicted" in one.verdicts.values() for one in rows)
    text = (f"Of {len(rows)} decisions, {outside} rest wholly on documents or observations, {partly} partly, and "
            f"{len(rows) - outside - partly} are ours alone. "
            f"Probes ask Windows about {asked}; it has confirmed {confirmed} and contradicted {contradicted}.")
    return textwrap.fill(text, WIDTH, break_long_words=False)


SUMMARY = re.compile(r"^Of \d+ decisions, (?:.+\n)+", flags=re.MULTILINE)


def page_with_kinds(page, table):
    """The page with the kind of each entry below its heading, and the counts."""
    if not SUMMARY.search(page):
        raise ValueError("COMPATIBILITY.md has no line that begins with: Of N decisions,")
    page = SUMMARY.sub(summary(table) + "\n", page, count=1)
    parts = re.split(r"^(### .*\n)", page, flags=re.MULTILINE)
    for index in range(1, len(parts), 2):
        name = parts[index][4:].strip()
        body = re.sub(r"\A\nKind: .*\n", "", parts[index + 1])
        if name in table:
            parts[index + 1] = f"\n{kind_line(table[name])}\n" + body
    return "".join(parts)


def probes_of_the_sources():
    return {name for source in PROBES.glob("*_probes.cpp")
            for name in re.findall(r'Probe\{"([^"]+)"', source.read_text())}


def faults(page, table, answers, probes):
    """What does not fit, in sentences."""
    entries = list(pinned_tests(page))
    found = [f"{name}: this entry of COMPATIBILITY.md has no row in decisions.tsv" for name in entries if name not in table]
    found += [f"{name}: this row of decisions.tsv has no entry in COMPATIBILITY.md" for name in table if name not in entries]
    used = {probe for one in table.values() for probe in one.probes}
    found += [f"{probe}: decisions.tsv names this probe, and no source has it" for probe in sorted(used - probes)]
    found += [f"{probe}: no decision has this probe" for probe in sorted(probes - used)]
    found += [f"{probe}: answers.tsv has no answer to it" for probe in sorted(probes - set(answers))]
    found += [f"{probe}: answers.tsv has an answer to it, and no source has the probe" for probe in sorted(set(answers) - probes)]
    if not found and page_with_kinds(page, table) != page:
        found.append("COMPATIBILITY.md does not show the kinds of decisions.tsv: run tests/oracle/decisions.py --write")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the kinds and the counts into COMPATIBILITY.md")
    write = parser.parse_args().write
    try:
        table = load_table(TABLE.read_text(encoding="utf-8"))
        page = PAGE.read_text(encoding="utf-8")
        if write:
            page = page_with_kinds(page, table)
            PAGE.write_text(page, encoding="utf-8")
        found = faults(page, table, load_answers(ANSWERS.read_text(encoding="utf-8")), probes_of_the_sources())
    except ValueError as error:
        found = [str(error)]
    print("\n".join(found or [summary(table)]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
