# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""logman from the outside: the processes that collect its sets, and their logs.

Usage: logman_runs.py LOGMAN RELOG WIDGETS_JSON [unittest options]
"""

import fcntl
import json
import os
import pathlib
import pty
import pwd
import resource
import signal
import stat
import struct
import subprocess
import sys
import termios
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
from programs import PATIENCE  # noqa: E402
from sets import DEPTH, LOGMAN, RELOG, SUCCESS, Sets  # noqa: E402


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
        self.run_logman("update", "web", "-c", r"\Nonsense\x")
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

    def looking(self):
        """A program that says what it was given, and the file of its answer."""
        self.folder.chmod(0o755)
        answers = self.folder / "answers"
        answers.mkdir()
        answers.chmod(0o777)
        command = self.write("look.sh", f"""#!/bin/sh
(id -u; for file in 0 1 2; do readlink /proc/$$/fd/$file; done; (: </dev/tty) 2>/dev/null && echo terminal || echo none
cut -d ' ' -f 6 /proc/$$/stat | sed "s/^$$\\$/own session/"; pwd; ls /proc/$$/fd | tr '\\n' ' ') >"{answers}/new"
mv "{answers}/new" "{answers}/said"
printf 'said \\033[2J to root\\n'
echo open again >/dev/stderr
""")
        command.chmod(0o755)
        return command, answers / "said"

    def run_in_a_terminal(self, said):
        """Runs the set as a shell has it in the foreground, until its program has answered. Returns what the terminal has
        shown."""
        terminal, side = pty.openpty()
        shell = f'"{LOGMAN}" run web; read line'

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        with subprocess.Popen(["sh", "-c", shell], stdin=side, stdout=side, stderr=side, env=self.environment,
                              preexec_fn=take_terminal) as process:
            os.close(side)
            self.until(said.exists)
            os.write(terminal, b"\n")
            shown = b""
            try:
                while part := os.read(terminal, 4096):
                    shown += part
            except OSError:  # nobody has the other side any more
                pass
            os.close(terminal)
            process.wait(PATIENCE)
        return shown.decode()

    @unittest.skipIf(os.getuid() != 0, "only root can give rights away")
    def test_the_program_of_another_user_gets_no_terminal_and_its_lines_are_messages(self):
        command, said = self.looking()
        self.create("-sc", "1", "-rc", command, "-u", "nobody", "-ow")
        messages = self.states / "web.log"
        for start in (lambda: self.run_in_a_terminal(said), lambda: self.succeed("start", "web")):
            shown = start()
            self.until(said.exists)
            user, *files, terminal, session, folder, descriptors = said.read_text("utf-8").splitlines()
            self.assertEqual((int(user), terminal, session, folder),
                             (pwd.getpwnam("nobody").pw_uid, "none", "own session", "/"))
            self.assertRegex(" ".join(files), r"\A/dev/null (pipe:\[\d+\]) \1\Z")
            self.assertLessEqual(set(descriptors.split()), {"0", "1", "2", "10"})  # from 10 dash reads its script
            self.until(lambda: messages.exists() and "open again\n" in messages.read_text("utf-8"))
            self.assertRegex(messages.read_text("utf-8"),
                             r"\A(look\.sh\[\d+\]: (said \\x1b\[2J to root|open again)\n){2}\Z")
            self.assertNotIn("said", shown)
            self.assertEqual(stat.S_IMODE(messages.stat().st_mode), 0o600)
            said.unlink()
            messages.unlink()
            self.until(lambda: self.details()["Status"] == "Stopped")

    def test_the_program_of_the_same_user_keeps_the_terminal_of_a_run_and_has_no_messages_file(self):
        command, said = self.looking()
        self.create("-sc", "1", "-rc", command, "-ow")
        messages = self.states / "web.log"
        shown = self.run_in_a_terminal(said)
        _, *files, terminal, session, _, _ = said.read_text("utf-8").splitlines()
        self.assertRegex(" ".join(files), r"\A/dev/null (/dev/pts/\d+) \1\Z")
        self.assertEqual(terminal, "terminal")
        self.assertNotEqual(session, "own session")
        self.assertIn("open again", shown)
        self.assertFalse(messages.exists())
        said.unlink()
        self.succeed("start", "web")
        self.until(said.exists)
        self.assertRegex(" ".join(said.read_text("utf-8").splitlines()[1:5]), r"\A/dev/null (pipe:\[\d+\]) \1 none\Z")
        self.until(lambda: "open again\n" in messages.read_text("utf-8"))

    def programs_of(self, command):
        """How many processes run a script, or have run it and are zombies."""
        count = 0
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                name, _, fields = (process / "stat").read_text("utf-8").rpartition(") ")
                is_own = str(command).encode() in (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            state, parent = fields.split()[:2]
            # sh of a pipeline, between fork() and exec(), is a child of it
            is_zombie = state == "Z" and name.endswith("(" + command.name)
            count += is_zombie or (is_own and command.name not in pathlib.Path(f"/proc/{parent}/stat").read_text("utf-8"))
        return count

    def test_eight_programs_of_an_alert_run_at_once_the_others_wait_and_none_stays_a_zombie(self):
        script = json.loads((self.folder / "endless.json").read_text("utf-8"))
        many = {f"w{number}": [1, 1] for number in range(1100)}
        script["samples"] = [{**script["samples"][0], "data": {"Widget": {name: [300, 90] for name in many}}}]
        (self.folder / "endless.json").write_text(json.dumps(script), "utf-8")
        said = self.folder / "said"
        said.mkdir()
        go = self.folder / "go"
        command = self.write(f"say{os.getpid()}.sh", f"""#!/bin/sh
