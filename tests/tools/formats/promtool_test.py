# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prometheus' own program reads what relog writes as OPENMETRICS. 77 without promtool, of Debian's package prometheus.

Usage: promtool_test.py RELOG
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

PATIENCE = 600  # seconds until a program that should have ended counts as hanging
SECONDS = 10_000  # more than the two hours that a block of Prometheus has


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL).stdout


def log_of(names):
    """A log over the end of summer time, with a value in every minute."""
    rows = ['"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"\\\\BOX\\Widget({name})\\% Full"' for name in names)]
    for second in range(0, SECONDS, 60):
        time = f"01/13/2018 {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.500"
        rows.append(f'"{time}",' + ",".join(f'"{second / 3 + place}"' for place in range(len(names))))
    return "".join(row + "\r\n" for row in rows)


def main():
    if not shutil.which("promtool"):
        print("promtool is missing: install prometheus")
        return 77
    names = ("a", "a#1", "back\\slash", "{curly}=,'", "\u00e4")
    with tempfile.TemporaryDirectory() as folder:
        log, text, data = (os.path.join(folder, name) for name in ("log.csv", "log.om", "data"))
        with open(log, "w", encoding="utf-8", newline="") as file:
            file.write(log_of(names))
        run(sys.argv[1], log, "-f", "OPENMETRICS", "-o", text)
        run("promtool", "tsdb", "create-blocks-from", "openmetrics", text, data)
        os.mkdir(os.path.join(data, "wal"))  # promtool looks for it, and fails without
        dump = run("promtool", "tsdb", "dump", data)
    values = re.findall(r"^\{.*\} (\S+) (\d+)$", dump, re.MULTILINE)
    expected = {(second / 3 + place, 1515801600500 + second * 1000)
                for second in range(0, SECONDS, 60) for place in range(len(names))}
    assert {(float(value), int(time)) for value, time in values} == expected, dump[:1000]
    assert len(values) == len(expected)
    assert 'instance="back\\\\slash"' in dump and 'index="1"' in dump and "\u00e4" in dump, dump[:1000]
    return 0


if __name__ == "__main__":
    sys.exit(main())
