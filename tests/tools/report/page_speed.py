#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""How fast pages of plots are: milliseconds until the first plots are drawn, and of a zoom.

usage: page_speed.py PAGE... (any pages that relog or typeperf wrote: of older versions, too)

The style and script of each page, with rows of two kinds: 1,800 columns and 1,000,800 values; one column of 1,000,000
rows. Pages take turns, and the medians are compared with the first page.
"""

import math
import os
import statistics
import sys
import tempfile

import chromium
import pages

ROUNDS = 5
BEGIN = 1_600_000_000
KINDS = {
    "1,800 columns, 1,000,800 values": (
        [rf"\\web1\Process(p{i})\Counter {counter}" for counter in range(20) for i in range(90)],
        lambda: ([BEGIN + t, *(100 * abs(math.sin(t / (5 + i % 97))) * (i % 90) / 90 for i in range(1800))] for t in range(556))),
    "1 column, 1,000,000 rows": (
        [r"\\web1\Widget\Depth"], lambda: ((BEGIN + t, math.sin(t / 50_000)) for t in range(1_000_000))),
}
# As in the next picture: what was drawn is on the screen then.
DRAWN = "await new Promise(done => requestAnimationFrame(() => setTimeout(done)));"


def measure(browser, page):
    browser.open(page, script="""
        const look = () => document.querySelector("section[data-drawn]")
            ? setTimeout(() => { window.firstView = performance.now(); }) : requestAnimationFrame(look);
        requestAnimationFrame(look);""")
    browser.wait_for("window.firstView")
    return browser.ask(f"""
        const [from, to] = report.whole, zooms = [];
        for (let i = 1; i < 8; ++i) {{
            const begin = performance.now();
            report.zoom(from + (to - from) * i / 20, to - (to - from) * i / 20);
            {DRAWN}
            zooms.push(performance.now() - begin);
        }}
        return [window.firstView, zooms.sort((a, b) => a - b)[3]];""")


def main():
    if chromium.PROGRAM is None:
        print("no Chromium")
        return 77
    models = sys.argv[1:]
    if not models:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        for name, (paths, rows) in KINDS.items():
            written = [os.path.join(folder, f"{i}.html") for i in range(len(models))]
            for path, model in zip(written, models):
                pages.write_page(path, model, name, paths, rows())
            found = {path: [] for path in written}
            for _ in range(ROUNDS):
                for path in written:
                    found[path].append(measure(browser, path))
            medians = [[statistics.median(column) for column in zip(*found[path])] for path in written]
            for model, (view, zoom) in zip(models, medians):
                print(f"{name}: {model}: first view {view:.0f} ms ({view / medians[0][0]:.2f}), zoom {zoom:.0f} ms ({zoom / medians[0][1]:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