: >"{said}/$$"
while [ ! -e "{go}" ] && [ -e "{said}" ]; do sleep 0.02; done
""")
        command.chmod(0o755)
        self.succeed("create", "alert", "full", "-th", r"\Widget(*)\% Full>50", "-si", "1", "-rc", command, "-rcmax", "5")
        self.assertIn("\nCommands at Once:     5\n", self.succeed("query", "full"))
        self.succeed("start", "full")
        self.until(lambda: self.details("full").get("Commands Not Run") == "95")  # of 1,100 five run, and 1,000 wait
        self.until(lambda: len(list(said.iterdir())) == 5)
        self.assertEqual(self.details("full")["Command Failed"], "5 of it run, and 1000 wait")
        messages = (self.states / "full.log").read_text("utf-8")
        self.assertIn("was not run: 5 of it run, and 1000 wait\n", messages)
        self.assertIn("was not run 94 more time(s).\n", messages)
        self.assertEqual(messages.count("\n"), 2)
        self.assertEqual(self.programs_of(command), 5)
        go.touch()
        self.until(lambda: len(list(said.iterdir())) == 1005)
        self.until(lambda: self.programs_of(command) == 0)  # there is no other crossing

    def test_of_simultaneous_starts_one_starts_the_set_and_the_others_have_nothing_to_do(self):
        self.create("-f", "csv")
        starts = [subprocess.Popen([LOGMAN, "start", "web"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment,
                                   stdin=subprocess.DEVNULL, text=True) for _ in range(10)]
        said = sorted((start.communicate(timeout=PATIENCE)[1], start.returncode) for start in starts)
        self.assertEqual([code for _, code in said].count(0), 1, said)
        self.assertEqual([code for _, code in said].count(4), 9, said)
        self.assertEqual(sum('The set "web" is running already.' in errors for errors, _ in said), 9)

    def test_a_pipe_a_device_or_a_folder_in_the_place_of_a_log_is_a_failure_that_ends(self):
        pipe, device, folder = self.logs / "pipe", self.logs / "device", self.logs / "folder"
        os.mkfifo(pipe)
        device.symlink_to("/dev/null")
        folder.mkdir()
        for number, kind in enumerate(("CSV", "BIN", "JSON", "LONG", "INFLUX", "OPENMETRICS")):
            for place in (pipe, device, folder):
                for how in ("-a", "-ow"):
                    extension = {"CSV": "csv", "BIN": "blg", "JSON": "json", "LONG": "csv", "INFLUX": "lp", "OPENMETRICS": "om"}[kind]
                    name = f"{number}{place.name}{how}"
                    (self.logs / f"{name}.{extension}").symlink_to(place)
                    self.create("-f", kind, how, output=name)
                    with self.subTest(kind=kind, place=place.name, how=how):
                        self.assertRegex(self.fail("run", "web"), "cannot be created.*(regular file|directory|folder|link)")
                    self.succeed("delete", "web")

    def test_a_pipe_that_comes_in_the_place_of_a_log_is_a_failure_until_it_is_gone(self):
        self.create("-f", "JSON")
        self.succeed("start", "web")
        log = self.logs / "web.json"
        self.until(lambda: log.exists() and log.stat().st_size > 0)
        log.rename(self.logs / "old")
        os.mkfifo(log)
        self.until(lambda: self.details()["Status"] == "Failing")
        self.assertIn("regular file", self.details()["Reason"])
        os.kill(self.runner(), signal.SIGHUP)
        self.assertEqual(self.details()["Status"], "Failing")
        log.unlink()
        self.until(lambda: self.details()["Status"] == "Running")
        self.succeed("stop", "web")
        self.assertGreater(log.stat().st_size, 0)

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

    def alert(self, *options, threshold=DEPTH + ">1000"):
        """An alert, which is crossed every third second."""
        self.succeed("create", "alert", "deep", "-th", threshold, "-si", "1", *options)

    def test_an_alert_without_a_program_is_a_message_and_the_last_one_is_shown(self):
        self.alert()
        self.succeed("start", "deep")
        self.until(lambda: self.details("deep").get("Alerts") == "2")
        details = self.details("deep")
        self.assertEqual((details["Alert Value"], details["Alert Threshold"]), ("20261367808", DEPTH + ">1000"))
        self.assertRegex(details["Alert Counter"], r"\A\\\\[^\\]+\\Paint Gadget\\Depth\Z")
        self.assertRegex(details["Last Alert"], r"\A\d+/\d+/\d{4} \d+:\d\d:\d\d\Z")
        lines = (self.states / "deep.log").read_text("utf-8").splitlines()
        self.assertGreaterEqual(len(lines), 2)
        self.assertRegex(lines[0], r"\Alogman: \d+/\d+/\d{4} \d+:\d\d:\d\d: The alert deep: the counter \\\\\S+\\Paint Gadget\\Depth has "
                         r"tripped its threshold \\Paint Gadget\\Depth>1000 with the value 20261367808\.\Z")
        self.succeed("stop", "deep")
        self.assertIn("Last Alert", self.details("deep"))

    def test_an_alert_starts_a_set_and_runs_a_program_with_arguments(self):
        said = self.folder / "said"
        command = self.write("say.sh", f'#!/bin/sh\nprintf "%s|" "$@" >"{said}.new"; mv "{said}.new" "{said}"\n')
        command.chmod(0o755)
        self.create("-f", "csv")
        self.alert("-rdcs", "web", "-tn", command, "-targ", '-x "{name} is {value}" {threshold}', "-sc", "2")
        self.succeed("run", "deep")
        self.until(said.exists)
        self.assertEqual(said.read_text("utf-8"), f"-x|deep is 20261367808|{DEPTH}>1000|")
        self.until(lambda: self.details()["Status"] == "Running")
        self.until(lambda: self.rows("web.csv"))
        self.assertFalse((self.states / "deep.log").exists())
        self.succeed("stop", "web")

    def test_an_alert_whose_set_cannot_be_started_says_why(self):
        code, _, errors = self.run_logman("create", "alert", "deep", "-th", DEPTH + ">1000", "-si", "1", "-rdcs", "none")
        self.assertEqual((code, errors), (0, 'logman: The set "none" of -rdcs does not exist yet.\n' + SUCCESS))
        self.succeed("start", "deep")
        messages = self.states / "deep.log"
        self.until(lambda: messages.exists() and 'The set "none" does not exist' in messages.read_text("utf-8"))
        self.assertRegex(messages.read_text("utf-8"), r'\nlogman\[\d+\]: logman: The set "none" does not exist')

    @unittest.skipIf(os.path.exists("/dev/log"), "the system has a log, which a test leaves alone")
    def test_an_alert_for_a_log_that_the_system_does_not_have_is_a_message(self):
        self.alert("-el", "-sc", "2")
        code, _, errors = self.run_logman("run", "deep")
        self.assertEqual(code, 0)
        self.assertRegex(errors, r"has tripped .*\. It cannot be sent to the system's log: No such file or directory\.\n")

    def test_an_alert_writes_a_log_of_what_it_watches(self):
        self.alert("-o", self.logs / "deep", "-f", "csv", "-sc", "3")
        code, _, errors = self.run_logman("run", "deep")
        self.assertEqual((code, errors.count("has tripped")), (0, 1))
        self.assertEqual(len(self.rows("deep_000001.csv")), 3)
        self.assertEqual(self.details("deep")["Root Path"], str(self.logs))

    def test_a_program_that_waited_and_is_gone_is_shown_though_no_other_one_is_started(self):
        go = self.folder / "go"
        command = self.folder / "say.sh"
        command.write_text(f'#!/bin/sh\nwhile [ ! -e "{go}" ]; do sleep 0.02; done\n', "utf-8")
        command.chmod(0o755)
        self.succeed("create", "alert", "deep", "-th", r"\Widget(a)\% Full>5", r"\Widget(b)\% Full>5", "-si", "1", "-rcmax", "1",
                     "-rc", command)
        self.succeed("start", "deep")
        self.until(lambda: self.details("deep").get("Alerts") == "2")
        command.unlink()
        go.touch()
        self.until(lambda: "Commands Not Run" in self.details("deep"))
        details = self.details("deep")
        self.assertEqual((details["Commands Not Run"], details["Command Failed"]), ("1", "No such file or directory"))

    def test_a_run_whose_starter_of_programs_was_killed_has_another_one_and_says_so_once(self):
        said = self.folder / "said"
        command = self.write("say.sh", f'#!/bin/sh\necho $PPID >>"{said}"\n')
        command.chmod(0o755)
        self.alert("-rc", command)
        self.succeed("start", "deep")
        self.until(said.exists)
        host = int(said.read_text("utf-8").split()[0])
        self.assertNotEqual(host, self.runner("deep"))
        os.kill(host, signal.SIGKILL)
        self.until(lambda: len(set(said.read_text("utf-8").split())) == 2)
        programs = len(said.read_text("utf-8").split())
        self.until(lambda: len(said.read_text("utf-8").split()) > programs)
        self.assertEqual((self.states / "deep.log").read_text("utf-8"),
                         "logman: The process that starts the programs had ended, and was started again.\n")
        self.assertNotIn("Command Failed", self.details("deep"))

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
