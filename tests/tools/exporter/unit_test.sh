#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The unit has files for all connections, and lets the program do little: what systemd-analyze says of it. 77 where there is none, or an old one.
#
#   unit_test.sh UNIT
set -eu
grep -q '^LimitNOFILE=4096$' "$1"
command -v systemd-analyze >/dev/null || exit 77
systemd-analyze --help | grep -q -e --offline || exit 77
systemd-analyze security --offline=yes --threshold=20 "$1"
