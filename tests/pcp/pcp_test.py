#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Reads hosts through Performance Co-Pilot, with daemons (pmcd) of its own on loopback ports, as an ordinary user.

usage: pcp_test.py LIBPDH [TYPEPERF]

Skipped (77) where the packages pcp and libpcp3 are missing.
"""
import contextlib
import ctypes
import os
import pathlib
import pwd
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from pdh import RawCounter, Value  # noqa: E402

SKIPPED = 77
PCP_BIN = pathlib.Path("/usr/lib/pcp/bin")
AGENTS = pathlib.Path("/var/lib/pcp/pmdas")
NAMES = pathlib.Path("/usr/lib/pcp/pmns")
NAMESPACES = ["root_root", "root_pmcd", "root_linux", "root_proc"]

NO_MACHINE = 0x800007D0
NO_DATA = 0x800007D5
NOT_VALIDATED = 0x800007D3
NO_OBJECT = 0xC0000BB8
NO_COUNTER = 0xC0000BB9
PERF_DOUBLE_RAW = 0x00012000
PERF_COUNTER_BULK_COUNT = 0x10410500
TEXT_LOG = 1
BINARY_LOG = 8
WRITE_NEW = 0x00020000 | 0x00000002
FMT_DOUBLE = 0x200


def missing() -> str:
    """What is not installed here; empty if nothing is."""
    needed = [PCP_BIN / "pmcd", PCP_BIN / "pmnsmerge", AGENTS / "linux/pmdalinux", AGENTS / "proc/pmdaproc"]
    for file in needed:
        if not file.exists():
            return f"{file} is missing (package pcp)"
    try:
        ctypes.CDLL("libpcp.so.3")
    except OSError:
        return "libpcp.so.3 is missing (package libpcp3)"
    return ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Pmcd:
    """One daemon, with a name and a port of its own."""

    def __init__(self, name: str, with_processes: bool = True, addresses: tuple[str, ...] = ("127.0.0.1",)):
        self.name = name
        self.addresses = addresses
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.with_processes = with_processes
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pdh-shim-pcp-"))
        self.process = None
        self.start()

    def start(self):
        run, log, temporary = (self.folder / part for part in ("run", "log", "tmp"))
        for folder in (run, log, temporary):
            folder.mkdir(exist_ok=True)
        names = NAMESPACES if self.with_processes else NAMESPACES[:-1]
        root = run / "pmns.root"
        root.unlink(missing_ok=True)
        subprocess.run([PCP_BIN / "pmnsmerge", "-f", *(self.namespace(name) for name in names), root],
                       check=True, capture_output=True)
        user = pwd.getpwuid(os.getuid()).pw_name
        agents = [f"pmcd\t2\tdso\tpmcd_init\t{AGENTS}/pmcd/pmda_pmcd.so",
                  f"linux\t60\tpipe\tbinary\t{AGENTS}/linux/pmdalinux -U {user} -l {log}/linux.log"]
        if self.with_processes:
            agents.append(f"proc\t3\tpipe\tbinary\t{AGENTS}/proc/pmdaproc -A -d 3 -U {user} -l {log}/proc.log")
        configuration = self.folder / "pmcd.conf"
        configuration.write_text("\n".join(agents) + "\n")
        environment = {**os.environ, "PCP_RUN_DIR": str(run), "PCP_LOG_DIR": str(log),
                       "PCP_TMP_DIR": str(temporary), "PCP_TMPFILE_DIR": str(temporary)}
        self.process = subprocess.Popen(
            [PCP_BIN / "pmcd", "-f", *(part for address in self.addresses for part in ("-i", address)),
             "-p", str(self.port), "-s", run / "pmcd.socket",
             "-q", "600", "-t", "600",  # or it gives up agents that take seconds, as on a loaded machine
             "-c", configuration, "-n", root, "-l", log / "pmcd.log", "-U", user, "-H", self.name],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: self.answers(), f"pmcd {self.name} does not start")

    @staticmethod
    def namespace(name: str) -> pathlib.Path:
        installed = NAMES / name
        return installed if installed.exists() else pathlib.Path("/var/lib/pcp/pmns") / name

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def end(self):
        self.kill()
        shutil.rmtree(self.folder)


def until(condition, message: str, seconds: float = 600):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(message)
        time.sleep(0.05)


class Query:
    def __init__(self, *paths: str):
        self.handle = ctypes.c_void_p()
        check(pdh.PdhOpenQueryA(None, None, ctypes.byref(self.handle)))
        self.counters = {}
        for path in paths:
            self.add(path)

    def add(self, path: str):
        counter = ctypes.c_void_p()
        check(pdh.PdhAddEnglishCounterA(self.handle, path.encode(), None, ctypes.byref(counter)), path)
        self.counters[path] = counter

    def collect(self) -> int:
        return pdh.PdhCollectQueryData(self.handle) & 0xFFFFFFFF

    def status(self, path: str) -> int:
        return self.raw(path).status

    def raw(self, path: str) -> RawCounter:
        raw = RawCounter()
        check(pdh.PdhGetRawCounterValue(self.counters[path], None, ctypes.byref(raw)), path)
        return raw

    def value(self, path: str) -> float:
        value = Value()
        check(pdh.PdhGetFormattedCounterValue(self.counters[path], FMT_DOUBLE, None, ctypes.byref(value)), path)
        return value.value

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pdh.PdhCloseQuery(self.handle)


class ReadLog(Query):
    """A query on a log."""

    def __init__(self, file: str, *paths: str):
        self.handle = ctypes.c_void_p()
        check(pdh.PdhOpenQueryA(file.encode(), None, ctypes.byref(self.handle)))
        self.counters = {}
        for path in paths:
            self.add(path)


def info_of(counter: ctypes.c_void_p) -> tuple[int, int]:
    """Type and CStatus."""
    size, buffer = ctypes.c_uint32(1 << 16), (ctypes.c_uint32 * (1 << 14))()
    check(pdh.PdhGetCounterInfoA(counter, 0, ctypes.byref(size), buffer))
    return buffer[1], buffer[3]


def check(status: int, what: str = ""):
    assert status & 0xFFFFFFFF == 0, f"{what}: {status & 0xFFFFFFFF:#010x}"


def texts(function, *arguments) -> list[str]:
    """A list of texts that a function with a buffer and a size at its end writes."""
    size = ctypes.c_uint32(1 << 20)
    buffer = ctypes.create_string_buffer(size.value)
    check(function(*arguments, buffer, ctypes.byref(size)))
    return buffer.raw[:size.value].decode().strip("\0").split("\0")


def path_of(pmcd: Pmcd, rest: str) -> str:
    return rf"\\{pmcd.host}\{rest}"


SWITCHES = r"System\Context Switches/sec"
PATH = rf"\\{{}}\{SWITCHES}"


class FalsePmcd:
    """Answers whoever connects with a header that announces so many bytes, and then with zeros for as long as they are read."""

    def __init__(self, length: int):
        self.header = struct.pack(">III", length, 0x7000, 0)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.sent = 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        connection, _ = self.listener.accept()
        with connection, contextlib.suppress(OSError):
            connection.sendall(self.header)
            while self.sent < 1 << 31:
                self.sent += connection.send(bytes(1 << 20))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)  # if nobody has connected
        self.thread.join()
        self.listener.close()


class Hosts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.first = Pmcd("hosta")
        cls.second = Pmcd("hostb")
        cls.sources = f"linux,pcp:{cls.first.host},{cls.second.host},127.0.0.1:{free_port()},nowhere.invalid"
        cls.choose()

    @classmethod
    def choose(cls):
        check(pdh.pdh_shim_set_sources(cls.sources.encode()))

    @classmethod
    def tearDownClass(cls):
        cls.first.end()
        cls.second.end()

    def goes_on(self, query: Query, path: str):
        def collects() -> bool:
            query.collect()
            return query.status(path) == 0
        until(collects, f"{path} does not go on")

    def test_machines_are_enumerated(self):
        machines = texts(pdh.PdhEnumMachinesA, None)
        self.assertIn(rf"\\{self.first.host}", machines)
        self.assertIn(rf"\\{self.second.host}", machines)
        check(pdh.PdhConnectMachineA(self.first.host.encode()))

    def test_objects_are_those_of_the_linux_catalogue_and_the_metrics(self):
        size = ctypes.c_uint32(1 << 20)
        buffer = ctypes.create_string_buffer(size.value)
        check(pdh.PdhEnumObjectsA(None, self.first.host.encode(), buffer, ctypes.byref(size), 400, 1))
        objects = buffer.raw[:size.value].decode().strip("\0").split("\0")
        for name in ("System", "Memory", "Processor", "Process", "PhysicalDisk", "LogicalDisk", "Network Interface",
                     "TCPv4", "UDPv4", "IPv4", "PCP kernel.all", "PCP kernel.all.load"):
            self.assertIn(name, objects)

    def test_names_are_looked_up_on_the_host(self):
        index, size, name = ctypes.c_uint32(), ctypes.c_uint32(100), ctypes.create_string_buffer(100)
        for machine in (self.first.host, rf"\\{self.first.host}"):
            check(pdh.PdhLookupPerfIndexByNameA(machine.encode(), b"PCP kernel.all", ctypes.byref(index)))
            size.value = 100
            check(pdh.PdhLookupPerfNameByIndexA(machine.encode(), index, name, ctypes.byref(size)))
            self.assertEqual(name.value, b"PCP kernel.all")
        status = pdh.PdhLookupPerfIndexByNameA(b"nowhere.invalid", b"System", ctypes.byref(index))
        self.assertEqual(status & 0xFFFFFFFF, NO_MACHINE)

    def test_the_default_object_and_counter_are_those_of_the_host(self):
        for function, arguments, default in ((pdh.PdhGetDefaultPerfObjectA, (), b"Processor"),
                                             (pdh.PdhGetDefaultPerfCounterA, (b"Memory",), b"Pages/sec")):
            size, name = ctypes.c_uint32(100), ctypes.create_string_buffer(100)
            check(function(None, self.first.host.encode(), *arguments, name, ctypes.byref(size)))
            self.assertEqual(name.value, default)

    def test_wildcards_expand_on_the_host(self):
        size = ctypes.c_uint32(1 << 20)
        buffer = ctypes.create_string_buffer(size.value)
        wildcard = path_of(self.first, r"Processor(*)\% Idle Time")
        check(pdh.PdhExpandWildCardPathA(None, wildcard.encode(), buffer, ctypes.byref(size), 0))
        paths = buffer.raw[:size.value].decode().strip("\0").split("\0")
        self.assertIn(path_of(self.first, r"Processor(_Total)\% Idle Time"), paths)
        self.assertEqual(len(paths), os.cpu_count() + 1)

    def test_processes_have_their_names(self):
        with Query(path_of(self.first, r"Process(pmcd)\ID Process")) as query:
            self.assertEqual(query.collect(), 0)
            self.assertGreater(query.value(next(iter(query.counters))), 0)

    def test_raw_values_agree_with_the_linux_source(self):
        counters = [SWITCHES, r"Memory\Page Faults/sec", r"Memory\Commit Limit", r"System\Threads",
                    r"Processor(_Total)\% Idle Time", r"Processor(0)\% User Time", r"TCPv4\Segments Received/sec",
                    r"PhysicalDisk(_Total)\Disk Write Bytes/sec", r"IPv4\Datagrams Received/sec"]
        own = [rf"\{counter}" for counter in counters]
        remote = [path_of(self.first, counter) for counter in counters]
        with Query(*own) as before, Query(*remote) as between, Query(*own) as after:
            for query in (before, between, after):
                check(query.collect())
            for mine, theirs in zip(own, remote):
                low, value, high = before.raw(mine).first, between.raw(theirs).first, after.raw(mine).first
                with self.subTest(mine):
                    self.assertGreaterEqual(value, min(low, high) * 0.98)
                    self.assertLessEqual(value, max(low, high) * 1.02)

    def test_rates_agree_with_the_linux_source(self):
        own, remote = rf"\{SWITCHES}", path_of(self.first, SWITCHES)
        collects = []
        with Query(own) as before, Query(remote) as between, Query(own) as after:
            for pause in (1, 0):
                for query in (before, between, after):
                    check(query.collect())
                collects.append((before.raw(own).first, between.raw(remote), after.raw(own).first))
                time.sleep(pause)
            rate = between.value(remote)
        (low, first, high), (later_low, second, later_high) = collects
        counted = rate * (second.stamp() - first.stamp()) / 1e7
        self.assertGreaterEqual(counted, (later_low - high) * 0.98)
        self.assertLessEqual(counted, (later_high - low) * 1.02)

    def test_a_refused_port_and_an_unknown_name_are_no_machines(self):
        for machine in texts(pdh.PdhEnumMachinesA, None)[3:]:
            self.assertEqual(pdh.PdhConnectMachineA(machine.encode()) & 0xFFFFFFFF, NO_MACHINE, machine)

    def test_a_host_that_was_not_chosen_is_not_asked(self):
        self.assertEqual(pdh.PdhConnectMachineA(b"127.0.0.1:1") & 0xFFFFFFFF, NO_MACHINE)

    def test_a_program_with_many_descriptors_asks_hosts(self):
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(2048, limits[1]), limits[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        path = path_of(self.first, SWITCHES)
        with contextlib.ExitStack() as files:
            while files.enter_context(open("/dev/null", "rb")).fileno() < 1100:  # more than select() takes
                pass
            self.choose()
            self.addCleanup(self.choose)
            with Query(path) as query:
                self.assertEqual(query.collect(), 0)
                self.assertEqual(query.status(path), 0)

    def helpers(self) -> list[int]:
        """All processes of pdh-pcp-host on this computer."""
        def line(folder: pathlib.Path) -> bytes:
            with contextlib.suppress(OSError):
                return (folder / "cmdline").read_bytes()
            return b""
        return [int(folder.name) for folder in pathlib.Path("/proc").iterdir()
                if folder.name.isdigit() and b"/pdh-pcp-host\0" in line(folder)]

    def test_a_helper_that_is_killed_costs_its_hosts_a_while_and_goes_on(self):
        others = self.helpers()
        self.choose()  # by a process of its own
        self.addCleanup(self.choose)
        path = path_of(self.first, SWITCHES)
        with Query(path, rf"\{SWITCHES}") as query:
            check(query.collect())
            for number in set(self.helpers()) - set(others):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            self.goes_on(query, path)
            self.assertEqual(query.status(rf"\{SWITCHES}"), 0)

    def in_child(self, code: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
        """Runs Python code, with what this file has as `test`, and a log in standard error."""
        start = ("import ctypes, pathlib, re, sys; import pcp_test as test\n"
                 "test.pdh = ctypes.CDLL(sys.argv[1])\n"
                 "test.check(test.pdh.pdh_shim_set_log(b'warning', None))\n"
                 "test.check(test.pdh.pdh_shim_set_sources(('pcp:' + sys.argv[2]).encode()))\n")
        return subprocess.run([sys.executable, "-c", start + code, os.path.abspath(sys.argv[1]), *arguments], check=True,
                              cwd=pathlib.Path(__file__).parent, capture_output=True, text=True,
                              env={**os.environ, **variables})

    def test_an_answer_beyond_the_limit_of_memory_is_refused_and_takes_none(self):
        # Without the limit libpcp would take 1.6 GB within the time-out of the host.
        with FalsePmcd(0x60000000) as pmcd:
            answer = self.in_child(
                "status = test.pdh.PdhConnectMachineA(sys.argv[2].encode()) & 0xFFFFFFFF\n"
                "memory = pathlib.Path('/proc/self/status').read_text()\n"
                "print(hex(status), *re.findall(r'Vm(?:Peak|HWM):\\s+(\\d+)', memory))", pmcd.host)
        status, mapped, resident = answer.stdout.split()
        self.assertEqual(int(status, 16), NO_MACHINE)
        self.assertIn(f"host {pmcd.host}: it announced an answer of more than 64 MiB", answer.stderr)
        self.assertLess(pmcd.sent, 100 << 20)
        self.assertLess(int(resident), 100 << 10)  # KiB
        self.assertLess(int(mapped), 600 << 10)

    def test_a_host_that_announces_too_much_costs_another_one_a_while(self):
        with FalsePmcd(0x10000000) as pmcd:
            check(pdh.pdh_shim_set_sources(f"pcp:{self.first.host},{pmcd.host}".encode()))
            self.addCleanup(self.choose)
            paths = [path_of(self.first, SWITCHES), path_of(pmcd, SWITCHES)]
            with Query(*paths) as query:
                self.goes_on(query, paths[0])
                for _ in range(20):  # nor does it cost that again
                    query.collect()
                    self.assertEqual([query.status(path) for path in paths], [0, NO_MACHINE])

    def test_a_host_within_the_limit_of_memory_answers(self):
        code = "print(hex(test.pdh.PdhConnectMachineA(sys.argv[2].encode()) & 0xFFFFFFFF))"
        answer = self.in_child(code, self.first.host, PDH_SHIM_MEMORY_LIMIT="4")
        self.assertEqual((answer.stdout.strip(), answer.stderr), ("0x0", ""))

    def test_nothing_is_left_of_a_connection_but_itself(self):
        with tempfile.TemporaryDirectory() as temporary:
            answer = self.in_child("import os\n"
                                   "with test.Query(test.PATH.format(sys.argv[2])) as query:\n"
                                   "    test.check(query.collect())\n"
                                   "print(os.listdir(os.environ['TMPDIR']))", self.first.host, TMPDIR=temporary)
        self.assertEqual((answer.stdout.strip(), answer.stderr), ("[]", ""))

    def test_a_killed_pmcd_costs_no_other_host_and_goes_on_when_it_returns(self):
        paths = [path_of(self.first, SWITCHES), path_of(self.second, SWITCHES)]
        with Query(*paths) as query:
            check(query.collect())
            self.second.kill()
            self.assertEqual(query.collect(), 0)
            self.assertEqual([query.status(path) for path in paths], [0, NO_MACHINE])
            self.second.start()
            self.goes_on(query, paths[1])

    def test_a_counter_that_is_added_while_its_host_is_down_goes_on_when_it_answers(self):
        late = Pmcd("late")
        try:
            late.kill()
            check(pdh.pdh_shim_set_sources(f"linux,pcp:{late.host},{self.second.host}".encode()))
            memory = path_of(late, r"Memory\Available Bytes")
            idle = path_of(late, r"Processor(_Total)\% Idle Time")
            there = path_of(self.second, SWITCHES)
            with Query(there, memory, idle) as query:
                self.assertEqual(query.collect(), 0)
                self.assertEqual([query.status(path) for path in (there, memory, idle)], [0, NO_MACHINE, NO_MACHINE])
                late.start()
                self.goes_on(query, memory)
                self.assertGreater(query.raw(memory).first, 1 << 20)
                self.assertEqual(query.status(idle), 0)
        finally:
            late.end()
            self.choose()

    @contextlib.contextmanager
    def late_host(self):
        """A host that is down, as the only one of this process."""
        late = Pmcd("late")
        try:
            late.kill()
            check(pdh.pdh_shim_set_sources(f"pcp:{late.host}".encode()))
            yield late
        finally:
            late.end()
            self.choose()

    def test_a_counter_that_only_its_host_knows_is_added_while_the_host_is_down(self):
        with self.late_host() as late:
            users, mtu = path_of(late, r"PCP kernel.all\nusers"), path_of(late, r"PCP network.interface(*)\mtu")
            rate = path_of(late, r"PCP kernel.all\pswitch")
            with Query(users, mtu, rate) as query:
                self.assertEqual(info_of(query.counters[rate]), (PERF_DOUBLE_RAW, NOT_VALIDATED))
                self.assertEqual(query.collect(), NO_DATA)
                self.assertEqual([query.status(path) for path in (users, mtu, rate)], [NO_MACHINE] * 3)
                self.assertGreater(query.raw(users).stamp(), 0)
                late.start()
                self.goes_on(query, mtu)
                self.assertGreater(query.value(mtu), 0)
                self.assertGreaterEqual(query.value(users), 0)
                self.assertEqual(query.collect(), 0)
                self.assertGreaterEqual(query.value(rate), 0)
                self.assertEqual(info_of(query.counters[rate])[0], PERF_COUNTER_BULK_COUNT)
                check(pdh.PdhRemoveCounter(query.counters[users]))
                check(query.collect())

    def test_a_counter_that_its_host_turns_out_to_lack_says_so(self):
        with self.late_host() as late:
            object_, counter = path_of(late, r"PCP no.such\thing"), path_of(late, r"PCP kernel.all\nothing")
            with Query(object_, counter) as query:
                self.assertEqual(query.collect(), NO_DATA)
                late.start()
                until(lambda: query.collect() and query.status(object_) == NO_OBJECT, "the host does not answer")
                self.assertEqual(query.status(counter), NO_COUNTER)
                check(pdh.PdhRemoveCounter(query.counters[object_]))
                self.assertEqual(query.collect(), NO_DATA)

    def test_a_wildcard_for_the_name_of_the_counter_needs_the_host(self):
        with self.late_host() as late, Query() as query:
            counter = ctypes.c_void_p()
            for path in (path_of(late, r"Processor(*)\*"), path_of(late, r"PCP kernel.all\*")):
                status = pdh.PdhAddEnglishCounterA(query.handle, path.encode(), None, ctypes.byref(counter))
                self.assertEqual(status & 0xFFFFFFFF, NO_MACHINE)

    def test_the_reason_for_a_host_that_does_not_answer_is_told(self):
        unknown = f"127.0.0.1:{free_port()}"
        for host, reason in ((unknown, f"host {unknown}: Connection refused"),
                             ("nowhere.invalid", "host nowhere.invalid: "),
                             ("not.chosen", "host not.chosen: it is not among")):
            with self.subTest(host):
                check(pdh.pdh_shim_set_sources(f"linux,pcp:{unknown},nowhere.invalid".encode()))
                self.addCleanup(self.choose)
                self.assertEqual(pdh.PdhConnectMachineA(host.encode()) & 0xFFFFFFFF, NO_MACHINE)
                status, size, text = ctypes.c_int32(), ctypes.c_uint32(4096), ctypes.create_string_buffer(4096)
                check(pdh.pdh_shim_last_failure(ctypes.byref(status), text, ctypes.byref(size)))
                self.assertEqual(status.value & 0xFFFFFFFF, NO_MACHINE)
                self.assertIn(reason, text.value.decode())

    def test_logs_that_are_opened_while_a_host_is_down_have_its_values_later(self):
        with self.late_host() as late, tempfile.TemporaryDirectory() as folder:
            users, mtu = path_of(late, r"PCP kernel.all\nusers"), path_of(late, r"PCP network.interface(*)\mtu")
            idle = path_of(late, r"Processor(*)\% Idle Time")
            with Query(users, mtu, idle) as query:
                logs = []
                for name, kind in ((b"log.blg", BINARY_LOG), (b"log.csv", TEXT_LOG)):
                    log, type_ = ctypes.c_void_p(), ctypes.c_uint32(kind)
                    check(pdh.PdhOpenLogA(os.path.join(folder.encode(), name), WRITE_NEW, ctypes.byref(type_), query.handle,
                                          0, None, ctypes.byref(log)))
                    logs.append(log)
                update = [pdh.PdhUpdateLogA(log, None) & 0xFFFFFFFF for log in logs]
                self.assertEqual(update, [0, 0])
                late.start()
                self.goes_on(query, mtu)
                expected = query.value(mtu)
                for log in logs:
                    check(pdh.PdhUpdateLogA(log, None))
                for log in logs:
                    check(pdh.PdhCloseLog(log, 0))
            lines = pathlib.Path(folder, "log.csv").read_text(encoding="utf-8").splitlines()
            self.assertIn(f'"{mtu}"', lines[0])
            self.assertIn('," "," "', lines[1])
            self.assertEqual(float(lines[2].split(",")[2].strip('"')), expected)
            with ReadLog(os.path.join(folder, "log.blg"), mtu) as log:
                self.assertEqual(log.collect(), 0)
                self.assertEqual(log.collect(), 0)
                self.assertEqual(log.value(mtu), expected)

    @unittest.skipIf(len(sys.argv) < 3, "there is no typeperf")
    def test_typeperf_says_why_a_host_gave_nothing(self):
        host = f"127.0.0.1:{free_port()}"
        environment = {**os.environ, "PDH_SHIM_LOG": "off", "PDH_SHIM_SOURCE": f"pcp:{host}"}
        for arguments in (["-s", host, "-q"], ["-s", host, r"Processor(*)\*", "-sc", "1"]):
            done = subprocess.run([sys.argv[2], *arguments], env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(rf"\\{host}: Unable to connect", done.stderr)
            self.assertIn(f"The reason: host {host}: Connection refused.", done.stderr)

    @unittest.skipIf(len(sys.argv) < 3, "there is no typeperf")
    def test_the_reason_is_that_of_the_item_that_names_the_host(self):
        host = f"127.0.0.1:{free_port()}"
        for source in (f"pcp:{host},linux,pcp:other.invalid", f"pcp:other.invalid,linux,pcp:{host}"):
            done = subprocess.run([sys.argv[2], "-s", host, "-q"], capture_output=True, text=True,
                                  env={**os.environ, "PDH_SHIM_LOG": "off", "PDH_SHIM_SOURCE": source})
            self.assertIn(f"The reason: host {host}: Connection refused.", done.stderr, source)

    @unittest.skipIf(len(sys.argv) < 3, "there is no typeperf")
    def test_typeperf_has_one_column_for_a_wildcard_of_a_host_that_is_down(self):
        host = f"127.0.0.1:{free_port()}"
        environment = {**os.environ, "PDH_SHIM_LOG": "off", "PDH_SHIM_SOURCE": f"pcp:{host}"}
        path = rf"\\{host}\Processor(*)\% Idle Time"
        done = subprocess.run([sys.argv[2], path, rf"\\{host}\PCP kernel.all\nusers", "-sc", "1"],
                              env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(f'"{path}",', done.stdout)
        self.assertIn('," "," "', done.stdout)
        self.assertEqual(done.stderr.count("A wildcard is one column"), 1)
        self.assertEqual(done.stderr.count("Connection refused"), 1)

    @unittest.skipIf(len(sys.argv) < 3, "there is no typeperf")
    def test_typeperf_keeps_the_column_of_a_host_that_is_down(self):
        late = Pmcd("late")
        late.kill()
        path = path_of(late, r"Memory\Available Bytes")
        environment = {**os.environ, "PDH_SHIM_LOG": "error", "PDH_SHIM_SOURCE": f"pcp:{late.host}"}
        sampler = subprocess.Popen([sys.argv[2], path, "-si", "1"], text=True, bufsize=1, env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            rows = (line for line in sampler.stdout if line.startswith('"'))
            self.assertIn(f'"{path}"', next(rows))
            self.assertTrue(next(rows).rstrip().endswith('," "'))
            self.assertIn(rf"\\{late.host}: Unable to connect to the specified computer", sampler.stderr.readline())
            late.start()
            self.assertTrue(any(float(row.rstrip().split(",")[1].strip('" ') or 0) > 1 << 20 for row in rows))
        finally:
            sampler.kill()
            sampler.communicate()
            late.end()

    def test_a_stopped_pmcd_costs_the_time_out_once_and_goes_on(self):
        paths = [path_of(self.first, SWITCHES), path_of(self.second, SWITCHES)]
        with Query(*paths) as query:
            check(query.collect())
            os.kill(self.second.process.pid, signal.SIGSTOP)
            try:
                begin = time.monotonic()
                self.assertEqual(query.collect(), 0)
                first_time = time.monotonic() - begin
                self.assertEqual([query.status(path) for path in paths], [0, NO_MACHINE])
                begin = time.monotonic()
                self.assertEqual(query.collect(), 0)
                self.assertEqual([query.status(path) for path in paths], [0, NO_MACHINE])
                self.assertLess(time.monotonic() - begin, 1.9)  # a time-out takes 2 s
                self.assertGreaterEqual(first_time, 1.9)
                self.assertLess(first_time, 4)
            finally:
                os.kill(self.second.process.pid, signal.SIGCONT)
            self.goes_on(query, paths[1])

    def test_two_stopped_pmcds_cost_one_time_out(self):
        paths = [path_of(self.first, SWITCHES), path_of(self.second, SWITCHES)]
        with Query(*paths) as query:
            check(query.collect())
            for pmcd in (self.first, self.second):
                os.kill(pmcd.process.pid, signal.SIGSTOP)
            try:
                begin = time.monotonic()
                query.collect()
                self.assertLess(time.monotonic() - begin, 3.5)  # one after the other it would be 4 s
                self.assertEqual([query.status(path) for path in paths], [NO_MACHINE, NO_MACHINE])
            finally:
                for pmcd in (self.first, self.second):
                    os.kill(pmcd.process.pid, signal.SIGCONT)
            for path in paths:
                self.goes_on(query, path)

    def test_a_pmcd_that_restarts_with_other_metrics(self):
        paths = [path_of(self.second, SWITCHES), path_of(self.second, r"System\Processes")]
        with Query(*paths) as query:
            check(query.collect())
            self.assertEqual([query.status(path) for path in paths], [0, 0])
            self.second.kill()
            self.second.with_processes = False
            self.second.start()
            try:
                self.goes_on(query, paths[0])
                self.assertNotEqual(query.status(paths[1]), 0)
            finally:
                self.second.kill()
                self.second.with_processes = True
                self.second.start()
            self.goes_on(query, paths[1])


if __name__ == "__main__":
    if reason := missing():
        print(f"SKIPPED: {reason}")
        sys.exit(SKIPPED)
    pdh = ctypes.CDLL(sys.argv[1])
    unittest.main(argv=sys.argv[:1], verbosity=2)
