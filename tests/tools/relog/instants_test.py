# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""One record has one moment, in whatever format a log is written and read.

Usage: instants_test.py RELOG DATABASES [unittest options]; LD_LIBRARY_PATH leads to the library, PYTHONPATH to pdh

The logs are of whole objects, as perfmon writes them: their blocks have a SystemTime that is local, or UTC.
"""

import base64
import csv
import datetime
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.dirname(os.path.dirname(os.path.abspath(__file__))), os.path.dirname(os.path.abspath(sys.argv[2]))]
import databases  # noqa: E402
import programs  # noqa: E402
from block_log import BUFFER, COUNTER_PART, block, block_log, events, ticks  # noqa: E402
from programs import PATIENCE, Folder  # noqa: E402

RELOG = sys.argv[1]
BIAS = datetime.timedelta(minutes=240)
UTC = datetime.timezone.utc
FIRST = datetime.datetime(2010, 7, 1, 15, 40, 38, 659000)  # local
LOCAL = [FIRST + datetime.timedelta(seconds=15 * i) for i in range(3)]
MOMENTS = [(time + BIAS).replace(tzinfo=UTC) for time in LOCAL]


def since_1970(seconds):
    return datetime.datetime.fromtimestamp(0, UTC) + datetime.timedelta(microseconds=round(seconds * 1e6))


def text_moments(text, separator):
    rows = list(csv.reader(text.splitlines(), delimiter=separator))
    bias = int(re.search(r"\)\((-?\d+)\)$", rows[0][0])[1])
    return [datetime.datetime.strptime(row[0], "%m/%d/%Y %H:%M:%S.%f").replace(tzinfo=UTC) + datetime.timedelta(minutes=bias)
            for row in rows[1:]]


def page_moments(text):
    """Of the rows of a page, by the biases that it has for its local times."""
    about = json.loads(re.search(r'<script id="about"[^>]*>(.*?)</script>', text, re.DOTALL)[1])
    rows = base64.b64decode(re.search(r"<script id=rows[^>]*>(.*?)</script>", text, re.DOTALL)[1])
    values = struct.unpack(f"<{len(rows) // 8}d", rows)
    biases = re.search(r'<script id="biases"[^>]*>(.*?)</script>', text, re.DOTALL)
    changes = [(0, about["bias"]), *(json.loads(biases[1]) if biases else [])]
    width = 1 + len(about["paths"])
    return [since_1970(values[row * width] + [bias for begin, bias in changes if begin <= row][-1] * 60)
            for row in range(len(values) // width)]


class Instants(Folder):
    zone = "UTC"

    def run_relog(self, *arguments, status=0, environment=None):
        process = subprocess.run([RELOG, *arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE,
                                 env={**(environment or os.environ), "TZ": "Asia/Tokyo"})
        self.assertEqual(process.returncode, status, process.stderr)
        return process.stdout.decode()

    def template(self):
        log = ('"(PDH-CSV 4.0) (Eastern Daylight Time)(240)","\\\\BOX\\Memory\\Available Bytes"\r\n'
               '"07/01/2010 15:40:38.659","1"\r\n')
        self.run_relog(self.write("template.csv", log.encode()), "-o", self.path("template.blg"), "-y")
        return self.read("template.blg")

    def log(self, system_times, times_100ns):
        records = [(local, [block(100 + i, system_times[i], times_100ns[i])]) for i, local in enumerate(LOCAL)]
        return self.write("whole.blg", block_log(self.template(), records))

    def written(self, name, form):
        self.run_relog(name, "-f", form, "-o", self.path("out.log"), "-y")
        return self.read("out.log").decode()

    def lines(self, name, form, pattern, read):
        found = re.findall(pattern, self.written(name, form), re.MULTILINE)
        self.assertEqual(len(found), len(LOCAL))
        return [read(text) for text in found]

    def instants(self, name):
        """The moments of the records of a log, read from each format."""
        iso = lambda text: datetime.datetime.fromisoformat(text).astimezone(UTC)  # noqa: E731
        found = {
            "CSV": text_moments(self.written(name, "CSV"), ","),
            "TSV": text_moments(self.written(name, "TSV"), "\t"),
            "JSON": self.lines(name, "JSON", r'^{"time":"([^"]+)"', iso),
            "LONG": self.lines(name, "LONG", r"^(\d{4}-[^,]+),", iso),
            "INFLUX": self.lines(name, "INFLUX", r" (\d+)$", lambda text: since_1970(int(text) / 1e9)),
            "OPENMETRICS": self.lines(name, "OPENMETRICS", r"} \S+ (\S+)$", lambda text: since_1970(float(text))),
            "HTML": page_moments(self.written(name, "HTML")),
            "read_log": self.python_moments(name),
        }
        stats = next(csv.DictReader(self.run_relog(name, "-stats", "-f", "CSV").splitlines()))
        self.assertEqual([iso(stats["first_time"]), iso(stats["last_time"])], [MOMENTS[0], MOMENTS[-1]])
        return found

    def python_moments(self, name):
        import pdh

        table = pdh.read_log(name, using="lists")
        return [time.astimezone(UTC) for time in table.times]

    def check(self, name):
        """Each pair of a format that a log is written in, and one that it is read by."""
        made = {"the log": name}
        for form, end in (("BIN", "blg"), ("CSV", "csv"), ("TSV", "tsv")):
            made[form] = self.path("made." + end)
            self.run_relog(name, "-f", form, "-o", made[form], "-y")
        for source, log in made.items():
            for form, moments in self.instants(log).items():
                with self.subTest(source=source, form=form):
                    self.assertEqual(moments, MOMENTS)

    def test_system_time_is_local(self):
        self.check(self.log(LOCAL, [ticks(time + BIAS) for time in LOCAL]))

    def test_system_time_is_utc(self):
        self.check(self.log([time + BIAS for time in LOCAL], [ticks(time + BIAS) for time in LOCAL]))

    def test_system_time_is_local_and_the_other_clock_is_no_time(self):
        self.check(self.log(LOCAL, [0, 1, 2]))

    def test_a_zone_that_is_said_changes_nothing(self):
        log = self.log(LOCAL, [ticks(time + BIAS) for time in LOCAL])
        self.assertEqual(self.run_relog(log, "-f", "JSON", "-o", "-", "-tz", "UTC"), self.written(log, "JSON"))

    def test_a_record_has_its_time_whatever_the_clocks_of_its_samples_say(self):
        rows = "".join(f'"{time:%m/%d/%Y %H:%M:%S}.659","{i}","{i}"\r\n' for i, time in enumerate(LOCAL))
        log = ('"(PDH-CSV 4.0) (Eastern Daylight Time)(240)","\\\\NEAR\\System\\Load","\\\\FAR\\System\\Load"\r\n' + rows)
        self.run_relog(self.write("near.csv", log.encode()), "-o", self.path("near.blg"), "-y")
        data = bytearray(self.read("near.blg"))
        for at, size in list(events(data, BUFFER))[1:]:  # the clock of FAR is 87 s ahead
            far = data.rindex(struct.pack("<I", COUNTER_PART), at, at + size) + 8 + 4
            data[far:far + 8] = struct.pack("<q", struct.unpack_from("<q", data, far)[0] + 87 * 10_000_000)
        name = self.write("near.blg", bytes(data))
        for counters in ([r"\\NEAR\System\Load", r"\\FAR\System\Load"], [r"\\FAR\System\Load", r"\\NEAR\System\Load"]):
            chosen = ["-c", *counters]
            for form, pattern in (("JSON", '"time":"([^"]+)"'), ("LONG", r"^(\d{4}-[^,]+),")):
                found = re.findall(pattern, self.run_relog(name, "-f", form, "-o", "-", *chosen), re.MULTILINE)
                self.assertEqual([datetime.datetime.fromisoformat(text) for text in found[::2]], MOMENTS)
                self.assertEqual(found[::2], found[1::2])
            self.assertEqual(text_moments(self.run_relog(name, "-f", "CSV", "-o", "-", *chosen), ","), MOMENTS)
            summary = self.run_relog(name, "-f", "TSV", "-o", self.path("out.log"), "-y", *chosen)
            self.assertEqual(re.findall(r"(?:Begin|End): +(.*)", summary), ["7/1/2010 15:40:38", "7/1/2010 15:41:08"] * 2)
        raw = json.loads(self.run_relog(name, "-f", "JSON", "-o", "-", "-raw", "-c", r"\\FAR\System\Load").splitlines()[0])
        self.assertEqual(raw["TimeStamp"], ticks(LOCAL[0]) + 87 * 10_000_000)  # that of the sample itself

    def test_a_database_has_the_moments_too(self):
        if reason := databases.Sqlite.missing():
            self.skipTest(reason)
        database = databases.Sqlite()
        self.addCleanup(database.end)
        log = self.log(LOCAL, [ticks(time + BIAS) for time in LOCAL])
        self.run_relog(log, "-f", "SQL", "-o", "SQL:database!whole", environment=database.environment)
        import sqlite3

        with sqlite3.connect(database.folder / "logs.db") as tables:
            (minutes,), = tables.execute("SELECT MinutesToUTC FROM DisplayToID")
            times = tables.execute("SELECT CounterDateTime FROM CounterData ORDER BY RecordIndex").fetchall()
        self.assertEqual(minutes, 240)
        utc = [datetime.datetime.strptime(time.rstrip("\0"), "%Y-%m-%d %H:%M:%S.%f").replace(tzinfo=UTC) for time, in times]
        self.assertEqual(utc, MOMENTS)
        os.environ.update({key: database.environment[key] for key in ("ODBCSYSINI", "ODBCINI")})
        for form, moments in self.instants("SQL:database!whole").items():
            with self.subTest(form=form):
                self.assertEqual(moments, MOMENTS)


if __name__ == "__main__":
    programs.main([sys.argv[0], *sys.argv[3:]])
