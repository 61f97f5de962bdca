# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The page of -f html, opened in a browser and used as a person does: the pixels that it draws, and its numbers.

Usage: page_e2e.py TYPEPERF RELOG WIDGETS_JSON [unittest options]

PDH_SHIM_AXE=FILE is the script of axe-core, which looks for what keeps people with disabilities from using a page.
"""

import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zlib

import chromium
import pages

TYPEPERF, RELOG, WIDGETS = sys.argv[1:4]
ROWS = 1_000_000
AXE = os.environ.get("PDH_SHIM_AXE")
BEGIN = 1_600_000_000  # 2020-09-13 12:26:40

# What the tests ask the page.
ASK = r"""
// The most opaque pixel of 3 by 3 around a point of a plot.
window.pixelAt = (plot, time, value) => {
    const { uplot } = [...plot.charts.values()][0];
    const { width, height } = uplot.ctx.canvas;
    const x = uplot.valToPos(time, "x", true), y = uplot.valToPos(value, "y", true);
    const pixels = uplot.ctx.getImageData(0, 0, width, height).data;
    const read = (x, y) => Array.from(pixels.slice(4 * (Math.round(y) * width + Math.round(x)), 4 * (Math.round(y) * width + Math.round(x)) + 4));
    const around = [-1, 0, 1].flatMap(dx => [-1, 0, 1].map(dy => read(x + dx, y + dy)));
    const distance = p => (p[3] < 128 ? 0 : Math.max(p[0], p[1], p[2]) - Math.min(p[0], p[1], p[2]));
    return around.reduce((best, p) => distance(p) > distance(best) ? p : best);
};
window.exactly = cell => cell.title === "" ? null : Number(cell.title.split(" ")[0].replaceAll(",", ""));
// By the path of each counter that has a row, or numbers: the exact ones.
window.legend = () => Object.fromEntries(report.plots.flatMap(plot => (plot.rows || plot.columns).map(column =>
    [column.path, Object.fromEntries(Object.entries(column.cells).map(([name, cell]) => [name, exactly(cell)]))])));
