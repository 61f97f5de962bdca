#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs a benchmark with 50 hosts, which are addresses of two daemons (pmcd) of its own.

usage: pcp_hosts.py BENCHMARK ARGUMENT...
"""
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "pcp"))

import pcp_test

ADDRESSES = tuple(f"127.0.0.{number}" for number in range(1, 26))


def main() -> int:
    if reason := pcp_test.missing():
        print(reason)
        return pcp_test.SKIPPED
    # All addresses: of a list of them, pmcd 6.0.3 takes only a few before it overruns its memory.
    daemons = [pcp_test.Pmcd(name, False, ()) for name in ("hosta", "hostb")]
    try:
        hosts = ",".join(f"{address}:{daemon.port}" for daemon in daemons for address in ADDRESSES)
        return subprocess.run(sys.argv[1:], env={**os.environ, "PDH_SHIM_TEST_HOSTS": hosts}).returncode
    finally:
        for daemon in daemons:
            daemon.end()


if __name__ == "__main__":
    sys.exit(main())
