# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""typeperf from the outside: the bytes it writes, its exit codes, and how it ends.

Usage: typeperf_e2e.py TYPEPERF WIDGETS_JSON [unittest options]
"""

import ctypes.util
import fcntl
import json
import os
import pty
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import programs  # noqa: E402
from programs import PATIENCE, Folder, row  # noqa: E402

TYPEPERF, WIDGETS = sys.argv[1:3]

RATE = r"\Widget(a)\Items/sec"
FULL = r"\Widget(b)\% Full"
DEPTH = r"\Paint Gadget\Depth"
AVERAGE = r"\Paint Gadget\Average Coats"
HERE = ("-s", "LocalHost")

CSV = "(PDH-CSV 4.0)"
TSV = "(PDH-TSV 4.0)"
SUCCESS = "The command completed successfully."
CLOSING = ("Exiting, please wait..." + " " * 25, SUCCESS)
NOT_FOUND = "The specified object was not found on the computer."
NO_OBJECT = 'The object "Nonsense" was not found on the computer. typeperf -q lists all objects.'
UNREACHED = (r"\\no-such-computer.invalid: Unable to connect to the specified computer or the computer is offline "
             "(PDH_CSTATUS_NO_MACHINE). The reason: the chosen sources ask no other computers; "
             "with PDH_SHIM_SOURCE=linux,pcp:no-such-computer.invalid the source pcp asks this one.")


def header(kind, *counters, separator=","):
    return row(kind, *(r"\\LocalHost" + counter for counter in counters), separator=separator)


def lines(*texts, end="\n"):
    return "".join(text + end for text in texts).encode()


def file_lines(*texts):
    """Files have the line ends of Windows."""
    return lines(*texts, end="\r\n")


def split(output, end="\n"):
    """The lines of an output, of which each must have its end."""
    *texts, rest = output.decode().split(end)
    assert rest == "", rest
    return texts


def start(*arguments, script=WIDGETS, source=None, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
          stderr=subprocess.PIPE, program=TYPEPERF, **options):
    return subprocess.Popen(
        [program, *arguments],
        env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": source or "script:" + script},
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        **options,
    )


def finish(process, typed=None):
    """Exit status and output, with what standard error got behind it: exit_statuses_test.py tells them apart."""
    output, errors = process.communicate(typed, PATIENCE)
    return process.returncode, output + errors


def run(*arguments):
    return finish(start(*arguments))


def run_typing(typed, *arguments):
    return finish(start(*arguments, stdin=subprocess.PIPE), typed)


def success(*texts):
    return 0, lines(*texts)


def error(message, status=1):
    return status, lines("typeperf: " + message)


def left_out(counter, why):
    return f"typeperf: {counter} is left out: {why}"


class Samples(unittest.TestCase):
    """The runs take real time, so all are started together and then looked at one by one."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = lambda self, name: os.path.join(folder.name, name)
        path = lambda name: os.path.join(folder.name, name)
        with open(path("counters.txt"), "wb") as file:
            file.write(b"\xef\xbb\xbf" + file_lines("; what we paint", "", DEPTH, f'"{FULL}"'))
        with open(path("settings.txt"), "wb") as file:
            file.write(lines("[c]", DEPTH, "[f]", "TSV", "[sc]", "2"))
        once = (*HERE, "-sc", "1")
        cls.runs = {
            "csv": start(RATE, DEPTH, AVERAGE, *once, "-si", "1"),
            "tsv": start("/F", "tsv", "/SC", "1", "-c", RATE, *HERE),
            "until the end": start(RATE, FULL, *HERE),
            "captured": start(RATE, FULL, *HERE, "--capture", path("scene.perfdata")),
            "gone": start(FULL, *HERE),
            "wildcards": start(r"\Widget(*)\*", *once),
            "bad among good": start("badcounter", r"widget(A)\ITEMS/sec", r"\Widget(z)\% Full", *once),
            "local": start(DEPTH, "-sc", "1"),
            "no instances": start(r"\Paint Gadget(*)\Depth", *once),
            "this computer": start(r"\\." + DEPTH, r"\\127.0.0.1" + DEPTH, "-sc", "1"),
            "list": start("-cf", path("counters.txt"), *once),
            "settings": start("-config", path("settings.txt"), *once),
            "csv file": start(RATE, DEPTH, AVERAGE, *HERE, "-sc", "2", "-o", path("log.csv")),
            "tsv file": start(RATE, *once, "-f", "TSV", "-o", path("log.tsv")),
        }

    def output(self, name, status=0):
        code, output = finish(self.runs[name])
        self.assertEqual(code, status, output)
        return split(output)

    def file(self, name):
        with open(self.path(name), "rb") as file:
            return split(file.read(), "\r\n")

    def test_the_console_shows_a_header_rows_and_two_closing_lines(self):
        self.assertEqual(
            self.output("csv"),
            [
                "",
                header(CSV, RATE, DEPTH, AVERAGE),
                row("01/02/2026 03:04:06.678", "15.000000", "20261367808.000000", "0.333333"),
                *CLOSING,
            ],
        )

    def test_tsv_has_tabs(self):
        self.assertEqual(
            self.output("tsv"),
            [
                "",
                header(TSV, RATE, separator="\t"),
                row("01/02/2026 03:04:06.678", "15.000000", separator="\t"),
                *CLOSING,
            ],
        )

    def test_the_end_of_the_data_ends_it_and_what_is_missing_is_a_blank(self):
        self.assertEqual(
            self.output("until the end"),
            [
                "",
                header(CSV, RATE, FULL),
                row("01/02/2026 03:04:06.678", "15.000000", "21.000000"),
                row("01/02/2026 03:04:08.678", "0.500000", " "),
                *CLOSING,
            ],
        )

    def test_a_capture_is_replayed_with_the_same_rows(self):
        captured = self.output("captured")
        self.assertEqual(captured[2:4], [
            row("01/02/2026 03:04:06.678", "15.000000", "21.000000"),
            row("01/02/2026 03:04:08.678", "0.500000", " "),
        ])
        source = "perfdata:" + self.path("scene.perfdata")
        code, output = finish(start(RATE, FULL, *HERE, source=source))
        self.assertEqual((code, split(output)), (0, captured))

    def test_a_row_of_blanks_has_its_time_too(self):
        self.assertEqual(
            self.output("gone")[2:4],
            [row("01/02/2026 03:04:06.678", "21.000000"), row("01/02/2026 03:04:08.678", " ")],
        )

    def test_a_wildcard_becomes_a_column_for_each_counter_there_is(self):
        output = self.output("wildcards")
        columns = dict(zip(output[1].split(","), output[2].split(",")))
        self.assertEqual(
            columns,
            {
                f'"{CSV}"': '"01/02/2026 03:04:06.678"',
                r'"\\LocalHost\Widget(a)\Items/sec"': '"15.000000"',
                r'"\\LocalHost\Widget(b)\Items/sec"': '"7.000000"',
                r'"\\LocalHost\Widget(a)\% Full"': '"11.000000"',
                r'"\\LocalHost\Widget(b)\% Full"': '"21.000000"',
            },
        )

    def test_a_counter_that_does_not_exist_has_no_column_and_the_others_are_named_as_typed(self):
        self.assertEqual(
            self.output("bad among good", 3)[1:3],
            [header(CSV, r"\widget(A)\ITEMS/sec"), row("01/02/2026 03:04:06.678", "15.000000")],
        )

    def test_without_a_computer_the_header_names_this_one(self):
        self.assertRegex(
            self.output("local")[1], r'^"\(PDH-CSV 4\.0\)","\\\\[^\\]+\\Paint Gadget\\Depth"$')

    def test_all_instances_of_an_object_that_has_none_are_the_object(self):
        self.assertEqual(
            self.output("no instances")[1:3],
            [header(CSV, DEPTH.replace("Gadget", "Gadget(*)")), row("01/02/2026 03:04:06.678", "20261367808.000000")],
        )

    def test_this_computer_may_be_a_dot_or_an_address(self):
        self.assertEqual(self.output("this computer")[1], row(CSV, r"\\." + DEPTH, r"\\127.0.0.1" + DEPTH))

    def test_counters_are_read_from_a_file(self):
        self.assertEqual(
            self.output("list")[1:3],
            [header(CSV, DEPTH, FULL), row("01/02/2026 03:04:06.678", "20261367808.000000", "21.000000")],
        )

    def test_options_are_read_from_a_settings_file(self):
        self.assertEqual(
            self.output("settings"),
            [
                "",
                header(TSV, DEPTH, separator="\t"),
                row("01/02/2026 03:04:06.678", "20261367808.000000", separator="\t"),
                *CLOSING,
            ],
        )

    def test_a_file_has_the_format_of_a_log(self):
        self.assertEqual(self.output("csv file"), ["", *CLOSING])
        self.assertEqual(
            self.file("log.csv"),
            [
                header(CSV + " (UTC)(0)", RATE, DEPTH, AVERAGE),
                row("01/02/2026 03:04:06.678", "15", "20261367808", "0.33333333333333331483"),
                row("01/02/2026 03:04:08.678", "0.5", "9", "0.10000000000000000555"),
            ],
        )
        self.assertEqual(self.output("tsv file"), ["", *CLOSING])
        self.assertEqual(
            self.file("log.tsv"),
            [
                header(TSV + " (UTC)(0)", RATE, separator="\t"),
                row("01/02/2026 03:04:06.678", "15", separator="\t"),
            ],
        )


