# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""relog -stats of all columns of a CSV log, against DuckDB on one thread, which computes less of it.

Usage: statistics_bench.py RELOG [COLUMNS RECORDS]

Both run in turn, three times. The figures are seconds of processor time, so that other programs do not change them much.
The target is half of DuckDB's time for the log of 1 GB.
"""

import datetime
import os
import random
import resource
import subprocess
import sys
import tempfile

RELOG = sys.argv[1]
COLUMNS, RECORDS = (int(number) for number in sys.argv[2:4]) if len(sys.argv) > 3 else (500, 100_000)
TARGET = 0.5


def write_log(path):
    chance = random.Random(1)
    cells = [f'","{chance.random() * 10 ** chance.randint(0, 6):.15g}' for _ in range(65_536)]
    begin = datetime.datetime(2026, 1, 1)
    with open(path, "w", encoding="ascii", newline="") as file:
        file.write('"(PDH-CSV 4.0) (UTC)(0)"')
        file.writelines(f',"\\\\HOST\\Process(p{column})\\Working Set"' for column in range(COLUMNS))
        file.write("\r\n")
        for second in range(RECORDS):
            first = chance.randrange(len(cells) - COLUMNS)
            time = (begin + datetime.timedelta(seconds=second)).strftime('"%m/%d/%Y %H:%M:%S.000')
            file.write(time + "".join(cells[first:first + COLUMNS]) + '"\r\n')


def time_of_relog(log, output):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([RELOG, log, "-stats", "-f", "CSV", "-o", output, "-y"], check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def time_of_duckdb(log):
    return float(subprocess.run(["node", "statistics.mjs", log], check=True, stdout=subprocess.PIPE, text=True).stdout)


with tempfile.TemporaryDirectory() as folder:
    LOG = os.path.join(folder, "log.csv")
    write_log(LOG)
    ratios = []
    for _ in range(3):
        ours, theirs = time_of_relog(LOG, os.path.join(folder, "result.csv")), time_of_duckdb(LOG)
        ratios.append(ours / theirs)
        print(f"{os.path.getsize(LOG) / 1e6:.0f} MB: relog {ours:.2f} s, DuckDB {theirs:.2f} s, ratio {ratios[-1]:.2f} "
              f"(target {TARGET})", flush=True)
