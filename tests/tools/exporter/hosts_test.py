#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A Windows host through /probe, for which a folder stands in: why it does not answer is in the log.

usage: hosts_test.py FOLDER_OF_WINHOST_TESTS FOLDER_OF_STAND_IN PDH_EXPORTER
"""

import pathlib
import sys
import tempfile

from exporters import Exporter, until


def main():
    sources, stand_in, program = sys.argv[1:]
    sys.path.insert(0, sources)
    from hosts import RAW_COUNT, Host  # pylint: disable=import-outside-toplevel
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        hosts = folder / "hosts"
        hosts.mkdir()
        host = Host(hosts, "web1", {2: "System", 44: "Processor Queue Length", 400: "Widget", 402: "Items"},
                    [(2, [(44, RAW_COUNT)], [3]), (400, [(402, RAW_COUNT)], {"a": [5]})])
        (folder / "hosts.ini").write_text("[web1]\n[web2]\n", "ascii")
        (folder / "exporter.yml").write_text("modules: {small: {objects: [System, Widget]}}\ntargets: {"
                                             + ", ".join(f"{name}: {{computer: {name}, module: small}}" for name in ("web1", "web2"))
                                             + "}\n", "ascii")
        exporter = Exporter(program, "--web.listen-address", "127.0.0.1:0", "--config", str(folder / "exporter.yml"),
                            source="linux,winhost",
                            environment={"PDH_SHIM_HOSTS": str(folder / "hosts.ini"), "PDH_SHIM_LIBEXEC": stand_in,
                                         "STAND_IN_HOSTS": str(hosts)})

        def probe(target, text):
            return until(lambda: text in exporter.text(f"/probe?target={target}"), 0.2)

        try:
            probe("web1", 'pdh_up{target="web1"} 1\n')
            assert "pdh_system_processor_queue_length 3\n" in exporter.text("/probe?target=web1")
            probe("web2", 'pdh_up{target="web2"} 0\n')  # it has never answered
            exporter.line("port 445 cannot be reached")
            host.turn_off()
            host.folder = host.folder.with_suffix(".off")
            host.write("trouble", b"12")
            probe("web1", 'pdh_up{target="web1"} 0\n')
            (hosts / "web1.off").rename(hosts / "web1")  # it is back, and refuses
            until(lambda: exporter.text("/probe?target=web1") and any(
                "Performance Monitor Users" in line and "web1" in line for line in exporter.lines), 0.2)
            (hosts / "web1" / "trouble").unlink()
            probe("web1", 'pdh_up{target="web1"} 1\n')
            assert not any("no counter" in line or "PDH_NO_DATA" in line for line in exporter.lines), exporter.lines
        finally:
            exporter.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