class Lists(Folder):
    def check_list(self, result, paths):
        code, output = result
        *listed, last = split(output)
        self.assertEqual((code, sorted(listed), last), (0, sorted(paths), SUCCESS))

    def test_q_lists_counters_without_instances(self):
        self.assertEqual(run("-q", "Paint Gadget"), success(DEPTH, AVERAGE, SUCCESS))
        self.assertEqual(
            run("/q", "widget"), success(r"\widget(*)\Items/sec", r"\widget(*)\% Full", SUCCESS))

    def test_without_an_object_all_are_listed(self):
        everything = [r"\Widget(*)\Items/sec", r"\Widget(*)\% Full", DEPTH, AVERAGE]
        self.check_list(run("-q"), everything)
        self.check_list(run("-q", ""), everything)

    def test_qx_lists_instances_and_names_the_computer_as_it_was_given(self):
        self.check_list(
            run("-qx", "Widget", "-s", "LOCALhost"),
            [
                rf"\\LOCALhost\Widget({instance})\{counter}"
                for instance in ("a", "b")
                for counter in ("Items/sec", "% Full")
            ],
        )

    def test_a_list_goes_to_a_file_that_can_be_read_back(self):
        self.assertEqual(run("-qx", "Paint Gadget", "-o", self.path("counters.txt")), success(SUCCESS))
        self.assertEqual(self.read("counters.txt"), file_lines(DEPTH, AVERAGE))

    def test_an_unknown_object_or_computer_is_an_error(self):
        for option in ("-q", "-qx"):
            self.assertEqual(run(option, "Nonsense"), error(NO_OBJECT))
            self.assertEqual(run(option, "-s", "no-such-computer.invalid"), error(f"{NOT_FOUND} {UNREACHED}"))

    def test_the_name_of_this_computer_in_another_domain_names_another_computer(self):
        host = socket.gethostname().split(".")[0]
        for computer in (host + ".other.invalid", host + ".other.invalid:44321", host + ":44321"):
            for arguments in ([rf"\\{computer}" + DEPTH], [DEPTH, "-s", computer]):
                code, output = finish(start(*arguments, "-sc", "1"))
                end = split(output)[-1]
                self.assertEqual(code, 1, output)
                self.assertIn("PDH_CSTATUS_NO_MACHINE", end)
                self.assertIn(f"; this computer is called {host}", end)

    def test_a_name_of_this_computer_that_pcp_lists_names_another_computer(self):
        if not ctypes.util.find_library("pcp"):
            self.skipTest("libpcp is not installed")
        name = socket.gethostname().split(".")[0]
        sources = f"script:{WIDGETS},pcp:{name}"
        code, output = finish(start(rf"\\{name}" + DEPTH, r"\\." + DEPTH, "-sc", "1", source=sources))
        _, there, here = split(output)[2].split(",")
        self.assertEqual(there, '" "', output)
        self.assertNotEqual(here, '" "', output)

    def test_the_computer_that_is_not_reached_is_named(self):
        for arguments in ([r"\\no-such-computer.invalid" + RATE], [r"\Widget(*)\Items/sec", "-s", "no-such-computer.invalid"]):
            code, output = run(*arguments, "-sc", "1")
            self.assertEqual((code, split(output)[-1]), (1, f"typeperf: No valid counters. {UNREACHED}"), arguments)


