#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Makes the pictures of the page of plots that README and TOOLS.md show, from a log.

usage: pictures.py RELOG LOG [PROCESSES_LOG]

LOG is a log that Windows wrote: those in the repository show Tx-BasicPerfCounters.blg of github.com/microsoft/Tx (Apache-2.0).
PROCESSES_LOG has \\Process(*), and is of any machine. Writes pdh_shim/tools/report/report.png and processes.png.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import chromium

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "pdh_shim/tools/report"


def page_of(relog, log, folder, title, *counters):
    # The title of a page is the name of its file.
    subprocess.run([os.path.abspath(relog), os.path.abspath(log), "-c", *counters, "-f", "HTML", "-o", title, "-y"], check=True,
                   cwd=folder, stdout=subprocess.DEVNULL)
    return os.path.join(folder, title)


def main():
    if len(sys.argv) < 3 or chromium.PROGRAM is None:
        print(__doc__ if len(sys.argv) < 3 else "no Chromium", file=sys.stderr)
        return 2
    relog, log, *others = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        browser.resize(1200, 730)
        browser.open(page_of(relog, log, folder, "server.html", r"\Processor(*)\*", r"\PhysicalDisk(*)\*"))
        browser.wait_for("document.querySelectorAll('#index .line').length === report.plots.length")
        browser.screenshot(FOLDER / "report.png")
        if others:
            page = page_of(relog, others[0], folder, "web1.html", r"\Process(*)\% Processor Time", r"\Process(*)\Private Bytes",
                           r"\Process(*)\Thread Count")
            browser.set_dark(True)
            browser.open(page)
            plot = "report.plots.find(plot => plot.name === 'Process: % Processor Time')"
            browser.ask(f"report.goTo({plot}); document.activeElement.blur();")
            browser.settle()
            # On the process that was there longest.
            x, y = browser.ask(f"""
                const [chart] = {plot}.shown, line = chart.colored.reduce((a, b) => b.column.numbers.count > a.column.numbers.count ? b : a);
                const row = line.column.numbers.maxRow;
                const box = chart.uplot.over.getBoundingClientRect();
                return [box.left + chart.uplot.valToPos(report.times[row], "x"),
                    box.top + chart.uplot.valToPos(report.values[line.column.index][row], "y")];""")
            browser.move(x, y)
            browser.screenshot(FOLDER / "processes.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
