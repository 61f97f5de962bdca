# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""logman from the outside: its sets, their files, templates and units of systemd.

Usage: logman_e2e.py LOGMAN RELOG WIDGETS_JSON [unittest options]
"""

import gzip
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
from programs import PATIENCE  # noqa: E402
from sets import DEPTH, LOGMAN, SUCCESS, Sets  # noqa: E402


TEMPLATES = pathlib.Path(__file__).resolve().parent.parent / "windows_lines"


class Files(Sets):
    def test_a_set_is_a_readable_file_of_its_owner(self):
        self.create("-f", "csv", "-rc", "/bin/true")
        file = self.folder / "config/pdh-shim/sets/web.set"
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.assertEqual(file.read_text("utf-8"), "# A data collector set of logman.\n" + "".join(
            f'[{option}]\n"{value}"\n' for option, value in (
                ("version", 2), ("type", "counter"), ("c", DEPTH), ("f", "csv"), ("o", self.logs / "web"), ("si", "1"), ("v", "none"),
                ("rc", "/bin/true"))))

    def test_without_a_name_logs_are_in_a_folder_of_the_user(self):
        code, _, errors = self.run_logman("create", "counter", "web", "-c", DEPTH, "-f", "csv", "-sc", "1", "-si", "1")
        logs = self.folder / "state/pdh-shim/logs"
        self.assertEqual((code, errors.splitlines()[0]), (0, f"Its logs are {logs}/web*"))
        self.assertEqual((stat.S_IMODE(logs.stat().st_mode), list(logs.iterdir())), (0o700, []))
        self.succeed("start", "web")
        self.until(lambda: self.details()["Status"] == "Stopped")
        self.assertEqual(len((logs / "web_000001.csv").read_text("utf-8").splitlines()), 2)

    def test_each_start_of_a_new_set_begins_a_log_with_the_next_number(self):
        self.succeed("create", "counter", "web", "-c", DEPTH, "-f", "SQL", "-o", "SQL:DSN!SET")
        self.succeed("update", "web", "-f", "csv", "-o", self.logs / "Perfmon.out", "-sc", "1", "-si", "1")
        for number in ("1", "2"):
            self.succeed("run", "web")
            self.assertEqual(max(log.name for log in self.logs.iterdir()), f"Perfmon.out_00000{number}.csv")
        self.succeed("update", "web", "--v")
        self.succeed("run", "web")
        self.assertTrue((self.logs / "Perfmon.out.csv").exists())
        self.assertIn("-v numbers the files", self.fail("run", "web"))

    def test_a_set_of_an_earlier_version_goes_on_as_it_was(self):
        sets = self.folder / "config/pdh-shim/sets"
        sets.mkdir(parents=True)
        options = (("type", "counter"), ("c", DEPTH), ("o", self.logs / "web"), ("f", "csv"), ("sc", 1), ("si", 1))
        (sets / "web.set").write_text("# A data collector set of logman.\n" +
                                      "".join(f'[{option}]\n"{value}"\n' for option, value in options), "utf-8")
        self.succeed("run", "web")
        self.assertEqual([log.name for log in self.logs.iterdir()], ["web.csv"])
        self.succeed("update", "web", "-a", "-max", "5", "-cnf")
        self.assertEqual(self.details()["Segment"], "On")

    def test_a_set_that_runs_changes_with_the_next_start(self):
        self.create("-f", "csv")
        self.succeed("start", "web")
        self.assertEqual(self.run_logman("update", "web", "-si", "2")[2],
                         "It is running, and changes when it is started again.\n" + SUCCESS)
        self.succeed("stop", "web")

    def test_a_set_may_get_its_counters_later_and_start_says_that_they_are_missing(self):
        missing = 'logman: The set "web" has no counters: logman update web -c names them.\n'
        code, _, errors = self.run_logman("create", "counter", "web", "-o", self.logs / "web", "-f", "csv", "-sc", "1", "-si", "1", "--v")
        self.assertEqual((code, errors), (0, missing + SUCCESS))
        self.assertEqual(self.fail("start", "web"), missing)
        self.assertEqual(self.fail("run", "web"), missing)
        self.succeed("update", "web", "-c", DEPTH)
        self.succeed("run", "web")
        self.assertEqual(len(self.rows("web.csv")), 1)
        self.assertEqual(self.fail("create", "alert", "none", status=0),
                         'logman: The set "none" has no thresholds: logman update none -th names them.\n' + SUCCESS)

    def test_what_is_missing_on_this_computer_is_said_at_once(self):
        options = ("-c", DEPTH, r"\Nonsense\x", r"\\other\Nonsense\x", "-o", self.folder / "none/web")
        code, _, errors = self.run_logman("create", "counter", "web", *options)
        self.assertEqual(code, 0)
        self.assertRegex(errors, r"\Alogman: \\Nonsense\\x is not a counter of this computer now: .*\n"
                         rf"logman: The folder {self.folder}/none does not exist: the set cannot be started without it\.\n{SUCCESS}\Z")
        errors = self.run_logman("update", "web", "-c", *(rf"\Nonsense\{number}" for number in range(15)))[2].splitlines()
        self.assertEqual((len(errors), errors[10]), (12, "logman: 5 more are not counters of this computer now."))
        self.succeed("update", "web", "-si", "5")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        self.assertEqual(self.run_logman("update", "web", "-o", r"C:\PerfLogs\W")[2],
                         f"logman: -o is a name of Windows: the log is {self.folder}/C:\\PerfLogs\\W* here.\n{SUCCESS}")
        link = self.folder / "logman.exe"
        link.symlink_to(LOGMAN)
        self.assertEqual(self.run_logman("create", "counter", "windows", *options, program=link), (0, SUCCESS, ""))

    def test_what_has_no_meaning_is_left_out_and_named_and_a_script_for_windows_goes_on(self):
        options = ("-c", DEPTH, "-f", "bincirc", "-max", "300", "-cnf", "24:00:00", "-o", self.logs / "web")
        self.assertEqual(self.fail("create", "counter", "web", *options, status=3),
                         "logman: -cnf is left out: a circular log is one file, which overwrites its oldest records.\n")
        self.assertEqual((self.details()["Segment"], self.details()["Segment Max Size"]), ("Off", "300 MB"))
        link = self.folder / "logman.exe"
        link.symlink_to(LOGMAN)
        self.assertEqual(self.run_logman("create", "counter", "windows", *options, program=link), (0, SUCCESS, ""))
        self.assertEqual(self.run_logman("update", "web", "-cnf", "1:00:00", program=link), (0, SUCCESS, ""))

    def test_the_account_of_a_script_for_windows_is_left_out_unless_a_program_would_have_its_rights(self):
        options = ("-c", DEPTH, "-o", self.logs / "web", "-u", r"DOMAIN\USER", "*")
        errors = self.fail("create", "counter", "web", *options, status=3)
        self.assertEqual(errors, "logman: Passwords are neither needed nor kept here.\nlogman: The user DOMAIN\\USER of -u does not exist. "
                                 "-u is left out: the set has the rights of whoever starts it.\n")
        self.assertEqual(self.details()["Run as"], "the user")
        for option in ("-rc", "-tn"):
            kind = ("alert", "x", "-th", DEPTH + ">5") if option == "-tn" else ("counter", "x", "-c", DEPTH)
            self.assertIn("does not exist", self.fail("create", *kind, option, "/bin/true", "-u", r"DOMAIN\USER", "*"))
        self.assertIn("does not exist", self.fail("create", "counter", "x", "-c", DEPTH, "-u", r"DOMAIN\USER"))

    def test_a_counter_that_is_missing_is_no_failure_for_a_script_for_windows(self):
        self.create("-cf", self.write("counters", DEPTH + "\n\\Nonsense\\x\n"), counter=None)
        link = self.folder / "logman.exe"
        link.symlink_to(LOGMAN)
        self.assertEqual(self.run_logman("start", "web", program=link), (0, SUCCESS, ""))
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


    def test_an_empty_value_is_refused_everywhere(self):
        self.create("-rc", "/bin/true", *(["-u", "nobody"] if os.getuid() == 0 else []))
        before = (self.folder / "config/pdh-shim/sets/web.set").read_bytes()
        for option in ("-u", "-rc", "-o", "-c", "-cf", "-config", "-b", "-e", "-rf", "-si", "-sc", "-max", "-f", "-rcmax"):
            self.assertEqual(self.fail("update", "web", option, "", status=2), f"logman: The option {option} has an empty value.\n")
        for option in ("-c", "-u"):
            self.assertIn("empty value", self.fail("update", "web", option, DEPTH, "", status=2))
        self.assertIn("has an empty value", self.fail("export", "web", "-xml", "", status=2))
        for verb in ("start", "stop", "query", "delete", "run", "update"):
            self.assertIn("An argument is empty.", self.fail(verb, "", status=2))
        self.assertIn("names no counter", self.fail("create", "alert", "x", "-th", " >5", "-rc", "/bin/true", status=2))
        for name in ("SQL:!SET", "SQL:DSN!"):
            self.assertIn("lacks a name", self.fail("create", "counter", "x", "-c", DEPTH, "-f", "SQL", "-o", name, status=2))
        self.assertEqual((self.folder / "config/pdh-shim/sets/web.set").read_bytes(), before)


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
        link = self.folder / "logman.exe"
        link.symlink_to(LOGMAN)
        self.assertEqual(self.run_logman("import", "windows", "-xml", self.template("<Task>say</Task>"), program=link), (0, SUCCESS, ""))

    def test_templates_of_windows_are_imported_whatever_they_combine(self):
        here = os.getcwd()
        folder = "Its logs go to .* in place of .*; logman update web -o changes that."
        cases = (
            ("exchange_circular", ("<DataManager> is left out.", folder, "-a is left out: nothing can be appended to a circular log."),
             {"Output Location": f"{here}/SERVER_Exchange_Perfwiz", "Circular": "On", "Append": "Off", "Segment Max Size": "1024 MB",
              "Duration": "28800 second(s)"}),
            ("sql_collector", ("<FileNameFormat> 1 is left out: it is for files, not for a database.",
                               "<SegmentMaxSize> is left out: it is for files, not for a database.",
                               "-cnf is left out: it is for files, not for a database."),
             {"Output Location": "SQL:SQLPerfMon!Log1", "Segment Max Size": "5000 record(s)"}),
            ("dbatools", (folder,), {"Output Location": f"{here}/LongRunning", "Overwrite": "On"}),
            ("contradictions", ("Its logs are numbered: <FileNameFormat> 1 with the pattern .* is not possible here.",
                                "<Subdirectory> baseline is left out: all logs are in one folder.",
                                "<SubdirectoryFormat> 3 is left out: all logs are in one folder.", folder,
                                "Its log is not circular: <SegmentMaxSize> does not say how large it is.",
                                "-ow is left out: with -a, what a log has is kept."),
             {"Circular": "Off", "Append": "On", "Overwrite": "Off"}))
        for name, notes, details in cases:
            with self.subTest(template=name):
                code, _, errors = self.run_logman("import", "web", "-xml", TEMPLATES / f"{name}.xml")
                self.assertEqual(code, 3, errors)
                said = [line.removeprefix("logman: ") for line in errors.splitlines()]
                self.assertEqual(len(said), len(notes), errors)
                for line, note in zip(said, notes, strict=True):
                    self.assertRegex(line, rf"\A{note}\Z".replace("(s)", r"\(s\)"))
                shown = self.succeed("query", "web")
                for label, value in details.items():
                    self.assertIn(f"\n{label + ':':<22}{value}\n", shown)
                self.succeed("delete", "web")

    def test_a_template_for_a_database_without_its_source_is_refused(self):
        self.assertIn("<DataSourceName> is empty", self.fail("import", "web", "-xml", TEMPLATES / "sql_without_source.xml"))
        self.assertNotIn("web", self.succeed("query"))

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

    def test_a_set_with_a_long_name_is_a_unit_too(self):
        name = "\u6027\u80fd" * 33
        self.run_logman("create", "counter", name, "-c", r"\Nonsense\x", "-f", "SQL", "-o", "SQL:DSN!SET")
        self.assertRegex(self.fail("start", name), r"did not start it\. Job for logman_\S+ failed")

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


if __name__ == "__main__":
    programs.main(sys.argv[:1] + sys.argv[4:])
