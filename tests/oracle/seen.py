#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Asks our library what Windows was seen to answer, row by row of seen.tsv.

seen.py TOOL... [--only TEXT] [--write]

A row has a question, what Windows answered, where that can be read, and how sure it is (0 to 100). Its case is an expression
of Python that asks our library, with the functions below; its answer is ours. The verdict says how the two compare:

    same            we answer as Windows
    other: REASON   we answer otherwise, on purpose
    open            Windows' answer is not sure enough (below 70); the probes of the row ask for it
    not yet: WHAT   the answer is Windows', and not ours yet; --write makes `same` of it when it is

`test NAME` in place of an expression is a case that another test runs, and `none: REASON` one that cannot be run here.
--only asks the rows that have this text.
"""

import ctypes
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from ctypes import byref, c_int32, c_int64, c_uint32, c_void_p

import _libpdh
import decisions
import pinned
from _libpdh import CounterInfo, CounterValue, PathElements, RawCounter, text_at, texts_of, utf16

LIMIT = 600  # seconds; only a hang reaches it
HOST = socket.gethostname().partition(".")[0]
DOUBLE, NOCAP100 = 0x200, 0x8000
library = _libpdh._library
library.pdh_shim_status_name.restype = library.pdh_shim_status_text.restype = ctypes.c_char_p
folder = pathlib.Path()  # of this run: logs, and the tools by their names on Windows


def name(status):
    known = library.pdh_shim_status_name(c_int32(status)) if status else b"0"
    return known.decode() if known else hex(status & 0xFFFFFFFF)


def code(function, *arguments):
    """The status of a call. A text is given as UTF-16."""
    return name(getattr(library, function)(*(utf16(one) if isinstance(one, str) else one for one in arguments)))


def asked(function, *arguments, room=0):
    """The statuses of a size call and of the data call behind it, and the texts; ... stands for the buffer and its size."""
    at = arguments.index(...)
    size = c_uint32(room)
    first = code(function, *arguments[:at], None, byref(size), *arguments[at + 1:])
    if first not in ("0", "PDH_MORE_DATA"):
        return first, first, []
    buffer = ctypes.create_string_buffer(2 * size.value + 2)
    second = code(function, *arguments[:at], buffer, byref(size), *arguments[at + 1:])
    return first, second, texts_of(buffer.raw[:2 * size.value])


class query:
    """A query with counters of the script, or of a log."""

    def __init__(self, *paths, english=False, source=None):
        self.handle, self.counters, self.added = c_void_p(), [], []
        self.opened = code("PdhOpenQueryW", source, 0, byref(self.handle))
        self.collected = None
        for path in paths:
            self.add(path, english)

    def add(self, path, english=False):
        counter = c_void_p()
        self.added.append(code("PdhAddEnglishCounterW" if english else "PdhAddCounterW", self.handle, path, 0, byref(counter)))
        self.counters.append(counter)
        return self.added[-1]

    def collect(self, times=1):
        for _ in range(times):
            self.collected = code("PdhCollectQueryData", self.handle)
        return self

    def close(self):
        return code("PdhCloseQuery", self.handle)

    def value(self, which=0):
        value = CounterValue()
        return code("PdhGetFormattedCounterValue", self.counters[which], DOUBLE | NOCAP100, None, byref(value)), name(value.status)

    def number(self, which=0):
        value = CounterValue()
        code("PdhGetFormattedCounterValue", self.counters[which], DOUBLE | NOCAP100, None, byref(value))
        return value.value.double

    def raw(self, which=0):
        """The status, the CStatus, the type, and the SecondValue."""
        value, kind = RawCounter(), c_uint32()
        status = code("PdhGetRawCounterValue", self.counters[which], byref(kind), byref(value))
        return status, name(value.status), hex(kind.value), value._values[3]

    def times(self):
        """The time of a collect, and of the raw value that it took, in hours since the script's begin."""
        collected, value = c_int64(), RawCounter()
        code("PdhCollectQueryDataWithTime", self.handle, byref(collected))
        code("PdhGetRawCounterValue", self.counters[0], None, byref(value))
        begin = 134116992000000000  # 2026, as a FILETIME
        return [(one - begin) / 36e9 for one in (collected.value, value.time[0] | value.time[1] << 32)]

    def array(self, which=0, room=0, raw=False, buffer=None):
        """The statuses of both calls, and the name and the CStatus of each item."""
        function, item = ("PdhGetRawCounterArrayW", 48) if raw else ("PdhGetFormattedCounterArrayW", 24)
        format_ = () if raw else (DOUBLE | NOCAP100,)
        size, count = c_uint32(room), c_uint32()
        buffer = ctypes.create_string_buffer(1) if room else buffer
        first = code(function, self.counters[which], *format_, byref(size), byref(count), buffer)
        if first != "PDH_MORE_DATA":
            return first, first, []
        buffer = ctypes.create_string_buffer(size.value)
        second = code(function, self.counters[which], *format_, byref(size), byref(count), buffer)
        items = [buffer.raw[at:at + 12] for at in range(0, item * count.value, item)]
        return first, second, [text_at(int.from_bytes(one[:8], "little"), buffer, size.value) + ": "
                               + name(int.from_bytes(one[8:], "little")) for one in items]

    def info(self, which=0):
        size = c_uint32(0)
        first = code("PdhGetCounterInfoW", self.counters[which], 0, byref(size), None)
        buffer = ctypes.create_string_buffer(size.value)
        second = code("PdhGetCounterInfoW", self.counters[which], 0, byref(size), buffer)
        info = CounterInfo.from_buffer(buffer)
        return first, second, text_at(info.path, buffer, size.value), text_at(info.elements.instance, buffer, size.value), info.scale

    def time_base(self, which=0):
        base = c_int64()
        return code("PdhGetCounterTimeBase", self.counters[which], byref(base)), base.value


