# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The dialogs on a real terminal, as tmux is one: keys are typed, the screen is read.

Usage: tmux_test.py CLIENT_A CLIENT_UTF16 CLIENT_WCHAR TYPEPERF WIDGETS_JSON [unittest options]

PDH_SHIM_PICTURE=FILE keeps the picture that README shows, pdh_shim/dialogs/dialog.png; it takes Chromium.
"""

import contextlib
import html
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../source/winhost"))
from hosts import RAW_COUNT, Host  # noqa: E402

PROGRAMS = [os.path.abspath(argument) for argument in sys.argv[1:6]]
CLIENTS = dict(zip(("8-bit", "UTF-16", "wchar_t"), PROGRAMS))
CLIENT = CLIENTS["wchar_t"]
TYPEPERF, WIDGETS = PROGRAMS[3:]
PICTURE = os.environ.get("PDH_SHIM_PICTURE")
TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PATIENCE = 600  # seconds until a screen that should have come counts as missing

SUCCESS, MORE_DATA, RETRY = "0", "800007d2", "800007d4"
CANCELLED, ACCESS_DENIED = "800007d9", "c0000bdb"
TITLE = "Browse Performance Counters"


class Terminal:
    """A terminal with a shell in it."""

    count = 0

    def __init__(self, columns=80, rows=24, locale="C.UTF-8", script=WIDGETS):
        Terminal.count += 1
        self.folder = tempfile.mkdtemp(prefix="pdh_dialogs_")
        self.name = f"pdh-{os.getpid()}-{Terminal.count}"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.folder,
            "TMUX_TMPDIR": self.folder,
            "PDH_SHIM_SOURCE": "script:" + script,
            "PDH_SHIM_LOG": "warning:" + os.path.join(self.folder, "log"),
            # tmux itself shows UTF-8; the programs in it have their own locale.
            "LC_ALL": "C.UTF-8",
        }
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        self.size = ["-x", str(columns), "-y", str(rows)]
        self.shell = f"env LC_ALL={locale} sh"

    def start(self):
        self.tmux("new-session", "-d", *self.size, "-c", self.folder, self.shell)
        self.wait_until(lambda: self.screen().strip(), "the shell's prompt")

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-u", "-L", self.name, "-f", "/dev/null", *arguments],
            env=self.environment, stdout=subprocess.PIPE, check=True,
        ).stdout.decode()

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def wait_until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"missing: {what}\n{self.screen()}\n{self.log()}")
            time.sleep(0.02)

    def wait_for(self, text):
        self.wait_until(lambda: text in self.screen(), repr(text))
        return self.screen()

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def text(self, text):
        self.tmux("send-keys", "-l", text)

    def run(self, command):
        """Types a command; when it has ended, there is a file `ended`."""
        self.text(f"clear; stty -g > before; {command}; stty -g > after; echo > ended")
        self.keys("Enter")

    def dialog(self, *words, client=CLIENT, title=TITLE):
        self.run(" ".join(map(shlex.quote, (client, "told", *words))))
        self.wait_for("Esc c")  # close, or cancel
        self.wait_for(title)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        if not os.path.exists(self.path(name)):
            return ""
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def log(self):
        return self.read("log")

    def ended(self):
        """Waits until the command has ended, and returns the client's output."""
        self.wait_until(lambda: os.path.exists(self.path("ended")), "the end of the program")
        return self.read("told").splitlines()

    def clients(self):
        """The folders in /proc of the clients that run here."""
        for process in filter(str.isdigit, os.listdir("/proc")):
            process = f"/proc/{process}"
            try:
                with open(f"{process}/cmdline", encoding="utf-8") as file:
                    is_client = file.read().split("\0")[0] in CLIENTS.values()
                if is_client and os.readlink(f"{process}/cwd").startswith(self.folder):
                    yield process
            except OSError:  # it has ended, or is another user's
                continue

    def descriptor(self, number):
        """What a descriptor of the client leads to; None if it is closed."""
        link = f"{next(self.clients())}/fd/{number}"
        return os.readlink(link) if os.path.lexists(link) else None

    def close(self):
        subprocess.run(["tmux", "-L", self.name, "kill-server"], env=self.environment, check=False,
                       stderr=subprocess.DEVNULL)
        # A leak checker that runs while its terminal is closed can take a processor for good.
        for client in self.clients():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(os.path.basename(client)), signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


