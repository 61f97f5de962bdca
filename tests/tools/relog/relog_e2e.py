# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""relog from the outside: the logs it writes, the bytes on its console, its exit codes.

Usage: relog_e2e.py RELOG TYPEPERF WIDGETS_JSON [unittest options]
"""

import base64
import json
import lzma
import math
import os
import pathlib
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from csv import reader

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
from programs import PATIENCE, Folder, row  # noqa: E402

RELOG, TYPEPERF, WIDGETS = sys.argv[1:4]
DATA = pathlib.Path(__file__).resolve().parents[2] / "data" / "logs"
WARNING = ("relog: Parts of the input are damaged; what cannot be read was passed over. With PDH_SHIM_LOG=warning in the "
           "environment the library says where, and how much.")

SUCCESS = "The command completed successfully."
DEPTH = r"\\BOX\Widget(a)\Depth"
WIDTH = r"\\BOX\Widget(b)\Width"
LOAD = r"\\BOX\System\Load"
COLUMNS = (DEPTH, WIDTH, LOAD)


def run(*arguments, typed=None, program=RELOG, zone="UTC", **options):
    """Exit status, and the lines of the output followed by the lines of standard error."""
    process = subprocess.run(
        [program, *arguments], input=typed, stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True, env={**os.environ, "TZ": zone}, timeout=PATIENCE, **options)
    return process.returncode, (process.stdout + process.stderr).decode().split("\n")


def time_of(second):
    return f"01/13/2018 05:{second // 60:02}:{second % 60:02}.500"


def csv(rows, columns=COLUMNS, separator=",", kind="CSV"):
    """The text of a log: a row each second, with a blank for None."""
    lines = [row(f"(PDH-{kind} 4.0) (UTC)(0)", *columns, separator=separator)]
    for second, values in rows:
        lines.append(row(time_of(second), *(" " if value is None else value for value in values), separator=separator))
    return "".join(line + "\r\n" for line in lines).encode()


def summary(*files, begin, end, samples):
    return ["", "Input", "-" * 16, "File(s):", *(f"     {name} ({kind})" for name, kind in files),
            "", "Begin:    " + begin, "End:      " + end, f"Samples:  {samples}", "Zone:     UTC+00:00", ""]


def result(file, begin, end, samples):
    return ["100.00%", "", "Output", "-" * 16, "File:     " + file,
            "", "Begin:    " + begin, "End:      " + end, f"Samples:  {samples}", "", SUCCESS, ""]


def buffers(events):
    """The buffers of a binary log with events, each a kind, a time and what it carries."""
    found, body, sequence = b"", b"", 1
    for kind, time, payload in events:
        parts = [payload[at:at + 8000] for at in range(0, len(payload), 8000)]
        for number, part in enumerate(parts, 1):
            event = struct.pack("<HBBHHIIq", 0x48 + len(part), 0x14, 0xC0, kind, 60, 0, 0, time)
            event += bytes.fromhex("b33b3f933e940d499ced3cbb14c14479") + bytes(8) + 16 * b"Z"
            event += struct.pack("<II", number, len(parts)) + part
            event += bytes(-len(event) % 8)
            if 0x48 + len(body) + len(event) > 0x10000:
                found, body, sequence = found + buffer(body, sequence), b"", sequence + 1
            body += event
    return found + buffer(body, sequence)


def buffer(body, sequence):
    filled = 0x48 + len(body)
    head = struct.pack("<IIIIqq", 0x10000, filled, filled, 0, 0, sequence) + bytes(0x0C) + struct.pack("<IIHH", 3, filled, 0x20, 0)
    return (head.ljust(0x48, b"\0") + body).ljust(0x10000, b"\xff")


def payloads(log):
    """What the events of a binary log carry, after their headers: the catalogue, then the records."""
    found = []
    buffer_size = struct.unpack_from("<I", log)[0]
    for buffer in range(0, len(log), buffer_size):
        at = buffer + 0x48
        while at < buffer + struct.unpack_from("<I", log, buffer + 0x30)[0]:
            size, is_event = struct.unpack_from("<HB", log, at)[0], log[at + 2] == 0x14
            size = size if is_event else struct.unpack_from("<H", log, at + 4)[0]
            if is_event:
                found.append(log[at + 0x48:at + size])
            at += (size + 7) // 8 * 8
    return found


class Logs(Folder):
    """One CSV log of ten records, and what is made of it."""

    def setUp(self):
        super().setUp()
        self.rows = [(second, (str(second), None if second == 3 else f"{second / 2:g}", "7")) for second in range(10)]
        self.log = self.write("log.csv", csv(self.rows))

    def convert(self, *arguments, status=0):
        code, output = run(*arguments)
        self.assertEqual(code, status, output)
        return output

    def binary(self, name, rows, columns=COLUMNS):
        self.convert(self.write("source.csv", csv(rows, columns)), "-o", self.path(name), "-y")
        return self.path(name)

    def cells(self, *arguments, status=0):
        """The header and the rows that a conversion to CSV has, each a list of cells."""
        self.convert(*arguments, "-f", "csv", "-o", self.path("cells.csv"), "-y", status=status)
        text = self.read("cells.csv").decode()
        self.assertTrue(text.endswith("\r\n"))
        return list(reader(text.split("\r\n")[:-1]))

    def seconds(self, *arguments):
        """The times of the records that a conversion has, as seconds of the log."""
        return [int(cells[0][14:16]) * 60 + int(cells[0][17:19]) for cells in self.cells(*arguments)[1:]]

    def failure(self, *arguments, status=1):
        code, output = run(*arguments)
        self.assertEqual(code, status, output)
        return output[-2]


class Console(Logs):
    def test_without_an_output_a_summary_is_shown(self):
        self.assertEqual(
            run(self.log),
            (0, [*summary((self.log, "CSV"), begin="1/13/2018 5:00:00", end="1/13/2018 5:00:09", samples=10),
                 SUCCESS, ""]))

    def test_a_conversion_shows_its_input_its_progress_and_its_output(self):
        output = self.path("out.blg")
        self.assertEqual(
            run(self.log, "-o", output),
            (0, [*summary((self.log, "CSV"), begin="1/13/2018 5:00:00", end="1/13/2018 5:00:09", samples=10),
                 *result(output, "1/13/2018 5:00:00", "1/13/2018 5:00:09", 10)]))
        self.assertEqual(run(output)[1][4], f"     {output} (Binary)")

    def test_a_terminal_shows_a_bar_that_the_percentage_replaces(self):
        manager, terminal = pty.openpty()
        with subprocess.Popen([RELOG, self.log, "-o", self.path("out.blg")], stdout=terminal,
                              stdin=subprocess.DEVNULL) as process:
            os.close(terminal)
            shown = b""
            try:
                while block := os.read(manager, 4096):
                    shown += block
            except OSError:
                pass  # the other end is closed
            os.close(manager)
            self.assertEqual(process.wait(PATIENCE), 0)
        self.assertRegex(shown, rb"\[#* *\] \d+\.\d\d%\r +\r100\.00%\r\n")

    def test_started_as_on_windows_its_lines_end_with_cr_lf(self):
        link = self.path("relog.exe")
        os.symlink(os.path.abspath(RELOG), link)
        process = subprocess.run([link, self.log, "-q"], capture_output=True, timeout=PATIENCE)
        self.assertEqual(process.stdout, "".join(line + "\r\n" for line in (*COLUMNS, SUCCESS)).encode())

    def test_a_name_without_extension_gets_the_one_of_the_format(self):
        for program in (RELOG, self.windows_name()):
            for output, form, written in (("a", "csv", "a.csv"), ("b.c", "tsv", "b.c"), ("d", "bin", "d.blg"), ("e", "JSON", "e.json")):
                code, shown = run(self.log, "-f", form, "-o", self.path(output), "-y", program=program)
                self.assertEqual((code, os.path.exists(self.path(written))), (0, True), shown)
                self.assertIn("File:     " + self.path(written), [line.rstrip("\r") for line in shown])
                self.assertEqual(any(line.startswith("Zone:") for line in shown), program == RELOG)
                os.unlink(self.path(written))

    def test_a_name_without_extension_stays_where_it_must(self):
        os.mkfifo(self.path("pipe"))
        self.write("old", b"old")
        self.binary("grown", self.rows[:1])
        os.rename(self.path("grown.blg"), self.path("grown"))
        for program in (RELOG, self.windows_name()):
            with self.subTest(program=program):
                with subprocess.Popen(["cat", self.path("pipe")], stdout=subprocess.PIPE) as reader_of_pipe:
                    self.assertEqual(run(self.log, "-f", "csv", "-o", self.path("pipe"), program=program)[0], 0)
                    self.assertTrue(reader_of_pipe.communicate(timeout=PATIENCE)[0].startswith(b'"(PDH-CSV'))
                self.assertEqual(run(self.log, "-f", "csv", "-o", self.path("old"), "-y", program=program)[0], 0)
                self.assertTrue(self.read("old").startswith(b'"(PDH-CSV'))
                before = len(self.read("grown"))
                self.assertEqual(run(self.log, "-a", "-o", self.path("grown"), program=program)[0], 0)
                self.assertGreaterEqual(len(self.read("grown")), before)
                self.assertEqual(run(self.log, "-f", "csv", "-o", "/dev/null", program=program)[0], 0)
                self.assertIn(row("(PDH-CSV 4.0) (UTC)(0)", *COLUMNS),
                              [line.rstrip("\r") for line in run(self.log, "-f", "csv", "-o", "-", program=program)[1]])
                self.assertEqual(run(self.log, "-q", "-o", self.path("list"), "-y", program=program)[0], 0)
                self.assertTrue(os.path.exists(self.path("list")))
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.endswith(".csv")), ["log.csv", "source.csv"])
        self.assertFalse(os.path.exists("/dev/null.csv"))

    def test_the_output_may_follow_its_option_at_once(self):
        output = self.convert(self.log, "-f", "csv", "-o" + self.path("Joined.csv"))
        self.assertIn("File:     " + self.path("Joined.csv"), output)
        self.assertEqual(self.failure(self.log, "-output", status=2), 'relog: "-output" is not an option; relog -? lists them.')

    def test_a_format_without_an_output_writes_nothing_and_says_how(self):
        advice = "relog: Nothing is written: -o FILE names the output, and -o - is standard output."
        code, output = run(self.log, "-f", "csv")
        self.assertEqual((code, output[-3:]), (0, [advice, SUCCESS, ""]))
        self.assertNotIn(advice, self.convert(self.log))
        code, output = run(self.log, "-f", "csv", program=self.windows_name())
        self.assertEqual((code, output[-2:]), (0, [SUCCESS + "\r", ""]))
        self.assertNotIn("Nothing is written", "".join(output))

    def test_an_extension_of_another_format_is_said(self):
        warning = f'relog: The file "{self.path("p.csv")}" is written as BIN, not as its extension says; -f CSV does that.'
        self.assertIn(warning, self.convert(self.log, "-o", self.path("p.csv")))
        self.assertNotIn(warning, run(self.log, "-o", self.path("p.csv"), "-y", program=self.windows_name())[1])
        self.assertNotIn("as its extension says", "".join(self.convert(self.log, "-q", "-o", self.path("p.csv"), "-y")))

    def test_a_path_of_windows_is_said_to_be_one_name(self):
        name = r"C:\PerfLogs\W"
        code, output = run(self.log, "-f", "csv", "-o", name, cwd=self.folder, program=os.path.abspath(RELOG))
        self.assertEqual(code, 0)
        self.assertIn(rf'relog: The file is written in the current folder, with the name "{name}.csv": on this system a backslash does '
                      "not separate folders.", output)
        self.assertTrue(os.path.exists(self.path(name + ".csv")))

    def windows_name(self):
        link = self.path("relog.exe")
        if not os.path.exists(link):
            os.symlink(os.path.abspath(RELOG), link)
        return link

    def test_an_output_that_exists_is_overwritten_only_if_the_user_agrees(self):
        output = self.write("out.blg", b"old")
        question = f'The file "{output}" exists. Overwrite it? [y/n] '
        code, lines = run(self.log, "-o", output, typed=b"n\n")
        self.assertEqual((code, lines[-3:]),
                         (4, ["", f'{question}relog: The file "{output}" exists and was left as it is.', ""]))
        self.assertEqual(self.read("out.blg"), b"old")
        self.assertEqual(run(self.log, "-o", output, typed=b"y\n")[0], 0)
        self.assertNotEqual(self.read("out.blg"), b"old")
        self.assertEqual(run(self.log, "-o", output, "-y")[0], 0)

    def test_help_and_version(self):
        self.assertIn("  relog <filename [filename ...]> [options]", self.convert("-?"))
        self.assertRegex(self.convert("--version")[0], r"^relog \(pdh-shim\) \d+\.\d+\.\d+(~git\d{8}\.[0-9a-f]{7}|~unknown)?$")

    def test_lists_of_counters(self):
        self.assertEqual(run(self.log, "-q"), (0, [*COLUMNS, SUCCESS, ""]))
        self.assertEqual(run(self.log, "-q", "-o", self.path("list.txt")), (0, [SUCCESS, ""]))
        self.assertEqual(self.read("list.txt").decode().split("\r\n"), [*COLUMNS, ""])

    def test_a_list_has_the_chosen_counters(self):
        listed = self.write("wanted.txt", f"{LOAD}\n".encode())
        for log in (self.log, self.binary("a.blg", self.rows)):
            self.assertEqual(self.convert(log, "-q", "-c", r"\Widget(*)\*"), [DEPTH, WIDTH, SUCCESS, ""])
            self.assertEqual(self.convert(log, "-q", "-cf", listed), [LOAD, SUCCESS, ""])
            self.assertEqual(self.convert(log, "-q", "-b", "1/13/2018 5:00:05"), [*COLUMNS, SUCCESS, ""])
            output = self.convert(log, "-q", "-c", r"\System\Load", r"\No\Such", status=3)
            self.assertEqual(output[0], LOAD)
            self.assertIn(r"relog: \No\Such is left out: ", output[1])
            self.assertEqual(self.failure(log, "-q", "-c", r"\No\Such"), "relog: No valid counters.")
            self.assertEqual(self.convert(log, "-q", "-missing", "ignore", "-c", r"\System\Load", r"\No\Such")[0], LOAD)


class Failures(Logs):
    def test_what_is_no_log(self):
        missing = self.path("missing.blg")
        self.assertRegex(self.failure(missing), rf'^relog: The log "{re.escape(missing)}" cannot be read .*FILE_NOT_FOUND')
        other = self.write("other.blg", b"this is no log")
        self.assertRegex(self.failure(other), "PDH_(UNKNOWN_LOG_FORMAT|UNABLE_READ_LOG_HEADER)")
        self.assertEqual(self.failure(self.path("*.blg2")), f'relog: No file matches "{self.path("*.blg2")}".')

    def test_an_input_is_not_overwritten(self):
        link = self.path("link.csv")
        os.symlink(self.log, link)
        before = self.read("log.csv")
        for output in (self.log, link):
            self.assertEqual(self.failure(self.log, "-o", output, "-y"), f'relog: The file "{output}" is an input too.')
        self.assertEqual(self.read("log.csv"), before)

    def test_counters_that_the_log_does_not_have(self):
        output = self.path("out.blg")
        self.assertEqual(self.failure(self.log, "-c", r"\Widget(a)\None", "-o", output), "relog: No valid counters.")
        self.assertFalse(os.path.exists(output))
        header = self.cells(self.log, "-c", r"\Widget(a)\None", r"\System\Load", status=3)[0]
        self.assertEqual(self.cells(self.log, "-c", r"\Widget(a)\None", r"\System\Load", "-missing", "ignore")[0], header)
        self.assertEqual(header[1:], [LOAD])

    def test_a_cell_that_is_no_number_is_said_of_the_input(self):
        log = self.write("comma.csv", csv([(0, ("1.5", "1", "1")), (1, ("1,5", "1", "1"))]))
        for arguments in (["-f", "CSV", "-o", self.path("out.csv")], ["-o", self.path("out.blg")], ["-stats"],
                          ["-f", "JSON", "-o", self.path("out.json")],
                          ["-f", "CSV", "-average", "5s", "-o", self.path("mean.csv")]):
            message = self.failure(log, *arguments)
            self.assertRegex(message, f'^relog: The log "{log}" cannot be read .*line 3: 1,5 is no number.* -decimal comma decide')
        self.assertIn(f'The log "{log}" cannot be read', self.failure(self.log, log, "-compare"))
        self.assertIn(f'The log "{log}" cannot be read', self.failure(log, self.log, "-compare"))
        with open(log, "rb") as typed:
            process = subprocess.run([RELOG, "-", "-f", "CSV", "-o", "-"], stdin=typed, capture_output=True, timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn(b'relog: The log "-" cannot be read ', process.stderr)

    def test_an_output_that_cannot_be_created(self):
        output = self.path("none/out.blg")
        self.assertRegex(self.failure(self.log, "-o", output), f'^relog: The log "{output}" cannot be created')

    def test_a_full_disk(self):
        self.assertRegex(self.failure(self.log, "-o", "/dev/full", "-f", "csv"), '^relog: The file "/dev/full" cannot be written')

    def test_a_database_that_is_not_there(self):
        self.assertRegex(self.failure(self.log, "-f", "sql", "-o", "SQL:dsn!set"), "PDH_INVALID_DATASOURCE")


class Conversions(Logs):
    def expected(self, *columns):
        rows = [[time_of(second), *(" " if value is None else value for value in values)]
                for second, values in self.rows]
        chosen = [0, *(1 + COLUMNS.index(column) for column in columns)]
        return [[cells[i] for i in chosen] for cells in rows]

    def test_text_to_binary_to_text_keeps_every_cell(self):
        random.seed(4)
        values = [0.0, 1e300, -1e-300, 5e-324, 1 / 3, 2**53 + 2.0, 123456789.125]
        rows = [(second, [repr(random.choice([*values, random.uniform(-1e6, 1e6)])) if random.random() < 0.9 else None
                          for _ in COLUMNS]) for second in range(500)]
        binary = self.binary("property.blg", rows)
        found = self.cells(binary, "-c", *COLUMNS)
        self.assertEqual(found[0][1:], list(COLUMNS))
        self.assertEqual(
            [[None if cell == " " else float(cell) for cell in cells[1:]] for cells in found[1:]],
            [[None if value is None else float(value) for value in values] for _, values in rows])
        self.assertEqual([cells[0] for cells in found[1:]], [time_of(second) for second, _ in rows])

    def test_binary_to_binary_keeps_every_record(self):
        binary = self.binary("a.blg", self.rows)
        self.convert(binary, "-o", self.path("b.blg"))
        self.assertEqual(self.cells(self.path("b.blg")), self.cells(binary))
        self.assertEqual(len(payloads(self.read("a.blg"))), 1 + len(self.rows))
        self.assertEqual(payloads(self.read("b.blg")), payloads(self.read("a.blg")))

    def test_tabs(self):
        self.convert(self.log, "-f", "TSV", "-o", self.path("out.tsv"))
        self.assertEqual(self.read("out.tsv").split(b"\r\n")[1:3],
                         [row(time_of(0), "0", "0", "7", separator="\t").encode(),
                          row(time_of(1), "1", "0.5", "7", separator="\t").encode()])
        self.assertEqual(run(self.path("out.tsv"))[1][4], f'     {self.path("out.tsv")} (TSV)')

    def test_chosen_counters(self):
        self.assertEqual(self.cells(self.log, "-c", DEPTH)[1:], self.expected(DEPTH))
        self.assertEqual(self.cells(self.log, "-c", r"\Widget(*)\*")[1:], self.expected(DEPTH, WIDTH))
        listed = self.write("list.txt", f"; comment\r\n{WIDTH}\r\n\"{LOAD}\"\r\n{SUCCESS}\r\n".encode())
        self.assertEqual(self.cells(self.log, "-cf", listed)[1:], self.expected(WIDTH, LOAD))

    def test_several_paths_in_one_argument(self):
        self.assertEqual(self.cells(self.log, "-c", r"\Widget(a)\Depth \System\Load")[0][1:], [DEPTH, LOAD])
        self.assertEqual(self.cells(self.log, "-c", DEPTH + "  " + LOAD, r"\Widget(b)\Width")[0][1:], [DEPTH, LOAD, WIDTH])
        binary = self.binary("range.blg", self.rows)
        self.assertEqual(self.cells(binary, "-c", r"\Widget(*)\Depth \System\Load", "-b", "1/13/2018 5:00:05")[0][1:], [DEPTH, LOAD])

    def test_several_paths_of_one_object_in_one_argument(self):
        columns = (r"\\BOX\Processor(0)\Load", r"\\BOX\Processor(1)\Load", r"\\BOX\Disk(a b)\Load")
        text = self.write("one.csv", csv([(0, ("1", "2", "3"))], columns))
        for log in (text, self.binary("one.blg", [(0, ("1", "2", "3"))], columns)):
            for argument, chosen in ((r"\Processor(0)\Load \Processor(1)\Load", (0, 1)),
                                     (r"\Processor(*)\Load \Processor(1)\Load", (0, 1, 1)),
                                     (r"\Processor(0)\Load \Disk(a b)\Load \Processor(1)\Load", (0, 2, 1)),
                                     (r"\Disk(a b)\Load", (2,))):
                with self.subTest(log=log, argument=argument):
                    self.assertEqual(self.cells(log, "-c", argument)[0][1:], [columns[number] for number in chosen])

    def test_a_counter_whose_name_looks_like_two_paths_is_one(self):
        odd = DEPTH + r" \System\Load"
        log = self.write("odd.csv", csv([(0, ("1", "2"))], (odd, DEPTH)))
        self.assertEqual(self.cells(log, "-c", r"\Widget(a)\Depth \System\Load")[0][1:], [odd])

    def test_of_several_paths_in_one_argument_the_missing_one_is_said(self):
        code, output = run(self.log, "-c", r"\Widget(a)\Depth \Widget(a)\Nonsense", "-f", "csv", "-o", self.path("a.csv"))
        self.assertEqual(code, 3)
        self.assertTrue(any(line.startswith(r"relog: \Widget(a)\Nonsense is left out: ") for line in output), output)

    def test_many_missing_counters_are_counted(self):
        missing = [rf"\Widget(a)\Nonsense {number}" for number in range(15)]
        for arguments, said in (([], 10), (["-v"], 15)):
            for end in (["-f", "csv", "-o", self.path("a.csv"), "-y"], ["-stats"]):
                output = self.convert(self.log, "-c", r"\Widget(a)\Depth", *missing, *arguments, *end, status=3)
                self.assertEqual(sum("is left out:" in line for line in output), said)
                self.assertEqual("relog: 5 more counters are left out; -v names all of them." in output, said == 10)

    def test_times_are_read_as_the_tools_write_them(self):
        self.assertEqual(self.seconds(self.log, "-b", "2018-01-13T05:00:07"), [7, 8, 9])
        self.assertEqual(self.seconds(self.log, "-b", "2018-01-13T05:00:07.501", "-e", "2018-01-13T05:00:08.500+00:00"), [8])
        self.assertEqual(self.seconds(self.log, "-b", "2018-01-12T21:00:08-08:00"), [8, 9])
        self.assertEqual(self.seconds(self.log, "-b", "2018-01-13T06:00:09+01:00", "-e", "2018-01-13T05:00:09"), [9])
        self.assertEqual(self.failure(self.log, "-b", "2018-01-13T06:00:10+01:00", "-e", "2018-01-13T05:00:09", "-stats", status=2),
                         "relog: The end is before the begin.")
        unzoned = self.write("unzoned.csv", csv(self.rows).replace(b" (UTC)(0)", b""))
        self.assertIn("The zone of the log is not known", self.failure(unzoned, "-stats", "-b", "2018-01-13T06:00:09+01:00"))
        json_line = self.convert(self.log, "-f", "json", "-c", r"\Widget(a)\Depth", "-o", "-")[4]
        self.assertEqual(self.seconds(self.log, "-b", json.loads(json_line)["time"]), list(range(4, 10)))

    def test_every_nth_record(self):
        self.assertEqual(self.seconds(self.log, "-t", "3"), [0, 3, 6, 9])
        self.assertEqual(self.seconds(self.log, "-t", "100"), [0])
        output = self.convert(self.log, "-t", "4", "-o", self.path("t.blg"))
        self.assertEqual(output[-6:-2], ["Begin:    1/13/2018 5:00:00", "End:      1/13/2018 5:00:08", "Samples:  3", ""])

    def test_a_range_of_time(self):
        self.assertEqual(self.seconds(self.log, "-b", "1/13/2018 5:00:03"), [3, 4, 5, 6, 7, 8, 9])
        self.assertEqual(self.seconds(self.log, "-b", "01/13/2018 5:00:03AM", "-e", "1/13/2018 5:00:06 am"), [3, 4, 5, 6])
        self.assertEqual(self.seconds(self.binary("a.blg", self.rows), "-e", "1/13/2018 5:00:02"), [0, 1, 2])

    def test_a_range_of_the_times_that_relog_shows_has_their_records(self):
        for log in (self.log, self.binary("a.blg", self.rows)):
            begin, end = (line[10:] for line in run(log)[1] if line.startswith(("Begin:", "End:")))
            self.assertEqual(self.seconds(log, "-b", begin, "-e", end), list(range(10)))
            self.assertEqual(self.seconds(log, "-b", end, "-e", end), [9])
            self.assertIn('"samples":10,', self.convert(log, "-stats", "-b", begin, "-e", end, "-f", "JSON")[0])
            lines = self.convert(log, "-c", DEPTH, "-f", "JSON", "-o", "-")
            times = [json.loads(line)["time"] for line in lines if line.startswith("{")]
            self.assertEqual(self.seconds(log, "-b", times[4], "-e", times[6]), [4, 5, 6])
            self.assertEqual(self.seconds(log, "-b", times[4], "-e", times[4]), [4])

    def test_a_log_without_records(self):
        output = self.convert(self.log, "-b", "1/13/2019", "-f", "csv", "-o", self.path("none.csv"), status=4)
        self.assertEqual(output[-5:], ["", "Samples:  0", "", "relog: There is nothing to write: the logs have no records of "
                                       "that time.", ""])
        self.assertEqual(run(self.path("none.csv"))[1][-5:], ["Samples:  0", "Zone:     UTC+00:00", "", SUCCESS, ""])

    def test_several_logs_are_read_as_one(self):
        self.binary("part2.blg", [(second, ("2", "2", "2")) for second in range(20, 25)])
        self.binary("part1.blg", [(second, ("1", "1", "1")) for second in range(5)])
        expected = [*range(5), *range(20, 25)]
        self.assertEqual(self.seconds(self.path("part2.blg"), self.path("part1.blg")), expected)
        self.assertEqual(self.seconds(self.path("part?.blg")), expected)
        output = self.convert(self.path("*.blg"))
        self.assertEqual(output[:-2], summary(
            (self.path("part1.blg"), "Binary"), (self.path("part2.blg"), "Binary"),
            begin="1/13/2018 5:00:00", end="1/13/2018 5:00:24", samples=10))

    def test_only_binary_logs_are_read_together(self):
        binary = self.binary("a.blg", self.rows)
        for inputs in ([self.log, self.log], [binary, self.log], [binary] * 33):
            self.assertRegex(self.failure(*inputs), "^relog: The logs cannot be read together, as up to 32 binary logs can")

    def test_none_of_several_logs_may_be_missing(self):
        binary = self.binary("a.blg", self.rows)
        for name in ("missing.csv", "missing.blg", "monday"):
            missing = self.path(name)
            for options in ([], ["-q"], ["-stats"], ["-trend"], ["-f", "CSV", "-o", self.path("out.csv")]):
                for inputs in ([binary, missing, binary], [missing, binary]):
                    self.assertRegex(self.failure(*inputs, *options), f'^relog: The log "{re.escape(missing)}" cannot be read')

    def test_what_is_whole_of_a_damaged_log_is_converted_with_exit_code_3(self):
        whole = self.binary("whole.blg", [(second, (str(second), "1", "1")) for second in range(100)])
        log = bytearray(self.read("whole.blg"))
        log[0x10000 + 0x2000:0x10000 + 0x2400] = bytes(0x400)
        damaged = self.write("damaged.blg", log)
        for kind, target in (("CSV", "out.csv"), ("BIN", "out.blg"), ("HTML", "out.html")):
            with self.subTest(kind):
                code, output = run(damaged, "-f", kind, "-o", self.path(target), "-y")
                self.assertEqual((code, output[-2]), (3, WARNING))
        self.assertIn(len(self.seconds(self.path("out.blg"))), range(94, 99))
        self.assertIn(b'type="application/json">{"lost":true}</script>', self.read("out.html"))
        # The intervals of -average, too.
        self.assertEqual(run(damaged, "-f", "HTML", "-average", "10s", "-o", self.path("average.html"), "-y")[0], 3)
        self.assertIn(b'type="application/json">{"lost":true}</script>', self.read("average.html"))
        self.convert(whole, "-f", "HTML", "-o", self.path("out.html"), "-y")
        self.assertIn(b'type="application/json">{"lost":false}</script>', self.read("out.html"))
        code, output = run(damaged)
        self.assertEqual((code, output[-2]), (3, WARNING))
        self.assertEqual(run(whole)[0], 0)
        process = subprocess.run([RELOG, damaged, "-o", self.path("out.blg"), "-y"], capture_output=True,
                                 env={**os.environ, "PDH_SHIM_LOG": "warning"}, timeout=PATIENCE)
        self.assertRegex(process.stderr.decode(), r"damaged\.blg: byte \d+: .* \(\d+ bytes were passed over\)")

    def test_appending_to_a_binary_log(self):
        first = self.binary("a.blg", [(second, ("1", "1", "1")) for second in range(3)])
        second = self.binary("b.blg", [(second, ("2", None, "2")) for second in range(5, 9)])
        self.convert(second, "-a", "-o", first)
        self.assertEqual(self.seconds(first), [0, 1, 2, 5, 6, 7, 8])
        self.assertEqual([cells[1] for cells in self.cells(first, "-c", DEPTH)[1:]], ["1"] * 3 + ["2"] * 4)
        self.convert(second, "-a", "-o", self.path("new.blg"))
        self.assertEqual(self.seconds(self.path("new.blg")), [5, 6, 7, 8])

    def test_options_are_read_from_a_settings_file(self):
        settings = self.write("settings.txt", f"[i]\n{self.log}\n[c]\n{LOAD}\n[t]\n5\n[f]\nCSV\n[y]\n".encode())
        self.convert("-config", settings, "-o", self.path("out.csv"))
        self.assertEqual(self.read("out.csv").split(b"\r\n")[1:],
                         [row(time_of(0), "7").encode(), row(time_of(5), "7").encode(), b""])



class WholeObjects(Logs):
    """Logs of records that are blocks of a real Windows, each with a whole object."""

    START = 133_601_634_305_000_000  # of records in UTC

    def setUp(self):
        super().setUp()
        blocks = (DATA / "vista-x86.perfdata").read_bytes()
        self.blocks = []
        while blocks:
            size = struct.unpack_from("<I", blocks, 20)[0]
            self.blocks.append(blocks[:size])
            blocks = blocks[size:]

    def block_log(self, name, change=None, records=6):
        """A log whose blocks change() has changed. It is given the number of a record and its blocks."""
        events = [(0x20, self.START, struct.pack("<II", 0x6FF, 0x20008) + 8 * self.entry())]
        for number in range(records):
            blocks = [bytearray(block) for block in self.blocks[8 * (number % 2):8 * (number % 2) + 8]]
            for block in blocks:
                struct.pack_into("<q", block, 56, number * 3_579_545)
                struct.pack_into("<q", block, 72, self.START + number * 10_000_000)
                struct.pack_into("<8H", block, 36, 2024, 5, 2, 14, 12, 30, 30 + number, 500)
            if change:
                change(number, blocks)
            parts = b"".join(b"BL\3\5" + struct.pack("<I", 8 + len(block)) + block for block in blocks)
            events.append((0x22, self.START + number * 10_000_000, b"BL\3\0" + struct.pack("<I", 8 + len(parts)) + parts))
        self.binary("head.blg", self.rows)
        return self.write(name, self.read("head.blg")[:0x10000] + buffers(events))

    @staticmethod
    def entry():
        names = "\\\\ZACH-PC\0Object\0".encode("utf-16-le")
        entry = struct.pack("<IIIIqi6I", 0, 0x10, 0, 0x10, 0, 0, 0, 20, 2**32 - 1, 2**32 - 1, 0, 2**32 - 1) + names
        entry += bytes(-len(entry) % 8)
        return struct.pack("<I", len(entry)) + entry[4:]

    def test_damage_in_one_record_takes_nothing_from_the_others(self):
        def damage(number, blocks):
            if number == 0:
                blocks[0][104 + 64] = 0  # the length of the definition of a counter of LogicalDisk

        whole = self.cells(self.block_log("whole.blg"))
        damaged = self.block_log("damaged.blg", damage)
        cells = self.cells(damaged, status=3)
        self.assertEqual(len(whole[0]), 1693)
        self.assertEqual((len(whole), cells[0]), (7, whole[0]))
        of_disks = [place for place, path in enumerate(whole[0]) if "LogicalDisk" in path]
        for number, (expected, found) in enumerate(zip(whole[1:], cells[1:], strict=True)):
            for place, cell in enumerate(expected):
                # a rate needs two records
                expected_here = " " if number == 0 and place in of_disks else cell
                self.assertIn(found[place], (expected_here, " ") if number == 1 and place in of_disks else (expected_here,))
        for number in (2, 3, 4, 5):
            self.assertEqual(cells[1 + number], whole[1 + number])
        listed = run(self.path("whole.blg"), "-q")
        self.assertEqual(listed[0], 0)
        code, lines = run(damaged, "-q")
        self.assertEqual((code, lines[:-2], lines[-2]), (3, listed[1][:-2], WARNING))
        disk = r"\LogicalDisk(HarddiskVolume1)\Free Megabytes"
        for options in (["-stats"], ["-c", disk, "-stats"], [], ["-f", "JSON", "-o", self.path("out.log")], ["-f", "LONG", "-o", self.path("out.log")],
                        ["-f", "BIN", "-o", self.path("out.blg")], ["-f", "CSV", "-c", disk, "-o", self.path("out.log")]):
            with self.subTest(options):
                code, lines = run(damaged, *options, "-y")
                self.assertEqual((code, lines[-2]), (3, WARNING))
        self.assertEqual(len(self.cells(self.path("out.blg"))), 7)
        process = subprocess.run([RELOG, damaged], capture_output=True, env={**os.environ, "PDH_SHIM_LOG": "warning"},
                                 timeout=PATIENCE)
        self.assertRegex(process.stderr.decode(), r"damaged\.blg: byte 66\d{3}: byte 168: the length of a counter's definition "
                                                  r"cannot be 0 \(2152 bytes were passed over\)")

    def test_four_thousand_zeros_lose_what_they_cover_and_are_reported(self):
        whole = self.cells(self.block_log("whole.blg"))
        log = bytearray(self.read("whole.blg"))
        at = 0x10000 + 40_000  # in the second record
        log[at:at + 4096] = bytes(4096)
        cells = self.cells(self.write("zeros.blg", log), status=3)
        self.assertEqual(cells[0], whole[0])
        self.assertIn(len(cells), (6, 7))
        self.assertEqual(cells[1], whole[1])
        self.assertEqual(cells[-3:], whole[-3:])

    def test_a_log_of_windows_server_2003(self):
        log = self.write("ps2003.blg", lzma.decompress((DATA / "ps2003.blg.xz").read_bytes()))
        code, lines = run(log)
        self.assertEqual(code, 0, lines)
        self.assertIn("Samples:  275", lines)
        cells = self.cells(log)
        self.assertEqual((len(cells), len(cells[0])), (276, 27))
        self.assertRegex(self.failure(self.write("old.blg", b'"(PDH-BIN 4.0)"' + bytes(100))),
                         r"status 0xc0000bd6.*PDH_UNKNOWN_LOG_FORMAT.*is a log of a Windows before XP")
        blank = [number for number, row_of in enumerate(cells[1:], 1) if row_of.count(" ") > 1]
        self.assertEqual({83, 84, 227, 228} - set(blank), set())  # samples with the status PDH_CSTATUS_NO_MACHINE
        self.convert(log, "-o", self.path("copy.blg"))
        self.assertEqual(self.cells(self.path("copy.blg")), cells)
        self.assertRegex(self.failure(self.log, "-a", "-o", log), "cannot be created")


class Averages(Logs):
    def averages(self, log, *arguments):
        self.convert(log, *arguments, "-f", "CSV", "-o", self.path("average.csv"), "-y")
        return list(reader(self.read("average.csv").decode().split("\r\n")[:-1]))

    def test_values_have_their_mean_at_the_end_of_the_interval(self):
        for log in (self.log, self.binary("log.blg", self.rows)):
            header, *rows = self.averages(log, "-average", "4s")
            self.assertEqual(header, ["(PDH-CSV 4.0) (UTC)(0)", *COLUMNS])
            self.assertEqual(rows, [
                ["01/13/2018 05:00:04.000", "1.5", "0.5", "7"],
                ["01/13/2018 05:00:08.000", "5.5", "2.75", "7"],
                ["01/13/2018 05:00:12.000", "8.5", "4.25", "7"]])

    def test_the_result_is_a_log(self):
        self.averages(self.log, "-average", "5")
        self.assertEqual(run(self.path("average.csv"))[0], 0)

    def test_a_page(self):
        self.convert(self.log, "-average", "5s", "-f", "HTML", "-o", self.path("page.html"))
        self.assertIn(b"<!DOCTYPE html>", self.read("page.html"))

    def test_what_a_binary_log_cannot_have_is_refused(self):
        self.assertIn("-average writes values, not raw samples",
                      self.failure(self.log, "-average", "5s", "-o", self.path("x.blg"), status=2))


class Statistics(Logs):
    def lines(self, *arguments, status=0, said=SUCCESS):
        """Those of standard output."""
        ended = subprocess.run([RELOG, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                               check=False)
        self.assertEqual((ended.returncode, ended.stderr.decode()), (status, said + "\n"))
        return ended.stdout.decode().split("\n")[:-1]

    def results(self, *arguments, **options):
        return [json.loads(line) for line in self.lines(*arguments, "-stats", "-f", "JSON", **options)]

    def test_a_table_has_a_line_for_each_counter(self):
        self.assertEqual([line.split() for line in self.lines(self.log, "-stats")], [
            "samples min mean max last p50 p95 p99 std first_time last_time counter".split(),
            ["10", "0", "4.5", "9", "9", "4.5", "8.55", "8.91", "3.02765",
             "1/13/2018", "5:00:00", "1/13/2018", "5:00:09", DEPTH],
            ["9", "0", "2.33333", "4.5", "4.5", "2.5", "4.3", "4.46", "1.58114",
             "1/13/2018", "5:00:00", "1/13/2018", "5:00:09", WIDTH],
            ["10", "7", "7", "7", "7", "7", "7", "7", "0", "1/13/2018", "5:00:00", "1/13/2018", "5:00:09", LOAD]])

    def test_json_and_csv_have_all_digits(self):
        width = self.results(self.log)[1]
        self.assertEqual(width, {
            "samples": 9, "min": 0, "mean": 21 / 9, "max": 4.5, "last": 4.5, "p50": 2.5, "p95": 4.3, "p99": 4.46,
            "std": width["std"], "first_time": "2018-01-13T05:00:00.500+00:00",
            "last_time": "2018-01-13T05:00:09.500+00:00", "percentile_error": 0, "counter": WIDTH})
        self.lines(self.log, "-stats", "-f", "csv", "-o", self.path("stats.csv"))
        header, *rows = reader(self.read("stats.csv").decode().split("\r\n")[:-1])
        self.assertEqual(header, list(width))
        self.assertEqual(dict(zip(header, rows[1])), {name: str(value) for name, value in width.items()})

    def test_the_top_counters(self):
        self.assertEqual([row["counter"] for row in self.results(self.log, "-top", "2", "mean")], [LOAD, DEPTH])

    def test_a_binary_log_has_the_same_statistics_and_each_instance(self):
        log = self.path("log.blg")
        self.convert(self.log, "-o", log)
        self.assertEqual(self.results(log), self.results(self.log))
        self.assertEqual([row["counter"] for row in self.results(log, "-c", r"\Widget(*)\*")], [DEPTH, WIDTH])

    def test_chosen_records(self):
        chosen = self.results(self.log, "-b", "1/13/2018 5:00:03", "-e", "1/13/2018 5:00:08", "-t", "2")
        self.assertEqual([row["samples"] for row in chosen], [3, 2, 3])
        self.assertEqual(chosen[0]["last_time"], "2018-01-13T05:00:07.500+00:00")

    def test_a_counter_without_a_value_has_a_line(self):
        log = self.write("empty.csv", csv([(0, ("1", None, "2"))]))
        row = self.results(log)[1]
        self.assertEqual(row.pop("counter"), WIDTH)
        self.assertEqual((row.pop("samples"), row.pop("percentile_error")), (0, 0))
        self.assertEqual(set(row.values()), {None})

    def test_records_of_no_such_time_end_with_4(self):
        self.lines(self.log, "-stats", "-b", "1/13/2019", status=4,
                   said="relog: There is nothing to read: the logs have no records of that time.")

    def test_a_counter_that_is_left_out_ends_with_3(self):
        code, output = run(self.log, "-stats", "-c", DEPTH, r"\No\Such")
        self.assertEqual(code, 3)
        self.assertIn(r"relog: \No\Such is left out", output[-2])

    def test_a_column_that_is_none_is_refused(self):
        for logs in ((self.log, "-stats"), (self.log, self.log, "-compare"), (self.log, "-trend")):
            # Before a counter is looked for.
            self.assertIn('"colour" is not a column of numbers; these are ',
                          self.failure(*logs, "-top", "2", "colour", "-c", r"\No\Such", status=2))

    def test_two_logs_are_compared_the_largest_swing_first(self):
        other = self.write("other.csv", csv([(second, (second, second * 2, None)) for second in range(10)],
                                            (DEPTH.replace("BOX", "TOY"), WIDTH.replace("BOX", "TOY"), r"\\TOY\New\One")))
        rows = [json.loads(line) for line in self.lines(self.log, other, "-compare", "-f", "JSON", "-v")]
        self.assertEqual([row["counter"] for row in rows], [r"\Widget(b)\Width", r"\Widget(a)\Depth", r"\System\Load", r"\New\One"])
        width = rows[0]
        self.assertEqual((width["mean_a"], width["mean_b"]), (21 / 9, 9))
        self.assertAlmostEqual(width["change"], 9 - 21 / 9)
        self.assertAlmostEqual(width["swing"], 1 - 21 / 81)
        self.assertAlmostEqual(width["p95_b"], 17.1)
        self.assertEqual((rows[1]["change"], rows[1]["swing"]), (0, 0))
        self.assertEqual((rows[2]["mean_a"], rows[2]["mean_b"], rows[2]["swing"]), (7, None, None))
        self.assertEqual(len(self.lines(self.log, other, "-compare", "-top", "1", "change", "-v")), 2)

    def test_a_counter_that_one_log_lacks_is_compared_with_nothing(self):
        other = self.write("other.csv", csv([(second, ("1",)) for second in range(3)], (r"\\BOX\Widget(c)\Depth",)))
        for paths in ((r"\Widget(c)\Depth",), (r"\Widget(b)\Width", r"\Widget(c)\Depth")):
            for inputs in ((self.log, other), (other, self.log)):
                rows = [json.loads(line) for line in self.lines(*inputs, "-compare", "-f", "JSON", "-c", *paths)]
                self.assertEqual({each["counter"].removeprefix(r"\\BOX") for each in rows}, set(paths))
        code, output = run(self.log, other, "-compare", "-c", r"\Widget(c)\Depth", r"\None\None")
        self.assertEqual((code, output[-2].startswith(r"relog: \None\None is left out: ")), (3, True), output)
        self.assertEqual(run(self.log, other, "-compare", "-c", r"\None\None"), (1, ["relog: No valid counters.", ""]))

    def test_two_ranges_of_a_log_are_compared(self):
        row = json.loads(self.lines(self.log, "-compare", "-e", "1/13/2018 5:00:04", "-b2", "1/13/2018 5:00:05", "-c", DEPTH,
                                    "-f", "JSON")[0])
        self.assertEqual((row["mean_a"], row["mean_b"]), (2, 7))

    def test_a_trend_is_found(self):
        load, depth = [], []
        for line in self.lines(self.log, "-trend", "-f", "JSON", "-v"):
            row = json.loads(line)
            {DEPTH: depth, LOAD: load}.get(row["counter"], []).append(row)
        self.assertAlmostEqual(depth[0]["per_hour"], 3600)
        self.assertAlmostEqual(depth[0]["low"], 3600)
        self.assertEqual((load[0]["per_hour"], load[0]["errors"]), (0, 0))

    def compared(self, before, after, counter, *options):
        """The counters of a comparison of two logs with one counter, and whether standard error has one left out."""
        logs = [self.write(f"{name}.csv", csv([(second, (value,)) for second, value in enumerate(values)], (counter,)))
                for name, values in (("before", before), ("after", after))]
        output = self.convert(*logs, "-compare", "-f", "JSON", *options)
        said = "relog: 1 counter is left out, because of too little change or too few samples; -v shows all." in output
        return [json.loads(line)["counter"] for line in output if line.startswith("{")], said

    def test_what_changes_too_little_to_matter_is_no_swing(self):
        for counter, before, after, matters in (
                (r"\Processor(a)\% Processor Time", 0.04, 0, False), (r"\Processor(a)\% Processor Time", 3.5, 2.5, True),
                (r"\System\Processor Queue Length", 0.04, 0, False), (r"\System\Processor Queue Length", 0.2, 0, True),
                (r"\Process(a)\Private Bytes", 5000, 4000, False), (r"\Process(a)\Private Bytes", 5000, 3000, True),
                (r"\PhysicalDisk(a)\Disk Bytes/sec", 500, 0, False), (r"\Memory\Available MBytes", 5000, 4999, True),
                (r"\PhysicalDisk(a)\Avg. Disk sec/Read", 0.002, 0.0005, True), (r"\PhysicalDisk(a)\Avg. Disk sec/Read", 0.002, 0.0018, False)):
            with self.subTest(counter=counter, before=before):
                path = r"\\BOX" + counter
                self.assertEqual(self.compared([before] * 4, [after] * 4, path), ([counter], False) if matters else ([], True))
                self.assertEqual(self.compared([before] * 4, [after] * 4, path, "-v"), ([counter], False))

    def test_highest_values_that_differ_matter_too(self):
        path = r"\\BOX\Processor(a)\% Processor Time"
        self.assertEqual(self.compared([0.5] * 40, [0.4] * 35 + [3] * 5, path), ([r"\Processor(a)\% Processor Time"], False))

    def test_counters_with_two_samples_are_not_compared(self):
        self.assertEqual(self.compared([1, 2], [50, 60, 70], LOAD), ([], True))
        self.assertEqual(self.compared([1, 2], [50, 60, 70], LOAD, "-v"), ([r"\System\Load"], False))

    def test_a_trend_needs_samples_and_growth_that_matters(self):
        columns = [rf"\\BOX\Process({name})\Private Bytes" for name in ("grows", "new", "two", "still")]
        rows = [(second, (second * 5000, second * 5000 if second >= 6 else " ", second * 5000 if second >= 8 else " ", 9000 + second))
                for second in range(10)]
        log = self.write("processes.csv", csv(rows, columns))
        output = self.convert(log, "-trend", "-f", "JSON")
        self.assertEqual([json.loads(line)["counter"] for line in output if line.startswith("{")], columns[:1])
        self.assertIn("relog: 3 counters are left out, because of too little change or too few samples; -v shows all.", output)
        output = self.convert(log, "-trend", "-f", "JSON", "-v")
        self.assertEqual({json.loads(line)["counter"] for line in output if line.startswith("{")}, set(columns))

    def test_a_long_log_has_percentiles_with_a_small_error(self):
        columns = [rf"\\BOX\Widget(w{i})\Depth" for i in range(3000)]
        log = self.write("wide.csv", csv([(second, range(second, second + 3000)) for second in range(1000)], columns))
        row = self.results(log)[-1]
        self.assertAlmostEqual(row["percentile_error"], 1 / 129)
        self.assertLessEqual(abs(row["p50"] - 3498.5), 3498.5 / 129)
        self.assertEqual(self.lines(log, "-stats", "-top", "1", "max", said=
            "Percentiles of counters with more than 699 samples are exact to 0.8 %.\n" + SUCCESS)[1].split()[3], "3998")


class Properties(Logs):
    """Conversions of logs of random counters, instances and values."""

    ROUNDS = 20
    LETTERS = [*"abcXYZ019 %:,;.'\"-_~$&+=", "ä", "ß", "Ж", "中", "😀"]
    EXTREMES = [0.0, -0.0, 1.0, -1.0, 0.1, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
                -1.7976931348623157e308, 2.0**53 + 2, 2.0**63, 2.0**64, 1e22, 1e23, 123456789.125]

    def name(self):
        """A name as a counter path can have it: without what ends a part of the path, or blanks at its ends."""
        text = "".join(self.random.choice(self.LETTERS) for _ in range(self.random.randint(1, 12))).strip()
        return text or "x"

    def paths(self):
        found = {}
        for _ in range(self.random.randint(1, 5)):
            computer, widget = self.random.choice(["BOX", "KÜCHE", "srv-1.example.com"]), self.name()
            instances = self.random.sample(["", "(a)", "(a#1)", "(p/a)", f"({self.name()})"], self.random.randint(1, 3))
            if "" in instances:
                instances = [""]
            for path in (rf"\\{computer}\{widget}{instance}\{self.name()}" for instance in instances):
                found.setdefault(path.casefold(), path)
        return list(found.values())

    def value(self):
        kind = self.random.random()
        if kind < 0.2:
            return None
        if kind < 0.4:
            return self.random.choice(self.EXTREMES)
        if kind < 0.6:
            return float(self.random.getrandbits(self.random.randint(1, 64)))
        if kind < 0.8:
            return self.random.uniform(0, 100)
        bits = struct.unpack("<d", self.random.randbytes(8))[0]
        return bits if math.isfinite(bits) else 1e-5

    def random_log(self, seed):
        self.random = random.Random(seed)
        paths = self.paths()
        values = [[self.value() for _ in paths] for _ in range(self.random.randint(1, 30))]
        rows = [(second, [None if value is None else repr(value) for value in cells])
                for second, cells in enumerate(values)]
        return self.write("random.csv", csv(rows, paths)), {
            path: [None if cells[i] is None else struct.pack("<d", cells[i]) for cells in values]
            for i, path in enumerate(paths)}

    def columns(self, log):
        """The bits of the values of each counter."""
        header, *rows = self.cells(log)
        return {path: [None if cells[i] == " " else struct.pack("<d", float(cells[i])) for cells in rows]
                for i, path in enumerate(header) if i > 0}

    def check_round_trip(self, format):
        for seed in range(self.ROUNDS):
            log, expected = self.random_log(seed)
            between = self.path("between." + format)
            self.convert(log, "-f", format, "-o", between, "-y")
            with self.subTest(seed=seed):
                self.assertEqual(self.columns(between), expected)

    def test_text_to_binary_to_text_keeps_the_bits_of_every_value(self):
        self.check_round_trip("bin")

    def test_text_to_tabs_to_text_keeps_the_bits_of_every_value(self):
        self.check_round_trip("tsv")

    def test_binary_to_binary_keeps_the_bytes_of_every_record(self):
        for seed in range(self.ROUNDS):
            log, _ = self.random_log(seed)
            self.convert(log, "-o", self.path("a.blg"), "-y")
            self.convert(self.path("a.blg"), "-o", self.path("b.blg"), "-y")
            with self.subTest(seed=seed):
                self.assertEqual(payloads(self.read("b.blg")), payloads(self.read("a.blg")))


class OddLogs(Logs):
    """Text logs of other programs."""

    def test_30000_columns(self):
        columns = [rf"\\esx\Group Cpu({i}:vm{i})\% Used" for i in range(30_000)]
        rows = [(second, [str(i + second) for i in range(30_000)]) for second in range(2)]
        found = self.cells(self.write("esxtop.csv", csv(rows, columns)))
        self.assertEqual(found[0][1:], columns)
        self.assertEqual([cells[1:] for cells in found[1:]], [values for _, values in rows])

    def test_counters_without_a_computer(self):
        log = self.write("short.csv", csv([(0, ("1", "2"))], (r"\Widget(a)\Depth", r"\System\Load")))
        self.assertEqual([cells[1:] for cells in self.cells(log)], [[r"\Widget(a)\Depth", r"\System\Load"], ["1", "2"]])
        self.assertEqual(self.cells(log, "-c", r"\System\Load")[1][1:], ["2"])
        binary = self.binary("short.blg", [(0, ("1", "2")), (1, ("3", "4"))], (r"\Widget(a)\Depth", r"\System\Load"))
        self.assertEqual([cells[1:] for cells in self.cells(binary, "-b", "1/13/2018 5:00:01")],
                         [[r"\Widget(a)\Depth", r"\System\Load"], ["3", "4"]])

    def test_an_instance_with_a_number_and_none_before_it(self):
        second = r"\\BOX\Widget(a#1)\Depth"
        binary = self.binary("second.blg", [(0, ("5",)), (1, ("6",))], (second,))
        self.assertEqual([cells[1] for cells in self.cells(binary)], [second, "5", "6"])

    def test_what_a_spreadsheet_saved(self):
        text = f"(PDH-CSV 4.0) (UTC)(0),{DEPTH},{LOAD}\r\n1/13/2018 5:00,1,\r\n1/13/2018 5:01,,2.5\r\n"
        self.assertEqual(self.cells(self.write("sheet.csv", text.encode()))[1:],
                         [["01/13/2018 05:00:00.000", "1", " "], ["01/13/2018 05:01:00.000", " ", "2.5"]])


class Kept(Logs):
    """What is not a number, and the order, from text to text."""

    COLUMNS = (r"\\A\O(b)\X", r"\\A\O(a)\Y", r"\\B\P\Z", r"\\A\O(a)\X", r"\\A\O(b)\Y", r"\\A\M\Z")

    def ordered(self):
        return self.write("ordered.csv", csv([(0, range(6)), (1, range(6))], self.COLUMNS))

    def test_columns_keep_their_order(self):
        log = self.ordered()
        self.assertEqual(run(log, "-q")[1][:-2], list(self.COLUMNS))
        self.convert(log, "-o", self.path("made.blg"))
        self.assertEqual(run(self.path("made.blg"), "-q")[1][:-2], list(self.COLUMNS))
        for name in (log, self.path("made.blg")):
            self.assertEqual(self.cells(name)[0][1:], list(self.COLUMNS))
            self.assertEqual(self.cells(name)[1][1:], list("012345"))
        self.convert(log, "-stats", "-f", "CSV", "-o", self.path("stats.csv"))
        self.assertEqual([line.split(",")[-1].strip('"\r') for line in self.read("stats.csv").decode().split("\n")[1:-1]],
                         list(self.COLUMNS))

    def commented(self):
        lines = [row("(PDH-CSV 4.0) (UTC)(0)", DEPTH, LOAD, 'user "string"'), row(time_of(0), "1", "2", " "),
                 row(time_of(1), "1.50", "Yes", 'who, "me"? \u00e9'), row(time_of(2), "nan", "no ", "=1+1")]
        return self.write("commented.csv", "".join(line + "\r\n" for line in lines).encode())

    def test_comments_and_texts_go_from_text_to_text(self):
        log = self.commented()
        for form, separator in (("CSV", ","), ("TSV", "\t")):
            self.convert(log, "-f", form, "-o", self.path("copy.log"), "-y", status=3)
            self.convert(self.path("copy.log"), "-f", "CSV", "-o", self.path("again.log"), "-y", status=3)
            self.assertEqual(self.read("again.log"), self.read("commented.csv"))
            self.assertIn(separator.join(('"nan"', '"no "', '"=1+1"')).encode(), self.read("copy.log"))

    def test_a_log_in_utf_16_keeps_them_too(self):
        text = self.read(os.path.basename(self.commented())).decode().replace("\u00e9", "\u0436").replace("no ", "\u043d\u0435\u0442")
        log = self.write("wide.csv", b"\xFF\xFE" + text.encode("utf-16-le"))
        self.convert(log, "-f", "CSV", "-o", self.path("copy.log"), status=3)
        self.assertEqual(self.read("copy.log"), self.read("wide.csv"))

    def test_comments_that_have_no_place_are_said(self):
        log = self.commented()
        said = "relog: The comments of 2 records were left out: this format has no place for them."
        for form in (["BIN"], ["JSON"], ["LONG"], ["INFLUX"], ["OPENMETRICS"], ["HTML"], ["CSV", "-average", "1h"]):
            self.assertIn(said, self.convert(log, "-f", *form, "-o", self.path("made"), "-y", status=3))
        range_of_first = ["-e", "1/13/2018 5:00:00"]
        blank = self.convert(log, "-f", "BIN", "-o", self.path("made"), "-y", *range_of_first, status=3)  # of a text behind it
        self.assertFalse([line for line in blank if "comments" in line])

    def test_texts_are_said_once_for_each_column_with_their_number(self):
        log = self.write("texts.csv", csv([(0, ("1", "Yes", "2")), (1, ("x", "No", "2")), (2, ("1", "Yes", "3"))]))
        process = subprocess.run([RELOG, log, "-f", "TSV", "-o", self.path("out.log")], capture_output=True, text=True,
                                 env={**os.environ, "PDH_SHIM_LOG": "warning"}, timeout=PATIENCE)
        said = [line.split("texts.csv: ")[1] for line in process.stderr.splitlines() if "such value" in line]
        self.assertEqual(said, ["line 3, column 2: has a value that is no number: x (1 such value)",
                                "line 2, column 3: has a value that is no number: Yes (3 such values)"])
        self.assertEqual(process.returncode, 3)

    def test_an_apostrophe_keeps_texts_from_being_formulas(self):
        log = self.commented()
        self.convert(log, "-f", "CSV", "-spreadsheet", "-o", self.path("copy.log"), status=3)
        self.assertIn(b'"\'=1+1"', self.read("copy.log"))
        text = csv([(0, ("1",))], (r"\\BOX\Process(=1+1)\@x",)).decode()
        self.write("formula.csv", text.encode())
        plain, safe = (self.long_names(*more) for more in ((), ("-spreadsheet",)))
        self.assertEqual(plain, ["BOX", "Process", "", "=1+1", "0", "@x"])
        self.assertEqual(safe, ["BOX", "Process", "", "'=1+1", "0", "'@x"])
        self.assertIn("-spreadsheet is for", self.failure(log, "-f", "JSON", "-spreadsheet", "-o", "x", status=2))

    def long_names(self, *more):
        self.convert(self.path("formula.csv"), "-f", "LONG", "-o", self.path("long.log"), "-y", *more)
        return next(reader([self.read("long.log").decode().split("\n")[1]]))[1:7]


class Extremes(Logs):
    """Times and names at the ends of what there is."""

    def timed(self, *times):
        """A binary log whose records have these FILETIMEs."""
        name = self.binary("timed.blg", [(second, (str(second), "1", "2")) for second in range(len(times))])
        data = bytearray(self.read("timed.blg"))
        for number, time in enumerate(times):
            at = data.index(b"BL\x03\x00", 0x10000 if number == 0 else at + 8)
            data[at - 0x48 + 0x10:at - 0x48 + 0x18] = struct.pack("<q", time)
        self.write("timed.blg", bytes(data))
        return name

    def test_times_that_nanoseconds_cannot_hold_are_left_out_and_counted(self):
        year_9999 = 2650467743990000000
        output = self.convert(self.timed(1, 131604804005000000, year_9999, 2 ** 63 - 1), "-f", "INFLUX", "-o", self.path("lines.log"),
                              status=3)
        self.assertIn("relog: Records from before 1677 or after 2262 were left out (3): this format has no place for them.", output)
        self.assertEqual({line.rsplit(" ", 1)[1] for line in self.read("lines.log").decode().splitlines()}, {"1516006800500000000"})

    def test_the_last_interval_ends_at_the_last_time(self):
        rows = self.cells(self.timed(2 ** 63 - 1), "-average", "1d")
        self.assertEqual(rows[1][0][:10], "09/14/30828"[:10])

    def test_a_path_that_is_too_long_is_listed_or_said(self):
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        longest = "n" * 2100
        for sample in script["samples"]:
            sample["data"]["Widget"][longest] = [1, 5]
        self.write("long.json", json.dumps(script).encode())
        subprocess.run([TYPEPERF, r"\Widget(*)\% Full", "-sc", "1", "-s", "LocalHost", "-f", "BIN", "-o", self.path("long.blg")],
                       check=True, capture_output=True, timeout=PATIENCE,
                       env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": "script:" + self.path("long.json")})
        log = self.path("long.blg")
        listed = run(log, "-q")[1]
        path = next(line for line in listed if longest in line)
        said = f"relog: {path[:1000]}... is left out: "
        for arguments in (["-f", "CSV"], ["-f", "CSV", "-c", r"\Widget(*)\*"], ["-f", "HTML"], ["-stats"],
                          ["-f", "CSV", "-b", "1/2/2026 3:04:06"]):
            output = self.convert(log, *arguments, "-o", self.path("out.log"), "-y", status=3)
            self.assertEqual(len([line for line in output if line.startswith(said)]), 1, arguments)
        self.assertIn(longest.encode(), self.read("long.blg").decode("utf-16-le", "replace").encode())
        self.convert(log, "-f", "LONG", "-o", self.path("long.csv"))
        self.assertIn(longest, self.read("long.csv").decode())


class Meanings(Logs):
    """Text logs in which a date or a number may have two meanings."""

    def sheet(self, *rows, name="sheet.csv"):
        lines = [f"(PDH-CSV 4.0) (UTC)(0),{DEPTH},{LOAD}", *rows]
        return self.write(name, "".join(line + "\r\n" for line in lines).encode())

    def test_two_dates_are_refused_and_an_option_decides(self):
        log = self.sheet("1/2/2018 5:00,1,2")
        self.assertIn("-dates mdy or -dates dmy", self.failure(log))
        self.assertEqual(self.cells(log, "-dates", "mdy")[1][0], "01/02/2018 05:00:00.000")
        self.assertEqual(self.cells(log, "-dates", "dmy")[1][0], "02/01/2018 05:00:00.000")

    def test_two_numbers_are_refused_and_an_option_decides(self):
        log = self.sheet('1/13/2018 5:00,"1,234",2')
        self.assertIn("-decimal point or -decimal comma", self.failure(log))
        self.assertEqual(self.cells(log, "-decimal", "point")[1][1], "1234")
        self.assertEqual(self.cells(log, "-decimal", "comma")[1][1], "1.234")

    def test_the_library_says_the_line_and_the_option(self):
        log = self.sheet("1/1/2018 5:00,1,2", "1/2/2018 5:00,1,2")
        trace = self.path("trace.txt")
        subprocess.run([RELOG, log], stdout=subprocess.DEVNULL, timeout=PATIENCE,
                       env={**os.environ, "PDH_SHIM_LOG": "error:" + trace}, check=False)
        with open(trace, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"sheet\.csv: line 3: .*-dates mdy or -dates dmy")

    def test_csv_to_csv_keeps_the_decimals_of_each_cell(self):
        cells = ["82.45", "0.000000", "6.9494827586206889356e-005", "1e+020", "0.10000000000000000555", "1.50", "-0.00"]
        rows = [(second, (cell, cell, None)) for second, cell in enumerate(cells)]
        log = self.write("cells_in.csv", csv(rows))
        self.assertEqual(self.cells(log)[1:], [[time_of(second), cell, cell, " "] for second, (cell, _, _) in rows])
        binary = self.path("cells.blg")
        self.convert(log, "-o", binary)
        self.assertEqual([cells[1] for cells in self.cells(binary)[1:]], cells)

    def test_a_log_in_utf_16_stays_one(self):
        text = csv(self.rows).decode()
        log = self.write("wide.csv", b"\xFF\xFE" + text.encode("utf-16-le"))
        self.convert(log, "-f", "csv", "-o", self.path("out.csv"))
        self.assertEqual(self.read("out.csv"), self.read("wide.csv"))

    def test_the_encoding_of_names_is_an_option(self):
        column = r"\\BOX\Widget(表)\Depth"
        log = self.write("sjis.csv", csv([(0, ("1",))], (column,)).decode().encode("cp932"))
        code, output = run(log, "-encoding", "CP932", "-q")
        if code == 0:  # the system knows it
            self.assertIn(column, output)
        self.assertEqual(run(log, "-encoding", "nonsense", "-q")[0], 1)

    def test_a_log_of_short_numbers_does_not_grow(self):
        rows = [(second, (f"{second * 0.37:.2f}", f"{second * 1.1:.2f}", "0.00")) for second in range(1000)]
        log = self.write("esxtop.csv", csv(rows))
        self.convert(log, "-f", "csv", "-o", self.path("out.csv"))
        self.assertEqual(len(self.read("out.csv")), len(self.read("esxtop.csv")))


class Interrupts(Logs):
    RECORDS = 400_000

    def setUp(self):
        super().setUp()
        lines = [row("(PDH-CSV 4.0) (UTC)(0)", *COLUMNS)]
        lines += [row(f"01/{1 + i // 86_400:02}/2018 {i // 3600 % 24:02}:{i // 60 % 60:02}:{i % 60:02}.000", i, i, i)
                  for i in range(self.RECORDS)]
        self.write("long.csv", "\r\n".join([*lines, ""]).encode())

    def stopped(self, *arguments):
        """The rest of the output of a conversion that is stopped in the middle."""
        with subprocess.Popen([RELOG, self.path("long.csv"), *arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "TZ": "UTC"}) as process:
            while not process.stdout.readline().startswith(b"Samples:"):
                pass
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read().decode().split("\n")
            self.assertEqual(process.wait(PATIENCE), 130)
            self.assertEqual(process.stderr.read(), b"It was stopped; the file has the records up to then.\n")
        return rest

    def test_the_records_up_to_then_are_readable(self):
        for format in ("bin", "csv"):
            output = self.path("out." + format)
            rest = self.stopped("-f", format, "-o", output)
            self.assertNotIn("100.00%", rest)
            written = rest[-3:-2]
            count = int(written[0].split()[1])
            self.assertTrue(0 < count < self.RECORDS, count)
            self.assertIn(written[0], self.convert(output))

    def test_the_page_is_whole(self):
        self.stopped("-f", "html", "-o", self.path("out.html"))
        self.assertTrue(self.read("out.html").rstrip().endswith(b"</html>"))


class Pages(Logs):
    def about_and_rows(self, name):
        text = self.read(name).decode()
        about = json.loads(re.search('<script id="about" type="application/json">(.*)</script>', text).group(1))
        lines = re.search('type=text/plain>\n(.*?)</script>', text, re.DOTALL).group(1)
        numbers = b"".join(base64.b64decode(line) for line in lines.split())
        width = len(about["paths"]) + 1
        values = struct.unpack(f"<{len(numbers) // 8}d", numbers)
        return about, [values[i:i + width] for i in range(0, len(values), width)]

    def test_a_page_has_every_record(self):
        output = self.convert(self.log, "-f", "html", "-o", self.path("page.html"), "-c", *COLUMNS)
        self.assertEqual(output[-12:], result(self.path("page.html"), "1/13/2018 5:00:00", "1/13/2018 5:00:09", 10))
        about, rows = self.about_and_rows("page.html")
        self.assertEqual(about["paths"], list(COLUMNS))
        self.assertEqual([row[0] for row in rows], [1515819600.5 + second for second in range(10)])
        self.assertEqual([row[1] for row in rows], list(range(10)))
        self.assertEqual([math.isnan(row[2]) for row in rows], [second == 3 for second in range(10)])

    def test_the_zone_is_that_of_the_log(self):
        log = self.path("here.blg")
        subprocess.run(
            [TYPEPERF, r"\Processor(_Total)\% Processor Time", "-sc", "1", "-f", "bin", "-o", log],
            env={**os.environ, "TZ": "IST-5:30"},
            check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        self.convert(log, "-f", "html", "-o", self.path("page.html"))
        self.assertEqual(self.about_and_rows("page.html")[0]["bias"], -330)

    def test_the_zone_of_a_text_log_is_that_of_its_header(self):
        log = self.write("east.csv", csv(self.rows).replace(b"(UTC)(0)", b"(Eastern Daylight Time)(240)"))
        self.convert(log, "-f", "html", "-o", self.path("page.html"))
        about, rows = self.about_and_rows("page.html")
        self.assertEqual(about["bias"], 240)
        self.assertEqual(rows[0][0], 1515819600.5)  # local


def zone_information(bias, daylight_bias=0, daylight=(), standard=()):
    """A TIME_ZONE_INFORMATION, as a binary log has it."""
    dates = [struct.pack("<8H", *(date or (0,) * 8)) for date in (standard, daylight)]
    names = [name.encode("utf-16-le").ljust(64, b"\0") for name in ("@tzres.dll,-212", "@tzres.dll,-211")]
    return (struct.pack("<i", bias) + names[0] + dates[0] + struct.pack("<i", 0)
            + names[1] + dates[1] + struct.pack("<i", daylight_bias))


ZONE_PLACE = 0x48 + 0x20 + 72  # of a binary log that is written here
PACIFIC = zone_information(480, -60, (0, 3, 0, 2, 2, 0, 0, 0), (0, 11, 0, 1, 2, 0, 0, 0))


class Zones(Logs):
    """A log keeps its zone, whatever the zone of the machine that converts it."""

    def convert(self, *arguments, status=0):
        code, output = run(*arguments, zone="JST-9")
        self.assertEqual(code, status, output)
        return output

    def log_of(self, zone, name="zone.csv", times=None, month="01"):
        rows = csv(self.rows).replace(b"01/13/2018", f"{month}/13/2018".encode())
        for before, after in times or ():
            rows = rows.replace(before, after)
        return self.write(name, rows.replace(b" (UTC)(0)", zone))

    def binary_of(self, zone, name="zone.blg", **options):
        self.convert(self.log_of(b" (UTC)(0)", **options), "-o", self.path(name), "-y")
        log = self.read(name)
        return self.write(name, log[:ZONE_PLACE] + zone + log[ZONE_PLACE + len(zone):])

    def header(self, log, *options):
        return self.cells(log, *options)[0][0]

    def shown_zone(self, *arguments):
        return [line[10:] for line in self.convert(*arguments) if line.startswith("Zone:")]

    def test_a_log_keeps_its_zone_through_all_formats(self):
        log = self.log_of(b" (Eastern Daylight Time)(240)")
        for name, form in (("a.blg", "bin"), ("b.tsv", "tsv"), ("c.blg", "bin"), ("d.csv", "csv")):
            self.convert(log, "-f", form, "-o", self.path(name))
            log = self.path(name)
        self.assertEqual(self.read("d.csv"), self.read("zone.csv"))
        self.assertEqual(self.shown_zone(log), ["UTC-04:00"])

    def times(self, log):
        return [cells[0] for cells in self.cells(log)[1:]]

    def test_records_of_another_zone_are_added_in_the_zone_of_the_file(self):
        target, again = self.path("target.blg"), self.path("again.blg")
        self.convert(self.log_of(b" (Tokyo)(-540)", "tokyo.csv"), "-o", target)
        east = self.log_of(b" (EST)(300)", "east.csv")
        own = self.times(target)
        output = self.convert(east, "-a", "-o", target)
        self.assertIn("Begin:    1/13/2018 5:00:00", output[output.index("Output"):])
        self.assertIn("Zone:     UTC-05:00 (in the file: UTC+09:00)", output)
        self.assertEqual(self.times(target), own + [time.replace(" 05:", " 19:") for time in own])
        self.assertEqual(self.header(target), "(PDH-CSV 4.0) (Tokyo)(-540)")
        self.convert(target, "-o", again)
        output = self.convert(target, "-a", "-o", again)
        self.assertFalse(any("in the file" in line for line in output), output)

    def test_times_of_another_season_are_added_as_they_are(self):
        target = self.path("target.blg")
        self.convert(self.log_of(b" (Pacific Standard Time)(480)"), "-o", target)
        summer = self.binary_of(PACIFIC, "summer.blg", month="07")
        before = self.times(target)
        self.convert(summer, "-a", "-o", target)
        self.assertEqual(self.times(target), before + self.times(summer))

    def test_a_zone_that_is_not_known_stays_so(self):
        log = self.log_of(b"")
        self.assertEqual(self.shown_zone(log), ["unknown"])
        self.convert(log, "-o", self.path("unknown.blg"))
        self.convert(self.path("unknown.blg"), "-o", self.path("again.blg"))
        self.assertEqual(self.shown_zone(self.path("again.blg")), ["unknown"])
        self.assertEqual(self.header(self.path("again.blg")), "(PDH-CSV 4.0)")
        self.assertEqual(self.cells(self.path("again.blg"))[1][0], time_of(0))

    def test_an_option_says_the_zone_of_a_log_that_does_not(self):
        log = self.log_of(b"")
        self.assertEqual(self.header(log, "-tz", "UTC"), "(PDH-CSV 4.0) (UTC+00:00)(0)")
        self.assertEqual(self.header(log, "-tz", "-345"), "(PDH-CSV 4.0) (UTC+05:45)(-345)")
        self.assertEqual(self.shown_zone(log, "-tz", "-345"), ["UTC+05:45"])
        self.assertEqual(self.shown_zone(log), ["unknown"])

    @unittest.skipUnless(os.path.exists("/usr/share/zoneinfo/Europe/Berlin"), "there is no tzdata")
    def test_a_zone_by_its_name_has_its_summer_time(self):
        for month, header in (("01", "(CET)(-60)"), ("07", "(CEST)(-120)")):
            log = self.log_of(b"", month=month)
            self.assertEqual(self.header(log, "-tz", "Europe/Berlin"), "(PDH-CSV 4.0) " + header)
        self.convert(log, "-tz", "Europe/Berlin", "-o", self.path("berlin.blg"))
        self.assertEqual(
            self.read("berlin.blg")[ZONE_PLACE + 68:ZONE_PLACE + 84], struct.pack("<8H", 0, 10, 0, 5, 3, 0, 0, 0))

    def test_what_is_no_zone(self):
        for zone in ("Mars/Olympus", "../zoneinfo/UTC", "/etc/localtime", "1441", "CET-1"):
            self.assertEqual(
                self.failure(self.log, "-tz", zone, status=2),
                f'relog: "{zone}" is no time zone; one is UTC, a name as Europe/Berlin, or minutes as in a log.')

    def test_a_log_that_says_its_zone_needs_no_option(self):
        log = self.log_of(b" (India Standard Time)(-330)")
        self.assertEqual(self.header(log, "-tz", "UTC"), "(PDH-CSV 4.0) (India Standard Time)(-330)")

    def test_the_rules_of_a_binary_log_say_its_zone_and_are_kept(self):
        for month, bias in (("01", 480), ("07", 420)):
            log = self.binary_of(PACIFIC, month=month)
            self.assertEqual(self.header(log), f"(PDH-CSV 4.0) (UTC-0{bias // 60}:00)({bias})")
            self.assertEqual(self.shown_zone(log), [f"UTC-0{bias // 60}:00"])
            self.convert(log, "-o", self.path("kept.blg"), "-y")
            self.assertEqual(self.read("kept.blg")[ZONE_PLACE:ZONE_PLACE + 172], PACIFIC)

    def test_records_with_utc_know_the_zone_better_than_the_header(self):
        log = self.path("here.blg")
        subprocess.run(
            [TYPEPERF, r"\Processor(_Total)\% Processor Time", "-sc", "1", "-f", "bin", "-o", log],
            env={**os.environ, "TZ": "IST-5:30"}, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        made = self.read("here.blg")
        self.assertEqual(made[ZONE_PLACE:ZONE_PLACE + 4], struct.pack("<i", -330))
        wrong = zone_information(-540)  # as if a machine in Tokyo had converted it
        self.write("here.blg", made[:ZONE_PLACE] + wrong + made[ZONE_PLACE + 172:])
        self.assertEqual(self.header(log), "(PDH-CSV 4.0) (UTC+05:30)(-330)")
        self.convert(log, "-o", self.path("right.blg"))
        self.assertEqual(self.read("right.blg")[ZONE_PLACE:ZONE_PLACE + 4], struct.pack("<i", -330))

    def test_logs_of_two_zones_are_aligned_by_utc(self):
        utc = self.binary_of(zone_information(0), "utc.blg")
        tokyo = self.binary_of(zone_information(-540), "tokyo.blg", times=[(b" 05:", b" 14:"), (b"BOX", b"TOX")])
        rows = self.cells(utc, tokyo)
        self.assertEqual(rows[0][0], "(PDH-CSV 4.0) (UTC+00:00)(0)")
        self.assertEqual([row[0] for row in rows[1:]], [time_of(second) for second in range(10)])
        self.assertEqual(rows[1][1:4], rows[1][4:7])
        rows = self.cells(tokyo, utc)
        self.assertEqual(rows[0][0], "(PDH-CSV 4.0) (UTC+09:00)(-540)")
        self.assertEqual(rows[1][0], time_of(0).replace(" 05:", " 14:"))
        self.assertEqual(len(rows), 11)

    def test_a_header_has_one_form_of_the_zone(self):
        named = self.path("named.csv")
        os.rename(self.log_of(b" (Pacific Standard Time)(480)"), named)
        self.convert(named, "-o", self.path("named.blg"))
        utc = self.binary_of(zone_information(0), "utc.blg")
        tokyo = self.binary_of(zone_information(-540), "tokyo.blg", times=[(b" 05:", b" 14:"), (b"BOX", b"TOX")])
        for logs, zone in (([named], "(Pacific Standard Time)(480)"), ([self.path("named.blg")], "(Pacific Standard Time)(480)"),
                           ([self.binary_of(PACIFIC)], "(UTC-08:00)(480)"), ([utc, tokyo], "(UTC+00:00)(0)")):
            for more in ([], ["-average", "1h"]):
                self.assertEqual(self.cells(*logs, *more)[0][0], "(PDH-CSV 4.0) " + zone)

    def test_a_known_zone_beside_an_unknown_one_is_refused(self):
        known = self.binary_of(PACIFIC, "known.blg")
        self.convert(self.log_of(b""), "-o", self.path("unknown.blg"))
        self.assertEqual(
            self.failure(known, self.path("unknown.blg")),
            "relog: The time zone of one log is known, and that of another is not: say it with -tz.")
        self.assertEqual(self.shown_zone(known, self.path("unknown.blg"), "-tz", "480"), ["UTC-08:00"])

    def test_a_page_without_a_zone_says_so(self):
        self.convert(self.log_of(b""), "-f", "html", "-o", self.path("page.html"))
        self.assertIn('"bias":null', self.read("page.html").decode())

    def test_a_log_over_the_end_of_summer_time_is_read_by_its_own_range(self):
        autumn = [(f'"01/13/2018 05:00:0{i}'.encode(), f'"11/04/2018 0{1 if i < 5 else 0}:59:5{i}'.encode())
                  for i in range(10)]
        times = [autumn[i][1].decode()[1:] for i in range(10)]
        csv_log = self.log_of(b" (Pacific Daylight Time)(420)", times=autumn)
        binary_log = self.binary_of(PACIFIC, times=autumn)
        for log in (csv_log, binary_log):
            summary_lines = self.convert(log)
            begin, end = (line[10:] for line in summary_lines if line.startswith(("Begin:", "End:")))
            self.assertEqual((begin, end), ("11/4/2018 0:59:55", "11/4/2018 1:59:54"))
            rows = self.cells(log, "-b", "11/4/2018 0:59:55", "-e", "11/4/2018 1:59:55")
            self.assertEqual([row[0][:19] for row in rows[1:]], times)


class Typeperf(Logs):
    """What typeperf logs, relog reads."""

    def sampled(self, *arguments):
        output = self.path("live.blg")
        process = subprocess.run(
            [TYPEPERF, *arguments, "-s", "LocalHost", "-f", "BIN", "-o", output, "-y"], capture_output=True,
            env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": "script:" + WIDGETS}, timeout=PATIENCE)
        self.assertEqual((process.returncode, process.stdout), (0, b""))
        self.assertEqual(process.stderr.decode().split("\n"), ["", "Exiting, please wait..." + " " * 25, SUCCESS, ""])
        return output

    def test_instances_that_are_gone_are_blank(self):
        self.assertEqual(
            self.cells(self.sampled(r"\Widget(*)\% Full"))[1:],
            [["01/02/2026 03:04:06.678", "11", "21"], ["01/02/2026 03:04:08.678", "12", " "]])

    def test_lists_of_instances_stay_lists(self):
        self.convert(self.sampled(r"\Widget(*)\% Full", r"\Paint Gadget\Depth"), "-o", self.path("again.blg"))
        self.assertEqual(len(payloads(self.read("again.blg"))), 3)
        self.assertEqual(payloads(self.read("again.blg")), payloads(self.read("live.blg")))

    def test_a_log_that_was_moved_is_opened_again_at_a_hangup(self):
        output = self.path("live.blg")
        with open(WIDGETS, encoding="utf-8") as file:
            script = self.write("endless.json", json.dumps(json.load(file) | {"loop": True}).encode())
        process = subprocess.Popen(
            [TYPEPERF, r"\Widget(*)\% Full", "-f", "BIN", "-o", output], start_new_session=True, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": "script:" + script, "PDH_SHIM_LOG": "calls"})
        self.addCleanup(process.communicate)
        for name in ("PdhUpdateLog", "PdhOpenLog", "PdhUpdateLog"):  # each line is that of a call that has ended
            if name == "PdhOpenLog":
                os.rename(output, self.path("moved.blg"))
                process.send_signal(signal.SIGHUP)
            while name not in (line := process.stderr.readline()):
                self.assertNotEqual(line, "")
        process.send_signal(signal.SIGTERM)
        process.stderr.read()
        self.assertEqual(process.wait(PATIENCE), 0)
        for log in (self.path("moved.blg"), output):
            self.assertGreater(len(self.cells(log)), 1)

    def test_a_rate_is_that_of_the_raw_samples(self):
        cells = self.cells(self.sampled(r"\Widget(a)\Items/sec", "-sc", "2"))
        self.assertRegex(cells[0][1], r"^\\\\[^\\]+\\Widget\(a\)\\Items/sec$")
        self.assertEqual(cells[1:], [["01/02/2026 03:04:06.678", " "], ["01/02/2026 03:04:08.678", "0.5"]])

    def test_a_rate_over_an_interval_is_that_of_its_raw_samples(self):
        self.convert(self.sampled(r"\Widget(a)\Items/sec", "-sc", "2"), "-average", "1h", "-f", "CSV", "-o",
                     self.path("hours.csv"))
        rows = list(reader(self.read("hours.csv").decode().split("\r\n")[1:-1]))
        self.assertEqual(rows, [["01/02/2026 04:00:00.000", "0.5"]])


class ChangingInstances(Logs):
    """A binary log with lists of instances: three records, an hour apart, in which others are there."""

    RECORDS = ([["a", [1, 5]], ["b", [2, 5]]],
               [["c", [3, 6]], ["b", [4, 6]], ["rack/x", [5, 6]], ["x", [6, 6]], ["x", [7, 6]]],
               [["b", [8, 7]], ["D", ["PDH_CSTATUS_NO_INSTANCE", 7]]])
    SECOND = ("-b", "1/2/2026 4:00", "-e", "1/2/2026 4:30")

    @classmethod
    def setUpClass(cls):
        """typeperf logs the records side by side: it waits a second for each."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.lists = os.path.join(folder.name, "lists.blg")
        hours = [os.path.join(folder.name, f"hour{hour}.blg") for hour in range(len(cls.RECORDS))]
        writers = [cls.typeperf(hour, file) for hour, file in enumerate(hours)]
        for writer, file in zip(writers, hours):
            output = writer.communicate(timeout=PATIENCE)[0]
            assert writer.returncode == 0, output
            code, output = run(file, "-a", "-o", cls.lists)
            assert code == 0, output

    @classmethod
    def typeperf(cls, hour, file):
        counters = [{"name": name, "type": "PERF_COUNTER_RAWCOUNT"} for name in ("Depth", "Width")]
        objects = [{"name": name, "instances": kind, "counters": counters}
                   for name, kind in (("Widget", "multi"), ("Hall", "none"))]
        sample = {"systemTime": f"2026-01-02T{hour + 3:02}:00:00.000Z",
                  "data": {"Widget": cls.RECORDS[hour], "Hall": [hour, 0]}}
        script = json.dumps({"objects": objects, "samples": [sample, sample]})
        return subprocess.Popen(
            [TYPEPERF, r"\Widget(*)\*", r"\Hall\Depth", "-s", "LocalHost", "-sc", "1", "-f", "BIN", "-o", file, "-y"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": "script:" + script})

    def columns(self, *arguments, status=0):
        """The columns of a conversion, without the computer, and their cells in its only record."""
        header, *records = self.cells(self.lists, *arguments, status=status)
        names = [re.sub(r"^\\\\[^\\]+\\", "", name) for name in header[1:]]
        return [(name, *(cells[i] for cells in records)) for i, name in enumerate(names, 1)]

    def test_a_range_has_the_instances_that_its_records_have(self):
        depths = [(r"Widget(c)\Depth", "3"), (r"Widget(b)\Depth", "4"), (r"Widget(rack/x)\Depth", "5"), (r"Widget(x)\Depth", "6"),
                  (r"Widget(x#1)\Depth", "7")]
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(*)\Depth"), depths)
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(*)\Depth", r"\Widget(b*)\*", r"\Hall\Depth"),
                         [*depths, (r"Widget(b)\Depth", "4"), (r"Widget(b)\Width", "6"), (r"Hall\Depth", "1")])
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(*)\Depth", r"\Widget(*)\Depth"), depths * 2)
        everything = self.columns(*self.SECOND)
        self.assertEqual(everything[:5], depths)
        self.assertEqual(everything[5:], [*((name.replace("Depth", "Width"), "6") for name, _ in depths), (r"Hall\Depth", "1")])
        both = [(name.replace("Depth", counter), value if counter == "Depth" else "6")
                for name, value in depths for counter in ("Depth", "Width")]
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(*)\*"), both)  # each instance with all its counters
        self.assertEqual(self.columns("-e", "1/2/2026 3:30", "-c", r"\Widget(*)\Depth"),
                         [(r"Widget(a)\Depth", "1"), (r"Widget(b)\Depth", "2")])
        self.assertEqual(len(self.columns("-c", r"\Widget(*)\Depth")), 6)

    def test_a_wildcard_with_an_index_has_only_that_of_the_range(self):
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(x*#1)\Depth"), [(r"Widget(x#1)\Depth", "7")])
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(x#*)\Depth"),
                         [(r"Widget(x)\Depth", "6"), (r"Widget(x#1)\Depth", "7")])

    def test_a_counter_that_an_instance_does_not_have_is_no_column(self):
        self.assertEqual(self.columns("-b", "1/2/2026 5:00", "-c", r"\Widget(*)\*"),
                         [(r"Widget(b)\Depth", "8"), (r"Widget(b)\Width", "7"), (r"Widget(D)\Width", "7")])

    def test_columns_of_one_name_stand_as_in_the_log_with_a_range_and_without(self):
        """As typeperf of Windows 10 logs them: the last one of a name first."""
        sample = {"systemTime": "2026-01-02T03:00:00.000Z", "data": {"Widget": [["x", [1]], ["y", [2]], ["x", [3]], ["x", [4]]]}}
        counters = [{"name": "Depth", "type": "PERF_COUNTER_RAWCOUNT"}]
        script = json.dumps({"objects": [{"name": "Widget", "instances": "multi", "counters": counters}], "samples": [sample] * 2})
        order = ["x#2", "y", "x#1", "x"]
        paths = [rf"\Widget({name})\Depth" for name in order]
        subprocess.run([TYPEPERF, *paths, "-sc", "1", "-f", "BIN", "-o", self.path("falling.blg"), "-y"], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": "script:" + script})
        for span in (), ("-b", "1/2/2026 2:00", "-e", "1/2/2026 3:30"), ("-b", "1/2/2026 3:00"):
            header, cells = self.cells(self.path("falling.blg"), *span, "-c", r"\Widget(*)\Depth")
            self.assertEqual([re.search(r"\((.*)\)", name)[1] for name in header[1:]], order)
            self.assertEqual(cells[1:], ["4", "2", "3", "1"])
        code, output = run("-q", self.path("falling.blg"))
        self.assertEqual([line[line.index(r"\Widget"):] for line in output if "Widget" in line], paths)

    def test_an_instance_outside_the_range_is_left_out_unless_there_is_no_other(self):
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(a*)\Depth", r"\Widget(c*)\Depth", status=3), [(r"Widget(c)\Depth", "3")])
        self.assertEqual(self.columns(*self.SECOND, "-c", r"\Widget(a*)\Depth"), [(r"Widget(a)\Depth", " ")])
        self.assertEqual(self.columns("-b", "1/2/2027", "-c", r"\Widget(a*)\Depth", status=4), [(r"Widget(a)\Depth",)])

    def test_a_binary_log_of_a_range_keeps_lists_of_instances(self):
        self.convert(self.lists, *self.SECOND, "-o", self.path("range.blg"))
        self.assertEqual(payloads(self.read("range.blg")), [payloads(self.read(self.lists))[i] for i in (0, 2)])


class IllFormedNames(Folder):
    """A log and a capture with names that are ill-formed UTF-16: each is shown, with U+FFFD."""

    NAMES = ("plain", "cut\ue03d", "cut\ue000", "\ue200low", "last")  # U+E000 and up stand for U+D800 and up
    SHOWN = ("plain", "cut\ufffd", "cut\ufffd#1", "\ufffdlow", "last")

    made = {}  # the files, once for all tests

    def setUp(self):
        super().setUp()
        if not self.made:
            self.make_files()
        for name, contents in self.made.items():
            self.write(name, contents)

    def make_files(self):
        script = {"objects": [{"name": "Thing", "instances": "multi",
                               "counters": [{"name": "Value", "type": "PERF_COUNTER_RAWCOUNT"}]}],
                  "samples": [{"data": {"Thing": [[name, [i + 1]] for i, name in enumerate(self.NAMES)]}}], "loop": True}
        source = {**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": "script:" + json.dumps(script)}
        for options in (["-f", "BIN", "-o", self.path("log.blg"), "-sc", "1"],
                        ["-o", self.path("x.csv"), "--capture", self.path("capture"), "-sc", "2"]):
            subprocess.run([TYPEPERF, r"\Thing(*)\Value", "-y", *options], env=source, check=True, capture_output=True,
                           timeout=PATIENCE)
        for file in ("log.blg", "capture"):
            contents = self.read(file)
            for name in self.NAMES:
                surrogates = "".join(chr(ord(c) - 0x800) if ord(c) >= 0xE000 else c for c in name)
                contents = contents.replace(name.encode("utf-16le"), surrogates.encode("utf-16le", "surrogatepass"))
            self.made[file] = contents

    def shown(self, program, *arguments, source=None):
        process = subprocess.run([program, *arguments], capture_output=True, timeout=PATIENCE,
                                 env={**os.environ, "TZ": "UTC", **({"PDH_SHIM_SOURCE": source} if source else {})})
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertNotIn(b"left out", process.stderr)
        return process.stdout.decode()

    def read_text(self, name):
        return self.read(name).decode()

    def check_paths(self, text):
        for name in self.SHOWN:
            self.assertIn(rf"\Thing({name})\Value", text)

    def check_values(self, lines):
        values = {(line["instance"], line["index"] or 0): line["value"] for line in map(json.loads, lines)}
        self.assertEqual(values, {("plain", 0): 1, ("cut\ufffd", 0): 2, ("cut\ufffd", 1): 3, ("\ufffdlow", 0): 4, ("last", 0): 5})

    def test_relog_shows_every_instance(self):
        log = self.path("log.blg")
        for options in (("-q",), ("-stats",)):
            self.check_paths(self.shown(RELOG, log, *options))
        for kind in ("CSV", "TSV"):
            self.shown(RELOG, log, "-f", kind, "-o", self.path("out." + kind), "-y")
            self.check_paths(self.read_text("out." + kind))
        self.shown(RELOG, log, "-f", "JSON", "-o", self.path("out.json"), "-y")
        self.check_values(self.read_text("out.json").splitlines())
        self.shown(RELOG, log, "-c", "\\Thing(cut\ufffd#1)\\Value", "-f", "CSV", "-o", self.path("one.csv"), "-y")
        self.assertIn('"3"', self.read_text("one.csv").replace("3.0000000000000000", "3"))

    def test_relog_keeps_the_names_of_a_binary_log(self):
        self.shown(RELOG, self.path("log.blg"), "-f", "BIN", "-o", self.path("copy.blg"), "-y")
        contents = self.read("copy.blg")
        for name in ("cut\ud83d", "cut\ud800", "\uda00low"):
            self.assertIn(name.encode("utf-16le", "surrogatepass"), contents)

    def test_typeperf_shows_every_instance(self):
        source = "perfdata:" + self.path("capture")
        self.check_paths(self.shown(TYPEPERF, "-qx", source=source))
        lines = self.shown(TYPEPERF, r"\Thing(*)\Value", "-f", "JSON", "-sc", "1", "-o", "-", source=source)
        self.check_values(line for line in lines.splitlines() if line.startswith("{"))
        self.check_paths(self.shown(TYPEPERF, r"\Thing(*)\Value", "-sc", "1", source=source))

    def test_an_object_without_data_has_a_line_with_its_status(self):
        script = {"objects": [{"name": "Thing", "instances": "multi",
                               "counters": [{"name": "Value", "type": "PERF_COUNTER_RAWCOUNT"}]}],
                  "samples": [{"data": {"Thing": "PDH_CSTATUS_NO_OBJECT"}}], "loop": True}
        lines = self.shown(TYPEPERF, r"\Thing(*)\Value", "-f", "JSON", "-sc", "1", "-o", "-",
                           source="script:" + json.dumps(script))
        line, = (json.loads(line) for line in lines.splitlines() if line.startswith("{"))
        self.assertEqual((line["instance"], line["value"], line["status"]), ("*", None, "PDH_CSTATUS_NO_OBJECT"))


if __name__ == "__main__":
    programs.main(sys.argv[:1] + sys.argv[4:])
