# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""logman from the outside: its sets, the processes that collect them, and their logs.

Usage: logman_e2e.py LOGMAN RELOG WIDGETS_JSON [unittest options]
"""

import csv
import fcntl
import gzip
import json
import os
import pathlib
import pwd
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
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
        self.assertEqual((code, output), (status, ""), errors)
        return errors

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def create(self, *options, counter=DEPTH, output="web"):
        counters = ["-c", counter] if counter else []
        code, output, errors = self.run_logman("create", "counter", "web", *counters, "-si", "1", "-o", self.logs / output, *options)
        self.assertEqual((code, output), (0, ""), errors)
        self.assertRegex(errors, rf"\A(Estimate: [0-9.]+ MB an hour\.\n)?{SUCCESS}\Z")
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
        state = re.sub(r'(\[process\]\n)".*"', rf'\1"{os.getpid()} {start} 00000000-0000-0000-0000-000000000000"',
                       file.read_text("utf-8"))
        file.write_text(state, "utf-8")
        self.assertEqual((self.details()["Status"], self.details()["Reason"]), ("Died", "The computer was started again."))


class Files(Sets):
    def test_a_set_is_a_readable_file_of_its_owner(self):
        self.create("-f", "csv", "-rc", "/bin/true")
        file = self.folder / "config/pdh-shim/sets/web.set"
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.assertEqual(file.read_text("utf-8"), "# A data collector set of logman.\n" + "".join(
            f'[{option}]\n"{value}"\n' for option, value in (
                ("type", "counter"), ("si", "1"), ("c", DEPTH), ("o", self.logs / "web"), ("f", "csv"), ("rc", "/bin/true"))))

    def test_it_is_said_how_large_the_logs_will_be(self):
        # `"01/02/2026 03:04:05.678","7"` with the end of the line, 3,600 times
        megabytes = float(re.search(r"Estimate: ([0-9.]+) MB", self.create("-f", "csv")).group(1))
        self.assertTrue(30 * 3600 / 2**20 - 0.01 <= megabytes <= 50 * 3600 / 2**20, megabytes)
        self.assertEqual(list(self.logs.iterdir()), [])

    def test_without_a_name_logs_are_in_a_folder_of_the_user(self):
        code, _, errors = self.run_logman("create", "counter", "web", "-c", DEPTH, "-f", "csv", "-sc", "1", "-si", "1")
        logs = self.folder / "state/pdh-shim/logs"
        self.assertEqual((code, errors.splitlines()[0]), (0, f"Its logs are {logs}/web.*"))
        self.assertEqual((stat.S_IMODE(logs.stat().st_mode), list(logs.iterdir())), (0o700, []))
        self.succeed("start", "web")
        self.until(lambda: self.details()["Status"] == "Stopped")
        self.assertEqual(len((logs / "web.csv").read_text("utf-8").splitlines()), 2)

    def test_a_set_that_runs_changes_with_the_next_start(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.assertEqual(self.run_logman("update", "web", "-si", "2")[2],
                         "It is running, and changes when it is started again.\n" + SUCCESS)
        self.succeed("stop", "web")

    def test_a_folder_of_sets_that_cannot_be_listed(self):
        sets = self.folder / "config/pdh-shim"
        sets.mkdir(parents=True)
        (sets / "sets").write_text("a file", "utf-8")
        self.assertRegex(self.fail("query"), 'sets" cannot be listed: Not a directory')

    def test_a_set_is_changed_listed_and_removed(self):
        self.create()
        self.succeed("update", "web", "-si", "5", "-max", "10")
        self.assertEqual(self.details()["Segment Max Size"], "10 MB")
        self.succeed("update", "web", "--max")
        self.assertNotIn("Segment Max Size", self.details())
        self.assertIn("\nweb" + " " * 37 + "Counter" + " " * 23 + "Stopped\n", self.succeed("query"))
        self.succeed("delete", "web")
        self.assertNotIn("web", self.succeed("query"))

    def test_what_exists_or_is_missing_is_refused(self):
        self.create()
        self.assertIn('The set "web" exists', self.fail("create", "counter", "web", "-c", DEPTH, "-o", "x"))
        for verb in ("update", "start", "stop", "query", "delete", "run"):
            self.assertIn('The set "other" does not exist', self.fail(verb, "other"))

    def test_a_damaged_file_is_listed_and_named(self):
        self.create()
        (self.folder / "config/pdh-shim/sets/web.set").write_text("[si]\nx\n", "utf-8")
        code, output, errors = self.run_logman("query")
        self.assertEqual(code, 0)
        self.assertIn("Damaged", output)
        self.assertIn("is not that of a set", errors)
        self.assertIn("is not that of a set", self.fail("start", "web"))

    def test_one_damaged_file_hides_neither_the_other_sets_nor_its_own_run(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        sets = self.folder / "config/pdh-shim/sets"
        os.mkfifo(sets / "pipe.set")
        (sets / "a\\b.set").touch()
        (self.states / "web.state").write_bytes(b"a\0b")
        output = self.succeed("query")
        self.assertIn("\nweb ", output)
        self.assertEqual(len(output.strip().split("\n")), 3, output)
        (sets / "web.set").unlink()
        self.succeed("stop", "web")

    def test_what_looks_like_an_option_in_a_list_of_counters_is_not_one(self):
        command = self.write("pwn.sh", "#!/bin/sh\n")
        listed = self.write("counters", f'{DEPTH}\n"[rc]"\n"{command}"\n"# x"\n')
        self.create("-cf", listed, counter=None)
        self.assertNotIn("Command", self.details())
        self.assertIn('[c]\n"' + DEPTH + f'"\n"[rc]"\n"{command}"\n"# x"\n', (self.folder / "config/pdh-shim/sets/web.set")
                      .read_text("utf-8"))

    def test_changes_at_the_same_time_are_all_made(self):
        self.create()
        changes = [subprocess.Popen([LOGMAN, "update", "web", option, value], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    env=self.environment, stdin=subprocess.DEVNULL, text=True)
                   for _ in range(8) for option, value in (("-si", "7"), ("-max", "5"), ("-sc", "3"))]
        for change in changes:
            self.assertEqual((change.communicate(timeout=PATIENCE)[1], change.returncode), (SUCCESS, 0))
        text = (self.folder / "config/pdh-shim/sets/web.set").read_text("utf-8")
        for option in ('[si]\n"7"\n', '[max]\n"5"\n', '[sc]\n"3"\n'):
            self.assertIn(option, text)

    def test_started_as_on_windows_it_writes_to_standard_output_with_cr_lf(self):
        link = self.folder / "logman.exe"
        link.symlink_to(LOGMAN)
        code, output, errors = self.run_logman("stop", "web", program=link)
        self.assertEqual((code, errors), (1, ""))
        self.assertIn("Error:", output)


class Templates(Sets):
    def template(self, more=""):
        path = self.folder / "a.xml"
        text = (f'<?xml version="1.0" encoding="UTF-16"?>\n<DataCollectorSet><RootPath>{self.logs}</RootPath>{more}'
                "<PerformanceCounterDataCollector><FileName>web</FileName><SampleInterval>1</SampleInterval>"
                f"<LogFileFormat>0</LogFileFormat><Counter>{DEPTH}</Counter></PerformanceCounterDataCollector>"
                "</DataCollectorSet>")
        path.write_bytes(text.encode("utf-16"))
        return path

    def test_a_template_becomes_a_set_that_collects_and_is_exported(self):
        self.succeed("import", "web", "-xml", self.template())
        self.succeed("update", "web", "-sc", "2")
        self.succeed("run", "web")
        self.assertEqual(len(self.rows("web.csv")), 2)
        self.succeed("update", "web", "-m", "stop")
        code, _, errors = self.run_logman("export", "web", "-xml", self.folder / "b.xml")
        self.assertEqual((code, errors), (3, "logman: -sc is not in the template.\n"))
        self.succeed("import", "again", "-xml", self.folder / "b.xml")
        self.assertEqual(self.details("again")["Root Path"], str(self.logs))
        self.assertIn("exists", self.fail("import", "web", "-xml", self.folder / "b.xml"))

    def test_an_export_may_be_compressed(self):
        self.create()
        self.succeed("export", "web", "-xml", self.folder / "b.xml.gz")
        self.assertIn(b"</DataCollectorSet>", gzip.decompress((self.folder / "b.xml.gz").read_bytes()))

    def test_a_template_that_would_plant_a_command_has_it_as_a_counter(self):
        path = self.folder / "evil.xml"
        path.write_text("<DataCollectorSet><PerformanceCounterDataCollector><Counter>[rc]</Counter><Counter>/bin/true</Counter>"
                        "</PerformanceCounterDataCollector></DataCollectorSet>", "utf-8")
        self.succeed("import", "evil", "-xml", path)
        self.assertNotIn("Command", self.details("evil"))

    def test_a_template_of_very_many_elements_is_refused(self):
        path = self.folder / "bomb.xml"
        path.write_text("<DataCollectorSet>" + "<a/>" * 200_000 + "</DataCollectorSet>", "utf-8")
        self.assertIn("more than 100,000 elements", self.fail("import", "web", "-xml", path))

    def test_what_is_left_out_is_named(self):
        code, _, errors = self.run_logman("import", "web", "-xml", self.template("<Task>say</Task>"))
        self.assertEqual((code, errors), (3, "logman: <Task> is left out.\n"))

    def test_what_is_not_a_template_is_refused(self):
        path = self.folder / "a.xml"
        path.write_text("hello", "utf-8")
        self.assertIn(f'The template "{path}" is refused. It is not XML', self.fail("import", "web", "-xml", path))
        self.assertIn("cannot be read", self.fail("import", "web", "-xml", self.folder / "none.xml"))
        self.assertNotIn("web", self.succeed("query"))


# Starts and ends units as systemctl does, and writes down how it was called.
SYSTEMCTL = """#!{python}
import os, pathlib, shlex, signal, socket, subprocess, sys
folder = pathlib.Path({folder!r})
words = sys.argv[1:]
with open(folder / "calls", "a") as calls:
    calls.write(" ".join(words) + "\\n")
