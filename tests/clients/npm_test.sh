#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Installs what a client needs from the npm registry, outside the source tree, and runs it there.
# Exit code 77 (skipped) when it cannot be installed: no node, no network.
#
# Usage: npm_test.sh CLIENT_FOLDER WORK_FOLDER COMMAND [ARGUMENT...]
set -eu
client=$1
work=$2
shift 2

for program in node npm; do
    command -v "$program" >/dev/null || { echo "skipped: no $program here"; exit 77; }
done

mkdir -p "$work"
cp "$client"/* "$work"
cd "$work"
# A package for another system (perfmon says it is for Windows only) needs --force.
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
    npm ci --force --ignore-scripts --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000 \
        >npm.log 2>&1 || {
        cat npm.log
        echo "skipped: npm cannot install the client's packages: $(grep -m 1 ' code ' npm.log)"
        exit 77
    }
    cp package-lock.json node_modules/installed-lock.json
fi
exec "$@"
