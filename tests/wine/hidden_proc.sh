#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Under a Wine that sees no /proc, or lacks a file there: nothing is invented, and what is true is shown. The default
# source finds it without a choice. And what Wine's server is never asked for, with and without /proc.
#
# usage: hidden_proc.sh BUILD TYPEPERF
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
typeperf=$(realpath "$2")
compiler=$(command -v gcc || command -v cc || true)
if [ -z "$compiler" ] || ! command -v wine >/dev/null; then
    echo "skipped: there is no compiler for this system, or no wine"
    exit 77
fi
work=$(mktemp -d)
stop() {
    WINEPREFIX="$work/prefix" wineserver -k >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap stop EXIT
"$compiler" -O1 -Wall -Wextra -Werror -shared -fPIC -o "$work/hidden_proc.so" "$here/hidden_proc.c" -ldl
# A prefix of its own: its server must not see the files either.
WINEPREFIX="$work/prefix" WINEDEBUG=-all "$here/new_prefix.sh" || { cat "$work/prefix.log" && exit 1; }

hidden=
# run WHAT ARGUMENT... : typeperf under a Wine that lacks this file or folder. Its server opens most files, so each has
# another one.
run() {
    export WINEPREFIX="$work/prefix" WINEDEBUG=-all WINEDLLOVERRIDES=pdh=n LC_ALL=C.UTF-8
    export LD_PRELOAD="$work/hidden_proc.so" HIDE_PROC=$1
    unset DISPLAY WAYLAND_DISPLAY
    [ "$hidden" = "$1" ] || wineserver -k || true
    hidden=$1
    (cd "$(dirname "$typeperf")" && wine "$typeperf" "${@:2}" >"$work/printed" 2>/dev/null) || true # a file, as in wine.sh
    tr -d '\r' <"$work/printed" >"$work/output"
    unset LD_PRELOAD
}
failed=0
check() { # WHAT ACTUAL EXPECTED
    if [ "$2" != "$3" ]; then
        echo "$1: got $2, expected $3"
        failed=1
    fi
}
objects() { grep '^\\' "$work/output" | cut -d'(' -f1 | cut -d'\' -f2 | sort -u; }
counters() { sed -n 's/.*)\\//p' "$work/output" | sort -u | tr '\n' ','; }

run /proc -qx
check "objects without /proc" "$(objects | tr '\n' ' ')" "LogicalDisk Process Process V2 System "
run /proc -qx Process
check "counters of processes without /proc" "$(counters)" \
    "Creating Process ID,Elapsed Time,ID Process,Priority Base,Thread Count,"
run /proc '\System\System Up Time' -sc 1
tick=$(sed -n 's/^"[^"]*","\([0-9]*\)\..*/\1/p' "$work/output")
now=$(python3 -c 'import time; print(int(time.clock_gettime(time.CLOCK_MONOTONIC_RAW)))')
if [ "${tick:-0}" -lt $((now - 60)) ] || [ "${tick:-0}" -gt $((now + 1)) ]; then
    check "uptime" "${tick:-none}" "$now"
fi

# One file that is missing costs what is in it, and nothing else: Wine makes processor times up then.
run /proc/stat -qx
check "objects without /proc/stat" "$(objects | grep -x 'Memory\|Processor\|TCPv4' | tr '\n' ' ')" "Memory TCPv4 "
run /proc/meminfo -qx
check "objects without /proc/meminfo" \
    "$(grep -c '^\\Memory\\Available' "$work/output") $(grep -c '^\\Processor(_Total)\\% Processor Time' "$work/output")" "0 1"
# The folder of the machine's uptime: the other source has it.
run /proc/uptime -qx System
check "System without /proc/uptime" "$(grep -c 'System Up Time' "$work/output")" 1

# The server of Wine 8 crashes, and every program of the prefix with it, if it is asked for the handles of all processes while a
# program starts.
for source in windows linux; do
    wineserver -k || true # the next one writes what it is asked for where its first program writes errors
    (cd "$(dirname "$typeperf")" && WINEDEBUG=+server PDH_SHIM_SOURCE=$source \
        wine "$typeperf" '\Process(*)\*' '\Process V2(*)\*' -sc 2 >"$work/printed" 2>"$work/requests") || true
    check "lists of processes for $source" "$(grep -q ' list_processes(' "$work/requests" && echo some)" some
    check "lists of handles for $source" "$(grep -c ' get_system_handles(' "$work/requests")" 0
done
exit $failed
