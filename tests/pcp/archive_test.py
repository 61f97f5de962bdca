#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Reads archives of Performance Co-Pilot as logs: archives of known values made by libpcp_import, and one that a
pmlogger of the test writes, as an ordinary user.

usage: archive_test.py LIBPDH RELOG

Skipped (77) where the packages pcp and libpcp3 are missing.
"""
import csv
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import archives
import pcp_test as hosts
from archives import COUNTER, DISCRETE, FLOAT, INSTANT, START, STRING, U32, Archive, domain
from pcp_test import RawCounter, check
from pdh import TimeInfo

INVALID_DATA = 0xC0000BBA
NO_MORE_DATA = 0xC0000BCC
FILE_NOT_FOUND = 0xC0000BD1
UNABLE_READ_LOG_HEADER = 0xC0000BD0
NO_DATA = 0x800007D5

EPOCH = 116_444_736_000_000_000
TICKS = 10_000_000

DISKS = domain(archives.LINUX, 1)
PROCESSES = domain(archives.PROC, 9)


def missing() -> str:
    try:
        archives.library()
    except OSError:
        return "libpcp_import.so.1 is missing (package pcp)"
    return hosts.missing()


def file_time(seconds: float) -> int:
    """Of a time after START. The tests run in UTC."""
    return EPOCH + (START * 1_000_000 + round(seconds * 1_000_000)) * 10


def source_of(*names) -> bytes:
    return ("pcp:" + ",".join(str(name) for name in names)).encode()


def status_of_opening(source: bytes) -> int:
    handle = ctypes.c_void_p()
    return hosts.pdh.PdhBindInputDataSourceA(ctypes.byref(handle), source + b"\0") & 0xFFFFFFFF


def time_range(source: bytes) -> tuple[float, float, int]:
    info, entries = TimeInfo(), ctypes.c_uint32()
    size = ctypes.c_uint32(ctypes.sizeof(info))
    check(hosts.pdh.PdhGetDataSourceTimeRangeA(source, ctypes.byref(entries), ctypes.byref(info),
                                               ctypes.byref(size)))
    begin = EPOCH + START * TICKS
    return (info.start - begin) / TICKS, (info.end - begin) / TICKS, info.samples


def list_of(function, *arguments) -> list[str]:
    size = ctypes.c_uint32(1 << 20)
    buffer = ctypes.create_string_buffer(size.value)
    check(function(*arguments[:2], buffer, ctypes.byref(size), *arguments[2:]))
    return [text for text in buffer.raw[:size.value].decode().split("\0") if text]


def seconds_of(raw: RawCounter) -> float:
    return (raw.stamp() - EPOCH - START * TICKS) / TICKS


class Recording:
    """A query on an archive, collected to its end: by path the values of each record, None where there is none."""

    def __init__(self, source: bytes, *paths: str, begin: float | None = None, end: float | None = None):
        self.times = []
        self.values = {path: [] for path in paths}
        self.raws = {path: [] for path in paths}
        handle = ctypes.c_void_p()
        check(hosts.pdh.PdhOpenQueryA(source, None, ctypes.byref(handle)))
        counters = {}
        for path in paths:
            counters[path] = ctypes.c_void_p()
            check(hosts.pdh.PdhAddCounterA(handle, path.encode(), None, ctypes.byref(counters[path])), path)
        if begin is not None:
            check(hosts.pdh.PdhSetQueryTimeRange(
                handle, ctypes.byref(TimeInfo(file_time(begin), file_time(end), 0))))
        time = ctypes.c_int64()
        while True:
            status = hosts.pdh.PdhCollectQueryDataWithTime(handle, ctypes.byref(time)) & 0xFFFFFFFF
            if status == NO_MORE_DATA:
                break
            assert status in (0, NO_DATA), f"{status:#010x}"
            self.times.append((time.value - EPOCH - START * TICKS) / TICKS)
            for path, counter in counters.items():
                self.values[path].append(self.value(counter))
                raw = RawCounter()
                check(hosts.pdh.PdhGetRawCounterValue(counter, None, ctypes.byref(raw)))
                self.raws[path].append(raw)
        hosts.pdh.PdhCloseQuery(handle)

    @staticmethod
    def value(counter) -> float | None:
        value = hosts.Value()
        status = hosts.pdh.PdhGetFormattedCounterValue(counter, hosts.FMT_DOUBLE, None, ctypes.byref(value))
        return round(value.value, 6) if status == 0 else None


SWITCHES = r"System\Context Switches/sec"
TWO_HOSTS = rf"\\hosta\{SWITCHES}", rf"\\hostb\{SWITCHES}"


def make_switches(path: pathlib.Path, host: str, values: dict[float, int]) -> pathlib.Path:
    path.parent.mkdir(exist_ok=True)
    with Archive(path, host) as archive:
        archive.metric("kernel.all.pswitch", count=0)
        for seconds, value in values.items():
            archive.put("kernel.all.pswitch", value)
            archive.write(seconds)
    return path


class Archives(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pdh-shim-archive-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def switches(self, name: str, host: str, values: dict[float, int]) -> pathlib.Path:
        return make_switches(self.folder / name, host, values)

    def relog(self, *arguments) -> str:
        done = subprocess.run([RELOG, *(str(argument) for argument in arguments)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def rows(self, source: bytes, *arguments, form: str = "CSV") -> list[list[str]]:
        output = self.folder / f"rows-{len(list(self.folder.iterdir()))}.txt"
        self.relog(source.decode(), "-f", form, "-o", output, *arguments)
        with open(output, newline="", encoding="utf-8") as file:
            return list(csv.reader(file, delimiter="," if form == "CSV" else "\t"))

    def test_samples_have_the_values_and_times_of_the_archive(self):
        archive = self.switches("a", "hosta", {0: 100, 10: 300, 25: 300, 30.5: 410})
        recording = Recording(source_of(archive), rf"\\hosta\{SWITCHES}")
        self.assertEqual(recording.times, [0, 10, 25, 30.5])
        self.assertEqual(recording.values[rf"\\hosta\{SWITCHES}"], [None, 20, 0, 20])
        raws = recording.raws[rf"\\hosta\{SWITCHES}"]
        self.assertEqual([raw.first for raw in raws], [100, 300, 300, 410])
        self.assertEqual([raw.second for raw in raws], [file_time(seconds) for seconds in (0, 10, 25, 30.5)])
        self.assertEqual([seconds_of(raw) for raw in raws], [0, 10, 25, 30.5])

    def test_python_reads_archives_into_one_table(self):
        day = [self.switches("day/a", "hosta", {0: 100, 10: 300}), self.switches("day/b", "hostb", {5: 0, 10: 50})]
        program = ("import pdh, sys; t = pdh.read_log(sys.argv[1:], r'\\System\\*', using='lists');"
                   "print([c.machine for c in t.columns], [list(row) for row in t.values])")
        library, modules = pathlib.Path(sys.argv[1]).resolve().parent, pathlib.Path(__file__).resolve().parents[2] / "compat/python"
        environment = {**os.environ, "LD_LIBRARY_PATH": str(library), "PYTHONPATH": str(modules)}
        for sources in ([source_of(archive) for archive in day], [source_of(self.folder / "day")]):
            said = subprocess.run([sys.executable, "-B", "-c", program, *map(bytes.decode, sources)],
                                  env=environment, capture_output=True, text=True, check=True).stdout
            self.assertEqual(said, "['hosta', 'hostb'] [[nan, nan], [nan, nan], [20.0, 10.0]]\n")

    def test_units_are_those_of_the_counters(self):
        with Archive(self.folder / "a", "hosta") as archive:
            archive.metric("mem.util.available", semantics=INSTANT, space=1)  # KiB
            archive.metric("web.load", FLOAT, INSTANT)
            archive.put("mem.util.available", 2048)
            archive.put("web.load", 1.25)
            archive.write(0)
        memory, load = r"\\hosta\Memory\Available MBytes", r"\\hosta\PCP web\load"
        recording = Recording(source_of(self.folder / "a"), memory, load)
        self.assertEqual(recording.values, {memory: [2], load: [1.25]})

    def test_an_archive_has_a_time_range_and_part_of_it_can_be_read(self):
        archive = self.switches("a", "hosta", {seconds: 5 * seconds for seconds in range(0, 1000, 10)})
        self.assertEqual(time_range(source_of(archive)), (0, 990, 100))
        recording = Recording(source_of(archive), rf"\\hosta\{SWITCHES}", begin=500, end=530)
        self.assertEqual(recording.times, [500, 510, 520, 530])
        self.assertEqual(recording.values[rf"\\hosta\{SWITCHES}"], [None, 5, 5, 5])

    def test_the_names_of_its_files_stand_for_an_archive(self):
        archive = self.switches("a", "hosta", {0: 1})
        for suffix in ("", ".0", ".meta", ".index"):
            self.assertEqual(status_of_opening(source_of(f"{archive}{suffix}")), 0, suffix)

    def test_a_folder_of_several_hosts_has_several_computers(self):
        self.switches("all/a", "hosta", {0: 0, 10: 100})
        self.switches("all/b", "hostb", {5: 0, 10: 20, 15: 30})
        source = source_of(self.folder / "all")
        size = ctypes.c_uint32(1 << 16)
        buffer = ctypes.create_string_buffer(size.value)
        check(hosts.pdh.PdhEnumMachinesA(source, buffer, ctypes.byref(size)))
        self.assertEqual(buffer.raw[:size.value].decode().strip("\0").split("\0"), [r"\\hosta", r"\\hostb"])
        recording = Recording(source, rf"\\hostb\{SWITCHES}")
        self.assertEqual(recording.values[rf"\\hostb\{SWITCHES}"], [None, 4, 2])
        self.assertEqual(time_range(source)[:2], (0, 15))

    def two_hosts(self) -> bytes:
        """hosta each 10 s from 0 to 30, hostb each 5 s from 10 to 20, and at 40."""
        self.switches("two/a", "hosta", {seconds: 7 * seconds for seconds in (0, 10, 20, 30)})
        self.switches("two/b", "hostb", {10: 0, 15: 10, 20: 30, 40: 90})
        return source_of(self.folder / "two")

    def test_the_records_of_several_hosts_follow_each_other_in_time(self):
        source = self.two_hosts()
        for first, second in (TWO_HOSTS, reversed(TWO_HOSTS)):
            recording = Recording(source, first, second)
            self.assertEqual(recording.times, [0, 10, 15, 20, 30, 40])
            self.assertEqual(recording.values[TWO_HOSTS[0]], [None, 7, None, 7, 7, None])
            self.assertEqual(recording.values[TWO_HOSTS[1]], [None, None, 2, 4, None, 3])
            raws = recording.raws[TWO_HOSTS[1]]
            self.assertEqual([raw.status for raw in raws], [INVALID_DATA, 0, 0, 0, INVALID_DATA, 0])
            self.assertEqual([seconds_of(raw) for raw in raws], [0, 10, 15, 20, 30, 40])
        self.assertEqual(time_range(source), (0, 40, 8))

    def test_a_range_is_one_of_all_hosts(self):
        recording = Recording(self.two_hosts(), *TWO_HOSTS, begin=15, end=35)
        self.assertEqual(recording.times, [15, 20, 30])
        self.assertEqual(recording.values, {TWO_HOSTS[0]: [None, None, 7], TWO_HOSTS[1]: [None, 4, None]})

    def test_a_query_has_the_records_of_the_hosts_whose_counters_it_has(self):
        query = ctypes.c_void_p()
        check(hosts.pdh.PdhOpenQueryA(self.two_hosts(), None, ctypes.byref(query)))
        self.addCleanup(hosts.pdh.PdhCloseQuery, query)
        counters, time = [ctypes.c_void_p(), ctypes.c_void_p()], ctypes.c_int64()

        def add(number: int) -> None:
            check(hosts.pdh.PdhAddCounterA(query, TWO_HOSTS[number].encode(), None, ctypes.byref(counters[number])))

        def collected() -> list[float | None]:
            check(hosts.pdh.PdhCollectQueryDataWithTime(query, ctypes.byref(time)))
            values = [Recording.value(counter) for counter in counters if counter.value]
            return [(time.value - EPOCH - START * TICKS) / TICKS, *values]

        add(0)
        self.assertEqual([collected(), collected()], [[0, None], [10, 7]])
        add(1)
        self.assertEqual([collected(), collected()], [[15, None, None], [20, 7, 4]])
        check(hosts.pdh.PdhRemoveCounter(counters[0]))
        counters[0] = ctypes.c_void_p()
        self.assertEqual(collected(), [40, 3])
        self.assertEqual(hosts.pdh.PdhCollectQueryData(query) & 0xFFFFFFFF, NO_MORE_DATA)

    def test_several_hosts_become_one_table(self):
        rows = self.rows(self.two_hosts(), "-c", *TWO_HOSTS)
        self.assertEqual(rows[0][1:], list(TWO_HOSTS))
        self.assertEqual([[row[0][17:19], *(cell if cell == " " else float(cell) for cell in row[1:])] for row in rows[1:]],
                         [["40", " ", " "], ["50", 7, " "], ["55", " ", 2], ["00", 7, 4], ["10", 7, " "], ["20", " ", 3]])

    def test_formats_for_other_programs_name_the_hosts(self):
        source = self.two_hosts().decode()
        shown = {form: self.relog(source, "-c", *TWO_HOSTS, "-e", "9/13/2020 12:26:55", "-f", form, "-o", "-").splitlines()
                 for form in ("JSON", "LONG", "INFLUX", "OPENMETRICS")}
        records = [json.loads(line) for line in shown["JSON"]]
        self.assertEqual([(record["time"][11:], record["machine"], record["value"]) for record in records], [
            ("12:26:40.000+00:00", "hosta", None), ("12:26:40.000+00:00", "hostb", None),
            ("12:26:50.000+00:00", "hosta", 7), ("12:26:50.000+00:00", "hostb", None),
            ("12:26:55.000+00:00", "hosta", None), ("12:26:55.000+00:00", "hostb", 2)])
        rows = list(csv.DictReader(shown["LONG"]))
        self.assertEqual(rows, [{name: "" if cell is None else str(cell) for name, cell in record.items()}
                                for record in records])
        self.assertEqual(shown["INFLUX"], [
            "win_perf_counters,objectname=System,source=hosta Context_Switches_persec=7 1600000010000000000",
            "win_perf_counters,objectname=System,source=hostb Context_Switches_persec=2 1600000015000000000"])
        self.assertEqual(shown["OPENMETRICS"][2:], [
            'pdh_value{machine="hosta",object="System",counter="Context Switches/sec"} 7 1600000010.000',
            'pdh_value{machine="hostb",object="System",counter="Context Switches/sec"} 2 1600000015.000', "# EOF"])

    def test_folders_in_a_folder_are_read(self):
        self.switches("hosta/20200913", "hosta", {0: 0})
        self.switches("hostb/20200913", "hostb", {0: 0})
        self.assertIn(r"\\hostb\System\Context Switches/sec", self.relog(source_of(self.folder).decode(), "-q"))

    def test_the_archives_of_a_host_follow_each_other_with_a_gap(self):
        self.switches("all/20200914", "hosta", {100: 50, 110: 80})
        self.switches("all/20200913", "hosta", {0: 0, 10: 40})
        path = rf"\\hosta\{SWITCHES}"
        recording = Recording(source_of(self.folder / "all"), path)
        self.assertEqual(recording.times, [0, 10, 10.001, 100, 110])
        self.assertEqual(recording.values[path], [None, 4, None, None, 3])
        self.assertEqual(recording.raws[path][2].status, INVALID_DATA)
        self.assertEqual(time_range(source_of(self.folder / "all")), (0, 110, 5))

    def test_there_is_no_rate_across_a_mark(self):
        with Archive(self.folder / "a", "hosta") as archive:
            archive.metric("kernel.all.pswitch", count=0)
            for seconds in (0, 10, 60, 70):
                if seconds == 60:
                    archive.mark()
                archive.put("kernel.all.pswitch", 10 * seconds)
                archive.write(seconds)
        path = rf"\\hosta\{SWITCHES}"
        recording = Recording(source_of(self.folder / "a"), path)
        self.assertEqual(recording.values[path], [None, 10, None, None, 10])

    def test_a_counter_that_starts_again_has_no_rate_there(self):
        archive = self.switches("a", "hosta", {0: 1000, 10: 1100, 20: 30, 30: 50})
        recording = Recording(source_of(archive), rf"\\hosta\{SWITCHES}")
        self.assertEqual(recording.values[rf"\\hosta\{SWITCHES}"], [None, 10, None, 2])

    def disks(self) -> pathlib.Path:
        """sda is always there, sdb in the records at 10 and 20."""
        with Archive(self.folder / "disks", "hosta") as archive:
            archive.metric("disk.dev.read", instances=DISKS, count=0)
            archive.instance(DISKS, "sda", 0)
            archive.instance(DISKS, "sdb", 1)
            for seconds in (0, 10, 20, 30, 40):
                archive.put("disk.dev.read", 3 * seconds, "sda")
                if seconds in (10, 20):
                    archive.put("disk.dev.read", 5 * seconds + 1000, "sdb")
                archive.write(seconds)
        return self.folder / "disks"

    def test_instances_come_and_go(self):
        paths = [rf"\\hosta\PhysicalDisk({name})\Disk Reads/sec" for name in ("0 sda", "1 sdb", "_Total")]
        recording = Recording(source_of(self.disks()), *paths)
        self.assertEqual([recording.values[path] for path in paths],
                         [[None, 3, 3, 3, 3], [None, None, 5, None, None], [None, 3, 8, 3, 3]])

    def test_all_instances_that_ever_were_are_enumerated_and_expanded(self):
        source = source_of(self.disks())
        size = ctypes.c_uint32(1 << 16)
        buffer = ctypes.create_string_buffer(size.value)
        wildcard = rb"\\hosta\PhysicalDisk(*)\Disk Reads/sec"
        check(hosts.pdh.PdhExpandWildCardPathA(source, wildcard, buffer, ctypes.byref(size), 0))
        paths = buffer.raw[:size.value].decode().strip("\0").split("\0")
        self.assertEqual(sorted(path[path.index("(") + 1:path.index(")")] for path in paths),
                         ["0 sda", "1 sdb", "_Total"])
        check(hosts.pdh.PdhEnumObjectsA(source, b"hosta", buffer, ctypes.byref(ctypes.c_uint32(1 << 16)), 400, 0))
        self.assertIn(b"PhysicalDisk\0", buffer.raw)

    def two_groups(self) -> pathlib.Path:
        """Switches each 10 s, and 3 ms later the run queue; page faults each 20 s; the processors once."""
        with Archive(self.folder / "groups", "hosta") as archive:
            archive.metric("kernel.all.pswitch", count=0)
            archive.metric("kernel.all.running", U32, INSTANT, count=0)
            archive.metric("mem.vmstat.pgfault", count=0)
            archive.metric("hinv.ncpu", U32, DISCRETE, count=0)
            archive.put("hinv.ncpu", 2)
            archive.write(0)
            for seconds in range(0, 50, 10):
                archive.put("kernel.all.pswitch", 7 * seconds)
                archive.write(seconds + 0.001)
                archive.put("kernel.all.running", 5)
                archive.write(seconds + 0.003)
                if seconds % 20 == 0:
                    archive.put("mem.vmstat.pgfault", 9 * seconds)
                    archive.write(seconds + 0.004)
        return self.folder / "groups"

    def test_groups_of_one_moment_are_one_record(self):
        switches, faults = rf"\\hosta\{SWITCHES}", r"\\hosta\Memory\Page Faults/sec"
        recording = Recording(source_of(self.two_groups()), switches, faults)
        self.assertEqual(recording.times, [0, 10.001, 20.001, 30.001, 40.001])
        self.assertEqual(recording.values[switches], [None, 7, 7, 7, 7])

    def test_a_query_has_only_records_of_its_metrics(self):
        faults = r"\\hosta\Memory\Page Faults/sec"
        recording = Recording(source_of(self.two_groups()), faults)
        self.assertEqual(recording.times, [0, 20.001, 40.001])
        self.assertEqual(recording.values[faults], [None, 9, 9])

    def test_a_metric_with_a_longer_interval_has_its_rate_where_it_was_logged(self):
        switches, faults = rf"\\hosta\{SWITCHES}", r"\\hosta\Memory\Page Faults/sec"
        recording = Recording(source_of(self.two_groups()), switches, faults)
        self.assertEqual(recording.values[faults], [None, None, 9, None, 9])
        self.assertEqual([raw.status for raw in recording.raws[faults]], [0, INVALID_DATA, 0, INVALID_DATA, 0])

    def test_what_was_logged_once_holds_until_the_end(self):
        queue, archive = r"\\hosta\System\Processor Queue Length", self.two_groups()  # kernel.all.running - hinv.ncpu
        recording = Recording(source_of(archive), queue)
        self.assertEqual(recording.values[queue], [3] * 5)
        recording = Recording(source_of(archive), queue, begin=15, end=35)
        self.assertEqual((recording.times, recording.values[queue]), ([20.001, 30.001], [3, 3]))

    def test_processes_have_their_names(self):
        with Archive(self.folder / "processes", "hosta") as archive:
            for name in ("proc.psinfo.pid", "proc.psinfo.threads"):
                archive.metric(name, U32, DISCRETE if name.endswith("pid") else INSTANT, PROCESSES)
            archive.metric("proc.psinfo.cmd", STRING, DISCRETE, PROCESSES)
            archive.instance(PROCESSES, "000017 /usr/bin/sh -c x", 17)
            for seconds in (0, 10):
                for name, value in (("pid", 17), ("cmd", "sh"), ("threads", 4)):
                    archive.put(f"proc.psinfo.{name}", value, "000017 /usr/bin/sh -c x")
                archive.write(seconds)
        source, path = source_of(self.folder / "processes"), r"\\hosta\Process(sh)\Thread Count"
        self.assertEqual(Recording(source, path).values[path], [4, 4])
        rows = self.rows(source, "-c", r"\\hosta\Process(*)\Thread Count")
        self.assertEqual([title for title in rows[0] if "Process(sh)" in title], [path])

    def test_relog_converts_to_csv_tsv_and_html(self):
        source = source_of(self.disks())
        counter = [r"-c", r"\\hosta\PhysicalDisk(*)\Disk Reads/sec"]
        for form in ("CSV", "TSV"):
            rows = self.rows(source, *counter, form=form)
            columns = {title[title.index("("):title.index(")") + 1]: index
                       for index, title in enumerate(rows[0]) if "PhysicalDisk" in title}
            cells = [[row[columns[name]].strip() for row in rows[1:]] for name in ("(0 sda)", "(1 sdb)")]
            self.assertEqual([[float(cell) if cell else None for cell in column] for column in cells],
                             [[None, 3, 3, 3, 3], [None, None, 5, None, None]], form)
        page = self.folder / "page.html"
        self.relog(source.decode(), *counter, "-f", "HTML", "-o", page)
        self.assertIn("Disk Reads/sec", page.read_text(encoding="utf-8"))

    def test_a_binary_log_made_of_an_archive_has_the_same_samples(self):
        archive, log = self.disks(), self.folder / "disks.blg"
        self.relog(source_of(archive).decode(), "-f", "BIN", "-o", log)
        for name in ("0 sda", "1 sdb"):
            path = rf"\\hosta\PhysicalDisk({name})\Disk Reads/sec"
            before, after = Recording(source_of(archive), path), Recording(str(log).encode(), path)
            self.assertEqual(after.times, before.times)
            self.assertEqual(after.values, before.values)
            fields = [[(raw.status, raw.first, raw.second, raw.multi) for raw in recording.raws[path]
                       if raw.status == 0] for recording in (before, after)]
            self.assertEqual(fields[0], fields[1])

    def test_relog_lists_the_counters(self):
        counters = self.relog(source_of(self.two_groups()).decode(), "-q")
        self.assertIn(rf"\\hosta\{SWITCHES}", counters)
        self.assertIn(r"\\hosta\PCP kernel.all\pswitch", counters)

    def test_several_volumes_and_compressed_archives(self):
        archive = self.switches("a", "hosta", {10 * step: step for step in range(20)})
        split = self.folder / "split"
        subprocess.run(["pmlogextract", "-v", "4", archive, split], check=True, capture_output=True)
        self.assertTrue((self.folder / "split.2").exists())
        if shutil.which("xz"):
            subprocess.run(["xz", self.folder / "split.0", self.folder / "split.1", self.folder / "split.meta"],
                           check=True)
        self.assertEqual(time_range(source_of(split)), (0, 190, 20))

    def test_missing_and_damaged_archives_have_statuses(self):
        self.assertEqual(status_of_opening(source_of(self.folder / "none")), FILE_NOT_FOUND)
        self.assertEqual(status_of_opening(source_of(self.folder)), FILE_NOT_FOUND)
        self.assertEqual(status_of_opening(b"pcp:"), FILE_NOT_FOUND)
        archive = self.switches("a", "hosta", {0: 1, 10: 2})
        metadata = archive.with_suffix(".meta")
        whole = metadata.read_bytes()
        metadata.write_bytes(b"\x5a" * 200)
        self.assertEqual(status_of_opening(source_of(archive)), UNABLE_READ_LOG_HEADER)
        metadata.write_bytes(whole)
        archive.with_suffix(".0").unlink()
        self.assertEqual(status_of_opening(source_of(archive)), FILE_NOT_FOUND)

    def test_archives_of_a_host_that_overlap_are_read_side_by_side(self):
        self.switches("all/a", "hosta", {0: 0, 20: 80})
        self.switches("all/b", "hosta", {10: 50, 30: 110})
        recording = Recording(source_of(self.folder / "all"), rf"\\hosta\{SWITCHES}")
        self.assertEqual(recording.times, [0, 10, 20, 30])
        self.assertEqual(recording.values[rf"\\hosta\{SWITCHES}"], [None, 5, 3, 3])

    def test_an_archive_that_was_cut_is_read_up_to_its_last_whole_record_and_the_next_one_follows(self):
        archive = self.switches("all/a", "hosta", {0: 0, 10: 40, 20: 80})
        self.switches("all/b", "hosta", {100: 50, 110: 80})
        volume = archive.with_suffix(".0")
        os.truncate(volume, volume.stat().st_size - 10)
        path = rf"\\hosta\{SWITCHES}"
        recording = Recording(source_of(self.folder / "all"), path)
        self.assertEqual(recording.values[path], [None, 4, None, None, 3])


class LoggedByPmlogger(unittest.TestCase):
    """A pmlogger that logs two groups of metrics of a pmcd."""

    @classmethod
    def setUpClass(cls):
        cls.pmcd = hosts.Pmcd("hosta", with_processes=False)
        cls.folder = cls.pmcd.folder / "archives"
        cls.folder.mkdir()
        configuration = cls.folder.parent / "pmlogger.conf"
        configuration.write_text(
            "log mandatory on once { hinv.ncpu }\n"
            "log mandatory on 250 msec { kernel.all.pswitch kernel.all.running }\n"
            "log mandatory on 500 msec { mem.vmstat.pgfault kernel.percpu.cpu.user kernel.percpu.cpu.nice }\n")
        environment = {**os.environ, "PCP_RUN_DIR": str(cls.pmcd.folder / "run"),
                       "PCP_TMP_DIR": str(cls.pmcd.folder / "tmp"), "PMLOGGER_PORT": str(hosts.free_port())}
        cls.archive = cls.folder / "a"
        cls.log = cls.pmcd.folder / "log" / "pmlogger.log"
        cls.done = subprocess.run(
            [hosts.pathlib.Path(shutil.which("pmlogger") or hosts.PCP_BIN / "pmlogger"), "-h", cls.pmcd.host,
             "-c", configuration, "-T", "2.2sec", "-l", cls.log, cls.archive],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=600)

    @classmethod
    def tearDownClass(cls):
        cls.pmcd.end()

    def setUp(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def logged(self, metric: str) -> list[int]:
        """The values that pmdumplog shows."""
        shown = subprocess.run(["pmdumplog", self.archive, metric], capture_output=True, text=True, check=True)
        return [int(line.split(" value ")[1]) for line in shown.stdout.splitlines()
                if f"({metric}): value " in line]

    def raw_values(self, path: str) -> list[int]:
        recording = Recording(source_of(self.folder), path)
        return [raw.first for raw in recording.raws[path] if raw.status == 0]

    def test_values_are_those_that_pmdumplog_shows(self):
        for metric, path in (("kernel.all.pswitch", rf"\\hosta\{SWITCHES}"),
                             ("kernel.all.running", r"\\hosta\PCP kernel.all\running"),
                             ("mem.vmstat.pgfault", r"\\hosta\Memory\Page Faults/sec")):
            logged = self.logged(metric)
            self.assertGreater(len(logged), 2, metric)
            self.assertEqual(self.raw_values(path), logged, metric)

    def test_rates_of_both_intervals_are_found_in_one_query(self):
        switches, faults = rf"\\hosta\{SWITCHES}", r"\\hosta\Memory\Page Faults/sec"
        recording = Recording(source_of(self.folder), switches, faults)
        for path, metric in ((switches, "kernel.all.pswitch"), (faults, "mem.vmstat.pgfault")):
            rates = [value for value in recording.values[path] if value is not None]
            self.assertEqual(len(rates), len(self.logged(metric)) - 1, path)

    def test_processors_are_instances(self):
        path = r"\\hosta\Processor(_Total)\% User Time"
        recording = Recording(source_of(self.folder), path)
        self.assertTrue(all(0 <= value <= 100 for value in recording.values[path] if value is not None))
        self.assertGreater(len([value for value in recording.values[path] if value is not None]), 1)


if __name__ == "__main__":
    if reason := missing():
        print(f"SKIPPED: {reason}")
        sys.exit(hosts.SKIPPED)
    os.environ["TZ"] = "UTC"
    hosts.time.tzset()
    hosts.pdh = ctypes.CDLL(sys.argv[1])
    RELOG = sys.argv[2]
    unittest.main(argv=sys.argv[:1], verbosity=2)
