#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Plots counters of a performance log (.blg, .csv, .tsv) into a picture.

usage: plot_log.py LOG PICTURE.png [PATH...]

Without paths all counters of the log are plotted. Needs matplotlib (Debian: python3-matplotlib).
"""

import sys

import matplotlib
import pdh

matplotlib.use("Agg")  # no display is needed
from matplotlib import pyplot  # noqa: E402


def lines(log, paths):
    """Times and values of each counter and instance, by path. A value that is not there leaves a gap."""
    found = {}
    with pdh.open_log(log, *paths) as query:
        for sample in query:
            row = sample.row()
            time = row.pop("time").replace(tzinfo=None)  # or matplotlib would show UTC
            for path, value in row.items():
                times, values = found.setdefault(path, ([], []))
                times.append(time)
                values.append(float("nan") if value is None else value)
    return found


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    log, picture, *paths = sys.argv[1:]
    figure, axes = pyplot.subplots(figsize=(12, 6))
    for path, (times, values) in lines(log, paths).items():
        axes.plot(times, values, label=path)
    axes.set_title(log)
    axes.legend(loc="upper left", fontsize="small")
    figure.autofmt_xdate()
    figure.savefig(picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