def take_picture(screen, file):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = os.path.join(folder, "screen.html")
        with open(page, "w", encoding="utf-8") as text:
            text.write(f"<meta charset=utf-8><body style='margin:0;background:#1d1f21'><pre style='margin:12px;"
                       f"color:#e0e0e0;font:16px/20px DejaVu Sans Mono,monospace'>{html.escape(screen)}</pre>")
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--window-size=810,344", f"--user-data-dir={folder}/profile",
                        f"--screenshot={os.path.abspath(file)}", f"file://{page}"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class DialogTest(unittest.TestCase):
    def open(self, **options):
        terminal = Terminal(**options)
        self.addCleanup(terminal.close)
        terminal.start()
        return terminal

    def values(self, told, word):
        return [line.split(" ", 1)[1] for line in told if line.startswith(word + " ")]

    @staticmethod
    def look_for_an_absent_computer(terminal):
        """Asks for another computer, which is not there, and goes back to this one."""
        terminal.keys("F3")
        terminal.text("no such one")
        terminal.keys("Enter")
        terminal.wait_for("There is no computer no such one.")
        terminal.keys("C-u")
        terminal.text("localhost")
        terminal.keys("Enter")
        terminal.wait_for("Search:")

    def check_ended(self, terminal, status):
        told = terminal.ended()
        self.assertEqual(self.values(told, "status"), [status])
        self.assertEqual(told[-1], "done")
        # Neither signal handlers nor the locale nor the terminal have changed.
        state = [line for line in told if line.startswith(("locale", "signal"))]
        self.assertEqual(state[:5], state[5:])
        self.assertEqual(state[0], "locale C")
        self.assertEqual(terminal.read("before"), terminal.read("after"))
        return told

    def machine(self, terminal):
        first = terminal.screen().splitlines()[0]
        return first[first.index("\\\\"):].split(" ")[0]


