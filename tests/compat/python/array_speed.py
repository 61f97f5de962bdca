# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What GetFormattedCounterArray() adds to the C call, for 2,000 instances: median of processor time, the two in turn."""

import ctypes
import statistics
import sys
import time

import _libpdh
import win32pdh

ROUNDS = 200
MOST_MILLISECONDS = 5.0


def took(function, *arguments):
    start = time.thread_time()
    function(*arguments)
    return time.thread_time() - start


def main():
    library = ctypes.CDLL("libpdh.so.0")
    instances = ", ".join(f'"process{number}": [{number}]' for number in range(2000))
    script = (
        '{"loop": true, "objects": [{"name": "Process", "instances": "multi", "counters": '
        '[{"name": "Threads", "type": "PERF_COUNTER_RAWCOUNT"}]}], "samples": [{"data": {"Process": {%s}}}]}' % instances
    )
    assert library.pdh_shim_set_sources(b"script:" + script.encode()) == 0
    query = win32pdh.OpenQuery()
    counter = win32pdh.AddCounter(query, r"\Process(*)\Threads")
    win32pdh.CollectQueryData(query)
    assert len(win32pdh.GetFormattedCounterArray(counter, win32pdh.PDH_FMT_DOUBLE)) == 2000
    buffer, size, count = ctypes.create_string_buffer(1 << 20), ctypes.c_uint32(), ctypes.c_uint32()

    def bare():
        size.value = len(buffer)
        _libpdh.status_of("PdhGetFormattedCounterArrayW", counter, win32pdh.PDH_FMT_DOUBLE, ctypes.byref(size),
                          ctypes.byref(count), buffer)

    calls, arrays = [], []
    for _ in range(ROUNDS):
        calls.append(took(bare))
        arrays.append(took(win32pdh.GetFormattedCounterArray, counter, win32pdh.PDH_FMT_DOUBLE))
    call, array = (1000 * statistics.median(times) for times in (calls, arrays))
    print(f"C call {call:.3f} ms, with the dict {array:.3f} ms: {array - call:.3f} ms on top")
    return 0 if array - call < MOST_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
