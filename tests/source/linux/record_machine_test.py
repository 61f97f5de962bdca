#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A recording of this machine has the counters that the machine has: record_machine_test.py SCRIPT TYPEPERF"""

import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT, TYPEPERF = sys.argv[1:3]


def typeperf(*arguments, root=""):
    environment = dict(os.environ, PDH_SHIM_SOURCE="linux", PDH_SHIM_ROOT=root)
    done = subprocess.run([TYPEPERF, *arguments], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def record(folder, *arguments):
    return subprocess.run([SCRIPT, folder, *map(str, arguments)], capture_output=True, text=True, check=False)


def listed_of_files(*arguments):
    """What typeperf lists of this machine, without the counter that is read from no file."""
    return [line for line in typeperf(*arguments) if not line.endswith("\\Output Queue Length")]


class Recordings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = os.path.join(cls.place.name, "machine")
        cls.device = os.path.join(cls.place.name, "dri", "renderD128")  # looks like a GPU's
        os.mkdir(os.path.dirname(cls.device))
        with open(cls.device, "wb") as device:
            cls.descriptor = device.fileno()
            recorded = record(cls.folder, os.getpid())
            cls.handles = len(os.listdir("/proc/self/fd")) - 1  # without the list's own
        if recorded.returncode != 0:
            raise AssertionError(recorded.stderr)

    def test_a_recording_has_the_counters_of_the_machine(self):
        self.assertEqual(typeperf("-q", root=self.folder), listed_of_files("-q"))

    def test_a_recording_has_the_processors_and_disks_of_the_machine(self):
        for name in ("Processor", "PhysicalDisk", "Network Interface"):
            with self.subTest(name):
                self.assertEqual(typeperf("-qx", name, root=self.folder), listed_of_files("-qx", name))

    def test_of_the_processes_those_that_were_named_are_recorded_and_the_first(self):
        row = typeperf("-sc", "1", "\\System\\Processes", root=self.folder)[2]
        self.assertTrue(row.endswith('"2.000000"'), row)
        paths = "\n".join(typeperf("-qx", "Process", root=self.folder))
        self.assertIn("(python3", paths)

    def test_of_a_command_line_only_the_program_is_kept(self):
        with open(f"{self.folder}/proc/{os.getpid()}/cmdline", "rb") as file:
            self.assertEqual(file.read().count(b"\0"), 1)

    def test_of_descriptors_those_of_gpus_are_recorded_and_that_there_are_others(self):
        process = f"{self.folder}/proc/{os.getpid()}"
        self.assertEqual(os.listdir(f"{process}/fdinfo"), [str(self.descriptor)])
        with open(f"{process}/fdinfo/{self.descriptor}", encoding="ascii") as file:
            self.assertEqual(file.read(), "")  # it has none of DRM's lines
        targets = sorted(os.readlink(entry.path) for entry in os.scandir(f"{process}/fd"))
        self.assertEqual([target for target in targets if target != "-"], [self.device])
        self.assertGreaterEqual(len(targets), self.handles)
        self.assertFalse(os.path.exists(f"{self.folder}/proc/1/fd"))

    def test_a_folder_that_exists_is_left_alone(self):
        again = record(self.folder)
        self.assertEqual((again.returncode, again.stderr), (1, f"{self.folder} exists already\n"))

    def test_without_a_folder_it_says_how_it_is_called(self):
        for arguments in ([], ["--help"]):
            done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("FOLDER [PID...]", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
