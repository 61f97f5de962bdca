#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compares what a Windows answered with what our library answers.

compare.py RESULT [--update]

RESULT is the result.json of the kit. The decisions of the pages are confirmed (each probe and test that ran agrees),
contradicted (one does not; both answers are shown) or unknown (none ran). Members that only one of two answers has are not
compared: machines differ in their objects. --update writes the verdicts into decisions.tsv and the pages.

The status is 0, or 1 if a decision is contradicted, or 2 if the result cannot be read.
"""

import argparse
import json
import pathlib
import sys

import decisions


class Malformed(Exception):
    """The result is not one of the kit."""


CASE_OUTCOMES = ["passed", "failed", "skipped", "crashed", "timed out"]
PROBE_OUTCOMES = ["answered", "crashed", "timed out", "skipped"]


def member(of, name, kind, where):
    if not isinstance(of, dict) or not isinstance(of.get(name), kind):
        raise Malformed(f"{where}: \"{name}\" is missing or is not {kind.__name__}")
    return of[name]


def load_result(text):
    """The result, checked."""
    try:
        result = json.loads(text)
    except json.JSONDecodeError as error:
        raise Malformed(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    if not isinstance(result, dict) or result.get("format") != 1:
        raise Malformed("\"format\" is not 1: another kit has written this result, or none")
    windows = member(result, "windows", dict, "the result")
    member(windows, "version", str, "windows")
    member(windows, "product", str, "windows")
    member(member(result, "pdh", dict, "the result"), "version", str, "pdh")
    member(result, "architecture", str, "the result")
    for list_name, name, outcomes in [("cases", "name", CASE_OUTCOMES), ("probes", "id", PROBE_OUTCOMES)]:
        for number, one in enumerate(member(result, list_name, list, "the result"), 1):
            where = f"{list_name}, number {number}"
            member(one, name, str, where)
            if member(one, "outcome", str, where) not in outcomes:
                raise Malformed(f"{where}: the outcome \"{one['outcome']}\" is not one of {', '.join(outcomes)}")
            if one["outcome"] == "answered":
                member(one, "answer", dict, where)
    return result


def differences(ours, theirs):
    """The members in which two answers differ: name, our value, their value. None if they have no member in common."""
    common = [name for name in ours if name in theirs]
    if "skipped" in theirs or "skipped" in ours or not common:
        return None
    return [(name, ours[name], theirs[name]) for name in common if ours[name] != theirs[name]]


def judge(one, result_probes, result_cases, answers):
    """The verdict, and lines about it."""
    agree, lines = [], []
    unknown = [f"no probe: {one.reason}"] if one.reason else []
    for probe in one.probes:
        outcome = result_probes.get(probe, {"outcome": "not in the result"})
        if outcome["outcome"] == "crashed":
            lines += [f"{probe}: the program crashed"]
            continue
        found = differences(answers.get(probe, {}), outcome["answer"]) if outcome["outcome"] == "answered" else None
        if found is None:
            unknown.append(f"{probe}: {outcome.get('answer', {}).get('skipped', outcome['outcome'])}")
        elif not found:
            agree.append(probe)
        for name, ours, theirs in found or []:
            lines += [f"{probe}: {name}", f"  we answer     {json.dumps(ours)}", f"  Windows says  {json.dumps(theirs)}"]
    for test in one.tests:
        case = result_cases.get(test, {"outcome": "skipped"})
        if case["outcome"] in ("failed", "crashed"):
            detail = case.get("detail", "")
            lines += [f"{test}: the test {case['outcome']}" + (f": {detail}" if detail else "")]
        elif case["outcome"] == "passed":
            agree.append(test)
    if lines:
        return "contradicted", lines
    return ("confirmed", []) if agree else ("unknown", unknown)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="write the verdicts into decisions.tsv and the pages")
    arguments = parser.parse_args()
    try:
        result = load_result(arguments.result.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, Malformed) as error:
        print(f"compare.py: {arguments.result}: {error}", file=sys.stderr)
        return 2
    table = decisions.load_table(decisions.TABLE.read_text(encoding="utf-8"))
    pages = decisions.load_pages()
    answers = decisions.load_answers(decisions.ANSWERS.read_text(encoding="utf-8"))
    probes = {one["id"]: one for one in result["probes"]}
    cases = {one["name"]: one for one in result["cases"]}
    version = f"{result['windows']['version']} {result['architecture']}"
    print(f"Windows {version} ({result['windows']['product']}), pdh.dll {result['pdh']['version']}")
    verdicts = {name: judge(one, probes, cases, answers) for name, one in table.items()}
    for wanted in ["confirmed", "contradicted", "unknown"]:
        of_kind = {name: lines for name, (verdict, lines) in verdicts.items() if verdict == wanted}
        print(f"\n{wanted}: {len(of_kind)}")
        for name, lines in of_kind.items():
            print(f"  {name}")
            print(*(f"    {line}" for line in lines), sep="\n", end="\n" if lines else "")
    for probe in sorted(set(probes) - set(answers)):
        print(f"\n{probe}: the result has this probe, and answers.tsv does not: it is of another version of the kit")
    if arguments.update:
        for name, (verdict, _) in verdicts.items():
            table[name].verdicts.pop(version, None)
            if verdict != "unknown":
                table[name].verdicts[version] = verdict
        decisions.TABLE.write_text(decisions.table_text(table), encoding="utf-8")
        decisions.write_pages(decisions.pages_with_kinds(pages, table))
    return 1 if any(verdict == "contradicted" for verdict, _ in verdicts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
