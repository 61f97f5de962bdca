#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Plots counters of a performance log (.blg, .csv, .tsv) into a picture: each counter on an axis of its own, with its
instances, so that the percentages of processors are not flat beside bytes.

usage: plot_log.py LOG PICTURE.png [PATH...]

Without paths all counters of the log are plotted. Needs matplotlib (Debian: python3-matplotlib).
"""

import re
import sys

import matplotlib
import pdh

matplotlib.use("Agg")  # no display is needed
from matplotlib import pyplot  # noqa: E402

# \\computer\object(instance)\counter
PATH = re.compile(r"(?P<computer>\\\\[^\\]*)?\\(?P<object>[^(\\]*)(?:\((?P<instance>.*)\))?\\(?P<counter>[^\\]*)", re.DOTALL)


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


def by_counter(found):
    """The lines of each counter, by its object and name: a name for the legend, times, and values."""
    counters = {}
    computers = {PATH.fullmatch(path)["computer"] for path in found}
    for path, (times, values) in found.items():
        parts = PATH.fullmatch(path)
        name = (parts["instance"] or parts["counter"]).lstrip("_")  # with which matplotlib hides a label
        if len(computers) > 1:
            name += f" on {(parts['computer'] or '').strip(chr(92))}"
        counters.setdefault((parts["object"], parts["counter"]), []).append((name, times, values))
    return counters


def draw(counters, title):
    """@return a figure"""
    count = max(1, len(counters))
    # A picture has at most 65,535 pixels in each direction.
    figure, axes = pyplot.subplots(count, figsize=(12, 1 + count * min(2.5, 500 / count)), sharex=True, squeeze=False,
                                  layout="constrained")
    for axis, ((performance_object, counter), drawn) in zip(axes[:, 0], counters.items()):
        for name, times, values in drawn:
            axis.plot(times, values, label=name, linewidth=1)
        axis.set_title(f"{performance_object}: {counter}", loc="left", fontsize="small")
        if "%" in counter:
            axis.set_ylim(0, max(100, axis.get_ylim()[1]))
        if len(drawn) > 1:
            axis.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize="x-small", ncol=1 + len(drawn) // 12)
    figure.suptitle(title)
    return figure


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    log, picture, *paths = sys.argv[1:]
    draw(by_counter(lines(log, paths)), log).savefig(picture, bbox_inches="tight")
    return 0


if __name__ == "__main__":
    sys.exit(main())
