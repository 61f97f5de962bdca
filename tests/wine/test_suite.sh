#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# samples/test_suite under Wine: with Wine's own pdh.dll the scripted cases skip and the live ones run; with ours all run.
#
# usage: test_suite.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scripted=$(grep -c 'if (skipped())' "$here/../../samples/test_suite/tests/doctest_test.cpp")

# run DLL SKIPPED: so many cases skip, and none fails.
run() {
    local output status=0
    output=$(WINEDLLOVERRIDES=pdh=$1 PDH_SHIM_SOURCE=linux "$here/wine.sh" "${@:3}" 2>&1) || status=$?
    [ "$status" -ne 77 ] || exit 77
    if [ "$status" -ne 0 ] || [ "$(grep -c SKIPPED <<<"$output")" -ne "$2" ]; then
        echo "pdh=$1: status $status, and not $2 cases were skipped:"
        echo "$output"
        exit 1
    fi
}
run b "$scripted" "$@"
run n 0 "$@"