def add(path, **options):
    return query(path, **options).added[0]


def array(path, times, **options):
    return query(path).collect(times).array(**options)


def names(answered):
    """The names of an array's items."""
    return [one.rpartition(": ")[0] for one in answered[2]]


def expand(path, flags=0, source=None):
    return asked("PdhExpandWildCardPathW", source, path, ..., flags)


def expand_counter(path):
    return asked("PdhExpandCounterPathW", path, ...)


def validate(path):
    return code("PdhValidatePathW", path), code("PdhValidatePathExW", None, path)


def parse(path):
    size = c_uint32(0)
    first = code("PdhParseCounterPathW", path, None, byref(size), 0)
    if first != "PDH_MORE_DATA":
        return first
    buffer = ctypes.create_string_buffer(size.value)
    second = code("PdhParseCounterPathW", path, buffer, byref(size), 0)
    parts = PathElements.from_buffer(buffer)
    return (second, *(text_at(one, buffer, size.value) for one in (parts.machine, parts.object, parts.parent, parts.instance)),
            parts.index, text_at(parts.counter, buffer, size.value))


def make(machine, object_, instance, parent, index, counter):
    texts = [None if one is None else ctypes.create_string_buffer(utf16(one)) for one in (machine, object_, instance, parent, counter)]
    at = [None if one is None else ctypes.addressof(one) for one in texts]
    return asked("PdhMakeCounterPathW", byref(PathElements(*at[:4], index, at[4])), ..., 0)


def items(object_, detail=400, source=None):
    """The statuses of the size call and of the data call, the sizes, and both lists."""
    sizes = c_uint32(0), c_uint32(0)
    ask = lambda *buffers: code("PdhEnumObjectItemsW", source, None, object_, buffers[0], byref(sizes[0]), buffers[1], byref(sizes[1]),
                                detail, 0)
    first = ask(None, None)
    if first != "PDH_MORE_DATA":
        return first, first, [], []
    buffers = [ctypes.create_string_buffer(2 * one.value) if one.value else None for one in sizes]
    second = ask(*buffers)
    return first, second, *(texts_of(one.raw) if one else None for one in buffers)


def objects(detail=400, refresh=0, source=None, machine=None):
    return asked("PdhEnumObjectsW", source, machine, ..., detail, refresh)


def name_of(index, room=0):
    return asked("PdhLookupPerfNameByIndexW", None, index, ..., room=room)


def index_of(text):
    index = c_uint32()
    return code("PdhLookupPerfIndexByNameW", None, text, byref(index)), index.value


def text(status):
    """The first sentence of a status, which is Windows'."""
    return library.pdh_shim_status_text(c_int32(status)).decode()


def formatted(kind, base, newer, older=None):
    """PdhFormatFromRawValue of two raw values: FirstValue, SecondValue."""
    raw = [None if one is None else RawCounter(0, (c_uint32 * 2)(), (c_uint32 * 7)(
        0, one[0] & 0xFFFFFFFF, one[0] >> 32, one[1] & 0xFFFFFFFF, one[1] >> 32, 1, 0)) for one in (newer, older)]
    value = CounterValue()
    status = code("PdhFormatFromRawValue", kind, DOUBLE | NOCAP100, byref(c_int64(base)), *(one and byref(one) for one in raw), byref(value))
    return status if status != "0" else repr(value.value.double)


def log(kind, *paths, records=3):
    """A log of the script, in the folder of this run."""
    file = folder / f"log{len(list(folder.glob('log*')))}.{kind}"
    made, opened, format_ = query(*paths), c_void_p(), c_uint32({"csv": 1, "tsv": 2, "blg": 8}[kind])
    code("PdhOpenLogW", str(file), 0x20000 | 2, byref(format_), made.handle, 0, None, byref(opened))
    for _ in range(records):
        code("PdhUpdateLogW", opened, None)
    code("PdhCloseLog", opened, 0)
    return str(file)


def text_log():
    """A log with a record for each second from 5:00:00 to 5:00:09."""
    file = folder / "text_log.csv"
    file.write_text('"(PDH-CSV 4.0) (UTC)(0)","\\\\BOX\\Widget(a)\\Depth"\n' +
                    "".join(f'"01/13/2026 05:00:0{second}.000","{second}.5"\n' for second in range(10)), "utf-8")
    return str(file)


def cells(file, line):
    """The cells of a line of a text log, without its time."""
    return pathlib.Path(file).read_text("utf-8").splitlines()[line].strip('"').split('","')[1:]


