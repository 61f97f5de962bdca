#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Neither memory nor descriptors of pdh-exporter grow while 20 targets are scraped, processes come and go, and it is reloaded.

usage: soak_test.py PDH_EXPORTER

SOAK_SCRAPES scrapes, 2,000 unless it is set.
"""

import http.client
import os
import signal
import subprocess
import sys
import tempfile
import threading

from exporters import PATIENCE, Exporter

SCRAPES = int(os.environ.get("SOAK_SCRAPES", "2000"))
TARGETS = 20
CLIENTS = 4
ROUNDS = 20  # at the end of each the configuration is read anew


def scrape(exporter, client, number, failures):
    connection = http.client.HTTPConnection("127.0.0.1", exporter.port, timeout=PATIENCE)
    for scraped in range(number):
        headers = {"Accept-Encoding": "gzip"} if scraped % 2 else {"Accept": "application/openmetrics-text"}
        connection.request("GET", f"/probe?target=t{(client + scraped) % TARGETS}", headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200 or not scraped % 2 and b" 1\n" not in body.split(b"pdh_up{")[-1]:
            failures.append((answer.status, body[-200:]))
    connection.close()


def end(sleepers):
    for sleeper in sleepers:
        sleeper.kill()
        sleeper.wait()


def come_and_go(stopped):
    sleepers = []
    while not stopped.wait(0.05):
        sleepers.append(subprocess.Popen(["sleep", "600"]))
        if len(sleepers) == 20:
            end(sleepers[:10])
            del sleepers[:10]
    end(sleepers)


def size(exporter):
    """Kilobytes, and descriptors."""
    with open(f"/proc/{exporter.process.pid}/status", encoding="ascii") as status:
        kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return kilobytes, len(os.listdir(f"/proc/{exporter.process.pid}/fd"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "exporter.yml")
        with open(config, "w", encoding="ascii") as file:
            file.write("default_objects: true\nobjects: [{object: Process V2, top: 20 by % Processor Time}]\ntargets:\n"
                       + "".join(f"  t{number}: {{}}\n" for number in range(TARGETS)))
        exporter = Exporter(sys.argv[1], "--web.listen-address", "127.0.0.1:0", "--config", config)
        stopped = threading.Event()
        processes = threading.Thread(target=come_and_go, args=(stopped,))
        processes.start()
        sizes, failures = [], []
        try:
            for _ in range(ROUNDS):
                clients = [threading.Thread(target=scrape, args=(exporter, client, SCRAPES // ROUNDS // CLIENTS, failures))
                           for client in range(CLIENTS)]
                for client in clients:
                    client.start()
                for client in clients:
                    client.join()
                sizes.append(size(exporter))
                before = len(exporter.lines)
                exporter.process.send_signal(signal.SIGHUP)
                exporter.line("has read its configuration anew", before)
        finally:
            stopped.set()
            processes.join()
            exporter.stop()
    assert not failures, failures[:3]
    early, late = sizes[ROUNDS // 4:ROUNDS // 2], sizes[ROUNDS // 2:]
    (memory, descriptors), (memory_later, descriptors_later) = (tuple(map(max, zip(*part))) for part in (early, late))
    print(f"{SCRAPES} scrapes: {memory / 1000:.1f} MB in the second quarter, then {memory_later / 1000:.1f} MB; "
          f"{descriptors}, then {descriptors_later} descriptors")
    assert memory_later <= memory * 1.05, sizes
    assert descriptors_later <= descriptors + CLIENTS, sizes


if __name__ == "__main__":
    main()
