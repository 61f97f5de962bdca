# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""check_pdh from the outside, as Nagios and Icinga use it: its line, its performance data and its exit status.

Usage: check_e2e.py CHECK_PDH ICINGA_CONF [unittest options]
"""

import json
import os
import re
import socket
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402

CHECK, CONF = map(os.path.abspath, sys.argv[1:3])
OK, WARNING, CRITICAL, UNKNOWN = range(4)
DEPTH = r"\Gadget\Depth"
FULL = r"\Widget(*)\% Full"
HOSTILE = "it's=a|b\n\x1b[2J"
DATA = re.compile(r"'((?:[^'=|]|'')+)'=(-?[0-9]+(?:\.[0-9]+)?)(%|s|B|KB|MB|);([-0-9.:@~]*);([-0-9.:@~]*);(0?);")

SCRIPT = {
    "perfFreq": 10000000,
    "objects": [
        {"name": "Widget", "index": 5000, "instances": "multi", "counters": [
            {"name": "Items/sec", "index": 5002, "type": "PERF_COUNTER_COUNTER"},
            {"name": "% Full", "index": 5004, "type": "PERF_COUNTER_RAWCOUNT"}]},
        {"name": "Gadget", "index": 5100, "instances": "none", "counters": [
            {"name": "Depth", "index": 5102, "type": "PERF_COUNTER_LARGE_RAWCOUNT"},
            {"name": "Coats", "index": 5104, "type": "PERF_AVERAGE_BULK"},
            {"name": "Coats Base", "index": 5106, "type": "PERF_AVERAGE_BASE"}]},
        {"name": "Nobody", "index": 5200, "instances": "multi", "counters": [
            {"name": "Depth", "index": 5202, "type": "PERF_COUNTER_RAWCOUNT"}]},
    ],
    "samples": [
        {"perfTime": 0, "time100ns": 0, "systemTime": "2026-01-02T03:04:05Z",
         "data": {"Widget": {"a": [100, 10], HOSTILE: [200, 20]}, "Gadget": [20261367808, 0, 0], "Nobody": {}}},
        {"perfTime": 20000000, "time100ns": 20000000, "systemTime": "2026-01-02T03:04:07Z",
         "data": {"Widget": {"a": [115, 11], "new": [7, 7], HOSTILE: [207, 21]}, "Gadget": [7, 10, 30],
                  "Nobody": {}}},
    ],
}


class Check(programs.Folder):
    def setUp(self):
        super().setUp()
        self.script = self.write("script.json", json.dumps(SCRIPT).encode())

    def check(self, *arguments, status, **variables):
        """The line, the values by their labels, and all lines behind it."""
        environment = {**os.environ, "PDH_SHIM_SOURCE": f"script:{self.script}", **variables}
        process = subprocess.run([CHECK, *arguments], env=environment, capture_output=True, timeout=programs.PATIENCE,
                                 check=False)
        output = process.stdout.decode()
        self.assertEqual((process.returncode, process.stderr), (status, b""), output)
        line, *more = output.splitlines()
        word = ("OK", "WARNING", "CRITICAL", "UNKNOWN")[status]
        text, _, data = line.partition(" | ")
        self.assertTrue(text.startswith(f"PDH {word} - "), line)
        values = {match[1]: match.groups()[1:] for match in DATA.finditer(data)}
        self.assertEqual(DATA.sub("", data).strip(), "", data)
        return text, values, more

    def why(self, *arguments, **variables):
        text, values, _ = self.check(*arguments, status=UNKNOWN, **variables)
        self.assertEqual(values, {})
        return text

    def test_the_ranges_decide_the_status(self):
        for status, ranges in ((OK, ()), (OK, ("-w", "6:", "-C", "5:")), (WARNING, ("-w", "8:", "-C", "5:")),
                               (CRITICAL, ("-w", "8:", "-C", "7.5:")), (CRITICAL, ("-C", "@7:7")), (OK, ("-w~:7",)),
                               (WARNING, ("--warning=6", "--critical", "-1:7")), (CRITICAL, ("-C", "-9:-1"))):
            with self.subTest(ranges=ranges):
                _, values, _ = self.check("-c", DEPTH, *ranges, "-i", "0.01", status=status)
                self.assertEqual(list(values), [DEPTH])
                self.assertEqual(values[DEPTH][0], "7")

    def test_the_line_has_value_ranges_and_data(self):
        text, values, more = self.check("-c", DEPTH, "-w", "6", "-C", "~:9", "-i", "0.01", status=WARNING)
        self.assertEqual(text, rf"PDH WARNING - {DEPTH} = 7 (warning 6)")
        self.assertEqual((values, more), ({DEPTH: ("7", "", "6", "~:9", "")}, []))

    def test_one_sample_is_enough_for_a_value_without_rate(self):
        _, values, _ = self.check("-c", DEPTH, "-i", "0", status=OK)
        self.assertEqual(values[DEPTH][0], "20261367808")
        self.assertIn("PDH_", self.why("-c", r"\Widget(a)\Items/sec", "-i", "0"))

    def test_the_worst_instance_decides_and_a_name_breaks_nothing(self):
        text, values, more = self.check("-c", FULL, "-w", "20", "-v", "-i", "0.01", status=WARNING)
        label = r"\Widget(it''s_a_b\n\x1b[2J)\% Full"
        self.assertEqual(values, {r"\Widget(a)\% Full": ("11", "%", "20", "", "0"),
                                  r"\Widget(new)\% Full": ("7", "%", "20", "", "0"),
                                  label: ("21", "%", "20", "", "0")})
        name = r"\Widget(it's=a_b\n\x1b[2J)\% Full"
        self.assertEqual(text, f"PDH WARNING - {name} = 21% (warning 20)")
        self.assertEqual(len(more), 3)
        self.assertIn(r"\Widget(a)\% Full = 11%", more)

    def test_an_instance_that_has_just_come_has_no_rate_and_alerts_nobody(self):
        _, values, _ = self.check("-c", r"\Widget(*)\Items/sec", "-i", "0.01", status=OK)
        self.assertEqual(values, {r"\Widget(a)\Items/sec": ("7.5", "", "", "", ""),
                                  r"\Widget(it''s_a_b\n\x1b[2J)\Items/sec": ("3.5", "", "", "", "")})

    def test_each_counter_has_its_own_ranges(self):
        text, values, _ = self.check("-c", DEPTH, "-w", "6", "-c", r"\Widget(a)\% Full", "-C", "5", "-c",
                                     r"\Gadget\Coats", "-i", "0.01", status=CRITICAL)
        self.assertEqual(text, rf"PDH CRITICAL - \Widget(a)\% Full = 11% (critical 5), {DEPTH} = 7 (warning 6)")
        self.assertEqual([value[2:4] for value in values.values()], [("6", ""), ("", "5"), ("", "")])

    def test_a_value_that_is_not_there_is_unknown_but_hides_no_alert(self):
        self.assertIn("PDH_CSTATUS_NO_OBJECT", self.why("-c", r"\Nonsense\Depth", "-w", "1"))
        self.assertIn("PDH_CSTATUS_NO_COUNTER", self.why("-c", r"\Gadget\Nonsense"))
        self.assertIn("PDH_CSTATUS_NO_INSTANCE", self.why("-c", r"\Widget(z)\% Full", "-i", "0"))
        self.assertIn("No instance", self.why("-c", r"\Nobody(*)\Depth", "-i", "0"))
        text, values, _ = self.check("-c", r"\Gadget\Nonsense", "-c", DEPTH, "-i", "0", status=UNKNOWN)
        self.assertIn("PDH_CSTATUS_NO_COUNTER", text)
        self.assertEqual(list(values), [DEPTH])
        text, _, _ = self.check("-c", r"\Gadget\Nonsense", "-c", DEPTH, "-C", "1", "-i", "0", status=CRITICAL)
        self.assertIn("PDH_CSTATUS_NO_COUNTER", text)

    def test_samples_that_end_are_unknown(self):
        script = self.write("short.json", json.dumps({**SCRIPT, "samples": SCRIPT["samples"][:1]}).encode())
        self.assertIn("no more samples", self.why("-c", DEPTH, "-i", "0.01", PDH_SHIM_SOURCE=f"script:{script}"))

    def test_a_source_or_a_host_that_is_not_there_is_unknown_with_the_reason(self):
        self.assertIn("unknown source: nonsense", self.why("-c", DEPTH, PDH_SHIM_SOURCE="nonsense"))
        text = self.why("-H", "no-such-computer.invalid", "-c", DEPTH)
        self.assertIn("PDH_CSTATUS_NO_MACHINE", text)
        self.assertIn("the chosen sources ask no other computers", text)

    def test_this_computer_may_be_named(self):
        for host in ("localhost", r"\\localhost"):
            _, values, _ = self.check("-H", host, "-c", DEPTH, "-i", "0", status=OK)
            self.assertEqual(list(values), [DEPTH])
        _, values, _ = self.check("-c", r"\\localhost" + DEPTH, "-i", "0", status=OK)
        self.assertEqual(list(values), [r"\\localhost" + DEPTH])

    def test_a_wrong_command_line_is_unknown_and_says_why(self):
        for arguments, why in (
            ((), "No counter"), (("-x",), "'-x' is not an option"), (("--nonsense",), "'--nonsense' is not an option"),
            ((DEPTH,), "is not an option"), (("-c",), "needs a value"), (("-w", "1", "-c", DEPTH), "must stand behind"),
            (("-c", DEPTH, "-w", "1", "-w", "2"), "the second of its kind"), (("-c", DEPTH, "-w", "2:1"), "not a range"),
            (("-c", DEPTH, "-w", ""), "not a range"), (("-c", DEPTH, "-w", "1,5"), "not a range"),
            (("-H", "a", "-c", r"\\b" + DEPTH), "names a computer"), (("-H", r"a\b", "-c", DEPTH), "name of a computer"),
            (("-H", "", "-c", DEPTH), "name of a computer"), (("-c", DEPTH, "-i", "soon"), "number of seconds"),
            (("-c", DEPTH, "-i", "2", "-t", "1"), "not longer"), (("-c", ""), "PDH_CSTATUS_BAD_COUNTERNAME"),
            (("-a|b\n",), r"'-a_b\n' is not an option"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(why, self.why(*arguments))

    def test_a_host_that_does_not_answer_ends_it_in_time(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            host = f"127.0.0.1:{server.getsockname()[1]}"
            text = self.why("-H", host, "-c", DEPTH, "-i", "0", "-t", "0.3", PDH_SHIM_SOURCE=f"pcp:{host}")
            if "unknown source" in text or "PDH_INVALID_DATASOURCE" in text:
                self.skipTest("no PCP")
            self.assertEqual(text, "PDH UNKNOWN - There was no answer in the time of --timeout.")

    def test_the_decimal_point_is_a_point_in_every_locale(self):
        have = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=True).stdout.split()
        name = next((one for one in have if one.startswith(("de_", "fr_", "es_"))), "de_DE.UTF-8")
        _, values, _ = self.check("-c", r"\Widget(a)\Items/sec", "-w", "7.4", "-i", "0.01", status=WARNING, LC_ALL=name)
        self.assertEqual(values[r"\Widget(a)\Items/sec"], ("7.5", "", "7.4", "", ""))

    def test_output_that_cannot_be_written_is_unknown(self):
        with open("/dev/full", "wb") as full:
            process = subprocess.run([CHECK, "-c", DEPTH, "-i", "0"], stdout=full, check=False,
                                     env={**os.environ, "PDH_SHIM_SOURCE": f"script:{self.script}"})
        self.assertEqual(process.returncode, UNKNOWN)

    def test_help_and_version(self):
        for option, begin in (("--help", "check_pdh [-H HOST]"), ("-h", "check_pdh "), ("-?", "check_pdh "),
                              ("--version", "check_pdh (pdh-shim) "), ("-V", "check_pdh (pdh-shim) ")):
            process = subprocess.run([CHECK, option], capture_output=True, text=True, check=False)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            self.assertTrue(process.stdout.startswith(begin), process.stdout)

    def test_each_option_of_the_help_is_taken_by_both_names(self):
        text = subprocess.run([CHECK, "--help"], capture_output=True, text=True, check=True).stdout
        rows = re.findall(r"^  (-\w), (--\w+)( [A-Z]+)?", text, re.MULTILINE)
        self.assertEqual(len(rows), 9)
        good = {" HOST": "localhost", " PATH": DEPTH, " RANGE": "~:", " SECONDS": "0.01"}
        for row in rows[:-2]:
            for name in row[:2]:
                with self.subTest(name=name):
                    value = (good[row[2]],) if row[2] else ()
                    if row[1] == "--timeout":
                        value = ("9",)
                    self.check("-c", DEPTH, "-i", "0.01", name, *value, status=OK)

    def test_icingas_command_names_options_that_there_are(self):
        with open(CONF, encoding="utf-8") as file:
            conf = file.read()
        options = re.findall(r'^    "(-\w)" = \{', conf, re.MULTILINE)
        text = subprocess.run([CHECK, "--help"], capture_output=True, text=True, check=True).stdout
        self.assertGreater(len(options), 5)
        for option in options:
            self.assertRegex(text, rf"(?m)^  {option}, --")
        self.assertIn('PluginDir + "/check_pdh"', conf)
        self.assertEqual(conf.count("{"), conf.count("}"))


if __name__ == "__main__":
    programs.main([sys.argv[0], *sys.argv[3:]])
