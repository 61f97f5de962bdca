#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A host of Performance Co-Pilot through /probe, before, while and after it answers.

usage: pcp_test.py FOLDER_OF_PCP_TEST PDH_EXPORTER

Skipped (77) where the packages pcp and libpcp3 are missing.
"""

import contextlib
import http.client
import importlib.util
import os
import re
import socket
import sys
import tempfile
import threading
import time

from exporters import Exporter, until

SKIPPED = 77


def main():
    folder, program = sys.argv[1:]
    sys.argv = sys.argv[:1] + [""]  # of which the other file takes its library
    specification = importlib.util.spec_from_file_location("pcp_hosts", os.path.join(folder, "pcp_test.py"))
    hosts = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(hosts)
    if reason := hosts.missing():
        print(reason)
        return SKIPPED
    host = hosts.Pmcd("db1")
    silent = socket.create_server(("127.0.0.1", 0))  # takes connections, and says nothing
    with tempfile.TemporaryDirectory() as work:
        config = os.path.join(work, "exporter.yml")
        with open(config, "w", encoding="ascii") as file:
            file.write(f"modules: {{small: {{objects: [Memory, System, {{object: Process, instances: [pmcd*]}}]}}}}\n"
                       f"targets: {{db1: {{computer: '{host.host}', module: small, labels: {{site: east}}}}, "
                       f"silent: {{computer: '127.0.0.1:{silent.getsockname()[1]}'}}, "
                       + ", ".join(f"t{number}: {{}}" for number in range(49)) + "}\n")
        exporter = Exporter(program, "--web.listen-address", "127.0.0.1:0", "--config", config,
                            environment={"PDH_SHIM_REMOTE_TIMEOUT": "600000"})
        try:
            text = until(lambda: (found := exporter.text("/probe?target=db1")) and 'pdh_up{target="db1"} 1' in found and found, 0.2)
            assert re.search(r'^pdh_memory_available_bytes\{site="east"\} [1-9]\d+$', text, re.MULTILINE), text
            assert re.search(r'^pdh_process_working_set\{process="pmcd",site="east"\} [1-9]\d+$', text, re.MULTILINE), text
            # One that hangs costs only its own scrape, and that only as long as the scrape may take.
            begin = time.monotonic()
            status, _, body = exporter.get("/probe?target=silent", {"X-Prometheus-Scrape-Timeout-Seconds": "0.4"})
            assert status == 200 and b'pdh_up{target="silent"} 0\n' in body, body
            assert time.monotonic() - begin >= 0.2
            exporter.line("silent: has not answered within 200 ms")
            exporter.get("/probe?target=silent", {"X-Prometheus-Scrape-Timeout-Seconds": "0.4"})
            assert sum("silent: has not answered" in line for line in exporter.lines) == 1, exporter.lines
            assert 'pdh_up{target="db1"} 1' in exporter.text("/probe?target=db1")
            # 49 others are all answered while it is waited for.
            patient = {"X-Prometheus-Scrape-Timeout-Seconds": "120"}

            def ask_silent():
                with contextlib.suppress(OSError, http.client.HTTPException):  # the exporter ends first
                    exporter.get("/probe?target=silent", patient)
            waiting = threading.Thread(target=ask_silent)
            waiting.start()
            others = [threading.Thread(target=exporter.text, args=(f"/probe?target=t{number}", patient)) for number in range(49)]
            for other in others:
                other.start()
            for other in others:
                other.join()
            assert waiting.is_alive()
            host.kill()
            until(lambda: 'pdh_up{target="db1"} 0' in exporter.text("/probe?target=db1"), 0.2)
            assert "no counter" not in exporter.line("db1: ")
            assert exporter.text().count("\npdh_memory_available_bytes ") == 1
        finally:
            exporter.stop()
            host.end()
            silent.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