class Errors(Folder):
    def test_what_helps_stands_behind_a_counter_that_is_left_out(self):
        for counter, advice in (
                (r"\Widget(z)\% Full", r'(PDH_CSTATUS_NO_INSTANCE). typeperf -qx "Widget" lists those that exist.'),
                (r"\Paint Gadget\Nope", r'(PDH_CSTATUS_NO_COUNTER). typeperf -q "Paint Gadget" lists its counters.'),
                (r"\Wigdet(a)\% Full", "(PDH_CSTATUS_NO_OBJECT). Similar names: Widget."),
                (r"\Gadget\Depth", "(PDH_CSTATUS_NO_OBJECT). Similar names: Paint Gadget, Widget."),
                (r"\Nonsense\Depth", "(PDH_CSTATUS_NO_OBJECT). typeperf -q lists all objects."),
                ("\\" + RATE, "(PDH_CSTATUS_BAD_COUNTERNAME). One backslash is too many: two begin the name of a computer.")):
            code, output = run(counter)
            self.assertEqual(code, 1)
            self.assertTrue(split(output)[0].endswith(advice), output)
            code, output = run(counter, "-missing", "ignore")
            self.assertEqual((code, split(output)), (1, ["typeperf: No valid counters."]))

    def test_similar_names_of_an_object_that_is_not_listed(self):
        self.assertEqual(run("-q", "Wigdet"), error('The object "Wigdet" was not found on the computer. Similar names: Widget.'))

    def test_a_computer_that_is_not_asked_is_said_once(self):
        counters = [rf"\\no-such-computer.invalid\Widget({name})\% Full" for name in "ab"]
        code, output = finish(start(*counters, DEPTH, "-sc", "1"))
        self.assertEqual(code, 3)
        self.assertEqual(split(output).count("typeperf: " + UNREACHED), 1)
        self.assertEqual(output.count(b"PDH_SHIM_SOURCE"), 1)

    def test_of_a_long_list_ten_missing_counters_are_said(self):
        listed = self.write("old.txt", "".join(rf"\Widget(z{number})\% Full" + "\r\n" for number in range(30)).encode() + DEPTH.encode())
        for arguments, said in (([], 10), (["-v"], 30)):
            code, output = finish(start("-cf", listed, "-sc", "1", *arguments))
            self.assertEqual((code, output.count(b"is left out:")), (3, said))
            self.assertEqual(b"typeperf: 20 more counters are left out; -v names all of them.\n" in output, said == 10)

    def test_a_source_that_ends_before_the_last_sample_is_said(self):
        for arguments in ([], ["-f", "BIN", "-o", self.path("a.blg")], ["-f", "JSON"], ["-f", "csv", "-o", self.path("a.csv"), "-max", "5"]):
            code, output = finish(start(DEPTH, "-sc", "3", *arguments, "-si", "0.05"))
            self.assertEqual(code, 3, arguments)
            self.assertIn(b"typeperf: The source has no more samples: the output has 2 of 3.\n", output)
            self.assertNotIn(SUCCESS.encode(), output)

    def test_fractions_of_a_second_are_for_users_of_this_system(self):
        self.assertEqual(finish(start(DEPTH, "-sc", "2", "-si", "0.05"))[0], 0)
        link = self.path("typeperf.exe")
        os.symlink(os.path.abspath(TYPEPERF), link)
        code, output = finish(start(DEPTH, "-sc", "2", "-si", "0.5", program=link))
        self.assertEqual((code, output), (2, b"\r\nError: Windows' typeperf takes no fractions of a second in -si; typeperf does by its "
                                             b"own name.\r\n"))
        self.assertEqual(finish(start(DEPTH, "-sc", "1", "-si", "1.0", program=link))[0], 0)

    def test_an_output_whose_name_says_something_else_is_said(self):
        name = r"C:\PerfLogs\W.blg"
        code, output = finish(start(DEPTH, "-sc", "1", "-si", "0.05", "-o", name, cwd=self.folder, script=os.path.abspath(WIDGETS), program=os.path.abspath(TYPEPERF)))
        self.assertEqual(code, 0)
        self.assertIn(rf'typeperf: The file "{name}" is written as CSV, not as its extension says; -f BIN does that.'.encode(), output)
        self.assertIn(rf'typeperf: The file is written in the current folder, with the name "{name}": '.encode(), output)
        code, output = finish(start(DEPTH, "-sc", "1", "-si", "0.05", "-o", "plain", cwd=self.folder, script=os.path.abspath(WIDGETS), program=os.path.abspath(TYPEPERF)))
        self.assertEqual((code, split(output)), (0, ["", *CLOSING]))
        self.assertTrue(os.path.exists(self.path("plain")))

    def test_no_valid_counter(self):
        counters = ("badcounter", r"\Widget(a)\Nonsense", r"\Nonsense(*)\*", r"\Widget(z)\% Full", "\\")
        for counter in counters:
            code, output = run(counter)
            self.assertEqual((code, split(output)[1:]), (1, ["typeperf: No valid counters."]), counter)
            self.assertTrue(output.startswith(left_out(counter, "").encode()), output)

    def test_without_a_valid_counter_a_file_stays_as_it_is(self):
        name = self.write("log.csv", b"old")
        self.assertEqual(run("badcounter", "-o", name, "-y")[0], 1)
        self.assertEqual(self.read("log.csv"), b"old")

    def test_an_empty_argument_is_that_of_a_variable_that_is_not_set(self):
        self.assertEqual(run(""), (2, b"typeperf: An argument is empty.\n"))
        self.assertEqual(run(DEPTH, "-s", ""), (2, b"typeperf: The option -s has an empty value.\n"))

    def test_wrong_options(self):
        self.assertEqual(run(), error("No counters are given; typeperf -? shows how.", 2))
        self.assertEqual(run(DEPTH, "-z"), error('"-z" is not an option; typeperf -? lists them.', 2))
        self.assertEqual(
            run(DEPTH, "-si", "0"), error('"0" is not a sample interval; it is written [[hh:]mm:]ss[.fff].', 2))
        self.assertEqual(
            run(DEPTH, "-f", "bin"),
            error("This format needs a file: -o names it.", 2),
        )
        missing = self.path("missing.txt")
        for option in ("-cf", "-config"):
            self.assertEqual(run(option, missing), error(f'The file "{missing}" cannot be read: No such file or directory.'))

    def test_a_source_that_does_not_start(self):
        broken = self.write("broken.json", b"{")
        why = (f"{broken}:1:2: syntax error while parsing object key - unexpected end of input; expected string literal. "
               "(status 0xc0000bdd, PDH_INVALID_DATASOURCE)")
        self.assertEqual(finish(start(DEPTH, script=broken)),
                         error("The performance data cannot be read: " + why))
        for option in ("-q", "-qx"):
            self.assertEqual(finish(start(option, "Widget", script=broken)),
                             error("The counters cannot be listed: " + why))
            self.assertEqual(finish(start(option, script=broken)), error("The counters cannot be listed: " + why))

    @unittest.skipIf(ctypes.util.find_library("pdhui"), "libpdhui is installed")
    def test_a_dialog_without_its_library_says_what_to_install(self):
        # Libpdh looks for it in its own folder first.
        shutil.copy(os.path.join(os.path.dirname(TYPEPERF), "../../libpdh.so.0"), self.path("libpdh.so.0"))
        code, output = finish(start("LD_LIBRARY_PATH=" + self.path(""), TYPEPERF, "-b", program="env"))
        self.assertEqual(code, 1)
        self.assertRegex(output.decode(), r"\Atypeperf: The dialog cannot be shown: libpdhui\.so cannot be loaded: .*"
                         r"\. It shows the dialogs; install libpdhui0, or build with -Ddialogs=enabled\.\n\Z")

    def test_an_existing_file_is_overwritten_only_with_a_yes(self):
        name = self.write("list.txt", b"old")
        question = f'The file "{name}" exists. Overwrite it? [y/n] '
        for answer in (b"n\n", b""):
            self.assertEqual(
                run_typing(answer, "-q", "-o", name),
                (4, lines(question + f'typeperf: The file "{name}" exists and was left as it is.')),
            )
            self.assertEqual(self.read("list.txt"), b"old")
        self.assertEqual(run_typing(b"y\n", "-q", "Paint Gadget", "-o", name), success(question + SUCCESS))
        self.assertEqual(self.read("list.txt"), file_lines(DEPTH, AVERAGE))
        self.assertEqual(run("-q", "Widget", "-o", name, "-y"), success(SUCCESS))
        self.assertEqual(self.read("list.txt"), file_lines(r"\Widget(*)\Items/sec", r"\Widget(*)\% Full"))


