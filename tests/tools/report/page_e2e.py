# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The page of -f html, opened in a browser: the pixels that it draws, and the numbers of its legend.

Usage: page_e2e.py TYPEPERF WIDGETS_JSON [unittest options]

PDH_SHIM_PICTURE=FILE keeps the picture of a page: README shows one, pdh_shim/tools/report/report.png.
PDH_SHIM_AXE=FILE is the script of axe-core, which looks for what keeps people with disabilities from using a page.
"""

import base64
import contextlib
import hashlib
import http.server
import json
import math
import os
import queue
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

TYPEPERF, WIDGETS = sys.argv[1:3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 600  # seconds until a browser counts as hanging
ROWS = 1_000_000
AXE = os.environ.get("PDH_SHIM_AXE")

# What the tests ask the page; the last expression of ACTION is its answer.
ASK = """
function drawn(plot) {
    const { width, height } = plot.plot.ctx.canvas;
    const pixels = plot.plot.ctx.getImageData(0, 0, width, height).data;
    return (x, y) => {
        const at = 4 * (Math.round(y) * width + Math.round(x));
        return Array.from(pixels.slice(at, at + 4));
    };
}
// The most opaque pixel of 3 by 3 around a point of a plot.
function pixelAt(plot, time, value) {
    const read = drawn(plot);
    const x = plot.plot.valToPos(time, "x", true), y = plot.plot.valToPos(value, "y", true);
    const around = [-1, 0, 1].flatMap(dx => [-1, 0, 1].map(dy => read(x + dx, y + dy)));
    const distance = p => Math.max(p[0], p[1], p[2]) - Math.min(p[0], p[1], p[2]);
    return around.reduce((best, p) => distance(p) > distance(best) ? p : best);
}
function legend() {
    return Object.fromEntries(Array.from(document.querySelectorAll("tbody tr"), row =>
        [row.dataset.path, Array.from(row.cells).slice(1).map(cell => cell.title === "" ? null : Number(cell.title))]));
}
const frame = () => new Promise(done => setTimeout(done, 200));
window.addEventListener("load", async () => {
    let answer;
    try {
        do {
            await frame();
        } while (!document.querySelector("section[data-drawn]"));
        answer = await (async () => { %s })();
    } catch (error) {
        answer = { error: String(error.stack) };
    }
    await fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
});
"""
POLICY = b"; script-src "


class Answers(http.server.BaseHTTPRequestHandler):
    """Gives a browser the page of the server, and takes its answer."""

    def do_GET(self):
        self.send_response(200 if self.path == "/page" else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.path == "/page":
            self.wfile.write(self.server.page)

    def do_POST(self):
        self.server.answers.put(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def browser(*options):
    """A browser, all of whose files are in a folder of their own; it ends with the block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + folder, *options],
            env={**os.environ, "TMPDIR": folder}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)


