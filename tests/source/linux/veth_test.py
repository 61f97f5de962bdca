#!/usr/bin/env python3
"""The counters of interfaces while packets pass over them: veth_test.py LIVE_TEST

Runs the test of formulas in a user and network namespace of its own, with two interfaces that are connected to
each other, so that it needs no root and changes nothing on the machine."""

import os
import shutil
import socket
import subprocess
import sys
import threading

SKIPPED = 77
SETUP = (
    ("ip", "link", "add", "veth0", "type", "veth", "peer", "name", "veth1"),
    ("ip", "address", "add", "192.0.2.1/24", "dev", "veth0"),
    ("ip", "link", "set", "lo", "up"),
    ("ip", "link", "set", "veth0", "up"),
    ("ip", "link", "set", "veth1", "up"),
)


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(SKIPPED)


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
    for command in SETUP:
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            skip(f"no veth here: {made.stderr.strip()}")
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


def main():
    if sys.argv[1] == "--inside":
        run_inside(sys.argv[2])
    for program in ("ip", "unshare"):
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    inside = ["unshare", "--user", "--map-root-user", "--net"]
    if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode != 0:
        skip("user namespaces are not allowed here")
    os.execvp(inside[0], [*inside, sys.executable, __file__, "--inside", sys.argv[1]])


main()
