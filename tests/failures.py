#!/usr/bin/env python3
"""Names the failed tests of a meson run, with the end of what each printed.

    failures.py STAGE testlog.json
"""
import json
import pathlib
import sys

GOOD = {"OK", "SKIP", "EXPECTEDFAIL"}
LINES_SHOWN = 40


def main() -> None:
    stage, log = sys.argv[1:]
    for line in pathlib.Path(log).read_text(encoding="utf-8", errors="replace").splitlines():
        test = json.loads(line)
        if test["result"] in GOOD:
            continue
        print(f"{stage}: {test['name']}: {test['result']} after {test['duration']:.0f} s, status {test['returncode']}")
        printed = (test.get("stdout") or "") + (test.get("stderr") or "")
        for end in printed.splitlines()[-LINES_SHOWN:]:
            print("    " + end)


if __name__ == "__main__":
    main()
