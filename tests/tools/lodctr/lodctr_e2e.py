# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""lodctr and unlodctr from the outside: what they print, their exit codes, and what programs see afterwards.

Usage: lodctr_e2e.py LODCTR TYPEPERF WIDGET_PERF_INI LIBPDH [unittest options]
"""

import os
import pathlib
import pty
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

LODCTR, TYPEPERF, WIDGET_PERF, LIBRARY = map(os.path.abspath, sys.argv[1:5])
FIRST, SPAN = 100000, 14  # where indexes begin; the largest symbol of the sample
USAGE = "  lodctr FILE.ini "
# Programs in Python load the library, which with a sanitizer only its own programs can.
loads_library = unittest.skipIf(
    b"__ubsan_handle" in pathlib.Path(LIBRARY).read_bytes(), "only programs with the sanitizer can load the library")


class LodctrTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name)
        self.store = self.home / "data" / "pdh-shim" / "providers"
        self.system = self.home / "system" / "providers"
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.home / "data"), "PDH_SHIM_REGISTRATIONS": str(self.system)}
        for name in ("PDH_SHIM_SOURCE", "PDH_SHIM_LOG", "PDH_SHIM_LANGUAGE", "PDH_SHIM_TITLES"):
            self.environment.pop(name, None)
        self.unlodctr = self.home / "unlodctr"
        self.unlodctr.symlink_to(LODCTR)

    def run_program(self, program, *arguments, **options):
        done = subprocess.run([program, *arguments], env=self.environment, capture_output=True, text=True,
                              timeout=600, **options)
        return done.returncode, done.stdout + done.stderr

    def lodctr(self, *arguments, **options):
        return self.run_program(LODCTR, *map(str, arguments), **options)

    def typeperf(self, *arguments):
        return self.run_program(TYPEPERF, *arguments)

    def ini(self, driver, library=None):
        """A copy of the sample's INI file under another driver name."""
        source = pathlib.Path(WIDGET_PERF)
        text = source.read_text().replace("drivername=WidgetPerf", f"drivername={driver}")
        text = text.replace("symbolfile=", f"symbolfile={source.parent}/")
        text = text.replace("Library=", f"Library={library or str(source.parent)}/")
        path = self.home / f"{driver.replace('/', '_')}.ini"
        path.write_text(text)
        return path

    def safe_sample(self):
        """A copy of the sample whose files nobody else can change, wherever it was built."""
        folder = self.home / "sample"
        folder.mkdir(mode=0o755, exist_ok=True)
        for file in ("widget_perf.ini", "widget_perf.h", "libwidget_perf.so"):
            source = pathlib.Path(WIDGET_PERF).parent / file
            (folder / file).write_bytes(source.read_bytes())
            (folder / file).chmod(0o644)
        return folder / "widget_perf.ini"

    def ranges(self):
        """First and last index of each registration."""
        code, output = self.lodctr("/q")
        self.assertEqual(code, 0)
        names = re.findall(r"^\[(.*)\] Performance Counters \((?:En|Dis)abled\)$", output, re.MULTILINE)
        first = re.findall(r"First Counter ID: 0x[0-9a-f]+ \((\d+)\)", output)
        last = re.findall(r"Last Counter ID: 0x[0-9a-f]+ \((\d+)\)", output)
        return {name: (int(a), int(b)) for name, a, b in zip(names, first, last, strict=True)}

    def test_a_registered_performance_dll_is_loaded_by_default_until_it_is_removed(self):
        self.assertEqual(self.typeperf("-qx", "Widget")[0] != 0, True)
        self.assertEqual(self.lodctr(WIDGET_PERF),
                         (0, f"Info: Successfully installed performance counters in {WIDGET_PERF}\n"))
        code, output = self.typeperf("-qx", "Widget")
        self.assertEqual(code, 0)
        self.assertIn("\\Widget(lathe)\\Items/sec", output)
        code, output = self.typeperf("\\Widget Factory\\Stock", "\\System\\Processes", "-sc", "1")
        self.assertEqual(code, 0)
        self.assertIn('"42.000000"', output)
        self.assertEqual(self.run_program(str(self.unlodctr), "widgetperf"),
                         (0, "Info: Successfully uninstalled the performance counters of widgetperf\n"))
        self.assertNotEqual(self.typeperf("-qx", "Widget")[0], 0)
        self.assertEqual(sorted(os.listdir(self.store)), [".lock"])

    @loads_library
    def test_all_languages_are_found_with_the_numbers_that_were_given_out(self):
        self.assertEqual(self.lodctr(self.ini("Other"))[0], 0)
        self.assertEqual(self.run_program(str(self.unlodctr), "Other")[0], 0)
        self.assertEqual(self.lodctr(self.ini("First", "/nothing"))[0], 0)  # takes the first numbers
        self.assertEqual(self.lodctr(WIDGET_PERF)[0], 0)
        first = self.ranges()["WidgetPerf"][0]
        self.assertNotEqual(first, FIRST)
        program = """import ctypes, sys
pdh = ctypes.CDLL(sys.argv[1])
for language in (9, 7):
    assert pdh.pdh_shim_set_language(language) == 0
    for index in sys.argv[2:]:
        name, size = ctypes.create_string_buffer(100), ctypes.c_uint32(100)
        assert pdh.PdhLookupPerfNameByIndexA(None, int(index), name, ctypes.byref(size)) == 0, index
        print(name.value.decode())"""
        code, output = self.run_program(sys.executable, "-c", program, LIBRARY, str(first), str(first + 8))
        self.assertEqual((code, output.splitlines()), (0, ["Widget", "Queue Length", "Dings", "Warteschlange"]))
        self.environment["PDH_SHIM_LANGUAGE"] = "007"
        for source in (None, f"provider:{WIDGET_PERF}"):
            if source:
                self.environment["PDH_SHIM_SOURCE"] = source
            code, output = self.typeperf("-qx", "Dings")
            self.assertEqual(code, 0)
            self.assertIn("\\Dings(lathe)\\Treffer (%)\n", output)
            code, output = self.typeperf("\\Dingfabrik\\Vorrat", "-sc", "1")
            self.assertEqual(code, 0)
            self.assertIn('"42.000000"', output)

    @loads_library
    def test_titles_that_were_chosen_count_more_than_those_of_performance_dlls(self):
        self.assertEqual(self.lodctr(WIDGET_PERF)[0], 0)
        chosen = self.home / "chosen"
        chosen.mkdir()
        text = (self.store / "WidgetPerf.ini").read_text()
        self.assertIn("=Dings\n", text)
        (chosen / "own.ini").write_text(text.replace("=Dings\n", "=Apparat\n"))
        shutil.copy(self.store / "WidgetPerf.h", chosen)
        program = """import ctypes, os, sys
pdh = ctypes.CDLL(sys.argv[1])
name, size = ctypes.create_string_buffer(100), ctypes.c_uint32(100)
assert pdh.PdhLookupPerfNameByIndexA(None, int(sys.argv[2]), name, ctypes.byref(size)) == 0
if sys.argv[3:]:
    assert pdh.pdh_shim_load_titles(sys.argv[3].encode()) == 0
os.chdir("/")
assert pdh.pdh_shim_set_language(7) == 0
size.value = 100
assert pdh.PdhLookupPerfNameByIndexA(None, int(sys.argv[2]), name, ctypes.byref(size)) == 0
print(name.value.decode())"""
        first = str(self.ranges()["WidgetPerf"][0])
        call = ("-c", program, LIBRARY, first)
        self.assertEqual(self.run_program(sys.executable, *call), (0, "Dings\n"))
        self.assertEqual(self.run_program(sys.executable, *call, "own.ini", cwd=chosen), (0, "Apparat\n"))
        self.environment["PDH_SHIM_TITLES"] = "own.ini"
        self.assertEqual(self.run_program(sys.executable, *call, cwd=chosen), (0, "Apparat\n"))

    def test_what_is_registered_for_the_system_is_seen_by_all_users(self):
        for umask in (0, 0o077):
            self.addCleanup(os.umask, os.umask(umask))
            self.assertEqual(self.lodctr("--system", self.safe_sample())[0], 0)
            self.assertEqual(sorted(os.listdir(self.system)), [".lock", "WidgetPerf.h", "WidgetPerf.ini"])
            for name, mode in (("WidgetPerf.h", 0o644), ("WidgetPerf.ini", 0o644), ("", 0o755)):
                self.assertEqual(stat.S_IMODE((self.system / name).stat().st_mode), mode, name)
            self.assertFalse(self.store.exists())
            self.assertEqual(self.typeperf("-qx", "Widget")[0], 0)
            self.assertEqual(self.run_program(str(self.unlodctr), "--system", "WidgetPerf")[0], 0)
            self.assertNotEqual(self.typeperf("-qx", "Widget")[0], 0)
            shutil.rmtree(self.system.parent)

    def test_registrations_of_the_system_and_of_a_user_have_other_numbers(self):
        self.assertEqual(self.lodctr("--system", self.safe_sample())[0], 0)
        self.assertEqual(self.lodctr(self.ini("Mine"))[0], 0)
        self.assertEqual(self.ranges(), {"Mine": (FIRST, FIRST + SPAN)})
        self.assertIn("First Counter ID: 0x927c0 (600000)\n", self.lodctr("--system", "/q")[1])
        saved = self.home / "saved"
        self.assertEqual(self.lodctr("--system", f"/s:{saved}")[0], 0)
        self.assertEqual(self.lodctr(f"/r:{saved}")[0], 1)
        self.assertEqual(self.lodctr("--system", f"/r:{saved}")[0], 0)

    def test_a_user_s_registration_takes_the_place_of_the_system_s_of_that_name(self):
        log = self.home / "log"
        self.environment["PDH_SHIM_LOG"] = f"info:{log}"
        self.assertEqual(self.lodctr("--system", self.safe_sample())[0], 0)
        self.assertEqual(self.lodctr(WIDGET_PERF)[0], 0)
        self.assertEqual(self.typeperf("-qx", "Widget")[0], 0)
        started = [line for line in log.read_text().splitlines() if "source started: provider" in line]
        self.assertEqual(len(started), 1)
        self.assertIn(str(self.store), started[0])

    @unittest.skipIf(os.geteuid() != 0, "only root can make a folder that is another user's")
    def test_a_folder_for_the_system_that_is_another_user_s_is_not_trusted(self):
        self.assertEqual(self.lodctr("--system", self.safe_sample())[0], 0)
        os.chown(self.system, 1000, 1000)
        self.assertNotEqual(self.typeperf("-qx", "Widget")[0], 0)
        self.assertEqual(self.lodctr("--system", self.ini("Strange", "/nothing")),
                         (1, f"lodctr: {self.system} belongs to user 1000\n"))

    def test_a_folder_for_the_system_that_others_can_write_is_not_trusted(self):
        self.assertEqual(self.lodctr("--system", self.safe_sample())[0], 0)
        self.system.chmod(0o777)
        log = self.home / "log"
        self.environment["PDH_SHIM_LOG"] = f"warning:{log}"
        self.assertNotEqual(self.typeperf("-qx", "Widget")[0], 0)
        self.assertIn(f"{self.system}: its performance DLLs are not loaded: {self.system} can be written by others "
                      "than its owner", log.read_text())
        for arguments in ((self.ini("Other", "/nothing"),), ("/r",), ("/d:WidgetPerf",)):
            self.assertEqual(self.lodctr("--system", *arguments),
                             (1, f"lodctr: {self.system} can be written by others than its owner\n"))
        self.assertNotIn("Other.ini", os.listdir(self.system))

    def test_files_for_the_system_that_others_can_write_are_not_loaded(self):
        sample = self.safe_sample()
        self.assertEqual(self.lodctr("--system", sample)[0], 0)
        log = self.home / "log"
        self.environment["PDH_SHIM_LOG"] = f"warning:{log}"
        registration = self.system / "WidgetPerf.ini"
        for unsafe in (registration, sample.parent / "libwidget_perf.so"):
            with self.subTest(unsafe=unsafe):
                self.assertEqual(self.typeperf("-qx", "Widget")[0], 0)
                unsafe.chmod(0o666)
                self.assertNotEqual(self.typeperf("-qx", "Widget")[0], 0)
                self.assertIn(f"{unsafe} can be written by others than its owner", log.read_text())
                unsafe.chmod(0o644)

    def test_a_library_that_others_can_write_is_not_installed_for_the_system(self):
        sample = self.safe_sample()
        library = sample.parent / "libwidget_perf.so"
        library.chmod(0o666)
        refused = (1, f"lodctr: WidgetPerf: its library is not safe for all users: {library} can be written by others "
                      "than its owner\n")
        self.assertEqual(self.lodctr("--system", sample), refused)
        self.assertFalse(self.system.exists())
        self.assertEqual(self.lodctr(sample)[0], 0)
        library.chmod(0o644)
        self.assertEqual(self.lodctr("--system", sample)[0], 0)
        saved = self.home / "saved"
        self.assertEqual(self.lodctr("--system", f"/s:{saved}")[0], 0)
        before = self.lodctr("--system", "/q")
        library.chmod(0o666)
        for option in (f"/r:{saved}", "/r"):
            self.assertEqual(self.lodctr("--system", option), refused)
            self.assertEqual(self.lodctr("--system", "/q"), before)

    def test_what_is_stored_is_the_user_s_alone(self):
        self.environment["XDG_DATA_HOME"] = str(self.home / "new" / "data")
        store = self.home / "new" / "data" / "pdh-shim" / "providers"
        ini = self.ini("Private")
        self.addCleanup(os.umask, os.umask(0))
        self.assertEqual(self.lodctr(ini)[0], 0)
        self.assertEqual(sorted(os.listdir(store)), [".lock", "Private.h", "Private.ini"])
        for file in store.iterdir():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file)
        for folder in (store, store.parent, self.home / "new" / "data", self.home / "new"):
            self.assertEqual(stat.S_IMODE(folder.stat().st_mode), 0o700, folder)

    def test_links_in_the_store_are_not_followed(self):
        self.store.mkdir(parents=True)
        victim = self.home / "victim"
        victim.write_text("precious")
        for name in (".lock", ".new", "Linked.ini"):
            with self.subTest(name):
                (self.store / name).symlink_to(victim)
                self.lodctr(self.ini("Linked"))
                self.assertEqual(victim.read_text(), "precious")
                (self.store / name).unlink(missing_ok=True)
                self.run_program(str(self.unlodctr), "Linked")
        shutil.rmtree(self.store)
        elsewhere = self.home / "elsewhere"
        elsewhere.mkdir()
        self.store.symlink_to(elsewhere)
        self.assertEqual(self.lodctr(self.ini("Linked"))[0], 1)
        self.assertEqual(os.listdir(elsewhere), [])

    @unittest.skipIf(os.geteuid() != 0, "only root can make a home that is another user's")
    def test_nothing_is_stored_in_another_user_s_home(self):
        other = self.home / "other"
        other.mkdir()
        os.chown(other, 1000, 1000)
        self.environment["XDG_DATA_HOME"] = str(other / "data")
        code, output = self.lodctr(self.ini("Strange"))
        self.assertEqual((code, output), (1, f"lodctr: {other} belongs to user 1000\n"))
        self.assertEqual(os.listdir(other), [])

    def test_a_driver_name_is_registered_once(self):
        self.assertEqual(self.lodctr(self.ini("Twice"))[0], 0)
        for name in ("Twice", "tWICE"):
            code, output = self.lodctr(self.ini(name))
            self.assertEqual(code, 1)
            self.assertIn("installed already", output)
        self.assertEqual(self.ranges(), {"Twice": (FIRST, FIRST + SPAN)})

    def test_index_ranges_do_not_overlap_and_gaps_are_used(self):
        step = SPAN + 2
        for driver in ("A", "B", "C"):
            self.assertEqual(self.lodctr(self.ini(driver))[0], 0)
        expected = {name: (FIRST + i * step, FIRST + i * step + SPAN) for i, name in enumerate("ABC")}
        self.assertEqual(self.ranges(), expected)
        self.assertEqual(self.run_program(str(self.unlodctr), "B")[0], 0)
        self.assertEqual(self.lodctr(self.ini("D"))[0], 0)
        self.assertEqual(self.ranges(), {"A": expected["A"], "C": expected["C"], "D": expected["B"]})

    def test_twenty_concurrent_runs_lose_no_entry(self):
        drivers = [f"Driver{number:02}" for number in range(20)]
        files = [self.ini(driver) for driver in drivers]
        running = [subprocess.Popen([LODCTR, file], env=self.environment, stdout=subprocess.PIPE)
                   for file in files]
        outputs = [process.communicate(timeout=600)[0] for process in running]
        self.assertEqual([process.returncode for process in running], [0] * 20)
        self.assertTrue(all(output.startswith(b"Info: ") for output in outputs), outputs)
        ranges = self.ranges()
        self.assertEqual(sorted(ranges), drivers)
        ordered = sorted(ranges.values())
        for (_, last), (first, _) in zip(ordered, ordered[1:]):
            self.assertLess(last + 1, first)
        # Half of them go while others come.
        running = [subprocess.Popen([self.unlodctr, driver], env=self.environment, stdout=subprocess.DEVNULL)
                   for driver in drivers[:10]]
        running += [subprocess.Popen([LODCTR, self.ini(f"New{number}")], env=self.environment,
                                     stdout=subprocess.DEVNULL) for number in range(10)]
        self.assertEqual([process.wait(timeout=600) for process in running], [0] * 20)
        self.assertEqual(sorted(self.ranges()), drivers[10:] + [f"New{number}" for number in range(10)])

    def test_what_is_saved_is_restored_and_everything_else_forgotten(self):
        for driver in ("Kept", "Kept too"):
            self.assertEqual(self.lodctr(self.ini(driver))[0], 0)
        saved = self.home / "saved"
        before = self.ranges()
        self.assertEqual(self.lodctr(f"-S:{saved}")[0], 0)
        self.assertEqual(self.run_program(str(self.unlodctr), "Kept")[0], 0)
        self.assertEqual(self.lodctr(self.ini("Later"))[0], 0)
        self.assertEqual(self.lodctr(f"/r:{saved}")[0], 0)
        self.assertEqual(self.ranges(), before)
        code, output = self.typeperf("-qx", "Widget")
        self.assertEqual(code, 0)

    def test_a_saved_text_that_is_damaged_changes_nothing(self):
        self.assertEqual(self.lodctr(self.ini("Kept"))[0], 0)
        saved = self.home / "saved"
        self.assertEqual(self.lodctr(f"/s:{saved}")[0], 0)
        text = saved.read_text()
        for damaged in (
            text.replace("#define WIDGETS 0", "#define WIDGETS 1"),
            text.replace("#define WIDGETS 0", ""),
            text.replace(f"First Counter={FIRST}\n", ""),
            text.replace(str(FIRST), "10").replace(str(FIRST + SPAN), str(10 + SPAN)),
            text + text,
            text + text.replace("Kept", "Other"),
            text.replace(";;;; pdh-shim registration\n", ""),
        ):
            saved.write_text(damaged)
            code, output = self.lodctr(f"/r:{saved}")
            self.assertEqual(code, 1)
            self.assertTrue(output.startswith("lodctr: "), output)
            self.assertEqual(list(self.ranges()), ["Kept"])

    def test_a_file_that_was_not_saved_is_not_restored(self):
        kept = self.ini("Kept")
        self.assertEqual(self.lodctr(kept)[0], 0)
        empty, notes, binary = (self.home / name for name in ("empty", "notes", "binary"))
        empty.write_bytes(b"")
        notes.write_text("Notes of mine\n")
        binary.write_bytes(bytes(range(256)) * 100)
        for file in (empty, notes, binary, kept):
            with self.subTest(file=file):
                code, output = self.lodctr(f"/r:{file}")
                self.assertEqual((code, output), (1, f"lodctr: {file}: was not saved by lodctr /s:\n"))
                self.assertEqual(list(self.ranges()), ["Kept"])

    def test_nothing_can_be_saved_and_restored(self):
        saved = self.home / "saved"
        self.assertEqual(self.lodctr(f"/s:{saved}")[0], 0)
        self.assertEqual(self.lodctr(self.ini("Later"))[0], 0)
        self.assertEqual(self.lodctr(f"/r:{saved}")[0], 0)
        self.assertEqual(self.ranges(), {})

    def test_a_rebuild_forgets_what_cannot_be_read_and_closes_gaps(self):
        for driver in ("A", "B"):
            self.assertEqual(self.lodctr(self.ini(driver))[0], 0)
        (self.store / "A.ini").write_text("[text]\nnonsense\n")
        code, output = self.lodctr("/q")
        self.assertEqual(code, 1)
        self.assertIn("A.ini: line 2", output)
        self.assertEqual(self.lodctr("/R")[0], 0)
        self.assertEqual(self.ranges(), {"B": (FIRST, FIRST + SPAN)})

    def test_failures_are_told(self):
        bad = self.home / "bad.ini"
        bad.write_text("[performance]\nLibrary=x.so\n")
        pipe = self.home / "pipe"
        os.mkfifo(pipe)
        nameless = self.home / "nameless.ini"
        nameless.write_text("[info]\ndrivername=Nameless\n")
        cases = [
            ("missing.ini", "missing.ini: cannot be read"),
            (pipe, "pipe: is not a regular file"),
            ("/r:" + str(pipe), "pipe: is not a regular file"),
            (bad, 'The driver name ""'),
            (nameless, "[performance] has no Library"),
            (self.ini("../Up"), 'The driver name "../Up"'),
            (self.ini(".hidden"), 'The driver name ".hidden"'),
            ("/r:missing", "missing: cannot be read"),
            ("/s:/no such folder/x", 'The file "/no such folder/x" cannot be created: '),
        ]
        for argument, reason in cases:
            with self.subTest(argument=argument):
                code, output = self.lodctr(argument)
                self.assertEqual(code, 1)
                self.assertTrue(output.startswith("lodctr: "), output)
                self.assertIn(reason, output)
        code, output = self.run_program(str(self.unlodctr), "Nobody")
        self.assertEqual((code, output), (1, "unlodctr: There are no performance counters of Nobody.\n"))

    def test_help(self):
        for arguments in (["/?"], ["-?"], ["/h"], ["--help"]):
            with self.subTest(arguments=arguments):
                code, output = self.lodctr(*arguments)
                self.assertEqual(code, 0)
                self.assertIn(USAGE, output)

    def test_what_is_wrong_with_a_command_line_is_said(self):
        nothing = "Neither a file nor an option is given"
        for arguments, what in (
                ([], nothing), (["--system"], nothing), (["--"], nothing), (["a", "b"], '"b" is one argument too many'),
                (["--", "a", "b"], '"b" is one argument too many'), (["/q", "b"], '"b" is one argument too many'),
                (["/s"], "/s needs the name of a file, /s:FILE"), (["/s:"], "/s needs the name of a file, /s:FILE"),
                (["/r:"], "The name of the file is missing behind /r:"), (["/q:"], "/q needs the name of a driver, /q:DRIVER"),
                (["/d"], "/d needs the name of a driver, /d:DRIVER"), (["-d:"], "/d needs the name of a driver, /d:DRIVER"),
                (["/e"], "/e needs the name of a driver, /e:DRIVER"), (["/t"], "/t needs the name of a driver, /t:DRIVER"),
                (["/x"], '"/x" is not an option'), (["/x:a"], '"/x:a" is not an option'),
                (["--nonsense", "a"], '"--nonsense" is not an option')):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.lodctr(*arguments), (2, f"lodctr: {what}; lodctr -? shows what it takes.\n"))
        for arguments, what in (([], "No driver is named"), (["/q:Widgets"], '"/q:Widgets" is not an option')):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.run_program(str(self.unlodctr), *arguments),
                                 (2, f"unlodctr: {what}; unlodctr -? shows what it takes.\n"))

    def test_a_manifest_is_refused_with_the_reason(self):
        for program, *arguments in ((LODCTR, "/m:node_perfctr_provider.man"), (LODCTR, "/M:a.man", "C:\\Program Files\\nodejs"),
                                    (str(self.unlodctr), "-m:a.man"), (str(self.unlodctr), "/g:{0}"), (str(self.unlodctr), "/p:a")):
            with self.subTest(arguments=arguments):
                code, output = self.run_program(program, *arguments)
                name = "lodctr" if program == LODCTR else "unlodctr"
                self.assertEqual((code, output),
                                 (1, f'{name}: "{arguments[0]}" is for counters of a manifest: their programs use version 2 of the '
                                     f"API (PerfStartProvider), which is not here. {name} knows those of INI files only.\n"))

    def test_the_version_is_a_line(self):
        for program, name in ((LODCTR, "lodctr"), (str(self.unlodctr), "unlodctr")):
            code, output = self.run_program(program, "--version")
            self.assertEqual(code, 0)
            self.assertRegex(output, r"^" + name + r" \(pdh-shim\) \d+\.\d+\.\d+(~git\d{8}\.[0-9a-f]{7}|~unknown)?\n$")

    def test_unlodctr_has_the_same_help(self):
        for option in ("/?", "-?", "--help"):
            code, output = self.run_program(str(self.unlodctr), option)
            self.assertEqual(code, 0)
            self.assertIn("unlodctr DRIVER", output)

    def test_what_follows_two_dashes_is_a_name(self):
        file = self.ini("Dashed")
        file.rename(self.home / "-q")
        self.assertEqual(self.lodctr("--", "-q", cwd=self.home)[0], 0)
        self.assertEqual(self.run_program(str(self.unlodctr), "--", "Dashed")[0], 0)
        self.assertEqual(self.ranges(), {})

    def test_a_disabled_performance_dll_is_kept_but_not_loaded_until_it_is_enabled(self):
        self.assertEqual(self.lodctr(WIDGET_PERF)[0], 0)
        self.assertIn("[WidgetPerf] Performance Counters (Enabled)\n", self.lodctr("/q")[1])
        before = self.ranges()
        self.assertEqual(self.lodctr("/d:widgetperf"),
                         (0, "Info: Successfully disabled the performance counters of widgetperf\n"))
        self.assertNotEqual(self.typeperf("-qx", "Widget")[0], 0)
        self.assertEqual(self.typeperf("-q", "System")[0], 0)
        self.assertIn("[WidgetPerf] Performance Counters (Disabled)\n", self.lodctr("/q")[1])
        self.assertEqual(self.ranges(), before)
        # Saved, restored and rebuilt it stays so.
        saved = self.home / "saved"
        for arguments in ([f"/s:{saved}"], [f"/r:{saved}"], ["/r"], ["-D:WidgetPerf"]):
            self.assertEqual(self.lodctr(*arguments)[0], 0)
            self.assertIn("(Disabled)", self.lodctr("/q")[1])
        self.assertEqual(self.lodctr("/E:WidgetPerf"),
                         (0, "Info: Successfully enabled the performance counters of WidgetPerf\n"))
        self.assertEqual(self.typeperf("-qx", "Widget")[0], 0)
        self.assertIn("(Enabled)", self.lodctr("/q")[1])

    def test_a_disabled_performance_dll_that_is_asked_for_is_an_error_that_says_so(self):
        file = self.ini("Off")
        file.write_text(file.read_text() + "Disable Performance Counters=1\n")
        self.environment.update(PDH_SHIM_SOURCE=f"provider:{file}", PDH_SHIM_LOG=f"error:{self.home}/log")
        code, output = self.typeperf("-qx")
        self.assertEqual(code, 1)
        self.assertIn("PDH_INVALID_DATASOURCE", output)
        self.assertIn("Off is disabled; lodctr /e: enables it", (self.home / "log").read_text())

    def test_one_performance_dll_is_queried(self):
        for driver in ("One", "Other"):
            self.assertEqual(self.lodctr(self.ini(driver))[0], 0)
        everything = self.lodctr("/q")[1]
        code, output = self.lodctr("/Q:one")
        self.assertEqual(code, 0)
        self.assertEqual(output, everything[:everything.index("[Other]")])

    def test_trust_is_accepted_for_what_is_installed(self):
        self.assertEqual(self.lodctr(self.ini("Mine"))[0], 0)
        before = self.lodctr("/q")
        self.assertEqual(self.lodctr("/t:mine"), (0, "Info: The performance counters of Mine need no mark: "
                                                  "what a DLL returns is always checked\n"))
        self.assertEqual(self.lodctr("/q"), before)

    def test_an_option_for_a_driver_that_is_not_installed_fails(self):
        for option in ("/q", "/d", "/e", "/t"):
            self.assertEqual(self.lodctr(f"{option}:Nobody"),
                             (1, "lodctr: There are no performance counters of Nobody.\n"))

    def run_unwritable(self, *arguments, **options):
        done = subprocess.run([LODCTR, *arguments], env=self.environment, stderr=subprocess.PIPE, text=True,
                              timeout=600, **options)
        return done.returncode, done.stderr

    def test_standard_output_that_cannot_be_written_is_a_failure(self):
        for arguments in (["/?"], ["--help"], ["--version"]):
            with self.subTest(arguments=arguments):
                if os.path.exists("/dev/full"):
                    with open("/dev/full", "w") as full:
                        self.assertEqual(
                            self.run_unwritable(*arguments, stdout=full),
                            (1, "lodctr: Standard output cannot be written: No space left on device.\n"))
                done = subprocess.run(["/bin/sh", "-c", 'exec "$0" "$@" >&-', LODCTR, *arguments],
                                      env=self.environment, capture_output=True, text=True, timeout=600)
                self.assertEqual(
                    (done.returncode, done.stderr),
                    (1, "lodctr: Standard output cannot be written: Bad file descriptor.\n"))

    def test_a_list_that_cannot_be_written_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        self.assertEqual(self.lodctr(self.ini("Mine"))[0], 0)
        with open("/dev/full", "w") as full:
            self.assertEqual(self.run_unwritable("/q", stdout=full)[0], 1)
        self.assertEqual(self.lodctr("/s:/dev/full"), (1, "lodctr: /dev/full: No space left on device\n"))

    def test_a_reader_that_is_gone_is_told_nothing(self):
        read, write = os.pipe()
        os.close(read)
        self.assertEqual(self.run_unwritable("/?", stdout=write)[1], "")
        os.close(write)

    def test_settings_are_saved_to_a_pipe_too(self):
        self.assertEqual(self.lodctr(self.ini("Mine"))[0], 0)
        code, output = self.lodctr("/s:/dev/stdout")
        self.assertEqual(code, 0)
        self.assertIn("drivername=Mine\n", output)

    def test_a_terminal_gets_no_control_characters(self):
        self.assertEqual(self.lodctr(self.ini("Mine", library="/x\x1b[2J"))[0], 0)
        leader, follower = pty.openpty()
        done = subprocess.run([LODCTR, "/q"], env=self.environment, stdout=follower, timeout=600)
        os.close(follower)
        shown = os.read(leader, 65536)
        os.close(leader)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"/x\\x1b[2J/libwidget_perf.so\r\n", shown)
        self.assertNotIn(b"\x1b", shown)
        self.assertIn("/x\x1b[2J/", self.lodctr("/q")[1])

    def test_the_registered_library_is_found_from_anywhere(self):
        folder = pathlib.Path(WIDGET_PERF).parent
        self.assertEqual(self.lodctr("widget_perf.ini", cwd=folder)[0], 0)
        self.assertIn(f"DLL Name: {folder}/libwidget_perf.so\n", self.lodctr("/q")[1])
        self.assertEqual(self.typeperf("-qx", "Widget Factory")[0], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