class CounterDialog(DialogTest):
    def test_the_screen(self):
        terminal = self.open(columns=90)
        terminal.dialog("browse", "caption=My counters", title="My counters")
        screen = terminal.screen()
        self.assertIn("> Widget", screen)
        self.assertIn("Lager ü日本", screen)
        self.assertIn("> Items/sec", screen)
        self.assertNotIn("Hit base", screen)
        self.assertIn("> _Total", screen)
        self.assertIn("Items finished in a second.", screen)
        self.assertIn("Enter next  Esc close  F1 help", screen)
        terminal.keys("Enter")
        self.assertIn("interval.", terminal.wait_for("Items finished in a second."))
        terminal.keys("Escape")
        self.check_ended(terminal, CANCELLED)
        # The screen is what it was before.
        terminal.wait_until(lambda: "Widget" not in terminal.screen(), "the screen without the dialog")

    def test_search_mark_and_add_in_each_text(self):
        for text, client in CLIENTS.items():
            with self.subTest(text):
                terminal = self.open()
                terminal.dialog("browse", "index", client=client)
                machine = self.machine(terminal)
                terminal.text("lagerü")
                terminal.wait_for("Objects 1 of 4")
                terminal.keys("Enter", "Enter", "Home", "Down", "Space", "Space", "Enter")
                terminal.wait_for("added 2")
                terminal.keys("Left", "Left", "Escape", "Home", "Enter")
                terminal.text("i*s")
                terminal.wait_for("Counters 1 of 4")
                terminal.keys("Enter", "Home", "Down", "Down", "Down", "Enter")
                terminal.wait_for("added 3")
                terminal.keys("C-c")
                told = self.check_ended(terminal, CANCELLED)
                self.assertEqual(self.values(told, "callback"), [SUCCESS] * 2)
                last = f"{machine}\\Widget(b#1)\\Items/sec"
                self.assertEqual(self.values(told, "path"), [
                    f"{machine}\\Lager ü日本(süd)\\Füllstand",
                    f"{machine}\\Lager ü日本(nord)\\Füllstand",
                    last, last])  # in the callback and behind the dialog

    def test_one_counter(self):
        terminal = self.open()
        terminal.dialog("browse", "single", "local", "no-callback", "handle", "initial=\\Widget(b)\\Depth")
        terminal.keys("Enter", "Enter")
        terminal.wait_for("Enter OK  Esc cancel")
        terminal.keys("Enter")
        told = self.check_ended(terminal, SUCCESS)
        self.assertEqual(self.values(told, "path"), ["\\Widget(b)\\Depth"])

    def test_one_counter_with_just_enough_room(self):
        for room, status in ((len("\\Gadget\\Level") + 1, SUCCESS), (len("\\Gadget\\Level"), MORE_DATA)):
            terminal = self.open()
            terminal.dialog("browse", "single", "local", "no-callback", f"room={room}")
            terminal.keys("Down", "Enter", "Enter")
            told = self.check_ended(terminal, status)
            self.assertEqual(self.values(told, "CallBackStatus"), [status])
            self.assertEqual(self.values(told, "path"), ["\\Gadget\\Level"] if status == SUCCESS else [])

    def test_a_wildcard_for_all_instances(self):
        terminal = self.open()
        terminal.dialog("browse", "single", "local", "wildcard")
        terminal.keys("Enter", "Enter", "Home", "Enter")
        told = self.check_ended(terminal, SUCCESS)
        self.assertEqual(self.values(told, "path")[0], "\\Widget(*)\\Items/sec")

    def test_objects(self):
        terminal = self.open()
        terminal.dialog("browse", "objects", "local")
        terminal.keys("Home", "Space", "Space", "Enter")
        terminal.wait_for("added 2")
        terminal.keys("Escape")
        told = self.check_ended(terminal, CANCELLED)
        self.assertEqual(self.values(told, "path")[:2], ["\\Widget(*)\\*", "\\Gadget\\*"])

    def test_detail_and_computer(self):
        terminal = self.open()
        terminal.dialog("browse", "detail=100")
        self.assertNotIn("Archive", terminal.screen())
        terminal.keys("F2", "F2")
        terminal.wait_for("Archive")
        self.look_for_an_absent_computer(terminal)
        terminal.keys("F1")
        terminal.wait_for("look for new instances")
        terminal.keys("Enter", "Escape")
        self.check_ended(terminal, CANCELLED)

    def test_a_callback_that_makes_room(self):
        terminal = self.open()
        terminal.dialog("browse", "grow", "local", "room=10")
        terminal.keys("Enter", "C-a", "Enter", "Enter")
        terminal.wait_for("added 4")
        terminal.keys("Escape")
        told = self.check_ended(terminal, CANCELLED)
        statuses = self.values(told, "callback")
        self.assertEqual(statuses, [MORE_DATA] * (len(statuses) - 1) + [SUCCESS])
        self.assertGreater(len(statuses), 2)
        self.assertEqual(len(self.values(told, "path")), 8)

    def test_a_callback_that_makes_no_room(self):
        terminal = self.open()
        terminal.dialog("browse", "stubborn", "room=10")
        terminal.keys("Enter", "Enter", "Enter")
        told = self.check_ended(terminal, RETRY)
        self.assertEqual(self.values(told, "callback"), [MORE_DATA])

    def test_a_callback_that_leaves_it_at_that(self):
        terminal = self.open()
        terminal.dialog("browse", "room=10")
        terminal.keys("Enter", "Enter", "Enter")
        terminal.wait_for("The program has no room for these.")
        terminal.keys("Escape")
        told = self.check_ended(terminal, CANCELLED)
        self.assertEqual(self.values(told, "CallBackStatus"), [MORE_DATA])

    def test_a_callback_that_fails(self):
        terminal = self.open()
        terminal.dialog("browse", "failing")
        terminal.keys("Enter", "Enter", "Enter")
        self.check_ended(terminal, ACCESS_DENIED)

    def test_a_dialog_in_a_dialog_is_not_shown(self):
        terminal = self.open()
        terminal.dialog("browse", "nested")
        terminal.keys("Enter", "Enter", "Enter")
        terminal.wait_for("added 1")
        terminal.keys("Escape")
        told = self.check_ended(terminal, CANCELLED)
        self.assertEqual(self.values(told, "nested"), [CANCELLED])
        self.assertIn("another one is shown", terminal.log())

    def test_the_window_changes_its_size(self):
        terminal = self.open(columns=100, rows=30)
        terminal.dialog("browse")
        terminal.tmux("resize-window", "-x", "50", "-y", "10")
        terminal.wait_until(lambda: "Instances" not in terminal.screen(), "a narrow dialog")
        terminal.keys("Enter")
        terminal.wait_for("> Items/sec")
        terminal.tmux("resize-window", "-x", "120", "-y", "40")
        terminal.wait_for("Instances")
        terminal.tmux("resize-window", "-x", "20", "-y", "5")
        terminal.wait_for("Enter next")
        terminal.tmux("resize-window", "-x", "2", "-y", "1")
        terminal.keys("Enter", "Enter", "C-c")
        self.check_ended(terminal, CANCELLED)

    def test_the_locale_of_the_terminal(self):
        terminal = self.open(locale="C")
        terminal.dialog("browse")
        terminal.wait_for("Lager ???")
        self.assertIn("--------", terminal.screen())
        terminal.keys("Escape")
        self.check_ended(terminal, CANCELLED)

    def test_names_cannot_control_the_terminal(self):
        terminal = self.open()
        script = {
            "objects": [{"name": "Evil", "instances": "multi",
                         "counters": [{"name": "C", "type": "PERF_COUNTER_RAWCOUNT"}]}],
            "samples": [{"data": {"Evil": {"a\u001b[2Jb\u009b2Jc\u202e": [1]}}}],
        }
        with open(terminal.path("evil.json"), "w", encoding="utf-8") as file:
            json.dump(script, file)
        terminal.run(f"PDH_SHIM_SOURCE=script:evil.json {CLIENT} told browse")
        self.assertIn(TITLE, terminal.wait_for("a?[2Jb?2Jc"))
        terminal.keys("Escape")
        self.check_ended(terminal, CANCELLED)

    def test_ten_thousand_instances(self):
        terminal = self.open()
        script = {
            "objects": [{"name": "Many", "instances": "multi",
                         "counters": [{"name": "C", "type": "PERF_COUNTER_RAWCOUNT"}]}],
            "samples": [{"data": {"Many": {f"instance {i}": [i] for i in range(10000)}}}],
        }
        with open(terminal.path("many.json"), "w", encoding="utf-8") as file:
            json.dump(script, file)
        terminal.run(f"PDH_SHIM_SOURCE=script:many.json {CLIENT} told browse local grow")
        terminal.wait_for("Instances 10001")
        terminal.keys("Enter", "Enter")
        terminal.text("999")
        terminal.wait_for("Instances 19 of 10001")
        terminal.keys("Escape", "Home", "Enter")
        terminal.wait_for("added 10000")
        terminal.keys("Escape")
        told = self.check_ended(terminal, CANCELLED)
        self.assertIn("\\Many(instance 9999)\\C", self.values(told, "path"))

    def test_output_that_is_no_terminal_does_not_matter(self):
        terminal = self.open()
        terminal.run(f"{CLIENT} told browse single local > output")
        terminal.wait_for(TITLE)
        terminal.keys("Down", "Enter", "Enter")
        self.check_ended(terminal, SUCCESS)
        self.assertEqual(terminal.read("output"), "")

    def test_the_numbers_of_closed_standard_streams_stay_free(self):
        terminal = self.open()
        terminal.run(f"{shlex.quote(CLIENT)} told browse <&- 2>&-")  # the client's own file becomes 0
        terminal.wait_for("Esc c")
        self.assertEqual(os.path.basename(terminal.descriptor(0)), "told")
        self.assertEqual(terminal.descriptor(2), None)
        terminal.keys("C-c")
        self.check_ended(terminal, CANCELLED)

    def test_a_terminal_that_goes_away(self):
        terminal = self.open()
        terminal.text(f"(trap '' HUP; exec {CLIENT} told browse)")
        terminal.keys("Enter")
        terminal.wait_for(TITLE)
        subprocess.run(["tmux", "-L", terminal.name, "kill-server"], env=terminal.environment, check=True)
        deadline = time.monotonic() + PATIENCE
        while "done" not in terminal.read("told"):
            self.assertLess(time.monotonic(), deadline, "the dialog goes on without a terminal")
            time.sleep(0.02)
        self.assertIn("status " + CANCELLED, terminal.read("told"))