class Endings(Folder):
    """How a run without a number of samples ends."""

    def setUp(self):
        super().setUp()
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        script["loop"] = True
        self.endless = self.write("endless.json", json.dumps(script).encode())

    def start(self, *arguments):
        return start(DEPTH, *HERE, *arguments, script=self.endless)

    def after_header(self, process):
        self.assertEqual(process.stdout.readline(), lines(""))
        self.assertEqual(process.stdout.readline(), lines(header(CSV, DEPTH)))
        return process

    def check_quiet_end(self, process):
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(process.stderr.read(), b"")

    def test_rows_come_one_by_one_and_an_interrupt_ends_them_cleanly(self):
        with self.after_header(self.start()) as process:
            self.assertTrue(process.stdout.readline().startswith(b'"01/02/2026'))
            process.send_signal(signal.SIGINT)
            self.assertEqual(finish(process), success(*CLOSING))

    def test_the_end_comes_at_once_however_long_the_interval(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.after_header(self.start("-si", "99:00:00")) as process:
                process.send_signal(number)
                self.assertEqual(finish(process), success(*CLOSING))

    def test_a_closed_pipe_ends_it_without_a_word(self):
        with self.after_header(self.start()) as process:
            process.stdout.readline()
            process.stdout.close()
            self.check_quiet_end(process)

    def test_a_closed_pipe_is_noticed_between_samples(self):
        with self.after_header(self.start("-si", "99:00:00")) as process:
            process.stdout.close()
            self.check_quiet_end(process)

    def test_a_log_goes_on_without_a_console(self):
        name = self.path("log.csv")
        with self.start("-o", name, "-sc", "1") as process:
            process.stdout.close()
            self.assertEqual((process.wait(PATIENCE), process.stderr.read()), (0, lines("", *CLOSING)))
        self.assertEqual(len(split(self.read("log.csv"), "\r\n")), 2)


def is_sanitized():
    with open(TYPEPERF, "rb") as program:
        return b"__ubsan_handle" in program.read()


class Rotation(Folder):
    """A SIGHUP while it waits for its next sample, hours away. A pipe in place of the log says when it is opened and closed."""

    def start(self, name, *options, **more):
        os.mkfifo(name)
        process = start(DEPTH, *HERE, "-si", "99:00:00", "-o", name, *options, **more)
        self.addCleanup(process.communicate)
        return process

    def test_one_file_follows_another_and_no_record_is_lost(self):
        output = os.path.join(self.folder, "log.csv")
        code, _ = run(RATE, DEPTH, "-si", "1", "-sc", "2", "-cnf", "1", "-o", output)
        self.assertEqual(code, 0)
        texts = []
        for number in (1, 2):
            with open(os.path.join(self.folder, f"log_00000{number}.csv"), "rb") as file:
                texts.append(split(file.read(), "\r\n"))
        self.assertEqual([len(text) for text in texts], [2, 2])
        self.assertEqual(texts[0][0], texts[1][0])
        self.assertNotIn('" "', texts[1][1])  # its rate is that since the last record of the first file

    def test_logs_of_lines_follow_one_another_too(self):
        output = os.path.join(self.folder, "log")
        for options, extension, lines in ((["-f", "JSON", "-raw"], "json", 1), (["-f", "OPENMETRICS"], "om", 3)):
            code, _ = run(DEPTH, "-si", "1", "-sc", "2", "-cnf", "1", "-o", output, *options)
            self.assertEqual(code, 0)
            for number in (1, 2):
                with open(f"{output}_00000{number}.{extension}", encoding="utf-8") as file:
                    text = file.read().splitlines()
                self.assertEqual(len(text), lines + (1 if extension == "om" else 0), text)
                self.assertEqual('"first"' in text[0].lower() or "firstvalue" in text[0].lower(), extension == "json", text)

    def test_a_hangup_without_a_terminal_makes_it_open_its_file_again(self):
        name = self.path("log.csv")
        process = self.start(name, start_new_session=True)
        with open(name, "rb") as pipe:
            head = pipe.readline()
            os.unlink(name)
            process.send_signal(signal.SIGHUP)
            self.assertEqual(pipe.read(), b"")  # it is closed
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(self.read("log.csv"), head)
        self.assertTrue(head.startswith(b'"(PDH-CSV 4.0) (UTC)(0)"'), head)

    @unittest.skipIf(is_sanitized(), "the sanitizer needs descriptors of its own")
    def test_a_hangup_ends_it_where_it_cannot_wait_for_signals(self):
        # There is one free descriptor: enough for the loader and the log, but not for a pipe.
        name = self.path("log.csv")
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))
        process = self.start(name, start_new_session=True, preexec_fn=limit)
        with open(name, "rb") as pipe:
            pipe.readline()
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(PATIENCE), -signal.SIGHUP)

    @unittest.skipIf(is_sanitized(), "the sanitizer needs descriptors of its own")
    def test_a_terminal_that_cannot_be_opened_for_want_of_descriptors_is_not_gone(self):
        name = self.path("log.csv")
        leader, follower = pty.openpty()
        self.addCleanup(os.close, leader)
        self.addCleanup(os.close, follower)

        def take_terminal():
            os.setsid()
            fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
            resource.setrlimit(resource.RLIMIT_NOFILE, (7, 7))  # two for signals, one for the time, and one for the log

        process = self.start(name, preexec_fn=take_terminal)
        with open(name, "rb") as pipe:
            head = pipe.readline()
            os.unlink(name)
            process.send_signal(signal.SIGHUP)
            self.assertEqual(pipe.read(), b"")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(self.read("log.csv"), head)

    def test_a_terminal_that_is_gone_ends_it(self):
        name = self.path("log.csv")
        leader, follower = pty.openpty()
        process = self.start(name, preexec_fn=lambda: (os.setsid(), fcntl.ioctl(follower, termios.TIOCSCTTY, 0)))
        os.close(follower)
        with open(name, "rb") as pipe:
            pipe.readline()
            os.close(leader)
            self.assertEqual(process.wait(PATIENCE), 0)
            self.assertEqual(pipe.read(), b"")


