# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Starts pdh-exporter for tests, and asks it."""

import http.client
import json
import os
import re
import subprocess
import threading
import time

PATIENCE = 600  # seconds until what should have happened counts as hanging


class Exporter:
    """A running one, with its log."""

    def __init__(self, program, *options, source=None, environment=None):
        variables = {**os.environ, **(environment or {})}
        if source is not None:
            variables["PDH_SHIM_SOURCE"] = source
        self.process = subprocess.Popen([program, *options], env=variables, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.lines = []
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()
        self.host, self.port = re.search(r"listens at (.*):(\d+)$", self.line("listens at ")).groups()
        self.port = int(self.port)

    def _read(self):
        for line in self.process.stderr:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.lines.append("")
            self.changed.notify_all()

    def line(self, text, after=0):
        """The first line of the log with a text, which is waited for."""
        def found():
            return next((line for line in self.lines[after:] if text in line or not line), None)
        with self.changed:
            assert self.changed.wait_for(lambda: found() is not None, PATIENCE), self.lines
            assert found(), (text, self.lines)
            return found()

    def get(self, path, headers=None, method="GET", address=None):
        """(status, headers, body)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=address)
        try:
            connection.request(method, path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def text(self, path="/metrics", headers=None):
        status, _, body = self.get(path, headers)
        assert status == 200, (status, body)
        return body.decode("utf-8")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.reader.join()
        self.process.stderr.close()
        return status


def until(condition, pause=0.02):
    """Asks until it is so; `pause`: seconds between."""
    limit = time.monotonic() + PATIENCE
    while not (answer := condition()):
        assert time.monotonic() < limit
        time.sleep(pause)
    return answer


def script(counters, data, instances="multi", **more):
    """One sample of an object `Box`, again and again."""
    return "script:" + json.dumps({
        "loop": True,
        "objects": [{"name": "Box", "instances": instances, "counters": counters}],
        "samples": [{"data": {"Box": data}}],
        **more})