class NothingToShowOn(DialogTest):
    def check_cancelled(self, command, reason):
        terminal = self.open()
        for words in ("browse", "browse single", "select"):
            terminal.run(command.format(f"{CLIENT} told {words}"))
            told = terminal.ended()
            terminal.wait_until(lambda: "done" in terminal.read("told"), "the end of the client")
            told = terminal.read("told").splitlines()
            self.assertEqual(self.values(told, "status"), [CANCELLED])
            self.assertIn(reason, terminal.log(), terminal.screen())
            os.remove(terminal.path("ended"))
            os.remove(terminal.path("told"))
            os.remove(terminal.path("log"))

    def test_a_terminal_that_cannot_place_the_cursor(self):
        self.check_cancelled("TERM=dumb {}", "TERM names no terminal")
        self.check_cancelled("env -u TERM {}", "TERM names no terminal")
        self.check_cancelled("TERM=no-such-terminal {}", "is not known")

    def test_standard_input_and_output_that_are_no_terminal(self):
        self.check_cancelled("{} < /dev/null > /dev/null", "neither standard input nor standard output")

    def test_a_process_in_the_background(self):
        self.check_cancelled("set -m; {} & wait", "runs in the background")

    def test_a_process_without_a_terminal(self):
        self.check_cancelled("setsid -w {}", "has no terminal")