class Readers(Folder):
    """The reader of the output decides how its lines end, and how names are shown."""

    def named(self, name):
        os.symlink(os.path.abspath(TYPEPERF), self.path(name))
        return self.path(name)

    def test_shells_and_filters_get_the_line_ends_of_the_system(self):
        self.assertEqual(run("-q", "Paint Gadget")[1], lines(DEPTH, AVERAGE, SUCCESS))
        with open(self.path("list.txt"), "wb") as file:
            process = start("-q", "Paint Gadget", stdout=file)
            self.assertEqual(process.wait(PATIENCE), 0)
            process.stderr.close()
        self.assertEqual(self.read("list.txt"), lines(DEPTH, AVERAGE))

    def test_programs_written_for_windows_get_cr_lf(self):
        for name in ("TypePerf", "typeperf.exe"):
            program = self.named(name)
            self.assertEqual(finish(start("-q", "Paint Gadget", program=program)),
                             (0, file_lines(DEPTH, AVERAGE, SUCCESS)))
            self.assertEqual(finish(start("badcounter", program=program)),
                             (1, file_lines("", "Error: No valid counters.")))

    def test_for_windows_a_counter_without_a_value_is_minus_one_and_a_last_row_without_any_a_failure(self):
        program = self.named("typeperf.exe")
        dying = (r"\Widget(b)\Items/sec", "-sc", "2", *HERE)
        code, output = finish(start(*dying, program=program))
        self.assertEqual((code, split(output, "\r\n")[-5:]), (3, [
            row("01/02/2026 03:04:08.678", "-1"), CLOSING[0], "", "Error:", "The data is not valid."]))
        code, output = finish(start(DEPTH, *dying, program=program))
        self.assertEqual((code, split(output, "\r\n")[-2:]), (0, list(CLOSING)))
        self.assertTrue(split(output, "\r\n")[-3].endswith('"-1"'), output)
        self.assertEqual(finish(start(*dying, "-o", self.path("dying.csv"), program=program))[0], 0)
        self.assertTrue(self.read("dying.csv").endswith(b'" "\r\n'))

    def test_an_object_is_listed_by_the_name_that_was_typed(self):
        for typed in ("paint GADGET", r"\paint GADGET"):
            self.assertEqual(run("-q", typed), success(*(path.replace("Paint Gadget", "paint GADGET") for path in (DEPTH, AVERAGE)),
                                                      SUCCESS))
        self.assertIn(rb"\widget(a)\% Full", run("-qx", "widget")[1])

    def test_a_loop_of_the_shell_samples_each_counter_whatever_the_line_ends(self):
        loop = '"$0" -q "Paint Gadget" | while IFS= read -r c; do "$0" "$c" -sc 1 -s LocalHost; done'
        for program in (os.path.abspath(TYPEPERF), self.named("TypePerf")):
            process = start("-c", loop, program, program="/bin/sh")
            code, output = finish(process)
            output = output.replace(b"\r\n", b"\n")
            for counter, value in ((DEPTH, "20261367808.000000"), (AVERAGE, "0.333333")):
                self.assertIn(lines(header(CSV, counter), row("01/02/2026 03:04:06.678", value)), output)

    def odd_names(self):
        """A script whose instances have names that lines and terminals cannot hold."""
        names = ["line\nfeed", "return\r", "\x1b]0;title\x07", "\u009b2J", "a'b\\n", "\u202egnp.exe", " blank ",
                 'quo"te', "$'x'"]
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        for sample in script["samples"]:
            sample["data"]["Widget"] = {name: [1, 10 + i] for i, name in enumerate(names)}
        return names, self.write("odd.json", json.dumps(script).encode())

    def test_a_list_that_is_read_back_names_the_same_counters_whatever_their_names(self):
        names, script = self.odd_names()
        code, listed = finish(start("-qx", "Widget", script=script))
        self.assertEqual((code, len(split(listed))), (0, 2 * len(names) + 1))
        files = ["-", self.write("list.txt", listed),
                 self.write("list16.txt", listed.decode().encode("utf-16"))]
        for process in [start("-cf", name, "-sc", "1", *HERE, script=script, stdin=subprocess.PIPE)
                        for name in files]:
            code, output = finish(process, listed)
            self.assertEqual(code, 0, output)
            for name in names:
                quoted = name.replace('"', '""')
                self.assertIn(f"\\\\LocalHost\\Widget({quoted})\\% Full".encode(), output)
            values = output.splitlines()[-3].decode()
            for i in range(len(names)):
                self.assertIn(f'"{10 + i}.000000"', values)

    def test_a_list_that_is_read_back_names_the_same_counters_where_names_look_like_others(self):
        names = ["*", "a", "a#0", "a", "a#1", "b#1", "_Total", "c/d", "c", "(", ")\\\\"]
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        for sample in script["samples"]:
            sample["data"]["Widget"] = [[name, [1, 10 + i]] for i, name in enumerate(names)]
        script = self.write("alike.json", json.dumps(script).encode())
        listed = [line for line in split(finish(start("-qx", "Widget", script=script))[1]) if "Full" in line]
        self.assertEqual(len(listed), len(names))
        code, output = finish(start(*listed, "-sc", "1", *HERE, script=script))
        self.assertEqual(code, 0, output)
        expected = [f'"{10 + i}.000000"' for i in range(len(names))]
        self.assertEqual(output.splitlines()[-3].decode().split(",")[1:], expected)

    def test_instances_of_one_name_are_sampled_with_the_last_one_first_and_listed_with_the_first_one_first(self):
        with open(WIDGETS, encoding="utf-8") as file:
            script = json.load(file)
        for sample in script["samples"]:  # as Windows 10 names the columns, and as it lists them with -qx
            sample["data"]["Widget"] = [["smss", [1, 10]], ["csrss", [1, 20]], ["wininit", [1, 30]], ["CSRSS", [1, 40]]]
        script = self.write("csrss.json", json.dumps(script).encode())
        code, output = finish(start(r"\Widget(*)\*", "-sc", "1", *HERE, script=script))
        header, row = [line.split(",")[1:] for line in output.decode().splitlines() if "," in line][:2]
        self.assertEqual([re.search(r"\((.*?)\)\\(.*)\"", cell).groups() for cell in header],
                         [(name, counter) for name in ("smss", "CSRSS#1", "wininit", "csrss") for counter in ("Items/sec", "% Full")])
        self.assertEqual([float(cell.strip('"')) for cell in row[1::2]], [10, 40, 30, 20])
        listed = [line for line in split(finish(start("-qx", "Widget", script=script))[1]) if "Widget" in line]
        self.assertEqual(listed, [rf"\Widget({name})\{counter}" for counter in ("Items/sec", "% Full")
                                  for name in ("smss", "csrss", "wininit", "CSRSS#1")])

    def test_a_counter_of_a_wildcard_that_does_not_exist_is_reported_as_such(self):
        code, output = run(r"\Widget(*)\No*", r"\Widget(c*)\% Full", RATE, "-sc", "1")
        lines = [line for line in split(output) if "left out" in line]
        self.assertEqual([re.search(r"\((PDH_\w+)\)", line).group(1) for line in lines], ["PDH_CSTATUS_NO_COUNTER", "PDH_CSTATUS_NO_INSTANCE"])
        self.assertEqual(code, 3)

    def test_a_listed_name_that_is_quoted_is_one_for_the_shell_and_for_the_command_line(self):
        _, script = self.odd_names()
        listed = split(finish(start("-qx", "Widget", script=script))[1])
        quoted = next(line for line in listed if "feed" in line and "Full" in line)
        self.assertEqual(quoted, r"$'\\Widget(line\nfeed)\\% Full'")
        for process in [start(typed, "-sc", "1", *HERE, script=script)
                        for typed in (quoted, "\\Widget(line\nfeed)\\% Full")]:
            code, output = finish(process)
            self.assertEqual((code, output.splitlines()[-3].split(b",")[-1]), (0, b'"10.000000"'))

    def on_terminal(self, *arguments, script=WIDGETS, source=None, stdout=True):
        """What a terminal gets of standard error and, if so, of standard output."""
        leader, follower = pty.openpty()
        process = start(*arguments, script=script, source=source, stderr=follower,
                        stdout=follower if stdout else subprocess.DEVNULL)
        os.close(follower)
        shown = b""
        while True:
            try:
                more = os.read(leader, 65536)
            except OSError:  # the other end is closed
                more = b""
            if not more:
                break
            shown += more
        os.close(leader)
        process.wait(PATIENCE)
        return shown.replace(b"\r\n", b"\n")

    def test_a_terminal_gets_no_control_characters_of_names(self):
        _, script = self.odd_names()
        wrong = "\\Widget(\x1b[2J)\\% Full"
        for arguments in (["-qx"], [r"\Widget(*)\% Full", wrong, "-sc", "1"], ["-q", "\x1b"],
                          ["-cf", "\x1b[2J"], ["\x1b[2J", "-si", "\x07"]):
            shown = self.on_terminal(*arguments, script=script).decode()
            unsafe = [c for c in shown if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c == "\u202e"]
            self.assertEqual(unsafe, [], shown)
        self.assertIn(r"\\Widget(\x1b]0;title\x07)\\", self.on_terminal("-qx", "Widget", script=script).decode())

    def test_each_counter_that_is_left_out_is_reported_unless_it_may_be_missing(self):
        wrong = ["badcounter", r"\Widget(z)\% Full", r"\Widget(*)\Nonsense", r"\Nonsense(*)\*", r"\Widget(z*)\*"]
        code, output = run(DEPTH, *wrong, "-sc", "1")
        self.assertEqual((code, split(output)[3:]), (3, [
            "typeperf: badcounter is left out: "
            "Unable to parse the counter path. Check the format and syntax of the specified path (PDH_CSTATUS_BAD_COUNTERNAME)",
            r"typeperf: \Widget(z)\% Full is left out: The specified instance is not present (PDH_CSTATUS_NO_INSTANCE). "
            'typeperf -qx "Widget" lists those that exist.',
            r"typeperf: \Widget(*)\Nonsense is left out: "
            'The specified counter could not be found (PDH_CSTATUS_NO_COUNTER). typeperf -q "Widget" lists its counters.',
            r"typeperf: \Nonsense(*)\* is left out: "
            "The specified object was not found on the computer (PDH_CSTATUS_NO_OBJECT). typeperf -q lists all objects.",
            r"typeperf: \Widget(z*)\* is left out: The specified instance is not present (PDH_CSTATUS_NO_INSTANCE). "
            'typeperf -qx "Widget" lists those that exist.',
            CLOSING[0],
        ]))
        self.assertEqual(split(self.on_terminal(DEPTH, *wrong, "-missing", "ignore", "-sc", "1", stdout=False)), [*CLOSING])

    @unittest.skipUnless(sys.platform == "linux", "the source of Linux")
    def test_a_terminal_is_told_once_of_a_counter_that_cannot_be_measured(self):
        unmeasured = r"\Processor(*)\DPC Rate"
        shown = self.on_terminal(r"\System\Threads", unmeasured, "-sc", "1", source="linux", stdout=False)
        self.assertEqual(split(shown), [
            f"typeperf: {unmeasured} cannot be measured on this computer: it has no value.", *CLOSING])

    def test_a_list_fed_back_on_a_terminal_warns_of_nothing(self):
        listed = self.write("list.txt", run("-q", "Paint Gadget")[1])
        self.assertEqual(split(self.on_terminal("-cf", listed, "-sc", "1", stdout=False)), [*CLOSING])


