#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Processes and interfaces come and go in a kernel: soak_live.py SOAK_TEST

Runs the live case of the soak in namespaces of its own, so that it needs no root and changes nothing on the machine."""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from namespaces import run_in_namespaces, set_up  # noqa: E402

SETUP = (
    "mount -t sysfs none /sys",  # which shows the interfaces of the namespace
    "echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6",  # it sends packets of its own
    "echo 1000 >/proc/sys/kernel/ns_last_pid",
    "ip link add veth0 type veth peer name peer0 && ip link delete veth0",
)


def run_inside(soak_test):
    set_up(SETUP)
    os.execv(soak_test, [soak_test, "--no-skip", "--test-case=*in a kernel"])


run_in_namespaces(["--pid", "--fork", "--kill-child", "--mount-proc"], run_inside)