class DataSourceDialog(DialogTest):
    TITLE = "Select Data Source"

    def test_this_computer(self):
        terminal = self.open()
        terminal.dialog("select", "first=x", title=self.TITLE)
        terminal.wait_for("> Current activity")
        terminal.keys("Enter")
        told = self.check_ended(terminal, SUCCESS)
        self.assertIn("source ", told)
        self.assertEqual(self.values(told, "size"), ["1"])

    def test_a_file_in_each_text(self):
        for text, client in CLIENTS.items():
            with self.subTest(text):
                terminal = self.open()
                os.mkdir(terminal.path("Lögs"))
                with open(terminal.path("Lögs/my wörk.blg"), "w", encoding="utf-8"):
                    pass
                terminal.dialog("select", "files", client=client, title=self.TITLE)
                self.assertNotIn("Current activity", terminal.screen())
                terminal.text("lö")
                terminal.wait_for("> Lögs/")
                terminal.keys("Enter")
                terminal.wait_for("my wörk.blg")
                terminal.text("my w")
                terminal.keys("Enter")
                told = self.check_ended(terminal, SUCCESS)
                self.assertEqual(self.values(told, "source"), [terminal.path("Lögs/my wörk.blg")])

    def test_a_name_that_does_not_fit_is_cut(self):
        terminal = self.open()
        terminal.dialog("select", "room=6", title=self.TITLE)
        terminal.text("SQL:abc!d")
        terminal.keys("Enter")
        told = self.check_ended(terminal, SUCCESS)
        self.assertEqual(self.values(told, "source"), ["SQL:a"])
        self.assertEqual(self.values(told, "size"), ["6"])

    def test_cancel(self):
        terminal = self.open()
        terminal.dialog("select", "first=before", title=self.TITLE)
        terminal.keys("Escape")
        told = self.check_ended(terminal, CANCELLED)
        self.assertEqual(self.values(told, "source"), ["before"])


