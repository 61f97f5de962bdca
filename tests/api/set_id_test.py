#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A user does not become root by what a set-id program, or root, loads for a database or an archive.

usage: set_id_test.py SET_ID_PROGRAM MARKING_DRIVER

Only root can make a set-id program that gives rights. Skipped (77) otherwise, and where unixODBC is missing or set-id
programs have no effect.
"""
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "pcp"))

import archives

PROGRAM, DRIVER = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
SUCCESS, MORE_DATA = "00000000", "800007D2"
ACCESS_DENIED, INVALID_DATASOURCE, CONNECT_FAILED = "C0000BDB", "C0000BDD", "C0000BE6"
USER = 65534  # nobody


def missing() -> str:
    if os.getuid() != 0:
        return "only root can make a set-id program for another user"
    for library in ("libodbc.so.2", "libodbcinst.so.2"):
        try:
            ctypes.CDLL(library)
        except OSError:
            return f"{library} is missing (packages libodbc2 and libodbcinst2)"
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = make_set_id(pathlib.Path(folder))
        answer = subprocess.run([program, "/dev/null", "SOURCE", ""], user=USER, group=USER, extra_groups=[], check=False,
                                capture_output=True, text=True)
        return "" if "AT_SECURE 1" in answer.stdout else "set-id programs have no effect here (nosuid?)"


def make_set_id(folder: pathlib.Path) -> pathlib.Path:
    program = folder / "program"
    shutil.copy(PROGRAM, program)
    program.chmod(0o4755)
    return program


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pdh-shim-set-id-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)
        self.user_folder = self.folder / "user"
        self.user_folder.mkdir()
        self.driver = self.folder / "driver.so"
        shutil.copy(DRIVER, self.driver)
        self.driver.chmod(0o755)
        self.marks = self.folder / "marks"
        self.marks.mkdir()
        self.marks.chmod(0o777)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.user_folder), "LC_ALL": "C",
                            "PDH_SHIM_TEST_MARK": str(self.marks / "mark")}

    def give_to_user(self, *files: pathlib.Path):
        for file in files:
            os.chown(file, USER, USER)

    def was_marked(self) -> bool:
        mark = self.marks / "mark"
        was = mark.exists()
        mark.unlink(missing_ok=True)
        return was

    def statuses(self, what: str, name: str, program: pathlib.Path = PROGRAM, **options) -> dict[str, str]:
        self.log = self.marks / "log"
        self.log.unlink(missing_ok=True)
        answer = subprocess.run([program, self.log, what, name], env=self.environment, cwd="/", check=False, timeout=60,
                                capture_output=True, text=True, **options)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        lines = dict(line.rsplit(" ", 1) for line in answer.stdout.splitlines())
        self.assertEqual(lines.pop("AT_SECURE"), "1" if options else "0")
        self.assertGreaterEqual(len(lines), 1)
        return lines

    def as_user(self, what: str, name: str) -> dict[str, str]:
        return self.statuses(what, name, make_set_id(self.folder), user=USER, group=USER, extra_groups=[])

    def assert_all(self, statuses: dict[str, str], status: str):
        self.assertEqual(statuses, dict.fromkeys(statuses, status))

    def describe(self, folder: pathlib.Path, driver: str, drivers: str = ""):
        (folder / "odbc.ini").write_text(f"[database]\nDriver={driver}\n", encoding="ascii")
        (folder / "odbcinst.ini").write_text(f"[ODBC]\nPooling=No\n{drivers}", encoding="ascii")
        self.environment |= {"ODBCSYSINI": str(folder), "ODBCINI": str(folder / "odbc.ini")}


class SetIdProgram(Case):
    def test_a_set_id_program_opens_no_database(self):
        for variables in (True, False):
            with self.subTest(variables=variables):
                self.describe(self.user_folder, str(self.driver))
                if not variables:
                    (self.user_folder / "odbc.ini").rename(self.user_folder / ".odbc.ini")
                    del self.environment["ODBCSYSINI"], self.environment["ODBCINI"]
                for what, name in (("DATABASE", "database"), ("LOG", "SQL:database!set")):
                    self.assert_all(self.as_user(what, name), ACCESS_DENIED)
                    self.assertIn("set-id", self.log.read_text())
                    self.assertFalse(self.was_marked(), "the user's driver ran with the rights of root")

    def test_without_its_bit_the_same_program_loads_the_driver(self):
        self.describe(self.user_folder, str(self.driver))
        self.environment["HOME"] = "/root"
        self.assert_all(self.statuses("DATABASE", "database"), CONNECT_FAILED)
        self.assertTrue(self.was_marked())


class SetIdProgramAndArchives(Case):
    def setUp(self):
        super().setUp()
        try:
            archives.library()
        except OSError:
            self.skipTest("libpcp_import.so.1 is missing (package pcp)")
        name = self.folder / "archive"
        with archives.Archive(name, "hosta") as archive:
            archive.metric("test.level", archives.U32, archives.INSTANT)
            for step in range(3):
                archive.put("test.level", step)
                archive.write(step)
        subprocess.run(["gzip", f"{name}.0", f"{name}.meta"], check=True)
        self.archive = f"pcp:{name}"
        program = self.user_folder / "gzip"
        program.write_text(f"#!/bin/sh\n: >{self.marks}/mark\nexec /bin/gzip \"$@\"\n", encoding="ascii")
        program.chmod(0o755)
        self.environment["PATH"] = f"{self.user_folder}:{self.environment['PATH']}"

    def test_a_set_id_program_opens_no_archive(self):
        for what, name, status in (("LOG", self.archive, ACCESS_DENIED), ("LOG", "pcp:/none", ACCESS_DENIED),
                                   ("SOURCE", "pcp:localhost", INVALID_DATASOURCE)):
            with self.subTest(name=name):
                self.assert_all(self.as_user(what, name), status)
                self.assertIn("set-id", self.log.read_text())
                self.assertFalse(self.was_marked(), "the user's program ran with the rights of root")

    def test_without_its_bit_the_same_program_opens_the_archive(self):
        statuses = self.statuses("LOG", self.archive)
        self.assertEqual(statuses.pop("PdhEnumObjects"), MORE_DATA)
        self.assert_all(statuses, SUCCESS)
        self.assertFalse(self.was_marked(), "libpcp started the user's program")


class SetIdProgramAndHelpers(Case):
    """The user's environment does not reach a process of the library's."""

    def variables(self, **options) -> list[str]:
        helper = self.folder / "pdh-provider-host"
        helper.write_text(f"#!/bin/sh\nexec /usr/bin/env >{self.marks}/variables\n", encoding="ascii")
        helper.chmod(0o755)
        ini = self.folder / "driver.ini"
        ini.write_text(f"""[info]