def ask(page, action):
    """The answer of a page to a piece of script."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.answers = queue.Queue()
    with open(page, "rb") as file:
        # Before the rows: a page may end in the midst of them.
        script = ASK.replace("%s", action).encode()
        page_bytes = file.read().replace(b"<header>", b"<script>" + script + b"</script><header>", 1)
        # The policy of the page stays in force: it allows this script too, and its answer.
        own = base64.b64encode(hashlib.sha256(script).digest())
        assert POLICY in page_bytes
        server.page = page_bytes.replace(POLICY, b"; connect-src 'self'" + POLICY + b"'sha256-" + own + b"' ", 1)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with browser("--window-size=1000,800", f"http://127.0.0.1:{server.server_port}/page"):
            answer = json.loads(server.answers.get(timeout=PATIENCE))
    finally:
        server.shutdown()
        server.server_close()
    assert not (isinstance(answer, dict) and "error" in answer), answer["error"]
    return answer


def run_browser(page, *options):
    with browser("--window-size=1000,720", "--hide-scrollbars", "--virtual-time-budget=5000", *options, "file://" + page) as process:
        assert process.wait(PATIENCE) == 0


def texts_of(pdf):
    """How many texts a PDF has, and how many pictures: two for each plot."""
    count = 0
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            count += len(re.findall(rb"\bT[jJ]\b", zlib.decompress(stream)))
        except zlib.error:
            pass # the page's fonts and pictures may be packed otherwise
    return count, len(re.findall(rb"/Subtype\s*/(?:Image|Form)", pdf))


def is_colored(pixel):
    return max(pixel[:3]) - min(pixel[:3]) > 40


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
            check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def ask(self, action, page=None):
        return ask(page or self.page, action)

    def write_rows(self, name, paths, rows, bias=0, biases=()):
        """A page like that of typeperf, with other rows, and the rows where the bias changes."""
        with open(self.page, encoding="utf-8") as file:
            head = file.read().split('<script id="about"')[0]
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            about = json.dumps({"title": name, "paths": paths, "bias": bias})
            file.write(f'{head}<script id="about" type="application/json">{about}</script>'
                       '<script id=rows type=text/plain>\n')
            block = b""
            for row in rows:
                block += struct.pack(f"<{len(row)}d", *row)
                if len(block) > 48_000:
                    file.write(base64.b64encode(block).decode() + "\n")
                    block = b""
            file.write(base64.b64encode(block).decode() + "\n</script>\n")
            if biases:
                file.write(f'<script id="biases" type="application/json">{json.dumps(biases)}</script>\n')
            file.write("</body></html>\n")
        return path

    def test_the_legend_has_minimum_mean_maximum_and_last(self):
        legend = self.ask("return legend();")
        self.assertEqual(legend[r"\\LocalHost\Widget(a)\Items/sec"], [None, 0.5, 7.75, 15, 0.5])
        self.assertEqual(legend[r"\\LocalHost\Widget(b)\Items/sec"], [None, 7, 7, 7, 7])
        self.assertEqual(legend[r"\\LocalHost\Paint Gadget\Depth"][4], 9)

    def test_nothing_but_the_script_of_the_page_runs(self):
        with open(self.page, encoding="utf-8") as file:
            text = file.read()
        hostile = ('<script>document.title = "run"</script><img src=x onerror="document.title = \'run\'">'
                   '<a href="javascript:document.title = \'run\'" id=link></a>')
        path = os.path.join(self.folder, "hostile.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("<main>", hostile + "<main>", 1))
        title, plots = self.ask("""
            document.getElementById("link").click();
            await frame();
            return [document.title, report.plots.length];
        """, path)
        self.assertNotEqual(title, "run")
        self.assertEqual(plots, 3)

    def test_the_same_counter_of_several_instances_is_one_plot(self):
        titles = self.ask("return Array.from(document.querySelectorAll('h2'), title => title.textContent);")
        self.assertEqual(sorted(titles), ["Paint Gadget: Depth", "Widget: % Full", "Widget: Items/sec"])

    def test_a_line_goes_through_its_values(self):
        pixels = self.ask("""
            const plot = report.plots.find(plot => plot.columns[0].counter === "Items/sec");
            const [from, to] = report.whole;
            return [pixelAt(plot, from, 15), pixelAt(plot, (from + to) / 2, 7.75), pixelAt(plot, (from + to) / 2, 14)];
        """)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, True, False], pixels)

    def test_times_are_local_or_utc(self):
        local, utc = self.ask("""
            const shown = () => document.getElementById("range").textContent;
            const local = shown();
            document.getElementById("utc").click();
            return [local, shown()];
        """)
        self.assertIn("2026-01-02 08:34:06.678 to", local)
        self.assertIn("2026-01-02 03:04:06.678 to", utc)

    def test_a_search_hides_the_counters_that_do_not_match(self):
        shown = self.ask("""
            const search = document.getElementById("search");
            search.value = "widget(B)";
            search.dispatchEvent(new Event("input"));
            await frame();
            return Array.from(document.querySelectorAll("tbody tr")).filter(row => row.checkVisibility())
                .map(row => row.dataset.path);
        """)
        self.assertEqual(sorted(shown), [r"\\LocalHost\Widget(b)\% Full", r"\\LocalHost\Widget(b)\Items/sec"])

    def test_zoom_and_the_legend_of_what_is_in_sight(self):
        page = self.write_rows("zoom.html", [r"\\a\Widget\Depth"], ((1.6e9 + i, float(i)) for i in range(100)))
        before, zoomed, after = self.ask(r"""
            const plot = report.plots[0];
            const over = plot.plot.over, box = over.getBoundingClientRect();
            const mouse = (type, time, target) => target.dispatchEvent(new MouseEvent(type, {
                bubbles: true, button: 0, movementX: 9, clientX: box.left + plot.plot.valToPos(time, "x"),
                clientY: box.top + 50 }));
            const before = legend();
            mouse("mouseenter", 1.6e9 + 20.5, over);
            mouse("mousedown", 1.6e9 + 20.5, over);
            mouse("mousemove", 1.6e9 + 40.5, over);
            await frame();
            mouse("mouseup", 1.6e9 + 40.5, document);
            await frame();
            const zoomed = legend();
            document.getElementById("all").click();
            await frame();
            return [before, zoomed, legend()];
        """, page)
        path = r"\\a\Widget\Depth"
        self.assertEqual(before[path][1:], [0, 49.5, 99, 99])
        self.assertEqual(zoomed[path][1:], [21, 30.5, 40, 40])
        self.assertEqual(after[path][1:], before[path][1:])

    def test_the_cursor_shows_the_values_below_it(self):
        page = self.write_rows("hover.html", [r"\\a\Widget\Depth"], ((1.6e9 + i, i * i + 0.125) for i in range(100)))
        legend = self.ask(r"""
            const plot = report.plots[0], over = plot.plot.over, box = over.getBoundingClientRect();
            over.dispatchEvent(new MouseEvent("mouseenter", { clientX: box.left, clientY: box.top + 50 }));
            over.dispatchEvent(new MouseEvent("mousemove", { bubbles: true,
                clientX: box.left + plot.plot.valToPos(1.6e9 + 30.2, "x"), clientY: box.top + 50 }));
            await frame();
            return legend();
        """, page)
        self.assertEqual(legend[r"\\a\Widget\Depth"][0], 900.125)

    def test_a_million_points_are_two_for_each_pixel_and_none_of_the_extremes_is_lost(self):
        spike = ROWS // 3
        rows = ((1.6e9 + i, 99.0 if i == spike else math.sin(i / 50_000)) for i in range(ROWS))
        page = self.write_rows("million.html", [r"\\a\Widget\Depth"], rows)
        points, spiked, beside, legend = self.ask(f"""
            const plot = report.plots[0], time = 1.6e9 + {spike};
            return [plot.plot.data[0].length, pixelAt(plot, time, 60), pixelAt(plot, time + 20000, 60), legend()];
        """, page)
        self.assertLessEqual(points, 2 * 1000)
        self.assertTrue(is_colored(spiked), spiked)
        self.assertFalse(is_colored(beside), beside)
        self.assertEqual(legend[r"\\a\Widget\Depth"][3], 99)

    def test_a_value_that_is_missing_is_a_gap(self):
        rows = [(1.6e9 + i, math.nan if 40 < i < 60 else 5.0) for i in range(100)]
        page = self.write_rows("gap.html", [r"\\a\Widget\Depth"], rows)
        pixels = self.ask("return [20, 50, 80].map(i => pixelAt(report.plots[0], 1.6e9 + i + 0.5, 5));", page)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, False, True], pixels)

    def test_a_page_whose_writer_was_ended_shows_its_whole_rows(self):
        page = self.write_rows("torn.html", [r"\\a\Widget\Depth"], ((1.6e9 + i, float(i)) for i in range(10)))
        with open(page, encoding="utf-8") as file:
            text = file.read()
        with open(page, "w", encoding="utf-8") as file:
            file.write(text[:text.index("</script>\n</body>") - 16])
        self.assertEqual(self.ask("return legend();", page)[r"\\a\Widget\Depth"][1:], [0, 4, 8, 8])

    def test_a_name_is_shown_as_it_is(self):
        name = r"\\a\Widget(<b>x</b> \ (1/2))\De<i>pth"
        page = self.write_rows("names.html", [name], [(1.6e9, 1.0), (1.6e9 + 1, 2.0)])
        shown = self.ask("""return [document.querySelector("h2").textContent,
            document.querySelector("tbody th").textContent, document.querySelector("tbody tr").title];""", page)
        self.assertEqual(shown, ["Widget: De<i>pth", "<b>x</b> \\ (1/2)", name])

    def test_printing_draws_every_plot_and_all_statistics(self):
        paths = [rf"\\a\Widget\Depth{number}" for number in range(40)]
        page = self.write_rows("print.html", paths, ([1.6e9 + i] + [float(i)] * 40 for i in range(100)))
        drawn, statistics, isNarrow, isWideAgain = self.ask("""
            const width = () => report.plots[0].plot.width;
            const before = width();
            window.dispatchEvent(new Event("beforeprint"));
            await frame();
            const printed = [document.querySelectorAll("section[data-drawn]").length,
                Object.values(legend()).filter(row => row[4] === 99).length, width() < 700];
            window.dispatchEvent(new Event("afterprint"));
            await frame();
            return [...printed, width() === before];
        """, page)
        self.assertEqual((drawn, statistics), (40, 40))
        self.assertTrue(isNarrow and isWideAgain)

    def test_a_printed_page_has_every_plot_and_every_row_of_the_legends(self):
        paths = [rf"\\a\Widget({number})\Depth" for number in range(60)]
        paths += [rf"\\a\Gadget\Depth{number}" for number in range(9)]
        page = self.write_rows("pdf.html", paths, ([1.6e9 + i] + [float(i)] * 69 for i in range(100)))
        pdf = os.path.join(self.folder, "page.pdf")
        run_browser(page, "--print-to-pdf=" + pdf)
        with open(pdf, "rb") as file:
            texts, pictures = texts_of(file.read())
        self.assertGreaterEqual(pictures, 2 * 10)
        self.assertGreaterEqual(texts, 69 * 5)

    def test_a_hole_without_records_is_a_gap(self):
        rows = [(1.6e9 + i, 5.0) for i in [*range(40), 50, *range(60, 100)]]
        page = self.write_rows("hole.html", [r"\\a\Widget\Depth"], rows)
        pixels = self.ask("return [20.5, 45, 50, 55, 80.5].map(i => pixelAt(report.plots[0], 1.6e9 + i, 5));", page)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, False, True, False, True], pixels)

    def test_a_hole_is_a_gap_among_a_million_points_and_a_record_in_it_a_point(self):
        rows = ((1.6e9 + i, 5.0) for i in range(ROWS) if not 400_000 < i < 600_000 or i == 500_000)
        page = self.write_rows("holes.html", [r"\\a\Widget\Depth"], rows)
        pixels = self.ask("""
            return [200000, 450000, 500000, 550000, 800000].map(i => pixelAt(report.plots[0], 1.6e9 + i, 5));
        """, page)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, False, True, False, True], pixels)

    def test_records_that_come_less_often_are_still_a_line(self):
        times = [*range(40), *range(40, 1000, 20)]
        page = self.write_rows("slower.html", [r"\\a\Widget\Depth"], ((1.6e9 + i, 5.0) for i in times))
        pixels = self.ask("return [20, 50, 510].map(i => pixelAt(report.plots[0], 1.6e9 + i, 5));", page)
        self.assertTrue(all(is_colored(pixel) for pixel in pixels), pixels)

    def test_the_repeated_hour_does_not_double_back(self):
        # 2026-10-25 in central Europe: 02:00 to 02:59 occurs twice. The first half of the records has the value 1.
        begin = 1792893600 # 02:00
        local = [begin + 60 * i for i in range(60)] + [begin + 60 * i for i in range(120)]
        rows = [(time, 1.0 if i < 60 else 9.0) for i, time in enumerate(local)]
        page = self.write_rows("autumn.html", [r"\\a\Widget\Depth"], rows, bias=-120)
        rises, pixels, local, utc, legend, title = self.ask(f"""
            const plot = report.plots[0], drawn = plot.plot.data[0];
            const pixels = [[30, 1], [90, 9], [30, 9], [90, 1]].map(([minute, value]) =>
                pixelAt(plot, {begin} + 60 * minute, value));
            const shown = () => document.getElementById("range").textContent;
            const local = shown();
            const over = plot.plot.over, box = over.getBoundingClientRect();
            over.dispatchEvent(new MouseEvent("mouseenter", {{ clientX: box.left, clientY: box.top + 50 }}));
            over.dispatchEvent(new MouseEvent("mousemove", {{ bubbles: true,
                clientX: box.left + plot.plot.valToPos({begin} + 60 * 90, "x"), clientY: box.top + 50 }}));
            await frame();
            const title = document.querySelector("h2").title;
            document.getElementById("utc").click();
            return [drawn.every((time, i) => i === 0 || time > drawn[i - 1]), pixels, local, shown(), legend(), title];
        """, page)
        self.assertTrue(rises)
        self.assertEqual([is_colored(pixel) for pixel in pixels], [True, True, False, False], pixels)
        self.assertEqual(local, "2026-10-25 02:00:00.000 to 2026-10-25 03:59:00.000 local time")
        self.assertEqual(utc, "2026-10-25 00:00:00.000 to 2026-10-25 02:59:00.000 UTC")
        self.assertEqual(legend[r"\\a\Widget\Depth"], [9, 1, (60 + 120 * 9) / 180, 9, 9])
        self.assertEqual(title, "2026-10-25 02:30:00.000")

    def test_a_log_that_knows_its_zone_has_no_hole_and_no_second_hour(self):
        # Every ten minutes of two changes: summer time ends after 6 records, and begins after 18. Nothing is guessed.
        begin = 1792893600 # 02:00
        local = [begin + 600 * i - (3600 if 6 <= i < 18 else 0) for i in range(24)]
        page = self.write_rows("known.html", [r"\\a\Widget\Depth"], [(time, 5.0) for time in local], bias=None,
                               biases=[[0, -120], [6, -60], [18, -120]])
        steps, holes, shown, utc = self.ask("""
            const steps = [...new Set([...report.times].map((time, i, all) => i === 0 ? 600 : time - all[i - 1]))];
            const local = [...report.times].map(time => report.date(time).getTime() / 1000);
            document.getElementById("utc").click();
            const utc = [...report.times].map(time => report.date(time).getTime() / 1000);
            return [steps, report.holes.length, local, utc];
        """, page)
        self.assertEqual((steps, holes), ([600], 0))
        self.assertEqual(shown, local)
        self.assertEqual(utc, [begin - 7200 + 600 * i for i in range(24)])

    def test_a_clock_that_was_set_back_does_not_double_back(self):
        times = [*range(50), *range(45, 100)]
        page = self.write_rows("back.html", [r"\\a\Widget\Depth"], ((1.6e9 + i, 5.0) for i in times))
        rises, last = self.ask("""
            const drawn = report.plots[0].plot.data[0];
            return [drawn.every((time, i) => i === 0 || time > drawn[i - 1]),
                report.shownTime(report.whole[1]) === new Date(1600000099000).toISOString().slice(0, -1).replace("T", " ")];
        """, page)
        self.assertTrue(rises and last)

    def test_keys_move_the_cursor_and_zoom(self):
        page = self.write_rows("keys.html", [r"\\a\Widget\Depth"], ((1.6e9 + i, i * 2.0) for i in range(101)))
        values, spoken, ranges = self.ask(r"""
            const target = document.querySelector(".plot");
            target.focus();
            const value = () => legend()["\\\\a\\Widget\\Depth"][0];
            const press = async (key, more = {}) => {
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
                await frame();
                return value();
            };
            const values = [await press("Home"), await press("ArrowRight"), await press("ArrowRight"),
                await press("ArrowLeft"), await press("End")];
            const spoken = document.getElementById("spoken").textContent;
            const range = () => report.range.map(time => time - 1.6e9);
            await press("Home");
            await press("+");
            const ranges = [range()];
            await press("ArrowRight", { shiftKey: true });
            ranges.push(range());
            await press("-");
            await press("-");
            ranges.push(range());
            await press("+");
            await press("Escape");
            ranges.push(range());
            return [values, spoken, ranges];
        """, page)
        self.assertEqual(values, [0, 2, 4, 2, 200])
        self.assertEqual(spoken, "2020-09-13 12:28:20.000: a 200")
        self.assertEqual(ranges, [[25, 75], [37.5, 87.5], [0, 100], [0, 100]])

    def test_a_button_hides_a_line_and_says_so(self):
        states = self.ask("""
            const button = document.querySelector("tbody button");
            const column = report.plots[0].columns[0];
            const state = () => [button.getAttribute("aria-pressed"), column.isOn];
            const before = state();
            button.focus();
            button.click();
            const off = state();
            button.click();
            return [before, off, state()];
        """)
        self.assertEqual(states, [["true", True], ["false", False], ["true", True]])

    def test_controls_and_plots_have_labels_and_roles(self):
        search, role, label, heading, table, status = self.ask("""
            const plot = document.querySelector(".plot"), section = document.querySelector("section");
            return [document.getElementById("search").getAttribute("aria-label"), plot.getAttribute("role"),
                plot.getAttribute("aria-label"),
                document.getElementById(section.getAttribute("aria-labelledby")).textContent,
                document.querySelector("table").getAttribute("aria-label"),
                document.getElementById("range").getAttribute("role")];
        """)
        self.assertEqual(search, "Search counters")
        self.assertEqual(role, "application")
        self.assertTrue(label.startswith("Plot of " + heading), label)
        self.assertEqual(table, "Values of " + heading)
        self.assertEqual(status, "status")

    @unittest.skipIf(AXE is None, "the test report_axe brings axe-core")
    def test_axe_core_finds_no_violation(self):
        with open(AXE, encoding="utf-8") as file:
            axe = file.read()
        self.assertNotIn("</script", axe)
        states = self.ask(axe + """;
            const states = {};
            const look = async name => {
                await frame();
                const found = await axe.run(document);
                states[name] = [found.passes.length, found.violations.map(violation =>
                    [violation.id, violation.nodes.map(node => node.html)])];
            };
            await look("as it opens");
            document.querySelector("tbody button").click();
            document.querySelector(".plot").focus();
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
            await look("with a cursor and a hidden line");
            document.documentElement.style.colorScheme = "dark";
            await look("dark");
            const search = document.getElementById("search");
            search.value = "nothing";
            search.dispatchEvent(new Event("input"));
            await look("without a counter");
            return states;
        """)
        self.assertEqual(len(states), 4)
        for name, (passes, violations) in states.items():
            self.assertEqual(violations, [], name)
            self.assertGreater(passes, 10, name)

    def test_the_picture_in_readme(self):
        def busy(processor, time):
            burst = 60 * math.exp(-((time - 200 - 40 * processor) / 30) ** 2)
            return max(0, 12 + 8 * math.sin(time / (9 + processor)) + burst + 5 * math.sin(time * 1.7 + processor))
        paths = [rf"\\web1\Processor({processor})\% Processor Time" for processor in range(4)]
        paths += [r"\\web1\Memory\Available MBytes", r"\\web1\PhysicalDisk(sda)\Disk Writes/sec"]
        rows = ((1.7e9 + time, *(busy(processor, time) for processor in range(4)), 6144 - 4 * time + 900 * (time > 420),
                 40 + 35 * math.sin(time / 20) ** 8) for time in range(600))
        page = self.write_rows("server.blg", paths, rows)
        os.rename(page, page + ".html")
        picture = os.environ.get("PDH_SHIM_PICTURE", os.path.join(self.folder, "report.png"))
        run_browser(page + ".html", "--screenshot=" + os.path.abspath(picture))
        with open(picture, "rb") as file:
            start = file.read(24)
        self.assertEqual(start[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", start[16:]), (1000, 720))
        self.assertGreater(os.path.getsize(picture), 20_000) # a page without plots has less


if __name__ == "__main__":
    if CHROMIUM is None:
        print("no Chromium")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
