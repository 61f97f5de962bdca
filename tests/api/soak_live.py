#!/usr/bin/env python3
"""Processes and interfaces come and go in a kernel: soak_live.py SOAK_TEST

Runs the live case of the soak in namespaces of its own, so that it needs no root and changes nothing on the machine."""

import os
import shutil
import subprocess
import sys

SKIPPED = 77
SETUP = (
    "mount -t sysfs none /sys",  # which shows the interfaces of the namespace
    "echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6",  # it sends packets of its own
    "echo 1000 >/proc/sys/kernel/ns_last_pid",
    "ip link add veth0 type veth peer name peer0 && ip link delete veth0",
)


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(SKIPPED)


def run_inside(soak_test):
    for command in SETUP:
        made = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            skip(f"{command}: {made.stderr.strip()}")
    os.execv(soak_test, [soak_test, "--no-skip", "--test-case=*in a kernel"])


def main():
    if sys.argv[1] == "--inside":
        run_inside(sys.argv[2])
    for program in ("ip", "unshare"):
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    inside = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode != 0:
        skip("user namespaces are not allowed here")
    os.execvp(inside[0], [*inside, sys.executable, __file__, "--inside", sys.argv[1]])


main()