drivername=Driver
symbolfile=symbols.h
[languages]
009=English
[text]
THING_009_NAME=Thing
[performance]
Library={self.driver}
Open=Open
Collect=Collect
Close=Close
First Counter=6000
First Help=6001
Isolation=process
""", encoding="ascii")
        (self.folder / "symbols.h").write_text("#define THING 0\n", encoding="ascii")
        self.environment |= {"KRB5_CONFIG": "/evil", "KRB5CCNAME": "FILE:/evil"}
        self.statuses("SOURCE", f"provider:{ini}", make_set_id(self.folder), **options)
        lines = (self.marks / "variables").read_text().splitlines()
        return [line.partition("=")[0] for line in lines]

    def test_the_helper_of_a_set_id_program_has_an_environment_of_its_own(self):
        names = self.variables(user=USER, group=USER, extra_groups=[])
        self.assertEqual(set(names) - {"PWD", "SHLVL", "_", "OLDPWD"}, {"PATH", "PDH_SHIM_PRIVILEGED"})

    def test_that_of_its_owner_has_the_variables_of_the_program(self):
        names = self.variables()
        self.assertIn("KRB5CCNAME", names)
        self.assertNotIn("PDH_SHIM_PRIVILEGED", names)


class SetIdProgramAndWindowsHosts(Case):
    """Whose hosts get whose credentials is not for the user to say who starts the program."""

    def setUp(self):
        super().setUp()
        hosts = self.user_folder / "hosts.ini"
        hosts.write_text("[web1]\n", encoding="ascii")
        config = self.user_folder / "pdh-shim"
        config.mkdir()
        shutil.copy(hosts, config)
        self.environment |= {"PDH_SHIM_HOSTS": str(hosts), "XDG_CONFIG_HOME": str(self.user_folder)}

    def test_a_set_id_program_has_no_hosts_of_the_user(self):
        if pathlib.Path("/etc/pdh-shim/hosts.ini").exists():
            self.skipTest("this machine has hosts of its own")
        self.assert_all(self.as_user("SOURCE", "winhost"), INVALID_DATASOURCE)
        self.assertIn("there is no host in /etc/pdh-shim/hosts.ini", self.log.read_text())

    def test_without_its_bit_the_same_program_has_them(self):
        for variable in ("XDG_CONFIG_HOME", "PDH_SHIM_HOSTS"):
            with self.subTest(variable=variable):
                self.assert_all(self.statuses("SOURCE", "winhost"), SUCCESS)
            del self.environment[variable]


class Root(Case):
    """The superuser, whose environment names files that others can change."""

    def denied(self, reason: pathlib.Path):
        for what, name in (("DATABASE", "database"), ("LOG", "SQL:database!set")):
            self.assert_all(self.statuses(what, name), ACCESS_DENIED)
            log = self.log.read_text()
            self.assertIn(str(reason), log)
            self.assertFalse(self.was_marked(), log)

    def test_ini_files_of_others_are_not_used(self):
        self.describe(self.user_folder, str(self.driver))
        for name in ("odbc.ini", "odbcinst.ini"):
            file = self.user_folder / name
            with self.subTest(file=name):
                self.give_to_user(file)
                self.denied(file)
                os.chown(file, 0, 0)
                file.chmod(0o666)
                self.denied(file)
                file.chmod(0o644)
        self.give_to_user(self.user_folder)
        self.denied(self.user_folder)

    def test_an_own_ini_file_in_the_home_of_another_is_not_used(self):
        home = self.folder / "home"
        home.mkdir()
        self.describe(self.user_folder, str(self.driver))
        self.environment["HOME"] = str(home)
        self.assertTrue(self.statuses("DATABASE", "database") and self.was_marked())
        self.give_to_user(home)
        self.denied(home)

    def test_a_driver_of_others_is_not_loaded(self):
        self.describe(self.user_folder, str(self.driver))
        self.give_to_user(self.driver)
        self.denied(self.driver)

    def test_a_driver_of_others_that_a_driver_name_stands_for_is_not_loaded(self):
        for key in ("Driver", "Driver64"):
            with self.subTest(key=key):
                os.chown(self.driver, 0, 0)
                self.describe(self.user_folder, "Marking", f"[Marking]\nDriver={self.driver}\n{key}={self.driver}\n")
                self.assert_all(self.statuses("DATABASE", "database"), CONNECT_FAILED)
                self.assertTrue(self.was_marked())
                self.give_to_user(self.driver)
                self.denied(self.driver)

    def test_for_a_name_beyond_ascii_the_drivers_of_all_data_sources_are_checked(self):
        self.describe(self.user_folder, str(self.driver))
        self.assertNotIn(ACCESS_DENIED, self.statuses("DATABASE", "d\u00e4ta").values())
        self.give_to_user(self.driver)
        self.assert_all(self.statuses("DATABASE", "d\u00e4ta"), ACCESS_DENIED)
        self.assertIn(str(self.driver), self.log.read_text())

    def test_the_driver_of_the_default_data_source_is_checked(self):
        self.describe(self.user_folder, str(self.driver))
        ini = self.user_folder / "odbc.ini"
        ini.write_text(ini.read_text().replace("database", "DEFAULT"), encoding="ascii")
        self.statuses("DATABASE", "database")
        self.assertTrue(self.was_marked())
        self.give_to_user(self.driver)
        self.denied(self.driver)


if __name__ == "__main__":
    if reason := missing():
        print(f"SKIPPED: {reason}")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
