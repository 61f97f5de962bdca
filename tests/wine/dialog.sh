#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs a Windows program with windows under Wine (see wine.sh), on an X server of its own that nobody sees.
#
# usage: dialog.sh BUILD PROGRAM ARGUMENT...
#
# Without Xvfb, or where it cannot start, the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skip() {
    echo "skipped: $1"
    exit 77
}
command -v Xvfb >/dev/null || skip "there is no Xvfb"

folder=$(mktemp -d)
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$folder/display" 2>"$folder/errors" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
read -r display <"$folder/display" || skip "Xvfb does not start: $(cat "$folder/errors")"
TEST_DISPLAY=":$display" "$here/wine.sh" "$@"
