#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks a result of the kit: every case and every probe has an outcome. With --ours each that could run passed, and one at
least of each decision of which decisions.tsv says that the kit runs its cases.

usage: check_result.py RESULT [--ours]
"""
import collections
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import decisions

LEAST_CASES = 250  # that need nothing of control.h


def main() -> int:
    result = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    is_ours = sys.argv[2:] == ["--ours"]
    cases = collections.Counter(case["outcome"] for case in result["cases"])
    probes = collections.Counter(probe["outcome"] for probe in result["probes"])
    print(f"cases: {dict(cases)}; probes: {dict(probes)}")
    faults = []
    if sum(cases.values()) - cases["skipped"] < LEAST_CASES:
        faults.append(f"fewer than {LEAST_CASES} cases ran")
    if is_ours:
        faults += [f"{case['outcome']}: {case['name']}: {case['detail']}" for case in result["cases"]
                   if case["outcome"] not in ("passed", "skipped")]
        faults += [f"{probe['outcome']}: {probe['id']}: {probe['detail']}" for probe in result["probes"]
                   if probe["outcome"] not in ("answered", "skipped")]
        ran = {case["name"] for case in result["cases"] if case["outcome"] != "skipped"}
        faults += [f"no case ran of: {one.name}" for one in decisions.load_table(decisions.TABLE.read_text(encoding="utf-8")).values()
                   if one.reason == decisions.KIT_RUNS_ITS_CASES and not ran & set(one.tests)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
