#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that the pages of decisions, decisions.tsv and answers.tsv fit together.

decisions.py [--write | --function NAME]

The pages are COMPATIBILITY.md, for the functions of PDH, and the DECISIONS.md of rooms. decisions.tsv has a row for each of
their entries: what the decision rests on, the probes that ask Windows about it (or "- " and the reason why there are none),
the tests that pin it, and what Windows has said, by its version. answers.tsv has what our library answers to each probe, and
seen.tsv what Windows was seen to answer in public (seen.py asks our library the same).

--function prints the entries about an exported function, or about each one of a pattern (`PdhGet*`), with what was seen and the
tests. An entry is about the functions that it names. A section may begin with a line "Functions: ...": its entries are about
these too, or about "every function", unless a heading names one.

--write puts the kind of each entry into the pages, and the counts into COMPATIBILITY.md. Without it the status is 1 if a row,
an entry or a probe is missing, or the pages show something else.
"""

import argparse
import dataclasses
import fnmatch
import json
import pathlib
import re
import signal
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST_PAGE = "COMPATIBILITY.md"
ROOM_PAGES = ("pdh_shim/**/DECISIONS.md", "compat/**/DECISIONS.md")
EXPORTS = ROOT / "pdh_shim/api/exports.inc"
TABLE = ROOT / "tests/oracle/decisions.tsv"
ANSWERS = ROOT / "tests/oracle/answers.tsv"
SEEN = ROOT / "tests/oracle/seen.tsv"
PROBES = ROOT / "tests/oracle/probes"
KINDS = ["documented", "seen", "ours"]
VERDICTS = ["confirmed", "contradicted"]
WIDTH = 128
EVERY_FUNCTION = "every function"
HEAD = "decision\tkind\tprobes\ttests\tverdicts"
BETWEEN = " | "  # two tests
KIT_RUNS_ITS_CASES = "the kit runs its cases with Windows' DLL"  # a reason why there are no probes
SURE = 70  # of 100: from here on what was seen counts


@dataclasses.dataclass
class Decision:
    name: str
    kinds: list  # of KINDS, in their order
    probes: list  # their names
    reason: str  # why there are no probes
    tests: list  # that pin it: names of cases, or files
    verdicts: dict  # "10.0.19045 x64" -> one of VERDICTS


def load_table(text):
    """The decisions of a table, by name."""
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        raise ValueError(f"the first line of decisions.tsv is not: {HEAD}")
    table = {}
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != 5 or not all(cells):
            raise ValueError(f"decisions.tsv, line {number}: not five cells")
        name, kind, probes, tests, verdicts = cells
        kinds = kind.split("+")
        if kinds != [one for one in KINDS if one in kinds]:
            raise ValueError(f"decisions.tsv, line {number}: {kind} is not made of {', '.join(KINDS)}, in this order")
        if name in table:
            raise ValueError(f"decisions.tsv, line {number}: {name} has a row already")
        reason = probes[2:] if probes.startswith("- ") else ""
        said = dict(one.rsplit(": ", 1) for one in verdicts.split("; ")) if verdicts != "-" else {}
        if not set(said.values()) <= set(VERDICTS):
            raise ValueError(f"decisions.tsv, line {number}: a verdict is one of {', '.join(VERDICTS)}")
        table[name] = Decision(name, kinds, [] if reason else probes.split(" "), reason, tests.split(BETWEEN), said)
    return table


def table_text(table):
    lines = [HEAD]
    for one in table.values():
        verdicts = "; ".join(f"{version}: {verdict}" for version, verdict in sorted(one.verdicts.items()))
        probes = "- " + one.reason if one.reason else " ".join(one.probes)
        lines.append("\t".join([one.name, "+".join(one.kinds), probes, BETWEEN.join(one.tests), verdicts or "-"]))
    return "\n".join(lines) + "\n"


def load_seen():
    """The rows of seen.tsv, by the names of its columns."""
    head, *lines = (line.split("\t") for line in SEEN.read_text(encoding="utf-8").splitlines())
    for number, line in enumerate(lines, 2):
        if len(line) != len(head) or not all(line):
            raise ValueError(f"seen.tsv, line {number}: not {len(head)} cells")
    return [dict(zip(head, line)) for line in lines]


def load_answers(text):
    """What our library answers, by probe."""
    return {probe: json.loads(answer) for probe, answer in (line.split("\t", 1) for line in text.splitlines())}


def load_pages():
    """The text of each page, by its name from the root; COMPATIBILITY.md is the first."""
    rooms = sorted(path.relative_to(ROOT).as_posix() for pattern in ROOM_PAGES for path in ROOT.glob(pattern))
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in [FIRST_PAGE, *rooms]}


def write_pages(pages):
    for name, text in pages.items():
        (ROOT / name).write_text(text, encoding="utf-8")


@dataclasses.dataclass
class Entry:
    name: str
    page: str  # its name from the root
    body: str  # from its heading on
    functions: set  # of the section's line "Functions:", without the EVERY_FUNCTION that may stand there


def entries(pages):
    """All entries, in the order of the pages."""
    found = []
    for page, text in pages.items():
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            intro, *bodies = re.split(r"^### ", section, flags=re.MULTILINE)
            line = re.search(r"^Functions: (.*?)\.\n\n", intro, flags=re.MULTILINE | re.DOTALL)
            functions = set(line.group(1).replace("`", "").replace("\n", " ").split(", ")) if line else set()
            found += [Entry(body.splitlines()[0], page, body, functions) for body in bodies]
    return found


def in_words(kinds):
    return ", ".join(kinds[:-1]) + (" and " if len(kinds) > 1 else "") + kinds[-1]


def kind_line(one, seen):
    """The kind of a decision, and where Windows was seen to answer otherwise."""
    line = f"Kind: {in_words(one.kinds)}."
    for verdict in VERDICTS:
        versions = sorted(version for version, said in one.verdicts.items() if said == verdict)
        if versions:
            line += f" {verdict.capitalize()} by Windows {', '.join(versions)}."
    if any(row["verdict"] != "same" for row in seen_of(one, seen)):
        line += " Windows was seen to answer otherwise."
    return textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False)


def seen_of(one, seen):
    """The rows of seen.tsv that count for a decision."""
    return [row for row in seen if row["decision"] == one.name and int(row["sure"]) >= SURE]


def summary(table):
    """The counts, for the start of the page."""
    rows = list(table.values())
    outside = sum("ours" not in one.kinds for one in rows)
    partly = sum(len(one.kinds) > 1 and "ours" in one.kinds for one in rows)
    asked = sum(bool(one.probes) or one.reason == KIT_RUNS_ITS_CASES for one in rows)
    confirmed = sum("confirmed" in one.verdicts.values() for one in rows)
    contradicted = sum("contradicted" in one.verdicts.values() for one in rows)
    text = (f"Of {len(rows)} decisions, {outside} rest wholly on documents or observations, {partly} partly, and "
            f"{len(rows) - outside - partly} are ours alone. "
            f"The kit asks Windows about {asked}; it has confirmed {confirmed} and contradicted {contradicted}.")
    return textwrap.fill(text, WIDTH, break_long_words=False)


def exported_functions():
    return set(re.findall(r"\b(Pdh\w+|pdh_shim_\w+), ", EXPORTS.read_text(encoding="utf-8")))


def functions_of(entry, exported):
    """Those that the entry names, and those of its section, unless the heading names one. What is said of a function holds for
    its form with a handle of a data source, too."""
    named = set(re.findall(r"\b(?:Pdh|pdh_shim_)\w+", entry.body)) & exported
    found = named if any(name in entry.name for name in named) else named | entry.functions
    return found | {name + "H" for name in found} & exported | found & {EVERY_FUNCTION}


def about(pattern, pages, table):
    """The entries about the functions of a pattern, as a text for a reader."""
    exported, seen = exported_functions(), load_seen()
    for entry in entries(pages):
        if fnmatch.filter(functions_of(entry, exported), pattern):
            one = table[entry.name]
            yield f"### {entry.body.rstrip()}\n\nOn the page: {entry.page}"
            yield from (f"Seen on Windows: {row['question']}" for row in seen_of(one, seen))
            yield from (f"Pinned by: {test}" for test in one.tests)
            yield ""


KIND = re.compile(r"^\nKind: (?:.+\n)+", flags=re.MULTILINE)
SUMMARY = re.compile(r"^Of \d+ decisions, (?:.+\n)+", flags=re.MULTILINE)


def pages_with_kinds(pages, table):
    """The pages with the kind of each entry below its heading; the first one with the counts."""
    if not SUMMARY.search(pages[FIRST_PAGE]):
        raise ValueError("COMPATIBILITY.md has no line that begins with: Of N decisions,")
    seen = load_seen()
    shown = {name: page_with_kinds(page, table, seen) for name, page in pages.items()}
    shown[FIRST_PAGE] = SUMMARY.sub(lambda _: summary(table) + "\n", shown[FIRST_PAGE], count=1)
    return shown


def page_with_kinds(page, table, seen):
    """The page with the kind of each entry below its heading."""
    parts = re.split(r"^(### .*\n)", page, flags=re.MULTILINE)
    for index in range(1, len(parts), 2):
        name = parts[index][4:].strip()
        body = KIND.sub("", parts[index + 1], count=1)
        if name in table:
            parts[index + 1] = f"\n{kind_line(table[name], seen)}\n" + body
    return "".join(parts)


def probes_of_the_sources():
    return {name for source in PROBES.glob("*_probes.cpp")
            for name in re.findall(r'^PROBE\(\w+, "([^"]+)"', source.read_text(), flags=re.MULTILINE)}


def faults(pages, table, answers, probes):
    """What does not fit, in sentences."""
    all_entries = entries(pages)
    names = [entry.name for entry in all_entries]
    exported = exported_functions()
    found = [f"{name}: two entries have this name" for name in sorted({name for name in names if names.count(name) > 1})]
    found += [f"{one.name}: this entry of {one.page} has no row in decisions.tsv" for one in all_entries if one.name not in table]
    found += [f"{name}: this row of decisions.tsv has no entry in a page" for name in table if name not in names]
    for one in all_entries:
        found += [f"{one.name}: its section is about {name}, which is not exported"
                  for name in sorted(one.functions - exported - {EVERY_FUNCTION})]
        if one.page == FIRST_PAGE and not functions_of(one, exported):
            found.append(f"{one.name}: neither this entry nor its section names a function")
    used = {probe for one in table.values() for probe in one.probes}
    found += [f"{probe}: decisions.tsv names this probe, and no source has it" for probe in sorted(used - probes)]
    found += [f"{probe}: no decision has this probe" for probe in sorted(probes - used)]
    found += [f"{probe}: answers.tsv has no answer to it" for probe in sorted(probes - set(answers))]
    found += [f"{probe}: answers.tsv has an answer to it, and no source has the probe" for probe in sorted(set(answers) - probes)]
    shown = {} if found else pages_with_kinds(pages, table)
    found += [f"{name} does not show the kinds of decisions.tsv: run tests/oracle/decisions.py --write"
              for name in shown if shown[name] != pages[name]]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the kinds and the counts into the pages")
    parser.add_argument("--function", metavar="NAME", help="print the decisions about this function")
    arguments = parser.parse_args()
    try:
        table = load_table(TABLE.read_text(encoding="utf-8"))
        pages = load_pages()
        if arguments.function:
            text = list(about(arguments.function, pages, table))
            print(*(text or [f"no decision is about {arguments.function} alone: ask for \"{EVERY_FUNCTION}\""]), sep="\n")
            return 0 if text else 1
        if arguments.write:
            pages = pages_with_kinds(pages, table)
            write_pages(pages)
        found = faults(pages, table, load_answers(ANSWERS.read_text(encoding="utf-8")), probes_of_the_sources())
    except ValueError as error:
        found = [str(error)]
    print("\n".join(found or [summary(table)]))
    return 1 if found else 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads the output, as head does, may have enough of it
    sys.exit(main())
