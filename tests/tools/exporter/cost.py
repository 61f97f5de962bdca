#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What pdh-exporter costs, beside Debian's exporters in the same run. No test: it prints a table.

usage: cost.py PDH_EXPORTER [SCRAPES]
"""

import http.client
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from exporters import Exporter, script, until

PROGRAM = sys.argv[1]
SCRAPES = int(sys.argv[2]) if len(sys.argv) > 2 else 50
SERIES_OF_PROCESS = 23


def cpu(pid):
    """Seconds of processor time of all threads, user and system."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        except OSError:
            pass
    return total / 1e9


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def ask(port, path="/metrics", headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=headers or {})
    body = connection.getresponse().read()
    connection.close()
    return body


def series(body):
    return sum(1 for line in body.decode().splitlines() if line and line[0] != "#")


def measure(name, pid, port, headers=None):
    """us a scrape, and a line."""
    count = series(ask(port))
    ask(port, headers=headers)
    begin, wall = cpu(pid), []
    for _ in range(SCRAPES):
        time.sleep(0.11)  # or pdh-exporter shares its answer
        at = time.monotonic()
        ask(port, headers=headers)
        wall.append(time.monotonic() - at)
    cost = (cpu(pid) - begin) / SCRAPES * 1e6
    print(f"{name:44} {count:6} series {cost / 1000:8.2f} ms a scrape {cost / count:7.2f} us a series  "
          f"answer in {statistics.median(wall) * 1000:7.2f} ms  RSS {resident(pid):6.1f} MB", flush=True)
    return cost


def other(program, *options, port):
    process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def ready():
        try:
            return ask(port)
        except OSError:
            return None
    until(ready)
    return process


def ours(folder, config, *options):
    path = os.path.join(folder, "exporter.yml")
    with open(path, "w", encoding="ascii") as file:
        file.write(config)
    return Exporter(PROGRAM, "--web.listen-address", "127.0.0.1:0", "--config", path, *options)


def processes(folder, wanted):
    have = len([name for name in os.listdir("/proc") if name.isdigit()])
    sleepers = [subprocess.Popen(["sleep", "600"]) for _ in range(max(0, wanted // SERIES_OF_PROCESS - have))]
    try:
        exporter = ours(folder, "objects: [Process V2]")
        plain = measure("pdh-exporter, Process V2", exporter.process.pid, exporter.port)
        zipped = measure("the same, gzip", exporter.process.pid, exporter.port, {"Accept-Encoding": "gzip"})
        print(f"  gzip: {100 * (zipped / plain - 1):.0f} % more")
        exporter.stop()
        if shutil.which("prometheus-process-exporter"):
            path = os.path.join(folder, "process.yml")
            with open(path, "w", encoding="ascii") as file:
                file.write("process_names:\n  - name: '{{.Comm}}:{{.PID}}'\n    cmdline: ['.+']\n  - name: '{{.Comm}}:{{.PID}}'\n    comm: []\n")
            process = other("prometheus-process-exporter", "--config.path", path, "--web.listen-address", "127.0.0.1:19256", port=19256)
            theirs = measure("process-exporter", process.pid, 19256)
            print(f"  of process-exporter: 1/{theirs / plain:.1f}")
            process.terminate()
            process.wait()
    finally:
        for sleeper in sleepers:
            sleeper.kill()
        for sleeper in sleepers:
            sleeper.wait()


def default_set(folder):
    begin = time.monotonic()
    exporter = ours(folder, "default_objects: true")
    ask(exporter.port)
    print(f"first whole answer: {1000 * (time.monotonic() - begin):.0f} ms after the start")
    own = measure("pdh-exporter, default set", exporter.process.pid, exporter.port)
    exporter.stop()
    if shutil.which("prometheus-node-exporter"):
        process = other("prometheus-node-exporter", "--web.listen-address", "127.0.0.1:19100", port=19100)
        theirs = measure("node_exporter", process.pid, 19100)
        print(f"  of node_exporter: 1/{theirs / own:.1f}")
        process.terminate()
        process.wait()


def targets(folder):
    path = os.path.join(folder, "box.json")
    with open(path, "w", encoding="ascii") as file:
        file.write(script([{"name": "A", "type": "PERF_COUNTER_RAWCOUNT"}], {f"i{number}": [1] for number in range(1000)})
                   .removeprefix("script:"))
    silent = socket.create_server(("127.0.0.1", 0))  # takes connections, and says nothing
    alive = {f"t{number}": {"source": f"script:{path}"} for number in range(49)}
    exporter = ours(folder, json.dumps({"objects": ["Box"], "targets": {**alive, "dead": {"computer": f"127.0.0.1:{silent.getsockname()[1]}"}}}))

    def all_alive():
        times = []

        def probe(name):
            at = time.monotonic()
            assert b"\npdh_box_a{" in ask(exporter.port, f"/probe?target={name}")
            times.append(time.monotonic() - at)
        threads = [threading.Thread(target=probe, args=(name,)) for name in alive]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - begin

    all_alive()
    rounds = {False: [], True: []}
    for number in range(10):
        for dead in (False, True):
            time.sleep(0.2)
            waiting = threading.Thread(target=ask, args=(exporter.port, "/probe?target=dead", {"X-Prometheus-Scrape-Timeout-Seconds": "1.5"}))
            if dead:
                waiting.start()
            rounds[dead].append(all_alive())
            if dead:
                waiting.join()
    alone, beside = (statistics.median(rounds[dead]) for dead in (False, True))
    print(f"49 targets alone {alone * 1000:.1f} ms, beside a dead one {beside * 1000:.1f} ms: {beside / alone:.2f}")
    exporter.stop()
    silent.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        default_set(folder)
        processes(folder, 6000)
        processes(folder, 22500)
        targets(folder)


if __name__ == "__main__":
    main()
