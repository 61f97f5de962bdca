#!/usr/bin/env python3
"""Names the failed tests of a meson run, with the end of what each printed.

    failures.py STAGE testlog.json
"""
import json
import pathlib
import sys

GOOD = {"OK", "SKIP", "EXPECTEDFAIL"}
LINES_SHOWN = 40


def describe(test: dict) -> str:
    printed = ((test.get("stdout") or "") + (test.get("stderr") or "")).splitlines()[-LINES_SHOWN:]
    title = f"{test['name']}: {test['result']} after {test.get('duration') or 0:.0f} s, status {test.get('returncode')}"
    return "\n    ".join([title, *printed])


def main() -> None:
    stage, log = sys.argv[1:]
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    tests = map(json.loads, pathlib.Path(log).read_text(encoding="utf-8", errors="replace").splitlines())
    print("\nFAILED: ".join(f"{stage}: {describe(test)}" for test in tests if test["result"] not in GOOD))


if __name__ == "__main__":
    main()
