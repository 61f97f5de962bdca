#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs a command with TEST_DISPLAY naming an X server of its own that nobody sees. Where there is no Xvfb, or it cannot start,
# TEST_DISPLAY is not set.
#
# usage: on_display.sh COMMAND ARGUMENT...
set -euo pipefail
unset TEST_DISPLAY
command -v Xvfb >/dev/null || exec "$@"

folder=$(mktemp -d)
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$folder/display" 2>"$folder/errors" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
if read -r display <"$folder/display"; then
    export TEST_DISPLAY=":$display"
else
    cat "$folder/errors"
fi
"$@"