unit = pathlib.Path(os.environ["XDG_CONFIG_HOME"]) / "systemd/user" / words[-1]
pid = folder / "pid"
if words[1:3] == ["enable", "--now"]:
    lines = dict(line.split("=", 1) for line in unit.read_text("utf-8").splitlines() if "=" in line)
    command = [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(lines["ExecStart"])]
    ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ready.bind(str(folder / "notify"))
    program = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=open(folder / "journal", "a"), env={{**os.environ, "NOTIFY_SOCKET": str(folder / "notify")}})
    ready.settimeout(0.05)
    while True:
        try:
            assert ready.recv(100) == b"READY=1"
            break
        except socket.timeout:
            if program.poll() is not None:
                print("Job for", words[-1], "failed.", file=sys.stderr)
                sys.exit(1)
    (folder / "notify").unlink()
    pid.write_text(str(program.pid))
elif words[1:3] == ["disable", "--now"] and pid.exists():
    os.kill(int(pid.read_text()), signal.SIGTERM)
    pid.unlink()
elif words[1] not in ("show", "daemon-reload", "disable"):
    sys.exit(1)
"""


@unittest.skipIf(sys.platform != "linux", "systemd is a program for Linux")
class Units(Sets):
    def setUp(self):
        super().setUp()
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "systemctl").write_text(SYSTEMCTL.format(python=sys.executable, folder=str(self.folder)), "utf-8")
        (tools / "loginctl").write_text("#!/bin/sh\necho yes\n", "utf-8")
        for tool in tools.iterdir():
            tool.chmod(0o755)
        self.environment["PATH"] = f"{tools}:{os.environ['PATH']}"
        self.unit = self.folder / "config/systemd/user/logman_web.service"

    def test_where_systemd_runs_a_set_is_a_unit_until_it_is_stopped(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.assertTrue(self.unit.exists())
        self.assertEqual(self.details()["Status"], "Running")
        self.assertIn("is running; logman stop", self.fail("delete", "web"))
        self.until(lambda: self.rows("web.csv"))
        self.succeed("stop", "web")
        self.assertFalse(self.unit.exists())
        self.assertEqual(self.details()["Status"], "Stopped")
        self.assertEqual((self.folder / "calls").read_text("utf-8").splitlines(), ["--user " + call for call in (
            "show --property=Version", "daemon-reload", "enable --now logman_web.service", "show --property=Version",
            "disable --now logman_web.service", "daemon-reload")])

    def test_systemd_starts_the_unit_after_the_computer_was_started_again(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web.csv"))
        self.end_as_by_a_power_failure()
        records = len(self.rows("web.csv"))
        subprocess.run(["systemctl", "--user", "enable", "--now", "logman_web.service"], env=self.environment, check=True,
                       timeout=PATIENCE)
        self.assertEqual(self.details()["Status"], "Running")
        self.until(lambda: len(self.rows("web.csv")) > records)
        self.succeed("stop", "web")
        self.assertEqual(self.details()["Status"], "Stopped")

    def test_a_unit_that_died_is_started_again(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web.csv"))
        self.end_as_by_a_power_failure()
        self.succeed("start", "web")
        self.assertEqual(self.details()["Status"], "Running")

    def test_a_unit_that_does_not_start_is_removed_and_says_why(self):
        self.create(counter=r"\Nonsense\x")
        self.assertRegex(self.fail("start", "web"), r"did not start it\. Job for .* No valid counters\.")
        self.assertFalse(self.unit.exists())

    def test_a_counter_that_is_missing_is_a_loss(self):
        self.create("-cf", self.write("counters", DEPTH + "\n\\Nonsense\\x\n"), counter=None)
        self.assertEqual(self.fail("start", "web", status=3), "logman: \\Nonsense\\x is left out.\n")
        self.assertIn("\nLeft Out:\n" + " " * 22 + "\\Nonsense\\x\n", self.succeed("query", "web"))

    def test_it_is_said_that_a_set_ends_with_its_session(self):
        (self.folder / "bin/loginctl").write_text("#!/bin/sh\necho no\n", "utf-8")
        self.create()
        code, _, errors = self.run_logman("start", "web")
        self.assertEqual(code, 0)
        self.assertIn("loginctl enable-linger", errors)

    @unittest.skipIf(shutil.which("systemd-analyze") is None, "the package systemd is missing")
    def test_systemd_understands_the_unit(self):
        self.create()
        self.succeed("start", "web")
        checked = subprocess.run(["systemd-analyze", "verify", "--man=no", "--user", self.unit], capture_output=True, text=True,
                                 timeout=PATIENCE, check=False, env={**os.environ, "XDG_RUNTIME_DIR": str(self.folder)})
        about_unit = [line for line in checked.stderr.splitlines() if "logman_web" in line]
        self.assertEqual(about_unit, [])


class Runs(Sets):
    def test_a_set_runs_in_the_background_until_it_is_stopped(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.assertEqual(self.details()["Status"], "Running")
        self.assertNotEqual(os.getsid(self.runner()), os.getsid(0))
        self.assertIn("is running already", self.fail("start", "web", status=4))
        self.assertIn("is running; logman stop", self.fail("delete", "web"))
        self.until(lambda: len(self.rows("web.csv")) >= 2)
        self.succeed("stop", "web")
        self.assertEqual(self.details()["Status"], "Stopped")
        self.assertIn("is not running", self.fail("stop", "web", status=4))
        records = len(self.rows("web.csv"))
        self.assertIn("-a appends to it", self.fail("start", "web"))
        self.succeed("update", "web", "-a")
        self.succeed("start", "web")
        self.until(lambda: len(self.rows("web.csv")) > records)

    def test_a_set_that_cannot_start_says_why(self):
        self.create(counter=r"\Nonsense\x")
        self.assertRegex(self.fail("start", "web"), "is left out: .*\n.*No valid counters")
        self.assertEqual(self.details()["Reason"], "No valid counters.")

    def test_a_counter_that_is_missing_is_a_loss(self):
        self.create("-cf", self.write("counters", DEPTH + "\n\\Nonsense\\x\n"), counter=None)
        self.assertIn("is left out", self.fail("start", "web", status=3))
        self.assertEqual(self.details()["Status"], "Running")

    def test_a_process_that_is_killed_is_reported_and_its_log_goes_on(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: len(self.rows("web.csv")) >= 2)
        runner = self.runner()
        os.kill(runner, signal.SIGKILL)
        self.until(lambda: self.details()["Status"] == "Died")
        records = len(self.rows("web.csv"))
        self.succeed("start", "web")
        self.until(lambda: len(self.rows("web.csv")) > records)

    def test_a_numbered_log_of_a_process_that_was_killed_goes_on(self):
        self.create("-f", "csv", "-v")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web_000001.csv"))
        os.kill(self.runner(), signal.SIGKILL)
        self.until(lambda: self.details()["Status"] == "Died")
        self.succeed("update", "web", "-c", r"\Nonsense\x")
        self.assertIn("No valid counters", self.fail("start", "web"))
        self.succeed("update", "web", "-c", DEPTH)
        records = len(self.rows("web_000001.csv"))
        self.succeed("start", "web")
        self.until(lambda: len(self.rows("web_000001.csv")) > records)

    def test_stop_ends_nothing_but_logman(self):
        self.create("-sc", "1")
        self.succeed("run", "web")
        for command, number in (("F_SETLK", 6), ("F_OFD_SETLK", 37)):
            program = ("import fcntl, struct, sys, time; file = open(sys.argv[1], 'r+'); "
                       f"fcntl.fcntl(file, {number}, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0)); print('x', flush=True); "
                       "time.sleep(1000)")
            with subprocess.Popen([sys.executable, "-c", program, self.states / "web.lock"], stdout=subprocess.PIPE) as other:
                self.addCleanup(other.kill)
                self.assertEqual(other.stdout.read(1), b"x", command)
                self.assertIn("cannot be ended: the process that holds its lock", self.fail("stop", "web"), command)
                self.assertIsNone(other.poll(), command)
                other.kill()

    def test_an_end_in_the_far_future_does_not_end_it(self):
        self.create("-f", "csv", "-e", "12/31/9999 0:00:00")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web.csv"))
        self.assertEqual(self.details()["Status"], "Running")

    def test_hangup_does_not_end_a_set_that_waits_for_its_begin(self):
        self.create("-b", "1/1/2099 0:00:00")
        self.succeed("start", "web")
        os.kill(self.runner(), signal.SIGHUP)
        self.succeed("query")
        self.assertEqual(self.details()["Status"], "Pending")
        self.succeed("stop", "web")

    def test_a_folder_that_was_away_for_a_moment_costs_nothing(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: len(self.rows("web.csv")) >= 2)
        records = len(self.rows("web.csv"))
        self.logs.rename(self.folder / "away")
        self.until(lambda: self.details()["Status"] == "Failing")
        (self.folder / "away").rename(self.logs)
        self.until(lambda: self.details()["Status"] == "Running")
        self.succeed("stop", "web")
        self.assertGreater(len(self.rows("web.csv")), records)

    def test_a_missing_folder_is_reported_until_it_is_there_again(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web.csv"))
        self.logs.rename(self.folder / "away")
        self.until(lambda: self.details()["Status"] == "Failing")
        self.assertIn("its folder does not exist", self.details()["Reason"])
        self.assertIn("Failing Since", self.details())
        self.logs.mkdir()
        self.until(lambda: self.details()["Status"] == "Running")
        self.until(lambda: self.rows("web.csv"))
        self.assertIn("its folder does not exist", (self.states / "web.log").read_text("utf-8"))

    def test_a_full_disk_is_reported_until_there_is_room(self):
        """The limit of a file's size in place of the disk's."""
        self.create("-f", "csv", "-cf", self.write("counters", (DEPTH + "\n") * 40), counter=None)
        limit = 2000  # the header has about 1,600 bytes, a record 200
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)

        def be_limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))

        subprocess.run([LOGMAN, "start", "web"], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, check=True,
                       timeout=PATIENCE, preexec_fn=be_limited)
        self.until(lambda: self.details()["Status"] == "Failing")
        self.assertIn("cannot be written", self.details()["Reason"])
        records = len(self.rows("web.csv"))
        resource.prlimit(self.runner(), resource.RLIMIT_FSIZE, (most, most))
        self.until(lambda: self.details()["Status"] == "Running")
        self.assertRegex(self.details()["Last Failure"], r"\A[\d/ :]+ to [\d/ :]+, [1-9]\d* record\(s\) late or lost\Z")
        self.assertIn("cannot be written", self.details()["Last Reason"])
        self.until(lambda: len(self.rows("web.csv")) > records + 1)
        self.assertEqual({len(row) for row in self.rows("web.csv")}, {41})

    def test_the_command_gets_the_name_of_the_log_and_no_shell(self):
        said = self.folder / "said"
        command = self.folder / "a $(touch x).sh"
        command.write_text(f'#!/bin/sh\nprintf "%s %s\\n" "$#" "$1" >"{said}.new"; mv "{said}.new" "{said}"\n', "utf-8")
        command.chmod(0o755)
        self.create("-sc", "1", "-rc", command, output="a; b $x")
        self.succeed("run", "web")
        self.until(said.exists)
        self.assertEqual(said.read_text("utf-8"), f"1 {self.logs}/a; b $x.blg\n")

    @unittest.skipIf(os.getuid() != 0, "only root can give rights away")
    def test_the_command_of_root_gets_the_rights_of_a_user(self):
        said = self.folder / "said"
        said.mkdir()
        said.chmod(0o777)
        self.folder.chmod(0o755)
        command = self.folder / "who.sh"
        command.write_text(f'#!/bin/sh\nid -u >"{said}/new"; id -G >>"{said}/new"; mv "{said}/new" "{said}/who"\n', "utf-8")
        command.chmod(0o755)
        self.create("-sc", "1", "-rc", command, "-u", "nobody")
        self.succeed("run", "web")
        self.until((said / "who").exists)
        nobody = pwd.getpwnam("nobody")
        self.assertEqual((said / "who").read_text("utf-8"), f"{nobody.pw_uid}\n{nobody.pw_gid}\n")
        command.chmod(0o777)
        (said / "who").unlink()
        self.succeed("update", "web", "-ow")
        self.assertIn("was not run", self.run_logman("run", "web")[2])
        self.assertFalse((said / "who").exists())

    def test_a_command_gets_no_file_that_is_open_and_its_user_no_variable(self):
        self.folder.chmod(0o755)
        command = self.folder / "look.sh"
        command.write_text(f'#!/bin/sh\ncd "{self.folder}/open"; (ls /proc/$$/fd; env) >new; mv new said\n', "utf-8")
        command.chmod(0o755)
        (self.folder / "open").mkdir()
        (self.folder / "open").chmod(0o777)
        said = self.folder / "open/said"
        user = ["-u", "nobody"] if os.getuid() == 0 else []
        self.create("-sc", "1", "-rc", command, *user)
        descriptor = os.open("/dev/null", os.O_RDONLY)
        os.set_inheritable(descriptor, True)
        subprocess.run([LOGMAN, "run", "web"], env=self.environment | {"SECRET": "x"}, close_fds=False, check=True,
                       capture_output=True, timeout=PATIENCE)
        os.close(descriptor)
        self.until(said.exists)
        lines = said.read_text("utf-8").split("\n")
        # dash reads its script from 10
        self.assertLessEqual({line for line in lines if line.isdigit()}, {"0", "1", "2", "3", "10"})
        self.assertNotIn(str(descriptor) if descriptor > 10 else "none", lines)
        if user:
            self.assertNotIn("SECRET=x", lines)
            self.assertIn("USER=nobody", lines)

    def test_a_runner_keeps_no_file_of_the_shell(self):
        self.create()
        with open(self.folder / "held", "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            os.set_inheritable(file.fileno(), True)
            subprocess.run([LOGMAN, "start", "web"], env=self.environment, close_fds=False, check=True, capture_output=True,
                           timeout=PATIENCE)
        with open(self.folder / "held", "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def test_a_user_that_does_not_exist_is_refused_at_once(self):
        self.create()
        self.assertIn("The user no_such_user of -u does not exist", self.fail("update", "web", "-u", "no_such_user"))

    def test_a_set_whose_end_is_past_is_not_started(self):
        self.create("-e", "1/1/2020 0:00:00")
        self.assertIn("The end of the set is past", self.fail("start", "web", status=4))

    def test_a_command_that_cannot_be_run_is_shown(self):
        self.create("-sc", "1", "-rc", self.folder / "none")
        self.assertIn("was not run", self.run_logman("run", "web")[2])
        self.assertIn("Command Failed", self.succeed("query", "web"))

    def test_after_the_computer_was_started_again_a_set_says_so_and_its_log_goes_on(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web.csv"))
        self.end_as_by_a_power_failure()
        self.assertIn("is not running", self.fail("stop", "web", status=4))
        records = len(self.rows("web.csv"))
        self.succeed("start", "web")
        self.until(lambda: len(self.rows("web.csv")) > records)
        self.assertEqual(self.details()["Status"], "Running")
        self.assertNotIn("Reason", self.details())

    def test_a_set_that_was_killed_is_not_said_to_be_stopped(self):
        self.create()
        self.succeed("start", "web")
        self.assertIn("Running Since", self.details())
        os.kill(self.runner(), signal.SIGKILL)
        self.until(lambda: self.details()["Status"] == "Died")
        self.assertIn("Started", self.details())
        self.assertNotIn("Stopped Since", self.details())

    def test_formats_with_a_line_for_each_value_have_whole_files_too(self):
        said = self.folder / "said"
        command = self.write("say.sh", f'#!/bin/sh\necho "$1" >>"{said}"\n')
        command.chmod(0o755)
        self.create("-f", "JSON", "-cnf", "1", "-sc", "2", "-rc", command)
        self.succeed("run", "web")
        logs = [self.logs / f"web_00000{number}.json" for number in (1, 2)]
        # Nothing waits for a command: that of the first log may speak last.
        self.until(lambda: said.exists() and sorted(said.read_text("utf-8").splitlines()) == list(map(str, logs)))
        for log in logs:
            values = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
            self.assertEqual([value["counter"] for value in values], ["Depth"])
        self.succeed("update", "web", "-f", "OPENMETRICS")
        self.succeed("run", "web")
        for log in sorted(self.logs.glob("*.om")):
            lines = log.read_text("utf-8").splitlines()
            self.assertEqual((len(lines), lines[0], lines[-1]), (4, "# TYPE pdh_value gauge", "# EOF"))
        code, _, errors = self.run_logman("export", "web", "-xml", self.folder / "a.xml")
        self.assertEqual(code, 3)
        self.assertIn("The template has BIN in place of the format of -f.", errors)

    def test_an_alert_runs_its_command_with_the_counter(self):
        said = self.folder / "said"
        command = self.folder / "say.sh"
        command.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{said}.new"; mv "{said}.new" "{said}"\n', "utf-8")
        command.chmod(0o755)
        self.succeed("create", "alert", "deep", "-th", DEPTH + ">8", "-si", "1", "-sc", "3", "-rc", command)
        self.succeed("run", "deep")
        self.until(said.exists)
        self.assertEqual(said.read_text("utf-8").split("\n")[0], DEPTH + ">8")

    def test_an_alert_watches_instances_that_appear_later(self):
        script = json.loads((self.folder / "endless.json").read_text("utf-8"))
        script["samples"][2]["data"]["Widget"]["late"] = [300, 90]
        (self.folder / "endless.json").write_text(json.dumps(script), "utf-8")
        said = self.folder / "said"
        command = self.write("say.sh", f'#!/bin/sh\nprintf "%s\\n" "$@" >"{said}.new"; mv "{said}.new" "{said}"\n')
        command.chmod(0o755)
        self.succeed("create", "alert", "full", "-th", r"\Widget(*)\% Full>50", "-si", "1", "-rc", command)
        self.succeed("start", "full")
        self.until(said.exists)
        self.assertRegex(said.read_text("utf-8"), r"\A\\Widget\(\*\)\\% Full>50\n\\\\[^\\]+\\Widget\(late\)\\% Full\n90\n")

    def test_hangup_opens_the_log_again(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.until(lambda: self.rows("web.csv"))
        (self.logs / "web.csv").rename(self.logs / "old.csv")
        os.kill(self.runner(), signal.SIGHUP)
        self.until(lambda: self.rows("web.csv"))
        self.assertTrue(self.rows("old.csv"))

    def test_a_binary_log_after_another_is_read_as_one(self):
        self.create("-cnf", "1", "-sc", "3")
        self.succeed("run", "web")
        logs = sorted(self.logs.iterdir())
        self.assertEqual([log.name for log in logs], ["web_000001.blg", "web_000002.blg", "web_000003.blg"])
        shown = subprocess.run([RELOG, *logs], capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
        self.assertIn("Samples:  3\n", shown)


if __name__ == "__main__":
    programs.main(sys.argv[:1] + sys.argv[4:])