window.plotOf = name => report.plots.find(plot => plot.name === name);
window.where = (plot, time) => {
    const { uplot } = [...plot.charts.values()][0];
    const box = uplot.over.getBoundingClientRect();
    return [box.left + uplot.valToPos(time, "x"), box.top + box.height / 2];
};
"""


def texts_of(pdf):
    """How many texts a PDF has, and how many pictures: two for each plot."""
    count = 0
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            count += len(re.findall(rb"\bT[jJ]\b", zlib.decompress(stream)))
        except zlib.error:
            pass  # the page's fonts and pictures may be packed otherwise
    return count, len(re.findall(rb"/Subtype\s*/(?:Image|Form)", pdf))


def is_colored(pixel):
    return pixel[3] > 128 and max(pixel[:3]) - min(pixel[:3]) > 40


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.page = os.path.join(folder.name, "widgets.html")
        subprocess.run(
            [TYPEPERF, r"\Widget(*)\*", r"\Paint Gadget\Depth", "-s", "LocalHost", "-f", "html", "-o", cls.page],
            env={**os.environ, "TZ": "IST-5:30", "PDH_SHIM_SOURCE": "script:" + WIDGETS},
            check=True, stdout=subprocess.DEVNULL, timeout=chromium.PATIENCE)
        cls.browser = chromium.Chromium().__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        self.browser.resize(1000, 1200)
        self.browser.set_dark(False)

    def open(self, page=None, link="", script=""):
        self.browser.open(page or self.page, link, ASK + script)

    def ask(self, body):
        return self.browser.ask(body)

    def point(self, plot, time, y=None):
        """The mouse goes to a time of a plot."""
        x, middle = self.ask(f"return where({plot}, {time});")
        self.browser.move(x, middle if y is None else y)
        return x, middle

    def write_rows(self, name, paths, rows, **more):
        """A page like that of typeperf, with other rows."""
        path = os.path.join(self.folder, name)
        pages.write_page(path, self.page, name, paths, rows, **more)
        return path

    def open_rows(self, *arguments, link="", **more):
        path = self.write_rows(*arguments, **more)
        self.open(path, link)
        return path

    def relog(self, name, paths, rows):
        """A page that relog makes of a text log, and what relog -stats says of it."""
        log = os.path.join(self.folder, name + ".csv")
        with open(log, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_ALL)
            writer.writerow(["(PDH-CSV 4.0) (UTC)(0)", *paths])
            for i, values in enumerate(rows):
                writer.writerow([f"11/02/2026 09:{i // 60:02}:{i % 60:02}.000", *values])
        page = os.path.join(self.folder, name + ".html")
        for options in (["-f", "HTML", "-o", page, "-y"], ["-stats", "-f", "JSON", "-o", log + ".json", "-y"]):
            subprocess.run([RELOG, log, *options], check=True, stdout=subprocess.DEVNULL, timeout=chromium.PATIENCE)
        with open(log + ".json", encoding="utf-8") as file:
            text = file.read()
        rows = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines()]
        return page, {row["counter"]: row for row in rows}

    # -- The numbers ----------------------------------------------------------------------------------

    def test_the_legend_has_minimum_mean_maximum_and_last(self):
        self.open()
        legend = self.ask("return legend();")
        self.assertEqual(legend[r"\\LocalHost\Widget(a)\Items/sec"], {"mean": 7.75, "last": 0.5, "min": 0.5, "max": 15})
        self.assertEqual(legend[r"\\LocalHost\Widget(b)\Items/sec"], {"mean": 7, "last": 7, "min": 7, "max": 7})
        self.assertEqual(legend[r"\\LocalHost\Paint Gadget\Depth"]["last"], 9)

    def test_what_is_shown_is_what_relog_stats_says(self):
        paths = [r"\\web1\Processor(0)\% Processor Time", r"\\web1\Processor(1)\% Processor Time",
                 r"\\web1\Processor(_Total)\% Processor Time", r"\\web1\Memory\Available MBytes",
                 r"\\web1\PhysicalDisk(0 C:)\Avg. Disk sec/Transfer", r"\\web1\Network Interface(eth0)\Bytes Total/sec",
                 r"\\web1\Process(Idle)\% Processor Time", r"\\web1\Process(_Total)\% Processor Time",
                 r"\\web1\Process(make)\% Processor Time", r"\\web1\Process(cc1plus)\% Processor Time",
                 r"\\web1\Process(make)\Private Bytes", r"\\web1\Process(leak)\Private Bytes", r"\\web1\Process(short)\Private Bytes",
                 r"\\web1\PhysicalDisk(0 C:)\Avg. Disk Queue Length", r"\\web1\GPU Engine(a)\Utilization Percentage",
                 r"\\web1\Paging File(p)\% Usage"]

        def row(i):
            busy = 10 + 80 * (i % 7 == 3) + 0.1 * i
            return [busy / 3, busy, busy * 2 / 3, 4000 - 31 * i + 0.25, 0.001 * (1 + i % 5), 1e6 * i / 7, 700 - i, 800,
                    33.3 + i / 3, 41.7 - i / 9, 5e6 + i % 7, 1e7 + 12_345_678 * i, 9e9 * i if i < 3 else "",
                    i % 4, i % 9, 20 + i % 5]
        page, stats = self.relog("stats", paths, map(row, range(61)))
        self.open(page)
        cards = self.ask("""return Object.fromEntries([...document.querySelectorAll(".standouts li")].map(card =>
            [card.querySelector("h3").textContent, [...card.querySelectorAll("a")].map(link =>
                [link.title, exactly(link.querySelector("b")), link.querySelector("small").textContent])]));""")
        by = {"Busiest processor": [(paths[1], "mean")], "Lowest free memory": [(paths[3], "min")],
              "Slowest disk": [(paths[4], "mean")], "Busiest network": [(paths[5], "mean")], "Longest disk queue": [(paths[13], "mean")],
              "Busiest GPU": [(paths[14], "mean")], "Fullest paging file": [(paths[15], "max")],
              "Most processor time": [(paths[8], "mean"), (paths[9], "mean")]}
        self.assertEqual(set(cards), {*by, "Most memory gained"})
        for title, wanted in by.items():
            self.assertEqual([path for path, *_ in cards[title]], [path for path, _ in wanted], title)
            for (path, value, _), (_, number) in zip(cards[title], wanted):
                self.assertAlmostEqual(value / stats[path][number], 1, 12, path)
        # Whose lowest and last value it is; the short one was not there long enough.
        (path, value, text), second = cards["Most memory gained"]
        self.assertEqual((path, second[0]), (paths[11], paths[10]))
        self.assertEqual(value, stats[path]["last"] - stats[path]["min"])
        self.assertEqual(text, "from 9.54\u00a0MiB to 716.0\u00a0MiB")
        self.assertIn("at 09:00:59", cards["Busiest processor"][0][2])
        shown = self.ask("""
            window.dispatchEvent(new Event("beforeprint"));
            return legend();""")
        self.assertEqual(set(shown), set(paths))
        for path, numbers in shown.items():
            for name, value in numbers.items():
                self.assertAlmostEqual(value, stats[path][name], delta=1e-12 * abs(value), msg=(path, name))

    def test_a_card_leads_to_its_plot_with_the_moment_marked(self):
        paths = [rf"\\a\Processor({i})\% Processor Time" for i in range(3)]
        filler = [rf"\\a\Alpha\Depth{i}" for i in range(9)]
        rows = ([BEGIN + i] + [0.0] * 9 + [10.0, 90.0 if i == 70 else 20.0, 5.0] for i in range(100))
        self.open_rows("card.html", filler + paths, rows)
        before = self.ask("return window.scrollY;")
        self.browser.click("document.querySelector('.standout')")
        self.browser.settle()
        scrolled, only, moment, marked, link = self.ask(f"""
            const plot = plotOf("Processor: % Processor Time");
            return [window.scrollY, [...plot.only].map(column => column.path), report.moment, pixelAt(plot, {BEGIN + 70}, 55), location.hash];""")
        self.assertGreater(scrolled, before)
        self.assertEqual((only, moment), ([paths[1]], BEGIN + 70))
        self.assertTrue(is_colored(marked), marked)
        self.assertIn("at=2020-09-13T12%3A27%3A50.000", link)
        # And back.
        self.browser.click("[...document.querySelectorAll('.plot:not(.single) .switch')].find(button => button.textContent === 'Show all')")
        self.browser.click("document.getElementById('all')")
        self.browser.wait_for("location.hash === ''")
        self.assertEqual(self.ask('return [plotOf("Processor: % Processor Time").only.size, report.moment];'), [0, None])

    def test_the_summary_says_what_the_log_is(self):
        rows = [(BEGIN + i, 5.0, math.nan if i < 3 else 1.0) for i in [*range(40), *range(100, 160)]]
        self.open_rows("facts.html", [r"\\web1\Widget\Depth", r"\\web2\Gadget\Depth"], rows, bias=-330)
        facts = self.ask("""return Object.fromEntries([...document.querySelectorAll(".facts > div")].map(fact =>
            [fact.querySelector("dt").textContent, fact.querySelector("dd").textContent.replaceAll("\\u00a0", " ")]));""")
        self.assertEqual(facts, {
            "Computers": "web1, web2", "Time": "2020-09-13 12:26:40 to 12:29:19 (2 min 39 s)", "Samples": "100, every 1 s",
            "Zone": "UTC+05:30", "Counters": "2 in 2 objects",
            "Lost": "1 gap without records, the longest of 61 s at 2020-09-13 12:27:19", "Missing values": "1.5 % (3 of 200)"})

    def test_a_log_that_could_not_be_read_to_its_end_says_so(self):
        path = self.write_rows("loss.html", [r"\\a\Widget\Depth"], [(BEGIN + i, 1.0) for i in range(9)])
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('{"lost":false}', '{"lost":true}'))
        self.open(path)
        self.assertIn("parts of the log could not be read", self.ask("return document.querySelector('.facts').textContent;"))

    # -- Units ----------------------------------------------------------------------------------------

    def test_units_are_those_of_the_counters(self):
        self.open()
        cases = [
            ("Available Bytes", 23_000_000_000, "21.4 GiB", "23,000,000,000 B", True),
            ("Available MBytes", 6144, "6 GiB", "6,144 MiB", False),
            ("Working Set", 512, "512 B", "512 B", False),
            ("Bytes Total/sec", 1536, "1.5 KiB/s", "1,536 B/s", False),
            ("Empfangene Bytes/s", 1048576, "1 MiB/s", "1,048,576 B/s", False),
            ("Current Bandwidth", 1e9, "1 Gbit/s", "1,000,000,000 bit/s", False),
            ("Avg. Disk sec/Transfer", 0.0123, "12.3 ms", "0.0123 s", False),
            ("Avg. Disk sec/Read", 0.000045678, "45.7 \u00b5s", "0.000045678 s", True),
            ("System Up Time", 90000, "25 h", "90,000 s", False),
            ("Lock Wait Time (ms)", 1500, "1.5 s", "1,500 ms", False),
            ("% Processor Time", 12.3456, "12.3 %", "12.3456 %", True),
            ("% Committed Bytes In Use", 50, "50 %", "50 %", False),
            ("Pages/sec", 1234567.5, "1,234,568 /s", "1,234,567.5 /s", True),
            ("Current Disk Queue Length", 3, "3", "3", False),
            ("Handle Count", 23_000_000_000, "23,000,000,000", "23,000,000,000", False),
            ("Depth", 0, "0", "0", False),
            ("Depth", -0.00001234, "-0.0000123", "-0.00001234", True),
            ("Depth", 1e-9, "1.00e-9", "1e-9", False),
        ]
        shown = self.ask(f"""return {json.dumps([case[:2] for case in cases])}.map(([counter, value]) => {{
            const {{ text, exact, isRounded }} = shownValue(unitOf(counter), value);
            return [text.replaceAll("\\u00a0", " "), exact, isRounded]; }});""")
        for case, answer in zip(cases, shown):
            self.assertEqual(tuple(answer), case[2:], case[:2])

    def test_axes_have_round_numbers_of_their_unit(self):
        paths = [r"\\a\Widget\% Full", r"\\a\Widget\% Over", r"\\a\Memory\Available Bytes", r"\\a\Disk\sec/Read", r"\\a\Widget\Items"]
        rows = ([BEGIN + i, 3 + i % 2, 3.0 * i, 5e9 * i / 99, 0.004 * i / 99, 23e9 * i / 99] for i in range(100))
        self.browser.resize(1000, 1600)
        self.open_rows("axes.html", paths, rows)
        ranges, labels, rounded = self.ask("""
            const axis = plot => [...plot.charts.values()][0].uplot;
            return [report.plots.map(plot => [axis(plot).scales.y.min, axis(plot).scales.y.max]),
                report.plots.map(plot => axis(plot).axes[1]._values.map(text => text.replaceAll("\\u00a0", " "))),
                [...document.querySelectorAll(".rounded")].length];""")
        self.assertEqual(ranges[0], [0, 100])
        self.assertEqual(ranges[1][0], 0)
        self.assertGreater(ranges[1][1], 297)
        self.assertEqual(labels[0][-1], "100 %")
        self.assertIn("4 GiB", labels[2])
        self.assertIn("4 ms", labels[3])
        self.assertIn("20 G", labels[4])
        self.assertGreaterEqual(rounded, 3)
        self.browser.click("document.querySelector('.switch:not([hidden])')")  # Fit
        low, high = self.ask("const { y } = [...report.plots[0].charts.values()][0].uplot.scales; return [y.min, y.max];")
        self.assertTrue(2 < low < 3 and 4 < high < 5, (low, high))

    # -- The legend -----------------------------------------------------------------------------------

    def twenty(self, link=""):
        """A plot whose instance N has the mean N; N and 19-N change places at the end."""
        paths = [rf"\\a\Widget({i})\Items" for i in range(20)]
        return self.open_rows("twenty.html", paths, ([BEGIN + t] + [float(i) if t < 90 else 100.0 + 19 - i for i in range(20)]
                                                     for t in range(100)), link=link)

    def names(self):
        return self.ask("return [...document.querySelectorAll('tbody button')].map(button => button.textContent);")

    def test_a_legend_has_the_top_eight_in_colors_and_folds_the_rest(self):
        self.twenty()
        self.assertEqual(self.names(), [str(i) for i in range(19, 11, -1)])
        colors, gray, more = self.ask("""const [chart] = report.plots[0].charts.values();
            return [chart.colored.map(line => line.color), chart.gray.length, document.querySelector(".more").textContent];""")
        self.assertEqual((len(set(colors)), gray, more), (8, 12, "12 more"))
        self.browser.click("document.querySelector('.more')")
        self.assertEqual(self.names(), [str(i) for i in range(19, -1, -1)])
        self.browser.click("document.querySelector('.more')")
        self.assertEqual(len(self.names()), 8)

    def test_a_click_on_a_heading_sorts(self):
        self.twenty()
        header = "document.querySelectorAll('thead button')[{}]"
        self.browser.click(header.format(2))  # Last
        self.assertEqual(self.names(), [str(i) for i in range(8)])
        self.assertEqual(self.ask("return [...document.querySelectorAll('thead th')].map(cell => cell.getAttribute('aria-sort'));"),
                         [None, None, "descending", None, None])
        self.browser.click(header.format(2))
        self.assertEqual(self.names(), [str(i) for i in range(19, 11, -1)])
        self.browser.click(header.format(0))  # Instance
        self.assertEqual(self.names(), [str(i) for i in range(8)])

    def test_the_order_is_that_of_the_time_in_sight_and_colors_stay(self):
        self.twenty()
        colors = "return Object.fromEntries([...report.plots[0].charts.values()][0].colored.map(line => [line.column.name, line.color]));"
        before = self.ask(colors)
        self.ask(f"report.zoom({BEGIN + 85}, {BEGIN + 99});")
        self.assertEqual(self.names(), [str(i) for i in range(8)])
        self.ask(f"report.zoom({BEGIN}, {BEGIN + 95});")
        self.ask(f"report.zoom({BEGIN}, {BEGIN + 96});")
        after = self.ask(colors)
        self.assertEqual(set(before), set(after))
        self.assertEqual(len(set(after.values())), 8)

    def test_a_click_shows_only_this_and_ctrl_adds(self):
        self.twenty()
        drawn = "return [...report.plots[0].charts.values()][0].colored.map(line => line.column.name);"
        self.browser.click("document.querySelectorAll('tbody button')[1]")
        self.assertEqual(self.ask(drawn), ["18"])
        self.browser.click("document.querySelectorAll('tbody button')[3]", ctrl=True)
        self.assertEqual(self.ask(drawn), ["18", "16"])
        pressed = "return [...document.querySelectorAll('tbody button')].map(button => button.getAttribute('aria-pressed') === 'true');"
        self.assertEqual(self.ask(pressed)[:4], [False, True, False, True])
        self.browser.click("document.querySelectorAll('.mark')[0]")  # for fingers, which have no Ctrl
        self.assertEqual(self.ask(drawn), ["19", "18", "16"])
        self.browser.click("document.querySelectorAll('tbody button')[1]", ctrl=True)
        self.assertEqual(self.ask(drawn), ["19", "16"])
        self.browser.click("document.querySelectorAll('tbody button')[5]")
        self.assertEqual(self.ask(drawn), ["14"])
        self.ask("document.querySelectorAll('tbody button')[6].focus();")
        self.browser.press(" ", ctrl=True)
        self.assertEqual(self.ask(drawn), ["14", "13"])
        self.browser.press(" ", ctrl=True)
        self.ask("document.querySelectorAll('tbody button')[5].focus();")
        self.browser.press(" ")
        self.assertEqual(len(self.ask(drawn)), 8)
        self.assertEqual(self.ask("return document.activeElement.textContent;"), "14")

    def test_hovering_lights_the_line_and_its_row(self):
        self.twenty()
        x, y = self.ask(f"""const {{ uplot }} = [...report.plots[0].charts.values()][0], box = uplot.over.getBoundingClientRect();
            return [box.left + uplot.valToPos({BEGIN + 50}, "x"), box.top + uplot.valToPos(19, "y")];""")
        self.browser.move(x, y)
        lit = "return [report.plots[0].lit?.name ?? null, [...document.querySelectorAll('tr.lit button')].map(button => button.textContent)];"
        self.assertEqual(self.ask(lit), ["19", ["19"]])
        x, y = self.browser.center("document.querySelectorAll('tbody tr')[4]")
        plain = self.ask(f"return pixelAt(report.plots[0], {BEGIN + 92}, 119 - 19);")
        self.browser.move(x, y)
        self.assertEqual(self.ask(lit), ["15", ["15"]])
        self.assertNotEqual(self.ask(f"return pixelAt(report.plots[0], {BEGIN + 92}, 119 - 19);"), plain)  # others are faint
        self.browser.move(5, 5)
        self.assertEqual(self.ask(lit), [None, []])

    def test_totals_that_are_sums_are_not_drawn_until_chosen(self):
        paths = [rf"\\a\Process({name})\% Processor Time" for name in ("Idle", "_Total", "a", "b")]
        paths += [rf"\\a\Processor({name})\% Processor Time" for name in ("0", "1", "_Total")]
        self.open_rows("totals.html", paths, ([BEGIN + i, 140.0, 200.0, 40.0, 20.0, 10.0, 50.0, 30.0] for i in range(20)))
        drawn = "return report.plots.map(plot => [...plot.charts.values()][0].colored.map(line => line.column.name));"
        self.assertEqual(self.ask(drawn), [["a", "b"], ["1", "0", "_Total"]])
        self.assertEqual(self.names(), ["a", "b", "_Total", "Idle", "1", "0", "_Total"])
        self.browser.click("document.querySelectorAll('tbody button')[3]", ctrl=True)
        self.assertEqual(self.ask(drawn)[0], ["Idle"])

    def test_the_search_works_across_all(self):
        paths = [rf"\\a\{name}({i})\Items" for name in ("Widget", "Gadget") for i in range(20)]
        self.open_rows("search.html", paths, ([BEGIN + t] + [float(i) for i in range(40)] for t in range(10)))
        self.ask("document.getElementById('search').focus();")
        self.browser.type("GADGET(3)")
        rows = self.ask("""return [...document.querySelectorAll("tbody tr")].filter(row => row.checkVisibility()).map(row => row.dataset.path);""")
        self.assertEqual(rows, [r"\\a\Gadget(3)\Items"])  # which was folded
        indexed = self.ask("""return [...document.querySelectorAll("#index a")].filter(link => link.checkVisibility()).length;""")
        self.assertEqual(indexed, 1)
        self.browser.type(" nothing")
        self.assertTrue(self.ask("return document.querySelector('.nothing').checkVisibility();"))

    # -- The index, folding, grids --------------------------------------------------------------------

    def test_a_counter_is_found_in_two_clicks(self):
        paths = [rf"\\a\Object{name}\Counter {i}" for name in "ABCDEFGH" for i in range(10)]
        self.open_rows("index.html", paths, ([BEGIN + t] + [float(i * t) for i in range(80)] for t in range(50)))
        self.assertEqual(self.ask("return [...document.querySelectorAll('#index a')].filter(link => link.checkVisibility()).length;"), 0)
        self.browser.click("document.querySelectorAll('#index summary')[6]")
        self.browser.wait_for("document.querySelectorAll('#index .line').length > 5")
        lines = self.ask("return [...document.querySelectorAll('#index .line')].map(line => line.getAttribute('d').length > 20);")
        self.assertTrue(all(lines[1:]))
        self.browser.click("[...document.querySelectorAll('#index a')].find(link => link.textContent === 'Counter 7' && link.checkVisibility())")
        self.browser.settle()
        top, drawn = self.ask("""const { section } = plotOf("ObjectG: Counter 7");
            return [section.getBoundingClientRect().top, section.dataset.drawn];""")
        self.assertTrue(0 <= top < 600, top)
        self.assertIsNotNone(drawn)

    def test_the_plots_of_an_object_are_folded_together(self):
        self.open()
        summary = "document.querySelector('.object > summary h2')"
        name = self.ask(f"return {summary}.textContent;")
        seen = "return [...document.querySelectorAll('.plot')].filter(plot => plot.checkVisibility()).length;"
        self.assertEqual((name, self.ask(seen)), ("Widget", 3))
        self.browser.click(summary)
        self.assertEqual(self.ask(seen), 1)

    def test_a_grid_has_a_small_plot_for_each_instance(self):
        self.twenty()
        self.browser.click("document.querySelector('.switch:not([hidden])')")
        titles, scales = self.ask("""const charts = report.plots[0].shown;
            return [charts.map(chart => chart.title.textContent), charts.map(chart => chart.uplot.scales.y.max)];""")
        self.assertEqual(titles, [str(i) for i in range(19, 11, -1)])
        self.assertEqual(len(set(scales)), 1)
        self.browser.click("document.querySelector('.more')")
        self.assertEqual(self.ask("return report.plots[0].shown.length;"), 20)
        self.browser.click("document.querySelector('.switch:not([hidden])')")
        self.assertEqual(self.ask("return report.plots[0].shown.length;"), 1)

    # -- The time -------------------------------------------------------------------------------------

    def two_plots(self, link=""):
        rows = ((BEGIN + i, float(i), i * i + 0.125) for i in range(101))
        return self.open_rows("two.html", [r"\\a\Widget\Depth", r"\\a\Widget\Height"], rows, link=link)

    def test_a_selection_zooms_all_plots_and_the_legend_is_of_what_is_in_sight(self):
        self.two_plots()
        start = self.ask(f"return where(report.plots[0], {BEGIN + 20.5});")
        end = self.ask(f"return where(report.plots[0], {BEGIN + 40.5});")
        self.browser.drag(start, end)
        self.browser.move(5, 5)
        legend, ranges = self.ask("""return [legend(), report.plots.map(plot => [...plot.charts.values()][0].uplot.scales.x)
            .map(({ min, max }) => [min, max])];""")
        self.assertEqual(legend[r"\\a\Widget\Depth"], {"mean": 30.5, "last": 40, "min": 21, "max": 40})
        self.assertEqual(ranges[0], ranges[1])
        self.assertAlmostEqual(ranges[0][0], BEGIN + 20.5, delta=0.3)
        self.browser.click("document.getElementById('all')")
        self.browser.move(5, 5)
        self.assertEqual(self.ask("return legend();")[r"\\a\Widget\Depth"]["mean"], 50)
        self.browser.drag(start, end)
        self.browser.click("report.plots[1].shown[0].uplot.over", count=2)
        self.assertEqual(self.ask("return report.range;"), [BEGIN, BEGIN + 100])

    def test_the_cursor_is_in_all_plots_and_its_time_is_shown(self):
        self.two_plots()
        self.point("report.plots[0]", BEGIN + 30.2)
        legend, time, label, cursors, title = self.ask("""return [legend(), document.getElementById("cursor").textContent,
            report.plots[0].shown[0].cursor.textContent, report.plots.map(plot => plot.shown[0].cursor.hidden),
            report.plots[0].lastTitle.textContent];""")
        self.assertEqual((legend[r"\\a\Widget\Depth"]["last"], legend[r"\\a\Widget\Height"]["last"]), (30, 900.125))
        self.assertEqual((time, label), ("Cursor: 2020-09-13 12:27:10.000", "12:27:10.000"))
        self.assertEqual((cursors, title), ([False, False], "At cursor"))
        self.browser.move(5, 5)
        self.assertEqual(self.ask("return [legend(), document.getElementById('cursor').textContent];")[1], "")
        self.assertEqual(self.ask("return legend();")[r"\\a\Widget\Depth"]["last"], 100)

    def test_the_wheel_scrolls_the_page_and_with_ctrl_it_zooms(self):
        paths = [rf"\\a\Widget\Depth{i}" for i in range(30)]
        self.open_rows("wheel.html", paths, ([BEGIN + i] + [float(i)] * 30 for i in range(101)))
        x, y = self.point("report.plots[0]", BEGIN + 25)
        self.browser.wheel(x, y, 300)
        self.browser.wait_for("window.scrollY > 100")
        self.assertEqual(self.ask("return report.range;"), [BEGIN, BEGIN + 100])
        x, y = self.point("report.plots[0]", BEGIN + 25) if self.ask("return report.plots[0].isInSight;") else (x, y)
        self.ask("window.scrollTo(0, 0);")
        self.browser.settle()
        x, y = self.point("report.plots[0]", BEGIN + 25)
        self.browser.wheel(x, y, -100, ctrl=True)
        self.browser.wait_for("report.range[1] - report.range[0] < 100")
        begin, end = self.ask("return report.range;")
        self.assertAlmostEqual((BEGIN + 25 - begin) / (end - begin), 0.25, delta=0.02)
        self.assertEqual(self.ask("return window.scrollY;"), 0)

    def test_two_fingers_zoom(self):
        self.browser.resize(390, 844, True)
        self.two_plots()
        self.browser.center("report.plots[0].section")
        left, y = self.ask(f"return where(report.plots[0], {BEGIN + 40});")
        right, _ = self.ask(f"return where(report.plots[0], {BEGIN + 60});")
        self.browser.touch("touchStart", (left, y), (right, y))
        for step in range(1, 5):
            self.browser.touch("touchMove", (left - 10 * step, y), (right + 10 * step, y))
        self.browser.touch("touchEnd")
        self.browser.settle()
        begin, end = self.ask("return report.range;")
        self.assertLess(end - begin, 70)
        self.assertAlmostEqual((begin + end) / 2, BEGIN + 50, delta=3)

    def test_a_link_reproduces_the_view(self):
        page = self.twenty()
        self.browser.click("document.querySelectorAll('tbody button')[1]")
        self.browser.click("document.querySelectorAll('tbody button')[2]", ctrl=True)
        self.ask(f"report.moment = {BEGIN + 33}; report.zoom({BEGIN + 20.0004}, {BEGIN + 40.25});")
        self.ask("report.search('(1');")
        self.ask("report.writeLinkNow();")
        link = self.ask("return location.hash;")
        view = """return [report.range, report.moment, [...report.plots[0].only].map(column => column.name).sort(), report.searched, legend()];"""
        before = self.ask(view)
        self.assertEqual(before[0], [BEGIN + 20, BEGIN + 40.25])
        self.assertIn("from=2020-09-13T12%3A27%3A00.000", link)
        self.open(page, link)
        self.assertEqual(self.ask(view), before)
        # By hand, and what is wrong in it is passed over.
        self.ask("location.hash = '#from=2020-09-13T12:27:30&to=nonsense&only=no%20such';")
        self.browser.wait_for(f"report.range[0] === {BEGIN + 50}")
        self.assertEqual(self.ask(view)[:3], [[BEGIN + 50, BEGIN + 99], None, []])

    def test_times_are_local_or_utc(self):
        self.open()
        shown = "return document.getElementById('range').textContent;"
        self.assertIn("2026-01-02 08:34:06.678 to", self.ask(shown))
        self.browser.click("document.getElementById('utc')")
        self.assertIn("2026-01-02 03:04:06.678 to", self.ask(shown))

    def test_keys_move_the_cursor_and_zoom(self):
        self.open_rows("keys.html", [r"\\a\Widget\Depth"], ((BEGIN + i, i * 2.0) for i in range(101)))
        self.ask("document.querySelector('.canvas').focus();")

        def value(key):
            self.browser.press(key)
            return self.ask("return legend();")[r"\\a\Widget\Depth"]["last"]
        self.assertEqual([value(key) for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End")], [0, 2, 4, 2, 200])
        self.assertEqual(self.ask("return document.getElementById('spoken').textContent;"), "2020-09-13 12:28:20.000: a 200")
        ranges = []
        for key, shift in (("Home", False), ("+", False), ("ArrowRight", True), ("-", False), ("-", False), ("+", False), ("Escape", False)):
            self.browser.press(key, shift=shift)
            ranges.append(self.ask(f"return report.range.map(time => time - {BEGIN});"))
        self.assertEqual(ranges[1:], [[25, 75], [37.5, 87.5], [12.5, 100], [0, 100], [25, 75], [0, 100]])

    # -- A page that grows ----------------------------------------------------------------------------

    def test_a_page_that_grows_is_followed_until_its_end(self):
        paths = [rf"\\a\Widget({i})\Items" for i in range(20)] + [rf"\\a\Gadget\Depth{i}" for i in range(20)]

        def rows(first, last):
            return ([BEGIN + t] + [float(i) for i in range(40)] for t in range(first, last))
        page = self.write_rows("live.html", paths, rows(0, 30), is_ended=False)
        self.open(page)
        self.assertEqual(self.ask("return document.getElementById('state').textContent;"), "Recording")
        self.ask("report.follower.pause(true);")  # however slow this machine is
        self.browser.click("document.querySelectorAll('tbody button')[2]")
        self.browser.click("document.querySelector('.more')")
        self.browser.click("document.querySelectorAll('thead button')[0]")
        self.ask(f"report.zoom({BEGIN + 5}, {BEGIN + 15}); window.scrollTo(0, 350); window.isOld = true;")
        view = """[report.range, [...report.plots[0].only].map(column => column.name), report.plots[0].settings, Math.round(window.scrollY)]"""
        before = self.ask(f"return {view};")
        self.assertEqual((before[0], before[1], before[2]["sort"], before[3]), ([BEGIN + 5, BEGIN + 15], ["17"], "name", 350))
        with open(page, "a", encoding="utf-8") as file:
            pages.append_rows(file, rows(30, 50))
        self.ask("document.getElementById('follow').click();")
        self.browser.wait_for("window.isOld === undefined && window.report && report.times.length === 50 && "
                              f"JSON.stringify({view}) === {json.dumps(json.dumps(before, separators=(',', ':')))}")
        with open(page, "a", encoding="utf-8") as file:
            file.write("</script>\n" + pages.END)
        self.browser.wait_for("window.report && document.getElementById('state').textContent === 'The run has ended.'")
        self.assertEqual(self.ask("return [report.range, document.getElementById('follow')];"), [[BEGIN + 5, BEGIN + 15], None])

    def test_following_can_be_paused(self):
        page = self.write_rows("pause.html", [r"\\a\Widget\Depth"], [(BEGIN + t, 1.0) for t in range(9)], is_ended=False)
        self.open(page)
        self.browser.click("document.getElementById('follow')")
        text, timer = self.ask("""return [document.getElementById("state").textContent, document.getElementById("follow").textContent];""")
        self.assertEqual((text, timer), ("Recording, paused", "Follow"))

    def test_who_does_not_write_any_more_is_asked_less_often(self):
        page = self.write_rows("silent.html", [r"\\a\Widget\Depth"], [(BEGIN + t, 1.0) for t in range(9)], is_ended=False)
        self.open(page)
        state = self.ask("""const before = report.follower.wait;
            history.replaceState({ ...history.state, rows: 9, wait: 20, grown: Date.now() - 90000 }, "");
            report.follower = new Follower(report, history.state, null);
            return [before < 20, report.follower.wait, document.getElementById("state").textContent.replaceAll("\\u00a0", " ")];""")
        self.assertEqual(state, [True, 40, "No new samples for 90 s"])

    def test_a_page_whose_writer_was_ended_shows_its_whole_rows(self):
        page = self.write_rows("torn.html", [r"\\a\Widget\Depth"], ((BEGIN + i, float(i)) for i in range(10)), is_ended=False)
        with open(page, "r+", encoding="utf-8") as file:
            file.truncate(os.path.getsize(page) - 16)
        self.open(page)
        self.assertEqual(self.ask("return legend();")[r"\\a\Widget\Depth"], {"mean": 4, "last": 8, "min": 0, "max": 8})

    def test_a_page_without_a_sample_says_so(self):
        self.open_rows("empty.html", [r"\\a\Widget\Depth", r"\\a\Processor(0)\% Processor Time"], [])
        self.assertEqual(self.ask("return document.getElementById('range').textContent;"), "no samples yet")
        self.open_rows("one.html", [r"\\a\Widget\Depth"], [(BEGIN, 5.0)])
        self.assertTrue(is_colored(self.ask(f"return pixelAt(report.plots[0], {BEGIN}, 5);")))

    # -- Names ----------------------------------------------------------------------------------------

    def test_nothing_but_the_script_of_the_page_runs(self):
        with open(self.page, encoding="utf-8") as file:
            text = file.read()
        hostile = ('<script>document.title = "run"</script><img src=x onerror="document.title = \'run\'">'
                   '<a href="javascript:document.title = \'run\'" id=link></a>')
        path = os.path.join(self.folder, "hostile.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("<main>", hostile + "<main>", 1))
        self.open(path)
        self.ask("document.getElementById('link').click();")
        self.browser.settle()
        title, plots = self.ask("return [document.title, report.plots.length];")
        self.assertNotEqual(title, "run")
        self.assertEqual(plots, 3)

    def test_a_name_is_shown_as_it_is(self):
        names = [r"\\<i>a</i>\Process(<b>x</b> \ (1/2))\% Processor Time", r"\\<i>a</i>\Process(</script>#&only=1)\% Processor Time",
                 r"\\<i>a</i>\Process(__proto__)\constructor", r"\\<i>a</i>\__proto__(a)\De<i>pth", "no path"]
        self.open_rows("names.html", names, [(BEGIN, 1.0, 2.0, 3.0, 4.0, 5.0), (BEGIN + 1, 2.0, 1.0, 3.0, 4.0, 5.0)])
        headings, rows, made = self.ask("""return [[...document.querySelectorAll("h2, h3")].map(heading => heading.textContent),
            [...document.querySelectorAll("tbody th")].map(cell => cell.textContent), document.querySelectorAll("main i, main b:not(.rounded, a b)").length];""")
        self.assertIn("__proto__", headings)
        self.assertEqual(headings[-2:], ["No object", "no path"])
        self.assertIn("De<i>pth (a)", headings)
        self.assertIn("constructor (__proto__)", headings)
        self.assertEqual(sorted(rows), ["</script>#&only=1", "<b>x</b> \\ (1/2)"])
        self.assertEqual(made, 0)
        self.browser.click("[...document.querySelectorAll('.standout')].find(link => link.title.includes('only'))")
        self.browser.wait_for("report.plots[0].only.size === 1")
        self.assertEqual(self.ask("return [...report.plots[0].only][0].path;"), names[1])

    def test_the_same_counter_of_several_instances_is_one_plot(self):
        self.open()
        titles = self.ask("return report.plots.map(plot => plot.name);")
        self.assertEqual(sorted(titles), ["Paint Gadget: Depth", "Widget: % Full", "Widget: Items/sec"])

    # -- Lines ----------------------------------------------------------------------------------------

    def test_a_line_goes_through_its_values(self):
        self.open()
        pixels = self.ask("""
            const plot = plotOf("Widget: Items/sec");
            const [from, to] = report.whole;
            return [pixelAt(plot, from, 15), pixelAt(plot, (from + to) / 2, 7.75), pixelAt(plot, (from + to) / 2, 14)];
        """)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, True, False], pixels)

    def colored(self, moments, value):
        return [is_colored(self.ask(f"return pixelAt(report.plots[0], {BEGIN + moment}, {value});")) for moment in moments]

    def test_a_million_points_are_two_for_each_pixel_and_none_of_the_extremes_is_lost(self):
        spike = ROWS // 3
        rows = ((BEGIN + i, 99.0 if i == spike else math.sin(i / 50_000)) for i in range(ROWS))
        self.open_rows("million.html", [r"\\a\Widget\Depth"], rows)
        points, legend = self.ask("return [[...report.plots[0].charts.values()][0].points.times.length, legend()];")
        self.assertLessEqual(points, 2 * 1000)
        self.assertEqual(self.colored([spike, spike + 20000], 60), [True, False])
        self.assertEqual(legend[r"\\a\Widget\Depth"]["max"], 99)

    def test_a_value_that_is_missing_is_a_gap_and_a_lone_one_a_point(self):
        self.open_rows("gap.html", [r"\\a\Widget\Depth"],
                       [(BEGIN + i, math.nan if 40 < i < 60 and i != 50 else -5.0) for i in range(100)])
        self.assertEqual(self.colored([20.5, 45.5, 50, 55.5, 80.5], -5), [True, False, True, False, True])

    def test_a_hole_without_records_is_a_gap(self):
        self.open_rows("hole.html", [r"\\a\Widget\Depth"], [(BEGIN + i, 5.0) for i in [*range(40), 50, *range(60, 100)]])
        self.assertEqual(self.colored([20.5, 45, 50, 55, 80.5], 5), [True, False, True, False, True])

    def test_a_hole_is_a_gap_among_a_million_points_and_a_record_in_it_a_point(self):
        rows = ((BEGIN + i, 5.0) for i in range(ROWS) if not 400_000 < i < 600_000 or i == 500_000)
        self.open_rows("holes.html", [r"\\a\Widget\Depth"], rows)
        self.assertEqual(self.colored([200000, 450000, 500000, 550000, 800000], 5), [True, False, True, False, True])

    def test_records_that_come_less_often_are_still_a_line(self):
        self.open_rows("slower.html", [r"\\a\Widget\Depth"], ((BEGIN + i, 5.0) for i in [*range(40), *range(40, 1000, 20)]))
        self.assertEqual(self.colored([20, 50, 510], 5), [True, True, True])

    def test_the_repeated_hour_does_not_double_back(self):
        # 2026-10-25 in central Europe: 02:00 to 02:59 occurs twice. The first half of the records has the value 1.
        begin = 1792893600  # 02:00
        local = [begin + 60 * i for i in range(60)] + [begin + 60 * i for i in range(120)]
        rows = [(time, 1.0 if i < 60 else 9.0) for i, time in enumerate(local)]
        self.open_rows("autumn.html", [r"\\a\Widget\Depth"], rows, bias=-120)
        rises, pixels = self.ask(f"""
            const plot = report.plots[0], drawn = [...plot.charts.values()][0].points.times;
            return [drawn.every((time, i) => i === 0 || time > drawn[i - 1]), [[30, 1], [90, 9], [30, 9], [90, 1]].map(([minute, value]) =>
                pixelAt(plot, {begin} + 60 * minute, value))];""")
        self.assertTrue(rises)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, True, False, False], pixels)
        self.point("report.plots[0]", begin + 60 * 90)
        cursor, legend, shown = self.ask("return [document.getElementById('cursor').textContent, legend(), document.getElementById('range').textContent];")
        self.assertEqual(cursor, "Cursor: 2026-10-25 02:30:00.000")
        self.assertEqual(legend[r"\\a\Widget\Depth"], {"mean": (60 + 120 * 9) / 180, "last": 9, "min": 1, "max": 9})
        self.assertEqual(shown, "2026-10-25 02:00:00.000 to 2026-10-25 03:59:00.000 local time")
        self.browser.click("document.getElementById('utc')")
        self.assertEqual(self.ask("return document.getElementById('range').textContent;"),
                         "2026-10-25 00:00:00.000 to 2026-10-25 02:59:00.000 UTC")

    def test_a_log_that_knows_its_zone_has_no_hole_and_no_second_hour(self):
        # Every ten minutes of two changes: summer time ends after 6 records, and begins after 18. Nothing is guessed.
        begin = 1792893600  # 02:00
        local = [begin + 600 * i - (3600 if 6 <= i < 18 else 0) for i in range(24)]
        self.open_rows("known.html", [r"\\a\Widget\Depth"], [(time, 5.0) for time in local], bias=None,
                       biases=[[0, -120], [6, -60], [18, -120]])
        steps, holes, shown, utc = self.ask("""
            const steps = [...new Set([...report.times].map((time, i, all) => i === 0 ? 600 : time - all[i - 1]))];
            const local = [...report.times].map(time => report.date(time).getTime() / 1000);
            document.getElementById("utc").click();
            const utc = [...report.times].map(time => report.date(time).getTime() / 1000);
            return [steps, report.holes.length, local, utc];
        """)
        self.assertEqual((steps, holes), ([600], 0))
        self.assertEqual(shown, local)
        self.assertEqual(utc, [begin - 7200 + 600 * i for i in range(24)])

    def test_a_clock_that_was_set_back_does_not_double_back(self):
        times = [*range(50), *range(45, 100)]
        self.open_rows("back.html", [r"\\a\Widget\Depth"], ((BEGIN + i, 5.0) for i in times))
        rises, last = self.ask("""
            const drawn = [...report.plots[0].charts.values()][0].points.times;
            return [drawn.every((time, i) => i === 0 || time > drawn[i - 1]),
                report.shownTime(report.whole[1]) === new Date(1600000099000).toISOString().slice(0, -1).replace("T", " ")];
        """)
        self.assertTrue(rises and last)

    # -- Everywhere -----------------------------------------------------------------------------------

    def test_a_dark_page_has_light_lines(self):
        self.open()
        look = """return [getComputedStyle(document.body).backgroundColor, [...plotOf("Widget: Items/sec").charts.values()][0].colored[0].color,
            report.color("--muted")];"""
        light = self.ask(look)
        self.browser.set_dark(True)
        self.browser.settle()
        dark = self.ask(look)
        self.assertTrue(all(a != b for a, b in zip(light, dark)), (light, dark))
        self.ask("window.dispatchEvent(new Event('beforeprint'));")  # paper is light
        self.assertEqual(self.ask(look)[1:], light[1:])

    def test_a_phone_has_one_column_and_a_folded_index(self):
        self.browser.resize(390, 844, True)
        self.open()
        width, index = self.ask("return [document.documentElement.scrollWidth, document.getElementById('index').checkVisibility()];")
        self.assertEqual((width, index), (390, False))
        self.browser.click("document.getElementById('menu')")
        self.assertTrue(self.ask("return document.getElementById('index').checkVisibility();"))
        self.browser.click("document.querySelectorAll('#index a')[1]")
        self.assertFalse(self.ask("return document.getElementById('index').checkVisibility();"))

    def test_printing_draws_every_plot_and_all_statistics(self):
        paths = [rf"\\a\Widget\Depth{number}" for number in range(40)]
        self.open_rows("print.html", paths, ([BEGIN + i] + [float(i)] * 40 for i in range(100)))
        self.browser.click("document.querySelector('.object > summary')")  # folded ones too
        drawn, statistics, is_narrow, is_folded = self.ask("""
            window.dispatchEvent(new Event("beforeprint"));
            const printed = [document.querySelectorAll("section[data-drawn]").length,
                Object.values(legend()).filter(row => row.max === 99).length, report.plots[0].shown[0].uplot.width < 700];
            window.dispatchEvent(new Event("afterprint"));
            return [...printed, !document.querySelector(".object").open];
        """)
        self.assertEqual((drawn, statistics), (40, 40))
        self.assertTrue(is_narrow and is_folded)

    def test_a_printed_page_has_every_plot_and_every_row_of_the_legends(self):
        paths = [rf"\\a\Widget({number})\Depth" for number in range(60)]
        paths += [rf"\\a\Gadget\Depth{number}" for number in range(9)]
        self.open_rows("pdf.html", paths, ([BEGIN + i] + [float(i)] * 69 for i in range(100)))
        pdf = os.path.join(self.folder, "page.pdf")
        self.browser.print_to(pdf)
        with open(pdf, "rb") as file:
            texts, pictures = texts_of(file.read())
        self.assertGreaterEqual(pictures, 2 * 10)
        self.assertGreaterEqual(texts, 69 * 5)

    def test_controls_and_plots_have_labels_and_roles(self):
        self.open()
        search, role, label, heading, table, status, index = self.ask("""
            const plot = document.querySelector(".canvas"), section = document.querySelector(".plot");
            return [document.getElementById("search").getAttribute("aria-label"), plot.getAttribute("role"),
                plot.getAttribute("aria-label"),
                document.getElementById(section.getAttribute("aria-labelledby")).textContent,
                document.querySelector("table").getAttribute("aria-label"),
                document.getElementById("range").getAttribute("role"), document.querySelector("nav").getAttribute("aria-label")];
        """)
        self.assertEqual((search, role, status, index), ("Search counters", "application", "status", "Index of counters"))
        self.assertTrue(label.startswith("Plot of Widget: " + heading), label)
        self.assertEqual(table, "Values of Widget: " + heading)

    def test_a_page_is_small(self):
        self.assertLess(os.path.getsize(self.page), 180_000)

    @unittest.skipIf(AXE is None, "the test report_axe brings axe-core")
    def test_axe_core_finds_no_violation(self):
        with open(AXE, encoding="utf-8") as file:
            axe = file.read()
        paths = [rf"\\a\Processor({i})\% Processor Time" for i in range(20)] + [rf"\\a\Memory\Available Bytes{i}" for i in range(20)]
        paths.append(r"\\a\Memory\Available Bytes")
        page = self.write_rows("axe.html", paths, ([BEGIN + t] + [10.0 + (t * i) % 13 for i in range(41)] for t in range(100)))
        self.open(page)
        states = {}

        def look(name):
            self.browser.settle()
            states[name] = self.ask(axe + """;
                const found = await axe.run(document);
                return [found.passes.length, found.violations.map(violation => [violation.id, violation.nodes.map(node => node.html)])];""")
        look("as it opens")
        self.browser.click("document.querySelector('tbody button')")
        self.browser.click("document.querySelector('.more')")
        self.browser.click("document.querySelector('.switch:not([hidden])')")
        self.browser.click("document.querySelector('#index summary')")
        self.ask("document.querySelector('.canvas').focus();")
        self.browser.press("Home")
        look("with a cursor, a line alone, a grid and an open index")
        self.browser.set_dark(True)
        look("dark")
        self.browser.resize(390, 844, True)
        look("on a phone")
        self.ask("report.search('nothing');")
        look("without a counter")
        self.assertEqual(len(states), 5)
        for name, (passes, violations) in states.items():
            self.assertEqual(violations, [], name)
            self.assertGreater(passes, 10, name)


if __name__ == "__main__":
    if chromium.PROGRAM is None:
        print("no Chromium")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
