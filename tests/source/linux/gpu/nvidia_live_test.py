#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The counters of a GPU of NVIDIA's own driver against nvidia-smi, under load: nvidia_live_test.py TYPEPERF

Skips on a machine without such a GPU, with several, or whose GPU others use.
"""

import csv
import ctypes
import os
import re
import select
import subprocess
import sys
import unittest

SKIPPED = 77
MIB = 1 << 20
ALLOCATED_MIB = 1024
COUNTERS = [r"\GPU Adapter Memory(*)\Dedicated Usage", r"\GPU Process Memory(*)\Dedicated Usage",
            r"\GPU Engine(*engtype_3D)\Utilization Percentage"]


class Cuda:
    """The few functions of the driver's own library that load a GPU."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuCtxCreate_v2", ctypes.byref(ctypes.c_void_p()), 0, device)

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result != 0:
            raise OSError(f"{name}: {result}")


def load_gpu():
    """Fills memory of the GPU over and over, until standard input ends."""
    cuda = Cuda()
    memory = ctypes.c_void_p()
    size = ctypes.c_size_t(ALLOCATED_MIB * MIB)
    cuda.call("cuMemAlloc_v2", ctypes.byref(memory), size)
    print("loaded", flush=True)
    while not select.select([0], [], [], 0)[0]:
        for _ in range(50):
            cuda.call("cuMemsetD32_v2", memory, 7, ctypes.c_size_t(size.value // 4))
        cuda.call("cuCtxSynchronize")


def smi(*arguments):
    done = subprocess.run(["nvidia-smi", *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def used_mib():
    return int(smi("--query-gpu=memory.used", "--format=csv,noheader,nounits").splitlines()[0])


def used_mib_by_process():
    lines = smi("--query-compute-apps=pid,used_memory", "--format=csv,noheader,nounits").splitlines()
    return {int(process): int(mib) for process, mib in (line.split(",") for line in lines)}


def engine_percents(process):
    """What the driver measures of a process, each second."""
    rows = [line.split() for line in smi("pmon", "-c", "4", "-s", "u").splitlines()]
    return [int(row[3]) for row in rows if row[1] == str(process) and row[3] != "-"]


def counters(samples):
    """The values of each column of typeperf, by its path without the machine."""
    command = [sys.argv[1], *COUNTERS, "-sc", str(samples)]
    environment = dict(os.environ, PDH_SHIM_SOURCE="linux")
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    rows = [row for row in csv.reader(done.stdout.splitlines()) if len(row) > 1]
    return {path[path.index("\\", 2):]: [float(row[i]) for row in rows[1:] if row[i].strip()]
            for i, path in enumerate(rows[0]) if i > 0}


def values_of(columns, beginning):
    found = [values for path, values in columns.items() if path.startswith(beginning)]
    if len(found) != 1 or not found[0]:
        raise AssertionError(f"{beginning} of {list(columns)}")
    return found[0]


class NvidiaGpu(unittest.TestCase):
    def load(self):
        child = subprocess.Popen([sys.executable, __file__, "load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(child.wait)
        self.addCleanup(child.stdin.close)
        self.addCleanup(child.stdout.close)
        self.assertEqual(child.stdout.readline(), b"loaded\n")
        if child.pid not in used_mib_by_process():
            self.skipTest("the driver has other numbers for processes than this container")
        return child

    def test_an_idle_gpu_uses_what_nvidia_smi_shows(self):
        values = values_of(counters(1), r"\GPU Adapter Memory(")
        self.assertAlmostEqual(values[0] / MIB, used_mib(), delta=1)

    def test_under_load_memory_and_engine_are_those_of_nvidia_smi(self):
        child = self.load()
        engine_percents(child.pid)  # the first second has the time before the load in it, of which some is idle
        driver = []
        before, before_of_process = used_mib(), used_mib_by_process()[child.pid]
        driver += engine_percents(child.pid)
        columns = counters(4)
        driver += engine_percents(child.pid)
        after, after_of_process = used_mib(), used_mib_by_process()[child.pid]
        for value in values_of(columns, r"\GPU Adapter Memory("):
            self.assertTrue(before - 1 <= value / MIB <= after + 1, (before, value / MIB, after))
        of_process = values_of(columns, rf"\GPU Process Memory(pid_{child.pid}_")
        for value in of_process:
            self.assertTrue(before_of_process - 1 <= value / MIB <= after_of_process + 1,
                            (before_of_process, value / MIB, after_of_process))
        self.assertGreaterEqual(of_process[0] / MIB, ALLOCATED_MIB)
        self.assertGreater(min(driver), 0)
        for value in values_of(columns, rf"\GPU Engine(pid_{child.pid}_"):
            self.assertTrue(min(driver) - 5 <= value <= max(driver) + 5, (value, driver))

    def test_a_process_that_ended_is_not_an_instance_any_more(self):
        child = self.load()
        child.stdin.close()
        child.wait()
        self.assertFalse([path for path in counters(1) if re.search(rf"\(pid_{child.pid}_", path)])


def reason_to_skip():
    try:
        if len(smi("-L").splitlines()) != 1:
            return "there are several GPUs"
        if used_mib_by_process():
            return "other programs use the GPU"
        ctypes.CDLL("libcuda.so.1")
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        return f"no GPU of NVIDIA's driver: {error}"
    return None


if __name__ == "__main__":
    if sys.argv[1] == "load":
        load_gpu()
        sys.exit(0)
    if reason := reason_to_skip():
        print(reason)
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
