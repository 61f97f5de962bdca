# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Sets of logman whose database goes away and comes back.

Usage: database_e2e.py sqlite|postgresql DATABASES_FOLDER LOGMAN RELOG WIDGETS_JSON [unittest options]

Skipped (77) where a package is missing.
"""
import fcntl
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

KIND = sys.argv[1]
sys.path.insert(0, sys.argv[2])
LOGMAN, RELOG, WIDGETS = map(os.path.abspath, sys.argv[3:6])
import databases  # noqa: E402

PATIENCE = 600  # seconds until a program that should have ended counts as hanging
SET = "SQL:database!web"


class Sets(unittest.TestCase):
    def setUp(self):
        self.database = databases.KINDS[KIND]()
        self.addCleanup(self.database.end)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        script = json.loads(pathlib.Path(WIDGETS).read_text("utf-8")) | {"loop": True}
        (self.folder / "endless.json").write_text(json.dumps(script), "utf-8")
        self.environment = {**self.database.environment, "TZ": "UTC", "PDH_SHIM_SOURCE": f"script:{self.folder}/endless.json",
                            "PDH_SHIM_SQL_TIMEOUT": "500", "XDG_CONFIG_HOME": str(self.folder / "config"),
                            "XDG_STATE_HOME": str(self.folder / "state")}
        self.run_logman("create", "counter", "web", "-c", r"\Paint Gadget\Depth", "-si", "1", "-f", "SQL", "-o", SET)
        self.run_logman("start", "web")
        self.addCleanup(self.run_program, LOGMAN, "stop", "web")
        databases.until(lambda: self.records() >= 2, "the set does not collect")

    def run_program(self, *command):
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                              env=self.environment, check=False)

    def run_logman(self, *arguments):
        ended = self.run_program(LOGMAN, *arguments)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def details(self):
        return dict(re.findall(r"^([A-Z][A-Za-z ]+):\s+(.*)$", self.run_logman("query", "web").partition("\n\n")[0],
                               re.MULTILINE))

    def records(self):
        found = re.search(r"Samples:\s+(\d+)", self.run_program(RELOG, SET).stdout)
        return int(found.group(1)) if found else 0

    def late(self):
        """Records that were not written at once while it failed, which is over."""
        databases.until(lambda: "Last Failure" in self.details(), "the set does not go on")
        return int(re.search(r", ([1-9]\d*) record\(s\) late or lost\Z", self.details()["Last Failure"]).group(1))

    def goes_on(self):
        records = self.records()
        databases.until(lambda: self.records() > records, "the set does not go on")
        self.assertEqual(self.details()["Status"], "Running")

    def fails(self):
        databases.until(lambda: self.details()["Status"] == "Failing", "the set does not fail")
        self.assertIn("cannot be written", self.details()["Reason"])
        self.assertIn("Failing Since", self.details())


@unittest.skipIf(KIND != "postgresql", "there is no server")
class Servers(Sets):
    def test_a_server_that_is_started_again_has_all_records(self):
        before = self.records()
        self.database.kill()
        self.fails()
        self.database.start()
        self.assertGreaterEqual(self.records(), before)
        late = self.late()
        self.assertGreaterEqual(self.records(), before + late)
        self.goes_on()

    def test_tables_that_were_dropped_are_made_again(self):
        database = self.database
        subprocess.run([database.bin / "psql", "-q", "-h", "127.0.0.1", "-p", str(database.port), "-U", "tester", "postgres", "-c",
                        "DROP TABLE CounterData, CounterDetails, DisplayToID"], check=True, timeout=PATIENCE)
        self.late()
        self.goes_on()


@unittest.skipIf(KIND != "sqlite", "one database is enough")
class Records(Sets):
    def test_a_set_ends_when_its_run_has_the_records_of_max(self):
        self.run_logman("create", "counter", "few", "-c", r"\Paint Gadget\Depth", "-si", "1", "-f", "SQL", "-o", "SQL:database", "-max", "2")
        for runs in (1, 2):
            self.run_logman("run", "few")
            shown = self.run_logman("query", "few")
            self.assertIn('\nReason:               The log "SQL:database!few" has the records of -max, 2.\n', shown)
            self.assertIn("\nSegment Max Size:     2 record(s)\n", shown)
            found = re.search(r"Samples:\s+(\d+)", self.run_program(RELOG, "SQL:database!few").stdout)
            self.assertEqual(int(found.group(1)), 2 * runs)


@unittest.skipIf(KIND != "sqlite", "there is no file")
class Files(Sets):
    def setUp(self):
        super().setUp()
        self.file = self.database.folder / "logs.db"

    def test_a_file_that_is_locked_for_a_time_has_all_records(self):
        pending_byte = 0x40000000  # of SQLite: who locks it, and the 511 bytes behind it, is alone
        before = self.records()
        with open(self.file, "r+b") as locked:
            fcntl.lockf(locked, fcntl.LOCK_EX, 512, pending_byte)
            self.fails()
        late = self.late()
        self.assertGreaterEqual(self.records(), before + late)
        self.goes_on()

    def test_a_file_that_was_removed_is_made_again(self):
        self.file.unlink()
        self.late()
        self.goes_on()

    def test_a_file_that_comes_back_goes_on(self):
        before = self.records()
        away = self.database.folder / "away.db"
        self.file.rename(away)
        databases.until(lambda: self.details()["Status"] == "Failing" or "Last Failure" in self.details(), "it does not fail")
        away.rename(self.file)
        self.late()
        self.assertGreaterEqual(self.records(), before)
        self.goes_on()


if __name__ == "__main__":
    if reason := databases.KINDS[KIND].missing():
        print(f"SKIPPED: {reason}")
        sys.exit(databases.SKIPPED)
    unittest.main(argv=sys.argv[:1] + sys.argv[6:])
