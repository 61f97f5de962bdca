# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""libpdh for tests in Python, called through ctypes with 8-bit text. load() comes first."""
import ctypes
import signal
from ctypes import byref, c_int64, c_uint32, c_void_p

# Programs that a test starts begin as from a terminal, also under nohup and in the background.
for _signal in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.default_int_handler if _signal == signal.SIGINT else signal.SIG_DFL)

MORE_DATA = 0x800007D2
_library = None


class RawCounter(ctypes.Structure):
    """PDH_RAW_COUNTER, with the same gaps on every processor"""

    _fields_ = [("status", c_uint32), ("time", c_uint32 * 2), ("_gap", c_uint32), ("first", c_int64), ("second", c_int64),
                ("multi", c_uint32), ("_end", c_uint32)]

    def stamp(self):
        """The FILETIME, in local time."""
        return self.time[0] | self.time[1] << 32


class RawItem(ctypes.Structure):
    """PDH_RAW_COUNTER_ITEM_A"""

    _fields_ = [("name", ctypes.c_char_p), ("raw", RawCounter)]


class Value(ctypes.Structure):
    """PDH_FMT_COUNTERVALUE for PDH_FMT_DOUBLE"""

    _fields_ = [("status", c_uint32), ("_gap", c_uint32), ("value", ctypes.c_double)]


class TimeInfo(ctypes.Structure):
    """PDH_TIME_INFO"""

    _fields_ = [("start", c_int64), ("end", c_int64), ("samples", c_uint32)]


def load(path):
    global _library
    _library = ctypes.CDLL(str(path))


def call(function, *arguments):
    """The status of a call. A text is given as UTF-8."""
    given = (one.encode() if isinstance(one, str) else one for one in arguments)
    return getattr(_library, function)(*given) & 0xFFFFFFFF


def check(function, *arguments):
    status = call(function, *arguments)
    assert status == 0, f"{function}: {status:#x}"


def texts(function, *arguments):
    """The list that a call writes; ... stands for its buffer and its size. Two of them: two lists."""
    sizes = [c_uint32() for one in arguments if one is ...]

    def ask(buffers):
        pairs = zip(buffers, map(byref, sizes))
        given = []
        for one in arguments:
            given += next(pairs) if one is ... else [one]
        return call(function, *given)

    status = ask([None] * len(sizes))
    assert status in (0, MORE_DATA), f"{function}: {status:#x}"
    buffers = [ctypes.create_string_buffer(max(1, size.value)) for size in sizes]
    status = ask(buffers)
    assert status == 0, f"{function}: {status:#x}"
    lists = [[text.decode() for text in buffer.raw[:size.value].split(b"\0") if text] for buffer, size in zip(buffers, sizes)]
    return lists[0] if len(lists) == 1 else lists


def advance(seconds=1):
    """The frozen clock."""
    check("pdh_shim_advance_clock", c_int64(round(seconds * 10_000_000)))


def time_range(source):
    info, entries = TimeInfo(), c_uint32()
    check("PdhGetDataSourceTimeRangeA", source, byref(entries), byref(info), byref(c_uint32(ctypes.sizeof(info))))
    return info


class Query:
    def __init__(self, *paths, source=None):
        self.handle, self.counters = c_void_p(), []
        check("PdhOpenQueryA", source, None, byref(self.handle))
        for path in paths:
            self.add(path)

    def add(self, path):
        self.counters.append(c_void_p())
        check("PdhAddCounterA", self.handle, path, None, byref(self.counters[-1]))

    def collect(self):
        return call("PdhCollectQueryData", self.handle)

    def raw(self, place=0):
        raw = RawCounter()
        check("PdhGetRawCounterValue", self.counters[place], None, byref(raw))
        return raw

    def raw_array(self, place=0):
        """The raw values of all instances."""
        size, count = c_uint32(), c_uint32()
        status = call("PdhGetRawCounterArrayA", self.counters[place], byref(size), byref(count), None)
        if status != MORE_DATA:
            return {}
        buffer = ctypes.create_string_buffer(size.value)
        check("PdhGetRawCounterArrayA", self.counters[place], byref(size), byref(count), buffer)
        items = (RawItem * count.value).from_buffer(buffer)
        return {item.name.decode(): RawCounter.from_buffer_copy(item.raw) for item in items}

    def close(self):
        return call("PdhCloseQuery", self.handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
