#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Names the tests of a meson run that failed, with the end of what each printed, or those that were skipped.

    outcomes.py failed|skipped STAGE testlog.json
"""
import json
import pathlib
import sys

GOOD = {"OK", "SKIP", "EXPECTEDFAIL"}
LINES_SHOWN = 40


def printed(test: dict) -> list[str]:
    return ((test.get("stdout") or "") + (test.get("stderr") or "")).splitlines()


def describe_failed(test: dict) -> str:
    title = f"{test['name']}: {test['result']} after {test.get('duration') or 0:.0f} s, status {test.get('returncode')}"
    return "\n    ".join([title, *printed(test)[-LINES_SHOWN:]])


def describe_skipped(test: dict) -> str:
    return ": ".join([test["name"], *printed(test)[-1:]])


def main() -> None:
    kind, stage, log = sys.argv[1:]
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    tests = [json.loads(line) for line in pathlib.Path(log).read_text(encoding="utf-8", errors="replace").splitlines()]
    if kind == "failed":
        told = [describe_failed(test) for test in tests if test["result"] not in GOOD]
    else:
        told = [describe_skipped(test) for test in tests if test["result"] == "SKIP"]
    print(f"\n{kind.upper()}: ".join(f"{stage}: {text}" for text in told))


if __name__ == "__main__":
    main()