class tool:
    """A run of a tool, by its name on Windows: its exit status, and the lines of its standard output."""

    def __init__(self, program, *arguments):
        ended = subprocess.run([folder / program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT,
                               cwd=folder, check=False)
        self.code, self.output = ended.returncode, ended.stdout
        self.lines = self.output.decode().splitlines()

    def line(self, mark):
        return next((one for one in self.lines if mark in one), None)


def created(*options):
    return tool("logman.exe", "create", "counter", "seen", "-c", r"\System\Threads", *options)


def collected(*options):
    """The files of a set that was started and stopped."""
    created(*options)
    for verb in ("start", "stop"):
        tool("logman.exe", verb, "seen")
    return sorted(one.name for one in folder.glob(options[-1] + "*"))


def shown(answer):
    """An answer as the table has it: without the name of this computer and the folder."""
    if isinstance(answer, (tuple, list)):
        shown_items = [shown(one) for one in answer]
        return ", ".join(shown_items) if isinstance(answer, tuple) else "[" + " | ".join(shown_items) + "]"
    plain = str(answer).replace(str(folder), "FOLDER") or '""'
    return re.sub(r"(?<=\\\\)" + re.escape(HOST) + r"\b", "HOST", plain, flags=re.IGNORECASE)


def faults(row, table, probes):
    """What is wrong with a row itself."""
    kind, _, reason = row["verdict"].partition(": ")
    known = table.get(row["decision"])
    found = []
    if kind not in ("same", "other", "open", "not yet") or (kind in ("other", "not yet")) != bool(reason):
        found.append(f"its verdict cannot be {row['verdict']}")
    if row["decision"] != "-" and not known:
        found.append(f"no page has the decision {row['decision']}")
    sure = int(row["sure"]) >= decisions.SURE
    if sure and known and "seen" not in known.kinds:
        found.append("the kind of its decision does not say that Windows was seen")
    if kind == "open" and sure:
        found.append("Windows' answer is sure: ours is the same, or other for a reason")
    asks = [] if row["probes"].startswith("-") else row["probes"].split(" ")
    found += [f"no such probe: {one}" for one in asks if one not in probes]
    if kind == "open" and not asks and len(row["probes"]) < 3:
        found.append("neither a probe asks for Windows' answer, nor is a reason given")
    return found


def judge(row, tests):
    """Why the answer is not the one of the table; empty if it is, or if it is not asked for here."""
    case = row["case"]
    if case.startswith("none: ") or case == "-":
        return ""
    if case.startswith("test "):
        return "" if case[5:] in tests else "there is no such test"
    query(r"\System\Threads").collect()  # so that lists show the first sample again
    try:
        answer = shown(eval(case, globals()))  # the table is ours
    except Exception as error:  # of whatever kind: the case has failed
        answer = f"{type(error).__name__}: {error}"
    if (folder / "pdh-shim").exists():  # sets
        tool("logman", "stop", "seen")
        shutil.rmtree(folder / "pdh-shim")
    return "" if answer == row["answer"] else f"we answer\n      {answer}\n    and the table has\n      {row['answer']}"


def main():
    arguments = sys.argv[1:]
    only = arguments[arguments.index("--only") + 1] if "--only" in arguments else ""
    global folder
    with tempfile.TemporaryDirectory(prefix="seen_") as made:
        folder = pathlib.Path(made)
        for program in arguments[: arguments.index("--only") if only else len(arguments)]:
            if not program.startswith("--"):
                for suffix in ("", ".exe"):
                    os.symlink(os.path.abspath(program), folder / (pathlib.Path(program).stem + suffix))
        os.environ.update({"HOME": made, "XDG_DATA_HOME": made, "XDG_CONFIG_HOME": made, "XDG_STATE_HOME": made})
        for one in ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"):  # a unit of systemd would not know the script
            os.environ.pop(one, None)
        return run(only, "--write" in arguments)


def run(only, write):
    rows = decisions.load_seen()
    table = decisions.load_table(decisions.TABLE.read_text("utf-8"))
    probes = decisions.probes_of_the_sources()
    tests = pinned.names_of_tests(decisions.ROOT / "tests")
    wrong = done = 0
    for number, row in enumerate(rows, 2):
        if only not in "\t".join(row.values()):
            continue
        found = faults(row, table, probes)
        why = "" if found else judge(row, tests)
        waits = row["verdict"].startswith("not yet")
        if waits and not why and not found and not row["case"].startswith("none: "):
            print(f"line {number} is answered as Windows does now: {row['question']}")
            row["verdict"] = "same" if write else row["verdict"]
        elif found or why and not waits:
            wrong += 1
            print(f"line {number}, {row['question']}:\n    " + "\n    ".join(found + [why] * bool(why)))
        done += 1
    if write:
        decisions.SEEN.write_text("\n".join(map("\t".join, [rows[0], *map(dict.values, rows)])) + "\n", "utf-8")
    waiting = sum(row["verdict"].startswith("not yet") for row in rows)
    print(f"{done} rows, {wrong} wrong; {waiting} are not answered as Windows does yet")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
