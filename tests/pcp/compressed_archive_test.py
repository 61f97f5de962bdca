#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Reads archives of Performance Co-Pilot that are compressed.

usage: compressed_archive_test.py LIBPDH

Skipped (77) where the packages pcp and libpcp3 are missing.
"""
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import archive_test
import pcp_test as hosts
from archive_test import (NO_MORE_DATA, SWITCHES, UNABLE_READ_LOG_HEADER, Recording, make_switches, source_of,
                          status_of_opening, time_range)
from pcp_test import check

LOG_FILE_OPEN_ERROR = 0xC0000BCA
PATH = rf"\\hosta\{SWITCHES}"


class Compressed(unittest.TestCase):
    """Archives that are compressed: libpcp gets plain files, in a folder that only this user can enter."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pdh-shim-archive-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.plain = make_switches(self.folder / "plain", "hosta", {10 * step: step * step for step in range(20)})
        self.set_variable("TMPDIR", self.temporary)
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        for name in ("gzip", "gunzip", "zcat", "xz", "unxz", "xzcat", "zstd", "unzstd", "bzip2", "bunzip2", "sh"):
            (self.programs / name).write_text(f"#!/bin/bash\n: >{self.folder}/started\n", encoding="ascii")
            (self.programs / name).chmod(0o755)

    def set_variable(self, name: str, value):
        before = os.environ.get(name)
        self.addCleanup(lambda: os.environ.pop(name) if before is None else os.environ.update({name: before}))
        os.environ[name] = str(value)

    def compressed(self, program: str, *files: str) -> bytes:
        """An archive of four volumes; the files that are named are compressed."""
        archive = self.folder / f"by_{program}"
        subprocess.run(["pmlogextract", "-v", "5", self.plain, archive], check=True, capture_output=True)
        command = shutil.which(program) or self.skipTest(f"{program} is missing")
        subprocess.run([command, "-q", *(["--rm"] if program == "zstd" else []),
                        *(f"{archive}.{file}" for file in files or ("0", "1", "2", "3", "meta", "index"))], check=True)
        self.set_variable("PATH", self.programs)
        return source_of(archive)

    def left(self) -> list[pathlib.Path]:
        return sorted(self.temporary.iterdir())

    def in_child(self, code: str, *arguments: bytes, **options) -> subprocess.CompletedProcess:
        """Runs Python code, with what this file has as `test`."""
        start = ("import ctypes, os, sys; import archive_test as test; "
                 "test.hosts.pdh = ctypes.CDLL(sys.argv[1])\n")
        return subprocess.run([sys.executable, "-c", start + code, os.path.abspath(sys.argv[1]), *arguments], check=False, timeout=60,
                              cwd=pathlib.Path(__file__).parent, capture_output=True, text=True, **options)

    def test_each_way_to_compress_gives_the_same_values_and_starts_no_program(self):
        plain = Recording(source_of(self.plain),
                          PATH)
        self.assertEqual(len(plain.times), 20)
        for program in ("gzip", "xz", "zstd", "bzip2"):
            with self.subTest(program=program):
                source = self.compressed(program)
                read = Recording(source, PATH)
                self.assertEqual((read.times, read.values), (plain.times, plain.values))
                self.assertFalse((self.folder / "started").exists())
                self.assertEqual(self.left(), [])
                os.environ["PATH"] = "/usr/bin:/bin"

    def test_its_folder_is_private_and_lives_as_long_as_the_reader(self):
        source = self.compressed("gzip", "1", "meta")
        handle = ctypes.c_void_p()
        check(hosts.pdh.PdhOpenQueryA(source, None, ctypes.byref(handle)))
        folders = self.left()
        self.assertEqual([folder.stat().st_mode & 0o7777 for folder in folders], [0o700])
        self.assertEqual([file.name for file in sorted(folders[0].iterdir()) if not file.is_symlink()],
                         ["by_gzip.1", "by_gzip.meta"])
        hosts.pdh.PdhCloseQuery(handle)
        self.assertEqual(self.left(), [])

    def test_a_program_that_ignores_its_children_reads_them(self):
        source = self.compressed("gzip")  # for which libpcp starts a program
        answer = self.in_child("import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
                               "print(test.time_range(sys.argv[2].encode()))", source)
        self.assertEqual(answer.stdout.strip(), str((0.0, 190.0, 20)), answer.stderr)

    def test_what_a_killed_process_left_is_removed(self):
        source = self.compressed("gzip")
        killed = self.in_child("handle = ctypes.c_void_p()\n"
                               "test.hosts.pdh.PdhOpenQueryA(sys.argv[2].encode(), None, ctypes.byref(handle))\n"
                               "os.kill(os.getpid(), 9)", source)
        self.assertEqual(killed.returncode, -9, killed.stderr)
        left = self.left()
        self.assertEqual(len(left), 1)
        handle = ctypes.c_void_p()
        check(hosts.pdh.PdhOpenQueryA(source, None, ctypes.byref(handle)))
        self.assertEqual(len(self.left()), 1)
        self.assertNotEqual(self.left(), left)
        self.assertEqual(time_range(source), (0, 190, 20))  # makes and removes another folder, beside a living one's
        self.assertEqual(len(self.left()), 1)
        hosts.pdh.PdhCloseQuery(handle)
        self.assertEqual(self.left(), [])

    def test_a_child_of_fork_reads_on_when_its_parent_has_closed_it(self):
        source = self.compressed("gzip")
        answer = self.in_child(
                        "pdh, handle, counter, first, second = test.hosts.pdh, *(ctypes.c_void_p() for _ in range(2)), *os.pipe()\n"
            "test.check(pdh.PdhOpenQueryA(sys.argv[2].encode(), None, ctypes.byref(handle)))\n"
            "test.check(pdh.PdhAddCounterA(handle, b'\\\\\\\\hosta\\\\' + test.SWITCHES.encode(), None, ctypes.byref(counter)))\n"
            "test.check(pdh.PdhCollectQueryData(handle))\n"
            "child = os.fork()\n"
            "if child == 0:\n"
            "    os.read(first, 1)\n"
            "    statuses = [pdh.PdhCollectQueryData(handle) & 0xFFFFFFFF for _ in range(20)]\n"
            "    print(statuses.count(0), hex(statuses[-1]), len(os.listdir(os.environ['TMPDIR'])), flush=True)\n"
            "    pdh.PdhCloseQuery(handle)\n"
            "    os._exit(0)\n"
            "pdh.PdhCloseQuery(handle)\n"
            "os.write(second, b'x')\n"
            "os.waitpid(child, 0)", source)
        self.assertEqual(answer.stdout.split(), ["19", hex(NO_MORE_DATA), "1"], answer.stderr)
        self.assertEqual(self.left(), [])

    def test_files_that_vanish_while_they_are_read_are_read_to_their_end(self):
        # pmlogger_daily compresses archives, and removes old ones: libpcp would skip volumes, or crash.
        for change in ("rm -f -- *.2", "rm -f -- *", "xz -q -- *", "gzip -q -- *"):
            with self.subTest(change):
                folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
                subprocess.run(["pmlogextract", "-v", "5", self.plain, folder / "volumes"], check=True, capture_output=True)
                answer = self.in_child(
                    "import subprocess\n"
                    "pdh, handle, counter = test.hosts.pdh, ctypes.c_void_p(), ctypes.c_void_p()\n"
                    "test.check(pdh.PdhOpenQueryA(sys.argv[2].encode(), None, ctypes.byref(handle)))\n"
                    "test.check(pdh.PdhAddCounterA(handle, sys.argv[3].encode(), None, ctypes.byref(counter)))\n"
                    "test.check(pdh.PdhCollectQueryData(handle))\n"
                    "subprocess.run(sys.argv[4], shell=True, check=True, cwd=sys.argv[5])\n"
                    "os.environ['PATH'] = sys.argv[6]\n"
                    "statuses = [pdh.PdhCollectQueryData(handle) & 0xFFFFFFFF for _ in range(20)]\n"
                    "print(statuses.count(0), hex(statuses[-1]), flush=True)\n"
                    "pdh.PdhCloseQuery(handle)",
                    source_of(folder / "volumes").decode(), PATH, change, str(folder), str(self.programs))
                self.assertEqual(answer.stdout.split(), ["19", hex(NO_MORE_DATA)], answer.stderr)
                self.assertFalse((self.folder / "started").exists())
                self.assertEqual(self.left(), [])

    def test_without_a_folder_for_temporary_files_plain_archives_are_read(self):
        self.set_variable("TMPDIR", self.folder / "none")
        self.assertEqual(time_range(source_of(self.plain)), (0, 190, 20))

    def test_damaged_and_other_compressed_files_have_statuses(self):
        source = self.compressed("gzip")
        volume = self.folder / "by_gzip.2.gz"
        whole = volume.read_bytes()
        for damage, status in ((whole[:-20], UNABLE_READ_LOG_HEADER), (whole + b"more", UNABLE_READ_LOG_HEADER),
                               (whole[:30] + b"damage" + whole[36:], UNABLE_READ_LOG_HEADER),
                               (b"\x1f\x9d\x90 compress", LOG_FILE_OPEN_ERROR), (b"", LOG_FILE_OPEN_ERROR)):
            volume.write_bytes(damage)
            self.assertEqual(status_of_opening(source), status)
            self.assertEqual(self.left(), [])
        volume.write_bytes(whole + bytes(512))  # as on tapes
        self.assertEqual(time_range(source), (0, 190, 20))

    def assert_refused(self, source: bytes, reason: str, **limits):
        for name, value in limits.items():
            self.set_variable(name, value)
        answer = self.in_child(
            "import resource; resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))\n"
            "test.hosts.pdh.pdh_shim_set_log(b'warning', None)\n"
            "print(hex(test.status_of_opening(sys.argv[2].encode())))", source)
        self.assertEqual(answer.stdout.strip(), hex(LOG_FILE_OPEN_ERROR), answer.stderr)
        self.assertIn(reason, answer.stderr)
        self.assertEqual(self.left(), [])

    def test_a_bomb_exceeds_the_limit_of_disk(self):
        source = self.compressed("gzip")
        with (self.folder / "by_gzip.1.gz").open("wb") as file:
            bomb = zlib.compressobj(9, zlib.DEFLATED, 31)
            for _ in range(64):
                file.write(bomb.compress(bytes(1 << 20)))
            file.write(bomb.flush())
        self.assert_refused(source, "PDH_SHIM_DISK_LIMIT", PDH_SHIM_DISK_LIMIT=16)

    def test_metadata_that_needs_too_much_memory_is_refused_plain_and_compressed(self):
        for program in ("xz", "zstd"):
            source = self.compressed(program, "meta")
            suffix = {"xz": "xz", "zstd": "zst"}[program]
            metadata = self.folder / f"by_{program}.meta"
            os.environ["PATH"] = "/usr/bin:/bin"
            plain = subprocess.run([program, "-dc", f"{metadata}.{suffix}"], check=True, capture_output=True).stdout
            bomb = subprocess.run([program, "-9c"], check=True, input=plain + bytes(20 << 20), capture_output=True).stdout
            self.assertLess(len(bomb), 1 << 20)
            metadata.with_suffix(f".meta.{suffix}").write_bytes(bomb)
            self.assert_refused(source, "PDH_SHIM_MEMORY_LIMIT", PDH_SHIM_MEMORY_LIMIT=64)
        source = source_of(self.plain)
        with (self.folder / "plain.meta").open("ab") as file:
            file.truncate(400 << 20)
        self.assert_refused(source, "PDH_SHIM_MEMORY_LIMIT", PDH_SHIM_MEMORY_LIMIT=64)

    def test_a_decoder_that_needs_too_much_memory_is_refused(self):
        source = self.compressed("xz", "0")
        os.environ["PATH"] = "/usr/bin:/bin"
        subprocess.run(["xz", "-d", self.folder / "by_xz.0.xz"], check=True)
        subprocess.run(["xz", "--lzma2=dict=64MiB", self.folder / "by_xz.0"], check=True)
        self.assertEqual(time_range(source), (0, 190, 20))
        self.assert_refused(source, "PDH_SHIM_MEMORY_LIMIT", PDH_SHIM_MEMORY_LIMIT=32)


if __name__ == "__main__":
    if reason := archive_test.missing():
        print(f"SKIPPED: {reason}")
        sys.exit(hosts.SKIPPED)
    os.environ["TZ"] = "UTC"
    hosts.time.tzset()
    hosts.pdh = ctypes.CDLL(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