class CounterFiles(Folder):
    def check_columns(self, contents, *counters, status=0):
        """Each of these contents of a file of -cf brings these counters."""
        names = [self.write(f"list{i}.txt", content) for i, content in enumerate(contents)]
        for process in [start("-cf", name, *HERE, "-sc", "1") for name in names]:
            code, output = finish(process)
            self.assertEqual((code, split(output)[1]), (status, header(CSV, *counters)))
            self.assertLess(len(output), 10_000)

    def test_every_encoding_that_notepad_saves(self):
        text = f'; Zähler\r\n\r\n{DEPTH}\r\n"{FULL}"'
        self.check_columns([text.encode(), b"\xef\xbb\xbf" + text.encode(),
                            b"\xff\xfe" + text.encode("utf-16-le"),
                            b"\xfe\xff" + text.encode("utf-16-be")], DEPTH, FULL)

    def test_settings_may_be_utf_16_too(self):
        name = self.write("settings.txt", "[c]\r\n{}\r\n[sc]\r\n1\r\n".format(DEPTH).encode("utf-16"))
        self.assertEqual(split(run("-config", name, *HERE)[1])[1], header(CSV, DEPTH))

    def test_a_huge_line_is_left_out_like_any_other_that_is_no_counter(self):
        huge = "\\Widget(" + "a" * 5_000_000 + ")\\% Full"
        self.check_columns([lines(huge, DEPTH, "x" * 1_000_000)], DEPTH, status=3)

    def test_a_pipe_is_read_to_its_end(self):
        read, write = os.pipe()
        os.write(write, lines(DEPTH))
        os.close(write)
        process = start("-cf", f"/dev/fd/{read}", *HERE, "-sc", "1", pass_fds=[read])
        os.close(read)
        self.assertEqual(split(finish(process)[1])[1], header(CSV, DEPTH))

    def test_what_is_no_list_is_an_error(self):
        self.assertEqual(run("-cf", self.folder), error(f'"{self.folder}" is a folder.'))
        name = self.write("half.txt", b"\xff\xfe\\")
        self.assertEqual(
            run("-cf", name), error(f'The file "{name}" is not the UTF-16 text that its byte order mark says.'))
        if os.path.exists("/dev/zero"):
            self.assertEqual(
                run("-cf", "/dev/zero"), error('The file "/dev/zero" holds more than 16 MiB.'))


