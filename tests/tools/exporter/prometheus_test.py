#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A real Prometheus, its promtool and node_exporter take what pdh-exporter gives. Each test is skipped where its program is not there.

usage: prometheus_test.py PDH_EXPORTER TYPEPERF COUNTER_TYPE_INC
"""

import csv
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../../pdh_shim/tools/exporter")]

import make_types
from exporters import PATIENCE, Exporter, until

PROGRAM, TYPEPERF, TYPES = sys.argv[1:4]
SECOND = 10_000_000  # ticks of all clocks of the script
SAMPLES = 1000
RANGE = "30s"

# What a counter and its base are in the first sample, and how much more in each later one.
COURSES = {
    "raw_count": ((5, 0),), "delta": ((1000, 11),), "rate": ((100_000, 37),), "queue_length": ((1000, SECOND // 4),),
    "raw_fraction": ((1, 0), (4, 0)), "timer": ((0, SECOND // 5 * 2),), "precise_timer": ((0, SECOND // 5), (0, SECOND)),
    "timer_inverse": ((0, SECOND // 5),), "multi_timer": ((0, SECOND // 2), (2, 0)), "multi_timer_inverse": ((0, SECOND // 2), (2, 0)),
    "sample_fraction": ((1000, 3), (1000, 4)), "average_timer": ((1000, SECOND // 5), (1000, 4)),
    "average_bulk": ((1000, 100), (1000, 4)), "elapsed": ((1, 0),),
}
BASES = {"raw_fraction": "PERF_RAW_BASE", "precise_timer": "PERF_LARGE_RAW_BASE", "sample_fraction": "PERF_SAMPLE_BASE",
         "average_timer": "PERF_AVERAGE_BASE", "average_bulk": "PERF_AVERAGE_BASE", "multi_timer": "PERF_COUNTER_MULTI_BASE",
         "multi_timer_inverse": "PERF_COUNTER_MULTI_BASE"}
BEGIN = 1_000_000 * SECOND  # of the clocks: so long ago is the start


def kinds():
    """(constant, kind) of each type that has a value."""
    with open(TYPES, encoding="ascii") as file:
        for _, constant, _, formula, second, _ in make_types.ROW.findall(file.read()):
            kind = "precise_timer" if formula == "timer" and second == "base" else formula
            if kind in COURSES:
                yield constant, kind


def course(constant, kind, second):
    values = [begin + step * second for begin, step in COURSES[kind]]
    if kind.startswith("multi"):
        # This one is multiplied by the frequency when it is collected.
        value = second if constant.startswith("PERF_COUNTER_MULTI_TIMER") else values[0]
        return [[value, 2], 2]
    return values


def script(found):
    objects = []
    for number, (constant, kind) in enumerate(found):
        base = BASES["raw_fraction"] if constant != "PERF_LARGE_RAW_FRACTION" else "PERF_LARGE_RAW_BASE"
        base = base if kind == "raw_fraction" else BASES.get(kind)
        counters = [{"name": "V", "type": constant}] + ([{"name": "B", "type": base}] if base else [])
        objects.append({"name": f"T{number}", "instances": "none", "counters": counters})
    samples = [{"perfTime": BEGIN + second * SECOND, "time100ns": BEGIN + second * SECOND,
                "data": {f"T{number}": course(constant, kind, second) for number, (constant, kind) in enumerate(found)}}
               for second in range(SAMPLES)]
    return {"perfFreq": SECOND, "objects": objects, "samples": samples}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def each_second(port):
    """A configuration of Prometheus."""
    return f"scrape_configs: [{{job_name: pdh, scrape_interval: 1s, static_configs: [{{targets: ['127.0.0.1:{port}']}}]}}]\n"


def need(program):
    if not shutil.which(program):
        raise unittest.SkipTest(f"{program} is missing")


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def start(self, *command):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder)

        def end():
            process.terminate()
            process.wait(PATIENCE)
        self.addCleanup(end)

    def prometheus(self, name, config):
        """Starts one with a configuration. @return its port"""
        need("prometheus")
        port = free_port()
        self.start("prometheus", "--config.file=" + self.path(f"{name}.yml", config), f"--storage.tsdb.path={self.path(name)}",
                   f"--web.listen-address=127.0.0.1:{port}", "--log.level=error")
        return port

    def values(self, port, query):
        answer = json.loads(self.get(port, "/api/v1/query?query=" + urllib.parse.quote(query)) or "{}")
        return [float(result["value"][1]) for result in answer.get("data", {}).get("result", [])]

    @staticmethod
    def get(port, path):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8")
            return text if answer.status == 200 else ""
        except OSError:  # it has not started yet
            return ""
        finally:
            connection.close()

    def test_the_query_of_each_type_gives_the_value_of_pdh(self):
        need("prometheus")
        found = list(kinds())
        self.assertGreater(len(found), 25)
        source = "script:" + self.path("script.json", json.dumps(script(found)))
        paths = [f"\\T{number}\\V" for number in range(len(found))]
        printed = subprocess.run([TYPEPERF, *paths, "-sc", "2", "-si", "0.1"], env={**os.environ, "PDH_SHIM_SOURCE": source}, check=True,
                                 capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL).stdout
        row = list(csv.reader(printed.splitlines()))[3]
        expected = [float(value) for value in row[1:len(found) + 1]]
        self.assertTrue(all(expected), row)

        config = self.path("exporter.yml", "objects:\n" + "".join(f"  - T{number}\n" for number in range(len(found))))
        exporter = Exporter(PROGRAM, "--web.listen-address", "127.0.0.1:0", "--config", config, source=source)
        self.addCleanup(exporter.stop)
        port = self.prometheus("prometheus", each_second(exporter.port))
        with open(TYPES, encoding="ascii") as file:
            queries = {constant: series[5] for constant, _, series in make_types.rows(file.read())}
        answers = {}

        def value_of(number):
            query = queries[found[number][0]].replace("S", f"pdh_t{number}_v").replace("5m", RANGE)
            return next(iter(self.values(port, query)), None)

        def all_agree():
            # A scrape that came late, on a busy machine, is over after a while.
            answers.clear()
            for number, (constant, _) in enumerate(found):
                value = value_of(number)
                if value is None or abs(value - expected[number]) > abs(expected[number]) / 1000:
                    answers[constant] = (value, expected[number])
            return not answers

        try:
            until(all_agree, 1)
        except AssertionError:
            self.fail(f"PromQL and PDH: {answers}")

    def test_the_first_graph_of_the_page(self):
        need("prometheus")
        with open(os.path.join(HERE, "../../../pdh_shim/tools/exporter/EXPORTER.md"), encoding="ascii") as file:
            page = file.read()
        config = re.search(r"prometheus.yml <<'EOF'\n(.*?)^EOF$", page, re.MULTILINE | re.DOTALL)[1]
        query = re.search(r"```promql\n(.*?)\n```", page, re.DOTALL)[1]
        exporter = Exporter(PROGRAM, "--web.listen-address", "127.0.0.1:0")
        self.addCleanup(exporter.stop)
        self.assertIn("127.0.0.1:9926", config)
        port = self.prometheus("prometheus", config.replace("9926", str(exporter.port)))
        values = until(lambda: self.values(port, query), 1)
        self.assertEqual(len(values), os.cpu_count())
        for value in values:
            self.assertTrue(-5 <= value <= 105, values)

    def test_two_servers_do_not_spoil_what_is_of_two_samples(self):
        samples = [{"perfTime": second * SECOND, "data": {"Box": {"a": [second * 7]}}} for second in range(SAMPLES)]
        source = {"perfFreq": SECOND, "samples": samples, "objects": [
            {"name": "Box", "instances": "multi", "counters": [{"name": "R/sec", "type": "PERF_COUNTER_COUNTER"}]}]}
        config = self.path("exporter.yml", "collector: {performancecounter: {objects: [{name: b, object: Box, type: formatted, "
                                           "counters: [{name: R/sec, metric: r}]}]}}")
        exporter = Exporter(PROGRAM, "--web.listen-address", "127.0.0.1:0", "--config", config,
                            source="script:" + self.path("script.json", json.dumps(source)))
        self.addCleanup(exporter.stop)
        for port in [self.prometheus(name, each_second(exporter.port)) for name in ("one", "two")]:
            until(lambda port=port: self.values(port, "count_over_time(r[60s])") >= [5], 1)
            self.assertEqual(self.values(port, "min_over_time(r[60s])"), [7])
            self.assertEqual(self.values(port, "max_over_time(r[60s])"), [7])
            self.assertEqual(self.values(port, "min_over_time(up[60s])"), [1])

    def test_promtool_finds_only_what_windows_exporter_names_so(self):
        need("promtool")
        names = ("System", "Memory", "Processor Information", "Process V2", "PhysicalDisk", "LogicalDisk", "Network Interface", "TCPv4")
        config = self.path("exporter.yml", "objects:\n" + "".join(f"  - {name}\n" for name in names))
        listed = subprocess.run([PROGRAM, "--config", config, "--list"], capture_output=True, text=True, timeout=PATIENCE).stdout
        objects = {}
        for line in listed.split("\n\n")[0].splitlines():
            _, name, counter = line.split("\t")[0].split("\\")
            objects.setdefault(name, []).append({"name": counter})
        rows = [{"name": name, "object": name, "instances": ["*"], "counters": counters, "type": ("raw", "formatted")[number % 2]}
                for number, (name, counters) in enumerate(objects.items())]
        config = self.path("exporter.yml", json.dumps({"collector": {"performancecounter": {"objects": json.dumps(rows)}}}))
        written = subprocess.run([PROGRAM, "--config", config, "--textfile", "-"], capture_output=True, text=True, timeout=PATIENCE,
                                 stdin=subprocess.DEVNULL).stdout
        self.assertGreater(written.count("# TYPE"), 100)
        done = subprocess.run(["promtool", "check", "metrics"], input=written, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (3, ""))  # lints, and no error
        found = {line.split(" ", 1)[1] for line in done.stderr.splitlines()}
        of_names = {"metric names should not contain abbreviated units", 'counter metrics should have "_total" suffix',
                    'non-histogram and non-summary metrics should not have "_count" suffix', 'use base unit "bytes" instead of "megabytes"'}
        self.assertLessEqual(found, of_names)
        self.assertIn('counter metrics should have "_total" suffix', found)

    def test_promtool_finds_nothing_to_say(self):
        need("promtool")
        names = ("System", "Memory", "Processor", "Processor Information", "Process", "Process V2", "PhysicalDisk", "LogicalDisk",
                 "Network Interface", "Paging File", "TCPv4", "UDPv4", "IPv4", "ICMP", "Cache", "Objects", "Thread")
        config = self.path("exporter.yml", "objects:\n" + "".join(f"  - {name}\n" for name in names))
        written = subprocess.run([PROGRAM, "--config", config, "--textfile", "-"], capture_output=True, text=True, timeout=PATIENCE,
                                 stdin=subprocess.DEVNULL).stdout
        self.assertGreater(written.count("# TYPE"), 200)
        done = subprocess.run(["promtool", "check", "metrics"], input=written, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_examples_are_right(self):
        need("promtool")
        examples = os.path.join(HERE, "../../../pdh_shim/tools/exporter/examples")
        for what, name in (("rules", "alerts.yml"), ("config", "prometheus.yml")):
            more = ["--syntax-only"] if what == "config" else []
            done = subprocess.run(["promtool", "check", what, *more, os.path.join(examples, name)], capture_output=True, text=True,
                                  timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
        # The dashboards: as rules their queries are parsed, and each series that they name is one that there is.
        config = self.path("exporter.yml", "default_objects: true\nobjects: [Process V2]\n")
        listed = subprocess.run([PROGRAM, "--config", config, "--list"], capture_output=True, text=True, timeout=PATIENCE).stdout
        series = set(re.findall(r"\bpdh_\w+", listed))
        for name in ("dashboard_host.json", "dashboard_processes.json"):
            with open(os.path.join(examples, name), encoding="ascii") as file:
                text = file.read()
            queries = [target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]]
            self.assertGreaterEqual(len(queries), 6)
            self.assertLessEqual(set(re.findall(r"\bpdh_\w+", " ".join(queries))), series)
            rules = [{"record": "a", "expr": query.replace("$__rate_interval", "5m")} for query in queries]
            path = self.path("rules.yml", json.dumps({"groups": [{"name": "a", "rules": rules}]}))
            done = subprocess.run(["promtool", "check", "rules", path], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_node_exporter_takes_the_text_file(self):
        need("prometheus-node-exporter")
        os.mkdir(self.path("texts"))
        subprocess.run([PROGRAM, "--textfile", self.path("texts/pdh.prom")], check=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        port = free_port()
        self.start("prometheus-node-exporter", "--collector.disable-defaults", "--collector.textfile",
                   f"--collector.textfile.directory={self.path('texts')}", f"--web.listen-address=127.0.0.1:{port}")
        text = until(lambda: self.get(port, "/metrics"))
        self.assertIn("node_textfile_scrape_error 0\n", text)
        self.assertIn("\npdh_memory_available_bytes ", text)
        self.assertIn('\npdh_up{target="local"} 1\n', text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
