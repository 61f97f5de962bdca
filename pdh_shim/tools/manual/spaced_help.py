#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints what a program says, with a blank line behind each line of its examples.

usage: spaced_help.py PROGRAM OPTION

help2man joins lines between which there is none.
"""
import re
import subprocess
import sys

said = subprocess.run(sys.argv[1:], check=True, capture_output=True, text=True).stdout
apart = False
for line in said.splitlines():
    heading = re.fullmatch(r"(\w.*):", line)
    apart = heading[1] == "Examples" if heading else apart
    print(line, end="\n\n" if apart and not heading else "\n")