class VisualBasicDialogs(DialogTest):
    def test_a_list_of_paths(self):
        terminal = self.open()
        terminal.dialog("vb-list", title="A list")
        machine = self.machine(terminal)
        terminal.keys("Down", "Enter", "Space", "Space", "Enter")
        terminal.wait_for("added 2")
        terminal.keys("Escape")
        told = terminal.ended()
        level, turns = f"{machine}\\Gadget\\Level", f"{machine}\\Gadget\\Turns/sec"
        self.assertIn("count 2", told)
        self.assertIn("0 0 ", told)
        self.assertIn(f"1 {len(level)} {level}", told)
        self.assertIn(f"2 {len(turns)} {turns}", told)
        self.assertIn("3 0 ", told)

    def test_one_path(self):
        for room in (1024, 5):
            terminal = self.open()
            terminal.dialog("vb-one", f"room={room}", title="One")
            path = self.machine(terminal) + "\\Gadget\\Level"
            terminal.keys("Down", "Enter", "Enter")
            told = terminal.ended()
            self.assertIn(f"length {len(path) if room > 5 else 0}", told)
            self.assertIn(f"path {path if room > 5 else ''}", told)


@unittest.skipUnless("STAND_IN" in os.environ, "there is no source of Windows hosts")
class WindowsHost(DialogTest):
    def test_the_objects_of_a_host(self):
        terminal = Terminal()
        self.addCleanup(terminal.close)
        hosts = os.path.join(terminal.folder, "hosts")
        os.mkdir(hosts)
        Host(hosts, "web1", {2: "System", 44: "Processor Queue Length", 400: "Box", 402: "Things"},
             [(2, [(44, RAW_COUNT)], [3]), (400, [(402, RAW_COUNT)], {"left": [5], "right": [6]})],
             {403: "Things in a box."})
        with open(terminal.path("hosts.ini"), "w", encoding="ascii") as file:
            file.write("[web1]\n")
        terminal.environment |= {"PDH_SHIM_SOURCE": terminal.environment["PDH_SHIM_SOURCE"] + ",winhost",
                                 "PDH_SHIM_HOSTS": terminal.path("hosts.ini"), "PDH_SHIM_LIBEXEC": os.environ["STAND_IN"],
                                 "STAND_IN_HOSTS": hosts}
        terminal.start()
        terminal.dialog("browse")
        self.assertNotIn("Box", terminal.screen())
        terminal.keys("F3")
        terminal.text("web1")
        terminal.keys("Enter")
        terminal.wait_for("> System")
        terminal.text("box")
        terminal.wait_for("> Things")
        self.assertIn("Things in a box.", terminal.wait_for("right"))
        terminal.keys("Enter", "Enter", "End", "Enter")
        terminal.wait_for("added 1")
        terminal.keys("Escape")
        self.assertEqual(self.values(self.check_ended(terminal, CANCELLED), "path")[0], "\\\\web1\\Box(right)\\Things")


