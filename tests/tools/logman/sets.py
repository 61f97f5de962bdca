# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What the tests of logman share: a folder of sets, and programs that change, start and read them.

Their arguments: LOGMAN RELOG WIDGETS_JSON [unittest options]
"""

import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from programs import PATIENCE  # noqa: E402

LOGMAN, RELOG, WIDGETS = map(os.path.abspath, sys.argv[1:4])
SUCCESS = "The command completed successfully.\n"
DEPTH = r"\Paint Gadget\Depth"


class Sets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.logs = self.folder / "logs"
        self.logs.mkdir()
        self.states = self.folder / "state/pdh-shim/sets"
        script = json.loads(pathlib.Path(WIDGETS).read_text("utf-8")) | {"loop": True}
        (self.folder / "endless.json").write_text(json.dumps(script), "utf-8")
        self.environment = {**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": f"script:{self.folder}/endless.json",
                            "XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_STATE_HOME": str(self.folder / "state")}
        self.addCleanup(self.end_all)

    def end_all(self):
        for lock in self.states.glob("*.lock"):
            self.run_logman("stop", lock.stem)

    def run_logman(self, *arguments, program=LOGMAN):
        ended = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE,
                               stdin=subprocess.DEVNULL, env=self.environment, check=False)
        return ended.returncode, ended.stdout, ended.stderr

    def succeed(self, *arguments):
        code, output, errors = self.run_logman(*arguments)
        self.assertEqual((code, errors), (0, SUCCESS), output)
        return output

    def fail(self, *arguments, status=1):
        code, output, errors = self.run_logman(*arguments)
        if (code, output) != (status, ""):  # not by assertEqual(), which would call this
            raise AssertionError(f"{arguments}: {code}, not {status}\n{output}{errors}")
        return errors

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def create(self, *options, counter=DEPTH, output="web"):
        counters = ["-c", counter] if counter else []
        code, output, errors = self.run_logman("create", "counter", "web", *counters, "--v", "-si", "1", "-o", self.logs / output, *options)
        self.assertEqual((code, output), (0, ""), errors)
        self.assertEqual(errors.splitlines(True)[-1], SUCCESS)  # behind warnings
        return errors

    def details(self, name="web"):
        output = self.succeed("query", name)
        return dict(re.findall(r"^([A-Z][A-Za-z ]+):\s+(.*)$", output.partition("\n\n")[0].lstrip("\n") or output, re.MULTILINE)
                    or re.findall(r"^([A-Z][A-Za-z ]+):\s+(.*)$", output, re.MULTILINE))

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def rows(self, name):
        path = self.logs / name
        if not path.exists():
            return []
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.reader(file))[1:]

    def runner(self, name="web"):
        """The process of a set, from the kernel's list of locks."""
        inode = os.stat(self.states / f"{name}.lock").st_ino
        found = re.search(rf"POSIX .* (\d+) \S+:{inode} ", pathlib.Path("/proc/locks").read_text("utf-8"))
        return int(found.group(1))

    def end_as_by_a_power_failure(self):
        """Kills the runner, and has its state say that it ran before the computer was started again."""
        os.kill(self.runner(), signal.SIGKILL)
        self.until(lambda: self.details()["Status"] == "Died")
        self.assertNotIn("Reason", self.details())
        # The number of the process may belong to another one by now: to this one.
        file = self.states / "web.state"
        start = pathlib.Path("/proc/self/stat").read_text("utf-8").rpartition(") ")[2].split()[19]
        state = re.sub(r"(?m)^process=.*$", f"process={os.getpid()} {start} 00000000-0000-0000-0000-000000000000",
                       file.read_text("utf-8"))
        file.write_text(state, "utf-8")
        self.assertEqual((self.details()["Status"], self.details()["Reason"]), ("Died", "The computer was started again."))
