#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs a Windows program with windows under Wine (see wine.sh), on an X server of its own that nobody sees.
#
# usage: dialog.sh BUILD PROGRAM ARGUMENT...
#
# Without Xvfb, or where it cannot start, the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if [ -z "${ON_DISPLAY:-}" ]; then
    ON_DISPLAY=yes exec "$here/on_display.sh" "$0" "$@"
fi
[ -n "${TEST_DISPLAY:-}" ] || {
    echo "skipped: there is no Xvfb, or it does not start"
    exit 77
}
exec "$here/wine.sh" "$@"
