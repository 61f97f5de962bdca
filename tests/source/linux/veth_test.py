#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The counters of interfaces while packets pass over them: veth_test.py LIVE_TEST

Runs the test of formulas in a user and network namespace of its own, with two interfaces that are connected to
each other, so that it needs no root and changes nothing on the machine."""

import pathlib
import socket
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from namespaces import run_in_namespaces, set_up  # noqa: E402

SETUP = (
    "ip link add veth0 type veth peer name veth1",
    "ip address add 192.0.2.1/24 dev veth0",
    "ip link set lo up",
    "ip link set veth0 up",
    "ip link set veth1 up",
)


def received(interface):
    with open("/proc/net/dev", encoding="ascii") as file:
        for line in file:
            name, _, numbers = line.partition(":")
            if name.strip() == interface:
                return int(numbers.split()[1])
    return 0


def send(ends):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        while not ends.wait(0.0002):
            out.sendto(bytes(100), ("192.0.2.255", 9))


def run_inside(live_test):
    set_up(SETUP)
    ends = threading.Event()
    sender = threading.Thread(target=send, args=(ends,))
    sender.start()
    try:
        done = subprocess.run([live_test, "--test-case=each counter lies*"], check=False)
    finally:
        ends.set()
        sender.join()
    if received("veth1") < 100:
        sys.exit("no packets passed")
    sys.exit(done.returncode)


run_in_namespaces([], run_inside)