class Unwritable(Folder):
    """Output that cannot be written: a message on standard error, and a failure."""

    COMMANDS = ([DEPTH, "-sc", "1"], ["-q"], ["-qx", "Widget"], ["--help"], ["-?"], ["--version"])

    def check(self, process, reason):
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, errors.decode()), (1, f"typeperf: {reason}\n"))

    def test_a_full_disk_behind_standard_output(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        for command in self.COMMANDS:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                self.check(start(*command, stdout=full),
                           "Standard output cannot be written: No space left on device.")

    def test_standard_output_that_is_closed(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                process = start("-c", 'exec "$0" "$@" >&- <&-', TYPEPERF, *command, program="/bin/sh",
                                stdout=subprocess.DEVNULL)
                self.check(process, "Standard output cannot be written: Bad file descriptor.")

    def test_no_file_takes_the_place_of_a_closed_standard_output(self):
        name = self.path("list.txt")
        process = start("-c", 'exec "$0" "$@" >&- <&- 2>&-', TYPEPERF, "-q", "Paint Gadget", "-o", name,
                        program="/bin/sh", stdout=subprocess.DEVNULL)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.read("list.txt"), file_lines(DEPTH, AVERAGE))

    def test_a_full_disk_behind_a_file(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        reason = 'The file "/dev/full" cannot be written: No space left on device.'
        for command in ([DEPTH, "-sc", "1", "-o", "/dev/full"], ["-q", "-o", "/dev/full"],
                        [DEPTH, "-sc", "1", "--capture", "/dev/full"]):
            with self.subTest(command=command):
                self.check(start(*command), reason)

    def test_a_reader_that_is_gone_is_no_failure(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                read, write = os.pipe()
                os.close(read)
                process = start(*command, stdout=write)
                os.close(write)
                _, errors = process.communicate(timeout=PATIENCE)
                self.assertEqual((process.returncode, errors), (0, b""))


class Help(unittest.TestCase):
    def test_help_names_every_option(self):
        for option in ("-?", "/?", "--help"):
            code, output = run(option)
            self.assertEqual(code, 0)
            named = {line.split()[0] for line in split(output) if line.startswith("  -")}
            self.assertEqual(
                named, {"-b", "-c", "-cf", "-cnf", "-max", "-q", "-qx", "-capture", "-epoch", "-f", "-raw", "-spreadsheet",
                        "-si", "-sc", "-o", "-s", "-v", "-y", "-config", "-missing", "--", "-?,", "--version"})

    def test_the_version_is_a_line(self):
        code, output = run("--version")
        self.assertEqual(code, 0)
        self.assertRegex(output, rb"^typeperf \(pdh-shim\) \d+\.\d+\.\d+(~git\d{8}\.[0-9a-f]{7}|~unknown)?\n$")


if __name__ == "__main__":
    programs.main([sys.argv[0], *sys.argv[3:]])
