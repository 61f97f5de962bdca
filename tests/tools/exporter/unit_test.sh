#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The unit lets the program do little: what systemd-analyze says of it. 77 where there is none, or an old one.
#
#   unit_test.sh UNIT
set -eu
command -v systemd-analyze >/dev/null || exit 77
systemd-analyze --help | grep -q -e --offline || exit 77
systemd-analyze security --offline=yes --threshold=20 "$1"
