#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""EXPORTER.md has the table of counter types, and configurations that load.

usage: page_test.py EXPORTER.md MAKE_TYPES COUNTER_TYPE_INC PDH_EXPORTER
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HASH = "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL,
                          env={**os.environ, "PDH_SHIM_SOURCE": 'script:{"objects": []}'}).stdout


def main():
    page_file, make_types, table, exporter = sys.argv[1:]
    with open(page_file, encoding="ascii") as file:
        page = file.read()
    assert run("python3", make_types, table, "--page") in page, "make_types.py counter_type.inc --page prints another table"
    blocks = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3, blocks
    with tempfile.TemporaryDirectory() as folder:
        has_openssl = shutil.which("openssl") is not None
        if has_openssl:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=a",
                            "-keyout", "server.key", "-out", "server.crt"], check=True, capture_output=True, timeout=600, cwd=folder)
            shutil.copy(os.path.join(folder, "server.crt"), os.path.join(folder, "ca.crt"))
        for block in blocks:
            is_web = "basic_auth_users" in block
            path = os.path.join(folder, "file.yml")
            with open(path, "w", encoding="ascii") as file:
                file.write(block.replace("$2y$10$...", HASH).replace("computer: db1.example", "source: script:/nowhere"))
            done = subprocess.run([exporter, "--check", "--web.config.file" if is_web else "--config", path], capture_output=True, text=True,
                                  timeout=600, stdin=subprocess.DEVNULL, env={**os.environ, "PDH_SHIM_SOURCE": 'script:{"objects": []}'})
            if is_web and not has_openssl:
                assert "server.crt: No such file" in done.stderr, (block, done.stderr)
            else:
                assert done.stdout.startswith("The configuration is right"), (block, done.stderr)
    for option in re.findall(r"--[a-z][a-z.-]+", run(exporter, "--help")):
        assert option in page or option in ("--help", "--version", "--list", "--check"), option
    return 0


if __name__ == "__main__":
    sys.exit(main())