class Typeperf(DialogTest):
    def test_it_samples_what_was_chosen(self):
        terminal = self.open()
        terminal.run(f"{TYPEPERF} -b -sc 1 > output 2> errors")
        terminal.wait_for("Counters to sample")
        machine = self.machine(terminal)
        terminal.keys("Enter", "Down", "Enter", "Home", "Enter")
        terminal.wait_for("added 1")
        terminal.keys("Escape")
        terminal.ended()
        output = terminal.read("output")
        for instance in ("a", "b", "b#1", "_Total"):
            self.assertIn(f"\"{machine}\\Widget({instance})\\Depth\"", output)
        self.assertIn("The command completed successfully.", terminal.read("errors"))

    def test_the_mouse_chooses(self):
        terminal = self.open()
        terminal.run(f"{TYPEPERF} -b -sc 1 > output 2> errors")
        terminal.wait_for("Counters to sample")

        def click(text):
            rows = terminal.screen().split("\n")
            row = next(number for number, line in enumerate(rows) if text in line)
            cell = chr(33 + rows[row].index(text)) + chr(33 + row)
            terminal.text(f"\x1b[M {cell}\x1b[M#{cell}")  # pressed, released

        click("Gadget")
        terminal.wait_for("> Gadget")
        click("Turns/sec")
        terminal.wait_for("> Turns/sec")
        click("Turns/sec")
        terminal.wait_for("added 1")
        terminal.keys("Escape")
        terminal.ended()
        self.assertIn(r"\Gadget\Turns/sec", terminal.read("output"))

    def test_the_pictures_in_the_pages(self):
        terminal = Terminal(columns=80, rows=16)
        self.addCleanup(terminal.close)
        terminal.environment |= {"PDH_SHIM_SOURCE": "linux",
                                 "PDH_SHIM_ROOT": os.path.join(TESTS, "data/linux/virtual_machine")}
        terminal.start()
        terminal.run(f"{TYPEPERF} -b")
        terminal.wait_for("Counters to sample")
        machine = self.machine(terminal)
        terminal.text("disk*sec")
        terminal.keys("Enter")
        terminal.wait_for("Space mark") # the key has cleared the search
        screen = terminal.wait_for("Mean seconds that a transfer took.").rstrip("\n")
        if PICTURE:
            take_picture(screen.replace(machine, r"\\vm"), PICTURE)
        # The name of this computer is as long as it is.
        lines = [re.sub(f" *{re.escape(machine)}  ", r" \\\\vm  ", line).replace(machine, r"\\vm").rstrip()
                 for line in screen.translate({0x2500: "-", 0x2502: "|"}).split("\n")]
        with open(os.path.join(TESTS, "../pdh_shim/dialogs/DIALOGS.md"), encoding="utf-8") as file:
            page = re.sub(r"(Counters to sample) * ", r"\1 ", file.read())
        self.assertIn("\n".join(lines), page)

    def test_what_was_chosen_counts_after_a_computer_that_is_not_there(self):
        for chooses in (True, False):
            with self.subTest(chooses=chooses):
                terminal = self.open()
                terminal.run(f"{TYPEPERF} -b -sc 1 > output 2> errors")
                terminal.wait_for("Counters to sample")
                self.look_for_an_absent_computer(terminal)
                if chooses:
                    terminal.keys("Enter", "Down", "Enter", "Home", "Enter")
                    terminal.wait_for("added 1")
                terminal.keys("Escape")
                terminal.ended()
                if chooses:
                    self.assertIn("\\Widget(a)\\Depth", terminal.read("output"))
                else:
                    self.assertEqual(terminal.read("errors"), "typeperf: No counters were chosen.\n")

    def test_it_says_that_nothing_was_chosen(self):
        terminal = self.open()
        terminal.run(f"{TYPEPERF} -b 2> errors")
        terminal.wait_for("Counters to sample")
        terminal.keys("Escape")
        terminal.ended()
        self.assertEqual(terminal.read("errors"), "typeperf: No counters were chosen.\n")


if __name__ == "__main__":
    if shutil.which("tmux") is None:
        print("tmux is not installed")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[6:])
