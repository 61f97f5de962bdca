#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs a Windows program with windows under Wine (see wine.sh), on an X server of its own that nobody sees.
#
# usage: dialog.sh BUILD PROGRAM ARGUMENT...
#
# Without Xvfb, or where it cannot start, the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# One at a time, each with a server of Wine of its own: the desktop that Wine makes for the first program of a prefix belongs to
# that one's X server.
if [ -z "${ON_DISPLAY:-}" ]; then
    export ON_DISPLAY=yes
    (
        status=0
        flock 8
        "$here/on_display.sh" "$0" "$@" 8>&- || status=$?
        WINEPREFIX="$1/wine-prefix-display" wineserver -k >/dev/null 2>&1 || true
        exit "$status"
    ) 8>"$1/wine-display.lock"
    exit
fi
[ -n "${TEST_DISPLAY:-}" ] || {
    echo "skipped: there is no Xvfb, or it does not start"
    exit 77
}
exec "$here/wine.sh" "$@"
