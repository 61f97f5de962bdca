# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The page of -f html, opened in a browser: the pixels that it draws, and the numbers of its legend.

Usage: page_e2e.py TYPEPERF WIDGETS_JSON [unittest options]

PDH_SHIM_PICTURE=FILE keeps the picture of a page: README shows one, pdh_shim/tools/report/report.png.
"""

import base64
import hashlib
import http.server
import json
import math
import os
import queue
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

TYPEPERF, WIDGETS = sys.argv[1:3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 600  # seconds until a browser counts as hanging
ROWS = 1_000_000

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
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,800",
             "--no-first-run", "--disable-background-networking", "--user-data-dir=" + profile,
             f"http://127.0.0.1:{server.server_port}/page"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            answer = json.loads(server.answers.get(timeout=PATIENCE))
        finally:
            browser.terminate()
            browser.wait(PATIENCE)
            server.shutdown()
            server.server_close()
    assert not (isinstance(answer, dict) and "error" in answer), answer["error"]
    return answer


def take_picture(page, file):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,720", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--user-data-dir=" + profile,
             "--virtual-time-budget=5000", "--screenshot=" + file, "file://" + page],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)


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

    def write_rows(self, name, paths, rows, bias=0):
        """A page like that of typeperf, with other rows."""
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
            file.write(base64.b64encode(block).decode() + "\n</script></body></html>\n")
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
            file.write(text[:text.index("</script></body>") - 15])
        self.assertEqual(self.ask("return legend();", page)[r"\\a\Widget\Depth"][1:], [0, 4, 8, 8])

    def test_a_name_is_shown_as_it_is(self):
        name = r"\\a\Widget(<b>x</b> \ (1/2))\De<i>pth"
        page = self.write_rows("names.html", [name], [(1.6e9, 1.0), (1.6e9 + 1, 2.0)])
        shown = self.ask("""return [document.querySelector("h2").textContent,
            document.querySelector("tbody td").textContent, document.querySelector("tbody tr").title];""", page)
        self.assertEqual(shown, ["Widget: De<i>pth", "<b>x</b> \\ (1/2)", name])

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
        take_picture(page + ".html", os.path.abspath(picture))
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
