#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Logs in databases, as programs and users see them: the exported functions, typeperf and relog.

usage: sql_test.py sqlite|postgresql LIBPDH TYPEPERF RELOG WIDGETS_JSON [unittest options]

Skipped (77) where a package is missing.
"""
import contextlib
import csv
import ctypes
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
import databases
import pdh
from pdh import TimeInfo, advance, call, check, texts, time_range

KIND, LIBPDH, TYPEPERF, RELOG, WIDGETS = sys.argv[1:6]
PATIENCE = 600
IMPATIENT = {"PDH_SHIM_SQL_TIMEOUT": "1500"}  # milliseconds, for servers that are frozen: the driver gives up later

WRITE, UPDATE, READ = 0x20000, 0x40000, 0x10000
CREATE_NEW, CREATE_ALWAYS, OPEN_EXISTING = 1, 2, 4
SQL = 7
NO_MORE_DATA = 0xC0000BCC
NO_INSTANCE = 0x800007D1
FILE_EXISTS, INVALID_SQLDB, INVALID_DATASOURCE, NOT_FOUND = 0xC0000BD2, 0xC0000BDE, 0xC0000BDD, 0xC0000BD1
INVALID_HANDLE, NOT_IMPLEMENTED = 0xC0000BBC, 0xC0000BD3
END_OF_LOG_FILE = 0x800007DA
SQL_CONNECTION, SQL_EXECUTION = 0xC0000BE6, 0xC0000BE2
SQL_FAILURES = 0xC0000BE  # without the last digit: PDH_SQL_*_FAILED
SECOND = 10_000_000

DEPTH = r"\Widget(*)\Depth"
ITEMS = r"\Widget(a)\Items/sec"


class Guid(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_ubyte * 16)]


class FileTime(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint32), ("high", ctypes.c_uint32)]


class Query(pdh.Query):
    def raw(self, place: int) -> tuple:
        raw = super().raw(place)
        return raw.status, raw.first, raw.second, raw.multi


class Log:
    def __init__(self, query: Query, name: str, access: int = WRITE | CREATE_ALWAYS, kind: int = SQL, most: int = 0):
        self.handle = ctypes.c_void_p()
        self.status = call("PdhOpenLogA", name, access, ctypes.byref(ctypes.c_uint32(kind)),
                           query and query.handle, most, None, ctypes.byref(self.handle))

    def update(self) -> int:
        return call("PdhUpdateLogA", self.handle, None)

    def size(self) -> int:
        size = ctypes.c_int64()
        check("PdhGetLogFileSize", self.handle, ctypes.byref(size))
        return size.value

    def run(self) -> tuple[bytes, int]:
        guid, run = Guid(), ctypes.c_int()
        check("PdhGetLogSetGUID", self.handle, ctypes.byref(guid), ctypes.byref(run))
        return bytes(guid.bytes), run.value

    def close(self) -> int:
        return call("PdhCloseLog", self.handle, 0)


def run(*command: str) -> list[str]:
    process = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False,
                             env={**database.environment, "PDH_SHIM_SOURCE": script(), "TZ": "UTC"})
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def script() -> str:
    """The widgets, without end."""
    file = database.folder / "loop.json"
    if not file.exists():
        file.write_text(json.dumps({**json.loads(pathlib.Path(WIDGETS).read_text(encoding="utf-8")), "loop": True}))
    return f"script:{file}"


class Sql(unittest.TestCase):
    def setUp(self):
        check("pdh_shim_set_sources", script())
        check("pdh_shim_freeze_clock", ctypes.c_int64(134116992000000000))
        self.set = self.id().rsplit(".", 1)[1]
        self.name = f"SQL:database!{self.set}"

    @contextlib.contextmanager
    def frozen(self):
        database.freeze()
        try:
            yield
        finally:
            database.thaw()

    def write(self, *paths: str, records: int = 3, name: str | None = None) -> list[list[tuple]]:
        """Logs; the raw values that were written."""
        values = []
        with Query(*paths) as query:
            log = Log(query, name or self.name)
            self.assertEqual(log.status, 0)
            for _ in range(records):
                self.assertEqual(log.update(), 0)
                values.append([query.raw(place) for place in range(len(paths)) if "*" not in paths[place]])
                advance()
            self.assertEqual(log.close(), 0)
        return values

    def copy_csv(self, lines: str, zone: str = " (UTC)(0)", name: str | None = None):
        """Adds records of these lines."""
        text = database.folder / f"{self.set}.csv"
        text.write_bytes(f'"(PDH-CSV 4.0){zone}","\\\\BOX\\System\\Load"\r\n{lines}'.encode())
        run(RELOG, str(text), "-f", "sql", "-o", name or self.name)

    def make_runs(self, *runs):
        """Several runs of one log set, as our earlier versions made them: each is read by itself."""
        for number, times in enumerate(runs):
            lines = "".join(f'"01/13/2018 05:00:0{time}.000","{time}"\r\n' for time in times)
            self.copy_csv(lines, name=f"{self.name} {number}")
            database.execute(f"UPDATE DisplayToID SET DisplayString = '{self.set}' WHERE DisplayString = '{self.set} {number}'")

    def read(self, *paths: str) -> list[list[tuple]]:
        values = []
        with Query(*paths, source=self.name) as query:
            while (status := query.collect()) == 0:
                values.append([query.raw(place) for place in range(len(paths))])
            self.assertEqual(status, NO_MORE_DATA)
        return values


class Functions(Sql):
    def test_tables_are_made_and_verified(self):
        check("PdhCreateSQLTablesA", b"database")
        check("PdhCreateSQLTablesA", b"database")
        check("PdhVerifySQLDBA", b"database")
        for function in ("PdhCreateSQLTablesA", "PdhVerifySQLDBA"):
            self.assertEqual(call(function, b"no such source"), INVALID_DATASOURCE)
        self.assertEqual(call("PdhEnumLogSetNamesA", b"none", None, ctypes.byref(ctypes.c_uint32())), INVALID_DATASOURCE)

    def test_what_is_logged_is_read(self):
        depth = r"\Widget(b)\Depth"
        written = self.write(ITEMS, depth)
        valid = [[(0, *raw[1:]) for raw in record] for record in written]
        self.assertEqual(self.read(ITEMS, depth), valid)
        self.assertIn(self.set, texts("PdhEnumLogSetNamesA", "database", ...))
        info = time_range(self.name)
        self.assertEqual(((info.end - info.start) // SECOND, info.samples), (2, 3))

    def test_python_reads_a_log_set_into_a_table(self):
        self.write(DEPTH)
        program = ("import pdh, sys; t = pdh.read_log(sys.argv[1], using='lists');"
                   "print(sorted((c.instance, c.counter, *t[c]) for c in t.columns))")
        modules = pathlib.Path(__file__).resolve().parents[3] / "compat/python"
        environment = {**database.environment, "PYTHONPATH": str(modules), "LD_LIBRARY_PATH": str(pathlib.Path(LIBPDH).resolve().parent)}
        said = subprocess.run([sys.executable, "-B", "-c", program, self.name], env=environment, capture_output=True, text=True,
                              check=True).stdout
        self.assertEqual(said, "[('a', 'Depth', 5.0, 6.0, 7.0), ('b', 'Depth', 1.0, 2.0, 3.0)]\n")

    def test_all_instances_are_logged_and_enumerated(self):
        self.write(DEPTH)
        self.assertEqual(len(texts("PdhEnumMachinesA", self.name, ...)), 1)
        paths = texts("PdhExpandWildCardPathA", self.name, r"\Widget(*)\*", ..., 0)
        self.assertEqual(sorted(path.split("\\", 3)[3] for path in paths), [r"Widget(a)\Depth", r"Widget(b)\Depth"])

    def test_a_record_has_no_bytes_of_its_own(self):
        self.write(ITEMS)
        time = time_range(self.name).start
        at = FileTime(time & 0xFFFFFFFF, time >> 32)
        record = (ctypes.c_uint32 * 100)()
        log = Log(None, self.name, READ | OPEN_EXISTING)
        for buffer in (record, None):
            size = ctypes.c_uint32(ctypes.sizeof(record) if buffer else 0)
            before = size.value
            self.assertEqual(call("PdhReadRawLogRecord", log.handle, at, buffer, ctypes.byref(size)), NOT_IMPLEMENTED)
            self.assertEqual((size.value, list(record)), (before, [0] * 100))
        self.assertEqual(log.close(), 0)
        self.assertEqual(call("PdhReadRawLogRecord", log.handle, at, record, ctypes.byref(size)), INVALID_HANDLE)

    def test_a_stretch_of_time_is_read(self):
        self.write(ITEMS)
        start = time_range(self.name).start
        with Query(ITEMS, source=self.name) as query:
            wanted = TimeInfo(start + SECOND, start + SECOND + 1, 0)
            check("PdhSetQueryTimeRange", query.handle, ctypes.byref(wanted))
            self.assertEqual([query.collect(), query.collect()], [0, NO_MORE_DATA])

    def test_an_open_goes_on_in_the_run_of_its_log_set(self):
        with Query(ITEMS) as query:
            first = Log(query, self.name, WRITE | CREATE_NEW)
            self.assertEqual((first.status, first.run()[1]), (0, 1))
            guid = first.run()[0]
            self.assertEqual(first.update(), 0)
            self.assertEqual(first.close(), 0)
            self.assertEqual(Log(query, self.name, WRITE | CREATE_NEW).status, FILE_EXISTS)
            second = Log(query, self.name, UPDATE | OPEN_EXISTING)
            self.assertEqual(second.run(), (guid, 1))
            check("PdhSetLogSetRunID", second.handle, 77)
            advance()
            self.assertEqual(second.update(), 0)
            self.assertEqual(second.close(), 0)
        reader = Log(None, self.name, READ | OPEN_EXISTING)
        self.assertEqual(reader.run(), (guid, 77))
        check("PdhSetLogSetRunID", reader.handle, 78)
        self.assertEqual(reader.run(), (guid, 78))
        self.assertEqual(reader.size(), 2)
        self.assertEqual(reader.close(), 0)

    def test_a_query_that_logs_into_the_set_that_it_reads_comes_to_an_end(self):
        depth = r"\Widget(b)\Depth"
        self.write(ITEMS, depth)
        with Query(ITEMS, source=self.name) as query:
            log = Log(query, self.name)
            self.assertEqual(log.status, 0)
            for _ in range(3):
                advance(2)  # so that each record is stored at once
                self.assertEqual(log.update(), 0)
            self.assertEqual(log.update(), NO_MORE_DATA)
            self.assertEqual(log.close(), 0)
        self.assertEqual(time_range(self.name).samples, 6)

    def test_what_is_written_later_does_not_move_what_is_read(self):
        """A counter that comes to a log set later may stand before those that a query reads."""
        depth = r"\Widget(b)\Depth"
        self.write(depth, name=f"{self.name} other")  # its CounterID is the lower one
        written = self.write(ITEMS)
        with Query(ITEMS, source=self.name) as query:
            self.write(depth)
            self.assertEqual(query.collect(), 0)
            self.assertEqual(query.raw(0)[1:], written[0][0][1:])

    def test_a_log_has_at_most_as_many_records_as_it_may(self):
        with Query(ITEMS) as query:
            log = Log(query, self.name, most=2)
            self.assertEqual([log.update(), log.update(), log.update()], [0, 0, END_OF_LOG_FILE])
            self.assertEqual(log.size(), 2)
            self.assertEqual(log.close(), 0)

    def test_what_is_not_there_has_a_status(self):
        handle = ctypes.c_void_p()
        self.assertEqual(call("PdhOpenQueryA", b"SQL:database!none of that name", None, ctypes.byref(handle)), NOT_FOUND)
        self.assertEqual(call("PdhOpenQueryA", b"SQL:none!set", None, ctypes.byref(handle)), INVALID_DATASOURCE)
        with Query(ITEMS) as query:
            self.assertEqual(Log(query, "SQL:none!set").status, INVALID_DATASOURCE)

    @unittest.skipIf(KIND == "sqlite", "SQLite has no server")
    def test_a_killed_server_costs_no_record(self):
        depth = r"\Widget(b)\Depth"
        with Query(depth) as query:
            log = Log(query, self.name)
            self.assertEqual(log.update(), 0)
            advance()
            self.assertEqual(log.update(), 0)
            database.kill()
            advance()
            self.assertEqual(log.update() >> 4, SQL_FAILURES)
            database.start()
            advance()
            self.assertEqual(log.update(), 0)
            self.assertEqual(log.close(), 0)
        self.assertEqual(len(self.read(depth)), 4)

    @unittest.skipIf(KIND == "sqlite", "SQLite has no server")
    def test_a_reader_goes_on_after_its_server_was_killed(self):
        self.make_runs((0, 1, 2), (3,))
        with Query(r"\\BOX\System\Load", source=self.name) as query:
            self.assertEqual(query.collect(), 0)
            database.kill()
            rest = [query.collect() for _ in range(2)]  # of the run that was read
            self.assertEqual(query.collect() >> 4, SQL_FAILURES)
            database.start()
            self.assertEqual(rest, [0, 0])
            self.assertEqual([query.collect(), query.collect()], [0, NO_MORE_DATA])

    @unittest.skipIf(KIND == "sqlite", "SQLite has no server")
    def test_a_frozen_server_does_not_hold_a_call_for_ever(self):
        depth = r"\Widget(b)\Depth"
        with Query(depth) as query:
            log = Log(query, self.name)
            self.assertEqual(log.update(), 0)
            advance()
            self.assertEqual(log.update(), 0)  # there is a connection
            statuses = []
            with self.frozen():
                for _ in range(2):  # with the connection, and with a new one
                    advance()
                    statuses.append(log.update())
                statuses.append(call("PdhVerifySQLDBA", b"database"))
                statuses.append(call("PdhOpenQueryA", self.name, None, ctypes.byref(ctypes.c_void_p())))
            self.assertEqual(statuses, [SQL_EXECUTION, SQL_CONNECTION, SQL_CONNECTION, SQL_CONNECTION])
            advance()
            self.assertEqual(log.update(), 0)
            self.assertEqual(log.close(), 0)
        self.assertEqual(len(self.read(depth)), 5)

    @unittest.skipIf(KIND == "sqlite", "SQLite has no server")
    def test_a_reader_goes_on_after_its_server_was_frozen(self):
        self.make_runs((0, 1), (2,))
        with Query(r"\\BOX\System\Load", source=self.name) as query:
            self.assertEqual([query.collect(), query.collect()], [0, 0])
            with self.frozen():
                status = query.collect()
            self.assertEqual(status, SQL_EXECUTION)
            self.assertEqual([query.collect(), query.collect()], [0, NO_MORE_DATA])

    @unittest.skipIf(KIND == "sqlite", "SQLite has no server")
    def test_what_a_frozen_server_was_given_is_stored_once(self):
        """Each moment of a transaction: whatever it is frozen in, the next one finds what it has done."""
        with Query(r"\Widget(a)\Depth", r"\Widget(b)\Depth") as query:
            log = Log(query, self.name)
            frozen, thawed = [], []
            for moment in range(8):
                freezer = threading.Timer(moment / 4000, database.freeze)
                advance()
                freezer.start()
                try:
                    frozen.append(log.update())
                finally:
                    freezer.join()
                    database.thaw()
                advance()
                thawed.append(log.update())
            self.assertEqual(log.close(), 0)
        self.assertTrue(set(frozen) <= {0, SQL_EXECUTION, SQL_CONNECTION}, frozen)
        self.assertEqual(set(thawed), {0})
        read = self.read(r"\Widget(a)\Depth", r"\Widget(b)\Depth")
        self.assertEqual((len(read), time_range(self.name).samples), (16, 16))
        self.assertTrue(all(raw[0] == 0 for record in read for raw in record), "half a record")

    def test_a_writer_that_is_killed_leaves_whole_batches(self):
        code = ("import sys; sys.argv = sys.argv[1:]; sys.path.insert(0, sys.argv[0].rsplit('/', 1)[0])\n"
                "import sql_test as t\n"
                "t.load(None); t.check('pdh_shim_set_sources', b'SCRIPT')\n"
                f"q = t.Query(r'\\Widget(a)\\Depth', r'\\Widget(b)\\Depth'); l = t.Log(q, '{self.name}')\n"
                "assert l.status == 0\nprint('ready', flush=True)\n"
                "while l.update() == 0: pass\n").replace("SCRIPT", script())
        writer = subprocess.Popen([sys.executable, "-c", code, os.path.abspath(__file__), *sys.argv[1:6]],
                                  env=database.environment, stdout=subprocess.PIPE)
        writer.stdout.readline()
        databases.until(lambda: self.count() > 20000, "the writer writes nothing", PATIENCE)
        writer.kill()
        writer.wait()
        writer.stdout.close()
        records = self.count()
        self.assertEqual(time_range(self.name).samples, records)
        read = self.read(r"\Widget(a)\Depth", r"\Widget(b)\Depth")
        self.assertEqual(len(read), records)
        self.assertTrue(all(raw[0] == 0 for record in read for raw in record), "half a record")

    def count(self) -> int:
        handle = ctypes.c_void_p()
        if call("PdhOpenLogA", self.name, READ | OPEN_EXISTING, ctypes.byref(ctypes.c_uint32(SQL)), None, 0, None,
                ctypes.byref(handle)) != 0:
            return 0
        size = ctypes.c_int64()
        status = call("PdhGetLogFileSize", handle, ctypes.byref(size))
        call("PdhCloseLog", handle, 0)
        return size.value if status == 0 else 0


class Programs(Sql):
    def rows(self, name: str) -> list[list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "out.csv")
            run(RELOG, name, "-f", "csv", "-o", output)
            return list(csv.reader(pathlib.Path(output).read_text(encoding="utf-8").splitlines()))

    def test_columns_of_one_name_are_the_same_instances_in_any_order(self):
        orders = ("x", "x#1", "x#2"), ("x#2", "x#1", "x"), ("x#1", "x", "x#2")
        for number, order in enumerate(orders):  # log sets share the rows of counters: each has its own object
            with self.subTest(order=order):
                text, name = database.folder / f"{self.set}.csv", f"{self.name} {number}"
                header = "".join(rf',"\\BOX\Crowd {number}({instance})\Size"' for instance in order)
                values = {"x": "1", "x#1": "2", "x#2": "3"}
                row = "".join(f',"{values[instance]}"' for instance in order)
                text.write_bytes(f'"(PDH-CSV 4.0) (UTC)(0)"{header}\r\n"01/13/2018 05:00:00.500"{row}\r\n'.encode())
                run(RELOG, str(text), "-f", "sql", "-o", name)
                columns = [(cell.split("(")[1].split(")")[0], value) for cell, value in zip(*self.rows(name)) if "Crowd" in cell]
                self.assertEqual(columns, [(instance, values[instance]) for instance in order])
                with Query(*(rf"\Crowd {number}({instance})\Size" for instance in values), source=name) as query:
                    self.assertEqual(query.collect(), 0)
                    self.assertEqual(call("PdhAddCounterA", query.handle, rf"\Crowd {number}(x#3)\Size", 0,
                                          ctypes.byref(ctypes.c_void_p())), NO_INSTANCE)
                    self.assertEqual([query.raw(place)[0] for place in range(3)], [0, 0, 0])

    def test_typeperf_writes_what_relog_reads(self):
        for _ in range(2):
            run(TYPEPERF, DEPTH, "-sc", "1", "-f", "SQL", "-o", f"database!{self.set}")
        rows = self.rows(self.name)
        self.assertEqual({cell.split("\\", 3)[3] for cell in rows[0][1:]}, {r"Widget(a)\Depth", r"Widget(b)\Depth"})
        self.assertEqual([sorted(row[1:]) for row in rows[1:]], [["2", "6"]] * 2)  # the second collect

    def test_relog_copies_a_log_into_a_database_and_out_of_it(self):
        self.write(ITEMS, r"\Widget(*)\Depth")
        lines = run(RELOG, self.name, "-f", "bin", "-o", str(database.folder / f"{self.set}.blg"), "-y")
        self.assertIn(f"     {self.name} (SQL)", lines)
        copy = f"SQL:database!{self.set} again"
        run(RELOG, str(database.folder / f"{self.set}.blg"), "-f", "sql", "-o", copy)
        self.assertEqual(self.rows(copy), self.rows(self.name))
        self.assertEqual(len(self.rows(copy)), 4)

    def test_formats_for_other_programs_take_a_log_set(self):
        self.copy_csv('"01/13/2018 05:00:00.500","0.1"\r\n', zone=" (CET)(-60)")
        shown = {form: run(RELOG, self.name, "-f", form, "-o", "-") for form in ("JSON", "LONG", "INFLUX", "OPENMETRICS")}
        self.assertEqual([json.loads(line) for line in shown["JSON"]], [
            {"time": "2018-01-13T05:00:00.500+01:00", "machine": "BOX", "object": "System", "parent": None, "instance": None,
             "index": None, "counter": "Load", "value": 0.1, "status": "PDH_CSTATUS_VALID_DATA"}])
        self.assertEqual(shown["LONG"], [
            "time,machine,object,parent,instance,index,counter,value,status",
            "2018-01-13T05:00:00.500+01:00,BOX,System,,,,Load,0.1,PDH_CSTATUS_VALID_DATA"])
        self.assertEqual(shown["INFLUX"], ["win_perf_counters,objectname=System,source=BOX Load=0.1 1515816000500000000"])
        self.assertEqual(shown["OPENMETRICS"][2:], [
            'pdh_value{machine="BOX",object="System",counter="Load"} 0.1 1515816000.500', "# EOF"])

    def test_a_log_over_the_end_of_summer_time_keeps_its_zone_and_is_read_by_its_own_range(self):
        times = ("11/04/2018 01:50:00.000", "11/04/2018 01:10:00.000")
        self.copy_csv("".join(f'"{time}","{i}"\r\n' for i, time in enumerate(times)), zone=" (PDT)(420)")
        lines = run(RELOG, self.name)
        self.assertIn("Zone:     UTC-07:00", lines)
        self.assertIn("Begin:    11/4/2018 1:10:00", lines)
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "out.csv")
            run(RELOG, self.name, "-b", "11/4/2018 1:10:00", "-e", "11/4/2018 1:50:00", "-f", "csv", "-o", output)
            rows = list(csv.reader(pathlib.Path(output).read_text(encoding="utf-8").splitlines()))
        self.assertEqual(rows[0][0], "(PDH-CSV 4.0) (PDT)(420)")
        self.assertEqual([row[0] for row in rows[1:]], list(times))
        times = time_range(self.name)
        self.assertEqual(times.samples, 2)
        self.assertLess(times.start, times.end)

    def test_relog_says_that_a_log_set_has_another_zone(self):
        self.copy_csv('"01/13/2018 05:00:00.500","1"\r\n', zone=" (CET)(-60)")
        text = database.folder / f"{self.set}.csv"
        text.write_bytes(text.read_bytes().replace(b"(CET)(-60)", b"(PST)(480)"))
        lines = run(RELOG, str(text), "-f", "sql", "-o", self.name)
        self.assertIn("Zone:     UTC-08:00 (in the log set: UTC+01:00)", lines)
        rows = self.rows(self.name)
        self.assertEqual(rows[0][0], "(PDH-CSV 4.0) (CET)(-60)")
        self.assertEqual([row[0] for row in rows[1:]], ["01/13/2018 05:00:00.500", "01/13/2018 14:00:00.500"])
        text.write_bytes(text.read_bytes().replace(b" (PST)(480)", b""))
        refused = subprocess.run([RELOG, str(text), "-f", "sql", "-o", self.name], env=database.environment, check=False,
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("PDH_INCORRECT_APPEND_TIME", refused.stderr)
        self.assertEqual(time_range(self.name).samples, 2)

    def test_displayed_values_survive_too(self):
        self.copy_csv('"01/13/2018 05:00:00.500","0.1"\r\n"01/13/2018 05:00:01.500"," "\r\n'
                      '"01/13/2018 05:00:02.500","-1e+300"\r\n')
        rows = self.rows(self.name)
        self.assertEqual([float(row[1]) for row in rows[1:]], [0.1, -1e300])
        self.assertEqual(rows[2][0], "01/13/2018 05:00:02.500")

    def test_relog_refuses_to_write_to_the_log_set_that_it_reads(self):
        self.write(ITEMS)
        for output in (self.name, self.name.upper().replace(self.set.upper(), self.set), f"database!{self.set}"):
            process = subprocess.run([RELOG, self.name, "-f", "sql", "-o", output], env=database.environment, check=False,
                                     capture_output=True, text=True, timeout=PATIENCE)
            self.assertNotEqual(process.returncode, 0)
            self.assertIn("is an input too", process.stderr)

    def test_the_log_says_why(self):
        for name, status in (("none", "PDH_INVALID_DATASOURCE"), ("driverless", "PDH_SQL_CONNECT_FAILED")):
            process = self.fail_to_read(name)
            said = [line for line in process.stderr.splitlines() if line.startswith("relog: ")]
            self.assertEqual(len(said), 1, process.stderr)
            self.assertIn(f"({status})", said[0])
            self.assertNotIn("%", said[0])
            self.assertIn("[unixODBC]", process.stderr)

    @unittest.skipIf(KIND == "sqlite", "SQLite has no server")
    def test_a_program_heeds_the_time_that_a_database_has(self):
        with self.frozen():
            process = self.fail_to_read("database")
        self.assertIn("(PDH_SQL_CONNECT_FAILED)", process.stderr)
        self.assertIn("the database does not answer", process.stderr)  # the driver gives up later

    def fail_to_read(self, data_source: str) -> subprocess.CompletedProcess:
        process = subprocess.run([RELOG, f"SQL:{data_source}!set", "-q"], check=False, capture_output=True, text=True,
                                 env={**database.environment, **IMPATIENT, "PDH_SHIM_LOG": "error"}, timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        return process

    def test_a_hangup_ends_a_program_that_writes_to_a_database(self):
        process = subprocess.Popen(
            [TYPEPERF, ITEMS, "-si", "99:00:00", "-f", "SQL", "-o", self.name], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**database.environment, "PDH_SHIM_SOURCE": script(), "PDH_SHIM_LOG": "calls"})
        with process.stderr:
            next(line for line in process.stderr if "PdhOpenLog" in line)
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(PATIENCE), -signal.SIGHUP)

    def test_two_programs_write_to_one_log_set(self):
        def write():
            run(TYPEPERF, ITEMS, "-sc", "1", "-f", "SQL", "-o", self.name)

        writers = [threading.Thread(target=write) for _ in range(4)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        self.assertEqual(time_range(self.name).samples, 4)


def load(environment: dict | None):
    if environment is not None:
        os.environ.update(environment)
    pdh.load(LIBPDH)


def main() -> int:
    global database
    kind = databases.KINDS[KIND]
    if reason := kind.missing():
        print(f"SKIPPED: {reason}")
        return databases.SKIPPED
    database = kind()
    try:
        load({**database.environment, **IMPATIENT})
        program = unittest.main(argv=[sys.argv[0], *sys.argv[6:]], exit=False)
        return 0 if program.result.wasSuccessful() else 1
    finally:
        database.end()


if __name__ == "__main__":
    sys.exit(main())
