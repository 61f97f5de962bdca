# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The plain exports of libpdh.so, called as a Windows program written with ctypes calls pdh.dll: UTF-16 text.

Usage: ctypes_client.py LIBRARY. With PDH_SHIM_SOURCE=script:.../known_values.json the values are compared
with the known ones, else with what this machine can have.
"""

import _ctypes
import ctypes
import os
import sys
import time

PDH_MORE_DATA = 0x800007D2
PDH_FMT_DOUBLE = 0x200

TOTAL = r"\Processor(_Total)\% Processor Time"
EACH = r"\Processor(*)\% Processor Time"
WIDGETS = r"\Widget(*)\Items/sec"


class CounterValue(ctypes.Structure):
    _fields_ = [("status", ctypes.c_uint32), ("value", ctypes.c_double)]


class CounterValueItem(ctypes.Structure):
    _fields_ = [("name", ctypes.c_void_p), ("counter", CounterValue)]


def utf16(text):
    return ctypes.create_string_buffer((text + "\0").encode("utf-16-le"))


def text_at(address):
    units = []
    while unit := ctypes.c_uint16.from_address(address + 2 * len(units)).value:
        units.append(unit.to_bytes(2, "little"))
    return b"".join(units).decode("utf-16-le")


class Pdh:
    def __init__(self, library):
        self.library = ctypes.CDLL(library)

    def status(self, function, *arguments):
        return getattr(self.library, function)(*arguments) & 0xFFFFFFFF

    def call(self, function, *arguments):
        status = self.status(function, *arguments)
        assert status == 0, f"{function}: 0x{status:08x}"


class Query:
    def __init__(self, pdh):
        self.pdh = pdh
        self.handle = ctypes.c_void_p()
        pdh.call("PdhOpenQueryW", None, ctypes.c_size_t(0), ctypes.byref(self.handle))

    def add(self, path):
        counter = ctypes.c_void_p()
        self.pdh.call("PdhAddCounterW", self.handle, utf16(path), ctypes.c_size_t(0), ctypes.byref(counter))
        return counter

    def collect(self):
        self.pdh.call("PdhCollectQueryData", self.handle)

    def close(self):
        self.pdh.call("PdhCloseQuery", self.handle)

    def value(self, counter):
        result = CounterValue()
        self.pdh.call("PdhGetFormattedCounterValue", counter, PDH_FMT_DOUBLE, None, ctypes.byref(result))
        assert result.status in (0, 1), f"0x{result.status:08x}"
        return result.value

    def values(self, counter):
        """Values by instance name."""
        size, count = ctypes.c_uint32(0), ctypes.c_uint32(0)
        arguments = (counter, PDH_FMT_DOUBLE, ctypes.byref(size), ctypes.byref(count))
        status = self.pdh.status("PdhGetFormattedCounterArrayW", *arguments, None)
        assert status == PDH_MORE_DATA, f"0x{status:08x}"
        buffer = (CounterValueItem * (size.value // ctypes.sizeof(CounterValueItem) + 1))()
        self.pdh.call("PdhGetFormattedCounterArrayW", *arguments, buffer)
        return {text_at(item.name): item.counter.value for item in buffer[: count.value]}


def keep_busy(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass


def check_known(query):
    total, each, widgets = query.add(TOTAL), query.add(EACH), query.add(WIDGETS)
    query.collect()
    query.collect()
    assert query.value(total) == 50.0
    assert query.values(each) == {"0": 25.0, "1": 75.0, "_Total": 50.0}
    assert query.values(widgets) == {"plain": 3.0, "Gr\u00f6\u00dfe \N{ROCKET}": 12345678901.0}
    single = query.add("\\Widget(gr\u00f6\u00dfe \N{ROCKET})\\Items/sec")
    query.pdh.call("PdhRemoveCounter", single)


def check_live(query):
    total, each = query.add(TOTAL), query.add(EACH)
    query.collect()
    keep_busy(0.2)
    query.collect()
    assert 0.0 < query.value(total) <= 100.0, query.value(total)
    values = query.values(each)
    assert values.pop("_Total") == query.value(total)
    assert len(values) >= 1
    assert all(0.0 <= value <= 100.0 for value in values.values()), values


def check_closing(pdh):
    """The library stays once it is loaded."""
    _ctypes.dlclose(pdh.library._handle)
    with open("/proc/self/maps", encoding="utf-8") as maps:
        assert os.path.realpath(sys.argv[1]) in maps.read()


def main():
    query = Query(Pdh(sys.argv[1]))
    if os.environ.get("PDH_SHIM_SOURCE", "").startswith("script:"):
        check_known(query)
    else:
        check_live(query)
    query.close()
    check_closing(query.pdh)


if __name__ == "__main__":
    main()
