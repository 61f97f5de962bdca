# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The formats for other programs, and standard output as a file, as typeperf and relog write them.

Usage: formats_e2e.py TYPEPERF RELOG WIDGETS_JSON [unittest options]
"""

import csv
import gzip
import io
import json
import os
import resource
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
from programs import PATIENCE, Folder  # noqa: E402

TYPEPERF, RELOG, WIDGETS = map(os.path.abspath, sys.argv[1:4])
FORMATS = ("JSON", "LONG", "INFLUX", "OPENMETRICS")
SUCCESS = b"The command completed successfully.\n"
NAMES = ("time", "machine", "object", "parent", "instance", "index", "counter", "value", "status")
DEPTH = r"\Widget(a)\Depth"
HEADER = r'"(PDH-CSV 4.0) (UTC)(-60)","\\BOX\Widget(a)\Depth","\\BOX\Widget(b#1)\Items/sec"'
TEXT_LOG = HEADER + '\r\n"01/13/2018 05:00:00.500","1"," "\r\n"01/13/2018 05:00:01.500","0.1","7"\r\n'


def environment(script=WIDGETS):
    return {**os.environ, "TZ": "Europe/Berlin", "PDH_SHIM_SOURCE": "script:" + script}


def run(program, *arguments, status=0, **options):
    """Standard output and standard error."""
    options = {"stdin": subprocess.DEVNULL, "env": environment(), **options}
    process = subprocess.run([program, *arguments], capture_output=True, timeout=PATIENCE, **options)
    assert process.returncode == status, process
    return process.stdout, process.stderr


class Logs(Folder):
    def setUp(self):
        super().setUp()
        self.log = self.write("log.csv", TEXT_LOG.encode())

    def lines(self, *arguments, status=0):
        """What relog writes of the log to standard output."""
        return run(RELOG, *arguments, "-o", "-", status=status)[0].decode().split("\n")[:-1]


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text)))


class Relog(Logs):
    def test_json_has_each_value_or_why_there_is_none(self):
        records = [json.loads(line) for line in self.lines(self.log, "-f", "JSON")]
        self.assertEqual([tuple(record) for record in records], [NAMES] * 4)
        self.assertEqual([tuple(record.values()) for record in records], [
            ("2018-01-13T05:00:00.500+01:00", "BOX", "Widget", None, "a", 0, "Depth", 1, "PDH_CSTATUS_VALID_DATA"),
            ("2018-01-13T05:00:00.500+01:00", "BOX", "Widget", None, "b", 1, "Items/sec", None, "PDH_CSTATUS_INVALID_DATA"),
            ("2018-01-13T05:00:01.500+01:00", "BOX", "Widget", None, "a", 0, "Depth", 0.1, "PDH_CSTATUS_VALID_DATA"),
            ("2018-01-13T05:00:01.500+01:00", "BOX", "Widget", None, "b", 1, "Items/sec", 7, "PDH_CSTATUS_VALID_DATA")])

    def test_long_has_the_same(self):
        rows = read_csv("\n".join(self.lines(self.log, "-f", "LONG")))
        records = [json.loads(line) for line in self.lines(self.log, "-f", "JSON")]
        self.assertEqual([tuple(row) for row in rows], [NAMES] * 4)
        for row, record in zip(rows, records):
            self.assertEqual({name: cell if name != "value" else cell and float(cell) for name, cell in row.items()},
                             {name: "" if cell is None else str(cell) if name == "index" else cell
                              for name, cell in record.items()})

    def test_influx_and_openmetrics_leave_out_what_has_no_value(self):
        self.assertEqual(self.lines(self.log, "-f", "INFLUX"), [
            "win_perf_counters,instance=a,objectname=Widget,source=BOX Depth=1 1515816000500000000",
            "win_perf_counters,instance=a,objectname=Widget,source=BOX Depth=0.1 1515816001500000000",
            "win_perf_counters,instance=b#1,objectname=Widget,source=BOX Items_persec=7 1515816001500000000"])
        self.assertEqual(self.lines(self.log, "-f", "OPENMETRICS")[2:], [
            'pdh_value{machine="BOX",object="Widget",instance="a",counter="Depth"} 1 1515816000.500',
            'pdh_value{machine="BOX",object="Widget",instance="a",counter="Depth"} 0.1 1515816001.500',
            'pdh_value{machine="BOX",object="Widget",instance="b",index="1",counter="Items/sec"} 7 1515816001.500', "# EOF"])

    def test_ranges_steps_and_counters_apply(self):
        for count, options in ((2, ("-t", "2")), (2, ("-b", "1/13/2018 5:00:01")), (2, ("-e", "1/13/2018 5:00:00")),
                               (2, ("-c", r"\Widget(a)\Depth"))):
            self.assertEqual(len(self.lines(self.log, "-f", "JSON", *options)), count, options)

    def test_a_zone_that_is_not_known_leaves_the_offset_out_and_utc_is_refused(self):
        log = self.write("local.csv", TEXT_LOG.replace(" (UTC)(-60)", "").encode())
        self.assertEqual(json.loads(self.lines(log, "-f", "JSON")[0])["time"], "2018-01-13T05:00:00.500")
        for options in (("INFLUX",), ("OPENMETRICS",), ("LONG", "-epoch")):
            errors = run(RELOG, log, "-o", "-", "-f", *options, status=1)[1]
            self.assertIn(b"relog: This format needs times in UTC, and the log does not say its time zone: say it with -tz.\n",
                          errors)
            kept = self.write("kept", b"of before")
            run(RELOG, log, "-o", kept, "-y", "-f", *options, status=1)
            self.assertEqual(self.read("kept"), b"of before")
        self.assertTrue(self.lines(log, "-f", "LONG", "-epoch", "-tz", "UTC")[1].startswith("1515819600500,BOX,"))

    def test_times_that_do_not_go_on_are_left_out_of_openmetrics_with_a_message(self):
        rows = TEXT_LOG.split("\r\n")
        log = self.write("back.csv", "\r\n".join([*rows[:3], rows[1], ""]).encode())
        output, errors = run(RELOG, log, "-f", "OPENMETRICS", "-o", "-", status=3)
        self.assertEqual(len(output.splitlines()), 2 + 3 + 1)
        self.assertIn(b"relog: Records that are not later than the one before, or from before 1970, were left out (1): this "
                      b"format has no place for them.\n", errors)

    def test_a_pipe_or_a_device_is_written_as_standard_output_is(self):
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        for kind in ("CSV", "TSV", "BIN", *FORMATS):
            process = subprocess.Popen([RELOG, self.log, "-f", kind, "-o", pipe], env=environment(), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            with process, open(pipe, "rb") as reader:
                read, wanted = reader.read(), run(RELOG, self.log, "-f", kind, "-o", "-")[0]
                self.assertEqual(len(read) if kind == "BIN" else read, len(wanted) if kind == "BIN" else wanted)  # which has a GUID
                self.assertEqual((process.wait(PATIENCE), process.stderr.read()), (0, SUCCESS))
            run(RELOG, self.log, "-f", kind, "-o", "/dev/null")
            self.assertEqual(len(run(RELOG, self.log, "-f", kind, "-o", "/dev/stdout")[0]), len(wanted))
            self.assertIn(b"cannot be written", run(RELOG, self.log, "-f", kind, "-o", "/dev/full", status=1)[1])

    def long_log(self):
        rows = TEXT_LOG.split("\r\n")
        return self.write("long.csv", "\r\n".join([*rows[:2], *rows[2:3] * 20_000, ""]).encode())

    def test_a_limit_of_the_size_of_files_is_an_error_with_a_message(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

        log = self.long_log()
        for options in (("-f", "JSON", "-o", self.path("out.json")), ("-f", "CSV", "-o", self.path("out.csv"))):
            self.assertIn(b"cannot be written", run(RELOG, log, *options, status=1, preexec_fn=limit)[1])

    def test_a_binary_log_that_has_no_room_is_written_up_to_there(self):
        output = self.path("out.blg.gz")
        errors = run(RELOG, self.long_log(), "-o", output, status=1, env={**environment(), "PDH_SHIM_DISK_LIMIT": "1"})[1]
        self.assertIn(b"A temporary file would need more than 1 MiB", errors)
        samples = [line for line in run(RELOG, output)[0].decode().split("\n") if line.startswith("Samples:")]
        self.assertGreater(int(samples[0].split()[1]), 1000)

    def test_a_pipe_whose_reader_is_gone_is_no_error(self):
        pipe, log = self.path("pipe"), self.long_log()
        os.mkfifo(pipe)
        for kind in ("CSV", "JSON"):
            process = subprocess.Popen([RELOG, log, "-f", kind, "-o", pipe], env=environment(), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            with process:
                with open(pipe, "rb", buffering=0) as reader:
                    reader.read(1)
                self.assertEqual((process.wait(PATIENCE), process.stderr.read()), (0, b""))

    def test_names_of_any_bytes_are_valid_in_every_format(self):
        name = rb"a,b=c \d {x}'"
        log = self.write("odd.csv", TEXT_LOG.encode().replace(b"Widget(a)", b"Widget(" + name + b"\xC3\xA4)"))
        for name in FORMATS:
            text = run(RELOG, log, "-f", name, "-o", "-", "-encoding", "UTF-8")[0].decode()
            self.assertIn("\u00e4", text)
        self.assertEqual(json.loads(self.lines(log, "-f", "JSON")[0])["instance"], "a,b=c \\d {x}'\u00e4")

    def test_an_unknown_format_is_refused_with_those_there_are(self):
        self.assertEqual(run(RELOG, self.log, "-f", "XML", "-o", "-", status=2)[1].decode(),
                         'relog: "XML" is not a format; the formats are CSV, TSV, BIN, SQL, HTML, JSON, LONG, INFLUX and '
                         'OPENMETRICS.\n')

    def test_a_reader_that_is_gone_ends_it_without_a_message(self):
        read, write = os.pipe()
        os.close(read)
        with subprocess.Popen([RELOG, self.log, "-f", "JSON", "-o", "-"], stdout=write, stderr=subprocess.PIPE) as process:
            os.close(write)
            self.assertNotIn(b"relog", process.stderr.read())
        self.assertEqual(process.returncode, 0)


class StandardOutput(Logs):
    def test_it_has_the_bytes_of_a_file_and_the_summary_goes_to_standard_error(self):
        for name in (*FORMATS, "HTML", "CSV", "TSV"):
            output, errors = run(RELOG, self.log, "-f", name, "-o", "-")
            run(RELOG, self.log, "-f", name, "-o", self.path("out.log"), "-y")
            self.assertEqual(output, self.read("out.log").replace(self.path("out.log").encode(), b"-"))
            self.assertIn(b"\nInput\n", errors)
            self.assertTrue(errors.endswith(SUCCESS))

    def test_a_temporary_file_without_room_is_called_so(self):
        def allow_small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        errors = run(RELOG, self.log, "-f", "BIN", "-o", "-", status=1, preexec_fn=allow_small_files)[1]
        self.assertIn(b"relog: The temporary file of the log cannot be created (status 0xc0000bc9)", errors)
        self.assertIn(b" The reason: there is no room for it.\n", errors)

    def test_started_as_on_windows_it_has_no_messages_either(self):
        link = self.path("relog.exe")
        os.symlink(RELOG, link)
        output, errors = run(link, self.log, "-f", "LONG", "-o", "-")
        self.assertEqual(output, run(RELOG, self.log, "-f", "LONG", "-o", "-")[0])
        self.assertTrue(errors.endswith(b"The command completed successfully.\r\n"))


class Compression(Logs):
    @staticmethod
    def converted(*inputs, typed=None, form="CSV"):
        stdin = {} if typed is None else {"stdin": None, "input": typed}
        return run(RELOG, *inputs, "-f", form, "-o", "-", **stdin)[0]

    def test_every_format_is_compressed_as_its_name_says_and_read_again(self):
        text = self.converted(self.log)
        for ending, magic in ((".gz", b"\x1F\x8B"), (".xz", b"\xFD7zXZ"), (".zst", b"\x28\xB5\x2F\xFD")):
            for form in ("CSV", "BIN"):
                name = self.path("log." + form + ending)
                run(RELOG, self.log, "-f", form, "-o", name)
                self.assertTrue(self.read(name).startswith(magic))
                self.assertEqual(self.converted(name), text)
                self.assertEqual(self.converted("-", typed=self.read(name)), text)
        for form in FORMATS:
            run(RELOG, self.log, "-f", form, "-o", self.path("out.gz"), "-y")
            self.assertEqual(gzip.decompress(self.read("out.gz")), self.converted(self.log, form=form))
        run(RELOG, self.log, "-q", "-o", self.path("list.gz"))
        self.assertEqual(len(gzip.decompress(self.read("list.gz")).splitlines()), 2)

    def test_several_binary_logs_may_be_compressed(self):
        names = [self.path(name) for name in ("a.blg.gz", "b.blg.xz")]
        for name, option in zip(names, ("-e", "-b")):
            run(RELOG, self.log, option, "1/13/2018 5:00:01", "-o", name)
        self.assertEqual(len(self.converted(*names).splitlines()), 3)

    def test_typeperf_compresses_what_it_writes(self):
        name = self.path("out.zst")
        run(TYPEPERF, r"\Paint Gadget\Depth", "-sc", "1", "-f", "BIN", "-o", name)
        self.assertIn(b'"20261367808"', self.converted(name))
        name = self.path("out.csv.gz")
        run(TYPEPERF, r"\Paint Gadget\Depth", "-sc", "1", "-o", name)
        self.assertEqual(len(gzip.decompress(self.read(name)).splitlines()), 2)

    def test_what_cannot_be_read_is_refused_with_a_reason(self):
        run(RELOG, self.log, "-o", self.path("log.blg.gz"))
        whole = self.read("log.blg.gz")
        bomb = self.write("bomb.gz", gzip.compress(bytes(2 << 20)))
        cases = (
            ([self.write("cut.gz", whole[:9])], {}, "The file \"{0}\" cannot be decompressed: the compressed data ends too early."),
            ([self.write("bad.gz", whole[:10] + 100 * b"\xFF")], {}, "The file \"{0}\" cannot be decompressed: the compressed data is damaged."),
            ([bomb], {"env": {**environment(), "PDH_SHIM_DISK_LIMIT": "1"}},
             "The file \"{0}\" cannot be decompressed: has more than 1048576 bytes when it is decompressed: see PDH_SHIM_DISK_LIMIT."),
            (["-"], {}, "Standard input has no bytes."))
        for arguments, options, message in cases:
            errors = run(RELOG, *arguments, status=1, **options)[1].decode()
            self.assertEqual(errors, "relog: " + message.format(*arguments) + "\n")
        errors = run(RELOG, "-", status=1, stdin=None, input=b"no log")[1].decode()
        self.assertIn('The log "-" cannot be read', errors)
        self.assertNotIn("/fd/", errors)

    def test_what_is_cut_is_read_up_to_there_with_a_message(self):
        run(RELOG, self.log, "-f", "CSV", "-o", self.path("log.csv.gz"))
        cut = self.write("cut.csv.gz", self.read("log.csv.gz")[:-9])
        output, errors = run(RELOG, cut, "-f", "CSV", "-o", "-", status=3)
        self.assertTrue(self.converted(self.log).startswith(output[:200]))
        self.assertIn(f'relog: The compressed data of "{cut}" ends too early: it is read up to there.\n'.encode(), errors)
        self.assertNotIn(SUCCESS, errors)

    def test_what_cannot_be_combined_is_refused(self):
        for arguments in (("-a", "-o", "-"), ("-a", "-o", "a.blg.gz")):
            self.assertEqual(run(RELOG, self.log, *arguments, status=2)[1],
                             b"relog: -a appends to a file that is not compressed.\n")
        for arguments in (("-", "-"), ("-", "-cf", "-")):
            self.assertEqual(run(RELOG, *arguments, status=2, stdin=None, input=DEPTH.encode())[1], b"relog: Standard input is given more than once.\n")

    def test_a_reader_that_is_gone_ends_every_format(self):
        for form in ("CSV", "BIN", "HTML"):
            read, write = os.pipe()
            os.close(read)
            with subprocess.Popen([RELOG, self.log, "-f", form, "-o", "-"], stdout=write, stderr=subprocess.PIPE) as process:
                os.close(write)
                self.assertNotIn(b"relog", process.stderr.read())
            self.assertEqual(process.returncode, 0)


class Typeperf(Logs):
    def test_each_format_goes_to_standard_output_line_by_line(self):
        paths = (r"\Widget(*)\*", r"\Paint Gadget\Depth")
        processes = {name: subprocess.Popen([TYPEPERF, *paths, "-sc", "2", "-f", name], env=environment(), text=True,
                                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                     for name in FORMATS}
        outputs = {name: process.communicate(timeout=PATIENCE) for name, process in processes.items()}
        for name, process in processes.items():
            self.assertEqual(process.returncode, 0)
            self.assertTrue(outputs[name][1].endswith(SUCCESS.decode()))
        records = [json.loads(line) for line in outputs["JSON"][0].splitlines()]
        first, second = "2026-01-02T04:04:06.678+01:00", "2026-01-02T04:04:08.678+01:00"
        expected = [(first, "a", "Items/sec", 15), (first, "b", "Items/sec", 7), (first, "a", "% Full", 11),
                    (first, "b", "% Full", 21), (first, None, "Depth", 20261367808), (second, "a", "Items/sec", 0.5),
                    (second, "a", "% Full", 12), (second, None, "Depth", 9)]
        self.assertEqual([(record["time"], record["instance"], record["counter"], record["value"]) for record in records],
                         expected)
        rows = read_csv(outputs["LONG"][0])
        self.assertEqual([(row["time"], row["instance"] or None, row["counter"], float(row["value"])) for row in rows],
                         expected)
        self.assertEqual(len(outputs["INFLUX"][0].splitlines()), 3 + 2)
        lines = outputs["OPENMETRICS"][0].splitlines()
        self.assertEqual((len(lines), lines[-1]), (2 + 8 + 1, "# EOF"))

    def test_an_instance_that_appears_later_is_written(self):
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        script["samples"][2]["data"]["Widget"]["new"] = [5, 50]
        later = self.write("later.json", json.dumps(script).encode())
        output = run(TYPEPERF, r"\Widget(*)\% Full", "-sc", "2", "-f", "LONG", "-raw", env=environment(later))[0].decode()
        self.assertEqual([(row["instance"], row["value"], row["FirstValue"]) for row in read_csv(output)],
                         [("a", "11", "11"), ("b", "21", "21"), ("a", "12", "12"), ("new", "50", "50")])

    def test_instances_that_are_gone_are_forgotten(self):
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        gone = {f"gone {i}": [1, i] for i in range(300)}
        script["samples"][1]["data"]["Widget"] = {**gone, "a": [1, 1]}
        script["samples"][2]["data"]["Widget"] = {"a": [1, 2]}
        last = {**script["samples"][2], "systemTime": "2026-01-02T03:04:09.678Z", "perfTime": 40000000, "time100ns": 40000000,
                "data": {**script["samples"][2]["data"], "Widget": {"new": [1, 4], "gone 7": [1, 3]}}}
        many = self.write("many.json", json.dumps({**script, "samples": [*script["samples"], last]}).encode())
        output = run(TYPEPERF, r"\Widget(*)\% Full", r"\Paint Gadget\Depth", "-sc", "3", "-f", "JSON", env=environment(many))[0]
        records = [json.loads(line) for line in output.decode().splitlines()]
        self.assertEqual([(record["instance"], record["value"]) for record in records[301:]],
                         [(None, 20261367808), ("a", 2), (None, 9), ("new", 4), ("gone 7", 3), (None, 9)])

    def test_a_clock_that_is_set_back_is_reported_where_the_format_has_no_place_for_it(self):
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        script["samples"][2]["systemTime"] = "2026-01-02T03:04:06.677Z"
        back = self.write("back.json", json.dumps(script).encode())
        output, errors = run(TYPEPERF, r"\Widget(a)\% Full", "-sc", "2", "-f", "OPENMETRICS", status=3, env=environment(back))
        self.assertEqual(len(output.splitlines()), 2 + 1 + 1)
        self.assertIn(b"typeperf: The clock was set back. This format has no place for samples until it is later than before: "
                      b"they are left out.\n", errors)
        self.assertIn(b"typeperf: Records that are not later than the one before, or from before 1970, were left out (1)", errors)

    def test_a_value_is_there_as_soon_as_it_is_taken(self):
        process = subprocess.Popen([TYPEPERF, r"\Paint Gadget\Depth", "-f", "JSON"], env=environment(), stdout=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with process:
            self.assertEqual(json.loads(process.stdout.readline())["value"], 20261367808)
            process.stdout.close()  # the next value finds no reader
            self.assertEqual(process.wait(PATIENCE), 0)

    def test_a_file_that_was_moved_ends_as_the_format_says(self):
        name = self.path("log.om")
        os.mkfifo(name)
        process = subprocess.Popen([TYPEPERF, r"\Paint Gadget\Depth", "-f", "OPENMETRICS", "-o", name, "-si", "99:00:00"],
                                   env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        self.addCleanup(process.communicate)
        with open(name, "rb") as pipe:
            head = pipe.readline() + pipe.readline()
            os.unlink(name)
            process.send_signal(signal.SIGHUP)
            self.assertEqual(pipe.read(), b"# EOF\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(self.read("log.om"), head + b"# EOF\n")


if __name__ == "__main__":
    programs.main([sys.argv[0], *sys.argv[4:]])
