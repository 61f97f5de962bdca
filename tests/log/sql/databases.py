#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Databases for tests: SQLite in a file, and PostgreSQL as an ordinary user in a temporary folder, on a loopback port.

usage: databases.py sqlite|postgresql PROGRAM [ARGUMENT...]

Runs the program with ODBC data sources of its own. PDH_SHIM_TEST_DSN is the database; "unreachable" is one that nobody
serves, and "driverless" one whose driver is missing. Skipped (77) where a package is missing.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def until(condition, message: str, seconds: float = 600):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(message)
        time.sleep(0.02)


def driver(name: str) -> pathlib.Path | None:
    """A driver of ODBC, where Debian installs it for whatever processor."""
    return next(iter(sorted(pathlib.Path("/usr/lib").glob(f"*/odbc/{name}"))), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Database:
    """Data sources of ODBC in a folder of their own; the environment names the folder."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pdh-shim-sql-"))
        self.folder.chmod(0o755)
        self.environment = {**os.environ, "ODBCSYSINI": str(self.folder), "ODBCINI": str(self.folder / "odbc.ini"),
                            "PDH_SHIM_TEST_DSN": "database"}

    def describe(self, data_source: str):
        (self.folder / "odbcinst.ini").write_text("[ODBC]\nPooling=No\n")
        (self.folder / "odbc.ini").write_text(
            f"[database]\n{data_source}\n"
            f"[driverless]\nDriver={self.folder}/none.so\n"
            f"[unreachable]\nDriver={driver('psqlodbcw.so') or 'none.so'}\nServername=127.0.0.1\nPort={free_port()}\n"
            "Database=none\nUsername=none\n")

    def end(self):
        shutil.rmtree(self.folder)


class Sqlite(Database):
    kind = "sqlite"

    @staticmethod
    def missing() -> str:
        return "" if driver("libsqlite3odbc.so") else "the ODBC driver of SQLite is missing (package libsqliteodbc)"

    def __init__(self):
        super().__init__()
        self.describe(f"Driver={driver('libsqlite3odbc.so')}\nDatabase={self.folder}/logs.db")


class Postgresql(Database):
    kind = "postgresql"

    @staticmethod
    def programs() -> pathlib.Path | None:
        return next(iter(sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True)), None)

    @classmethod
    def missing(cls) -> str:
        if driver("psqlodbcw.so") is None:
            return "the ODBC driver of PostgreSQL is missing (package odbc-postgresql)"
        if cls.programs() is None:
            return "PostgreSQL is missing (package postgresql)"
        if os.getuid() == 0 and shutil.which("setpriv") is None:
            return "PostgreSQL refuses to run as root, and setpriv is missing (package util-linux)"
        return ""

    def __init__(self):
        super().__init__()
        self.process = None
        self.port = free_port()
        self.data = self.folder / "data"
        self.data.mkdir()
        self.as_user = []
        if os.getuid() == 0:
            shutil.chown(self.data, "nobody")
            self.as_user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.bin = self.programs().parent
        subprocess.run([*self.as_user, self.bin / "initdb", "-D", self.data, "-U", "tester", "-A", "trust", "-E", "UTF8",
                        "--locale=C", "--no-sync"], check=True, capture_output=True, cwd="/")
        self.describe(f"Driver={driver('psqlodbcw.so')}\nServername=127.0.0.1\nPort={self.port}\nDatabase=postgres\n"
                      "Username=tester")
        self.start()

    def start(self):
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.as_user, self.bin / "postgres", "-D", self.data, "-p", str(self.port), "-h", "127.0.0.1", "-k",
                 self.data, "-F"], stdout=log, stderr=log, cwd="/")
        ready = [self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until(lambda: subprocess.run(ready, check=False).returncode == 0, "PostgreSQL does not start")

    def execute(self, statement: str):
        subprocess.run([*self.as_user, self.bin / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", "-d", "postgres",
                        "-c", statement], check=True, capture_output=True, cwd="/")

    def kill(self):
        """Ends the server and the processes that serve its connections, at once."""
        children = self.processes()[1:]
        self.process.kill()
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        until(lambda: not any(pathlib.Path("/proc", str(child)).exists() for child in children), "its processes live on")

    def processes(self) -> list[int]:
        """The server, and those that serve its connections or work for it."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def freeze(self):
        """Stops the server and the processes that serve its connections: who asks it waits."""
        self.process.send_signal(signal.SIGSTOP)  # so that no more come, and none that ends goes
        for process in self.processes():
            os.kill(process, signal.SIGSTOP)
            until(lambda process=process: self.state(process) in "TZ", "the server does not stop")

    @staticmethod
    def state(process: int) -> str:
        """A letter of proc(5): T if it is stopped, Z if it has ended."""
        return pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(") ", 1)[1][0]

    def thaw(self):
        for process in reversed(self.processes()):  # the server last: until then none goes
            os.kill(process, signal.SIGCONT)

    def end(self):
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # a fast shutdown
            self.process.wait()
        super().end()


KINDS = {"sqlite": Sqlite, "postgresql": Postgresql}


def main() -> int:
    kind = KINDS[sys.argv[1]]
    if reason := kind.missing():
        print(f"SKIPPED: {reason}")
        return SKIPPED
    database = kind()
    try:
        return subprocess.run(sys.argv[2:], env=database.environment, check=False).returncode
    finally:
        database.end()


if __name__ == "__main__":
    sys.exit(main())
