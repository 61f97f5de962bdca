"""typeperf from the outside: the bytes it writes, its exit codes, and how it ends.

Usage: typeperf_e2e.py TYPEPERF WIDGETS_JSON [unittest options]
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

TYPEPERF, WIDGETS = sys.argv[1:3]
PATIENCE = 60  # seconds until a program that should have ended counts as hanging

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


def row(*cells, separator=","):
    return separator.join(f'"{cell}"' for cell in cells)


def header(kind, *counters, separator=","):
    return row(kind, *(r"\\LocalHost" + counter for counter in counters), separator=separator)


def lines(*texts):
    return "".join(text + "\r\n" for text in texts).encode()


def split(output):
    """The lines of an output, of which each must have its end."""
    *texts, rest = output.decode().split("\r\n")
    assert rest == "", rest
    return texts


def start(*arguments, script=WIDGETS, source=None, stdin=subprocess.DEVNULL):
    return subprocess.Popen(
        [TYPEPERF, *arguments],
        env={**os.environ, "TZ": "UTC", "PDH_SHIM_SOURCE": source or "script:" + script},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process, typed=None):
    """Exit code and output. What a client takes for an error, output on stderr, must not be there."""
    output, errors = process.communicate(typed, PATIENCE)
    assert errors == b"", errors
    return process.returncode, output


def run(*arguments):
    return finish(start(*arguments))


def run_typing(typed, *arguments):
    return finish(start(*arguments, stdin=subprocess.PIPE), typed)


def success(*texts):
    return 0, lines(*texts)


def error(message):
    return 1, lines("", "Error: " + message)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()


class Samples(unittest.TestCase):
    """The runs take real time, so all are started together and then looked at one by one."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = lambda self, name: os.path.join(folder.name, name)
        path = lambda name: os.path.join(folder.name, name)
        with open(path("counters.txt"), "wb") as file:
            file.write(b"\xef\xbb\xbf" + lines("; what we paint", "", DEPTH, f'"{FULL}"'))
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
            "list": start("-cf", path("counters.txt"), *once),
            "settings": start("-config", path("settings.txt"), *once),
            "csv file": start(RATE, DEPTH, AVERAGE, *HERE, "-sc", "2", "-o", path("log.csv")),
            "tsv file": start(RATE, *once, "-f", "TSV", "-o", path("log.tsv")),
        }

    def output(self, name):
        code, output = finish(self.runs[name])
        self.assertEqual(code, 0, output)
        return split(output)

    def file(self, name):
        with open(self.path(name), "rb") as file:
            return split(file.read())

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
            self.output("bad among good")[1:3],
            [header(CSV, r"\widget(A)\ITEMS/sec"), row("01/02/2026 03:04:06.678", "15.000000")],
        )

    def test_without_a_computer_the_header_names_this_one(self):
        self.assertRegex(
            self.output("local")[1], r'^"\(PDH-CSV 4\.0\)","\\\\[^\\]+\\Paint Gadget\\Depth"$')

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
            run("/q", "widget"), success(r"\Widget(*)\Items/sec", r"\Widget(*)\% Full", SUCCESS))

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
        self.assertEqual(self.read("counters.txt"), lines(DEPTH, AVERAGE))

    def test_an_unknown_object_or_computer_is_an_error(self):
        for option in ("-q", "-qx"):
            self.assertEqual(run(option, "Nonsense"), error(NOT_FOUND))
            self.assertEqual(run(option, "-s", "no-such-computer.invalid"), error(NOT_FOUND))


class Errors(Folder):
    def test_no_valid_counter(self):
        counters = ("badcounter", r"\Widget(a)\Nonsense", r"\Nonsense(*)\*", r"\Widget(z)\% Full", "", "\\")
        for counter in counters:
            self.assertEqual(run(counter), error("No valid counters."), counter)

    def test_without_a_valid_counter_a_file_stays_as_it_is(self):
        name = self.write("log.csv", b"old")
        self.assertEqual(run("badcounter", "-o", name, "-y"), error("No valid counters."))
        self.assertEqual(self.read("log.csv"), b"old")

    def test_wrong_options(self):
        self.assertEqual(run(), error("No counters are given; typeperf -? shows how."))
        self.assertEqual(run(DEPTH, "-z"), error('"-z" is not an option; typeperf -? lists them.'))
        self.assertEqual(
            run(DEPTH, "-si", "0"), error('"0" is not a sample interval; it is written [[hh:]mm:]ss.'))
        self.assertEqual(
            run(DEPTH, "-f", "bin", "-o", "x.blg"),
            error("Binary and SQL logs are not available; the formats are CSV and TSV."),
        )
        missing = self.path("missing.txt")
        for option in ("-cf", "-config"):
            self.assertEqual(run(option, missing), error(f'The file "{missing}" cannot be read.'))

    def test_a_source_that_does_not_start(self):
        broken = self.write("broken.json", b"{")
        code, output = finish(start(DEPTH, script=broken))
        self.assertEqual(code, 1)
        message = rb"The performance data cannot be read \(status 0x[0-9a-f]{8}\)\."
        self.assertRegex(output, rb"^\r\nError: " + message + rb"\r\n$")

    def test_an_existing_file_is_overwritten_only_with_a_yes(self):
        name = self.write("list.txt", b"old")
        question = f'The file "{name}" exists. Overwrite it? [y/n] '
        for answer in (b"n\n", b""):
            self.assertEqual(
                run_typing(answer, "-q", "-o", name),
                (1, lines(question, f'Error: The file "{name}" exists and was left as it is.')),
            )
            self.assertEqual(self.read("list.txt"), b"old")
        self.assertEqual(run_typing(b"y\n", "-q", "Paint Gadget", "-o", name), success(question + SUCCESS))
        self.assertEqual(self.read("list.txt"), lines(DEPTH, AVERAGE))
        self.assertEqual(run("-q", "Widget", "-o", name, "-y"), success(SUCCESS))
        self.assertEqual(self.read("list.txt"), lines(r"\Widget(*)\Items/sec", r"\Widget(*)\% Full"))


class Endings(Folder):
    """How a run without an end of its own ends."""

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
            self.check_quiet_end(process)
        self.assertEqual(len(split(self.read("log.csv"))), 2)

    def test_a_full_disk_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        self.assertEqual(
            finish(self.start("-o", "/dev/full")), error('The file "/dev/full" cannot be written.'))


class Help(unittest.TestCase):
    def test_help_names_every_option(self):
        for option in ("-?", "/?"):
            code, output = run(option)
            self.assertEqual(code, 0)
            named = {line.split()[0] for line in split(output) if line.startswith("  -")}
            self.assertEqual(
                named, {"-b", "-c", "-cf", "-q", "-qx", "-capture", "-f", "-si", "-sc", "-o", "-s", "-y", "-config", "-?"})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
