#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The counters of interfaces while packets pass over them: veth_test.py LIBRARY

Runs counters_test.py in a user and network namespace of its own, with two pairs of connected interfaces, so
that it needs no root and changes nothing on the machine. Over one pair packets pass; before the other they wait."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[3]))
from namespaces import run_in_namespaces, set_up, skip  # noqa: E402

COUNTERS = pathlib.Path(__file__).parents[1] / "counters_test.py"
SETUP = (
    "ip link add veth0 type veth peer name veth1",
    "ip link add veth2 type veth peer name veth3",
    "ip address add 192.0.2.1/24 dev veth0",
    "ip address add 198.51.100.1/24 dev veth2",
    "ip link set lo up",
    *(f"ip link set veth{number} up" for number in range(4)),
)
# A packet in hours, and room for 70.
SLOW = "tc qdisc add dev veth2 root tbf rate 8bit burst 2k limit 10k"


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
            for address in ("192.0.2.255", "198.51.100.255"):
                out.sendto(bytes(100), (address, 9))


def waiting(interface):
    shown = subprocess.run(["tc", "-s", "qdisc", "show", "dev", interface], capture_output=True, text=True, check=True)
    return int(re.search(r"backlog \S+ (\d+)p", shown.stdout).group(1))


def run_inside(library):
    os.environ["PATH"] += ":/usr/sbin:/sbin"  # where tc is, and what a user's PATH does not have
    set_up(SETUP)
    slowed = subprocess.run(["sh", "-c", SLOW], capture_output=True, text=True, check=False)
    ends = threading.Event()
    sender = threading.Thread(target=send, args=(ends,))
    sender.start()
    try:
        done = subprocess.run([sys.executable, COUNTERS, library, "--live"], check=False)
    finally:
        ends.set()
        sender.join()
    if received("veth1") < 100:
        sys.exit("no packets passed")
    if slowed.returncode == 0 and waiting("veth2") == 0:
        sys.exit("no packets waited")
    if done.returncode == 0 and slowed.returncode != 0:
        skip(f"{SLOW}: {slowed.stderr.strip()}: all passed but for packets that wait")
    sys.exit(done.returncode)


run_in_namespaces([], run_inside)
