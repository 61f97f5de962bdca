#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Times the same program, which collects \Process(*), natively and under Wine in turn, while there are 130 more processes,
# and others come and go. Under Wine a collect takes at most 4 times as long: natively the files of processes that have not
# run are not read, and under Wine nothing else tells that.
#
# usage: processes.sh BUILD PROGRAM NATIVE_PROGRAM
#
# The native program is made by `ninja -C build-gcc tests/bench/process_collect`. Without it the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
native=$3
[ -x "$native" ] || {
    echo "skipped: there is no $native"
    exit 77
}
others=()
trap 'kill "${others[@]}" 2>/dev/null || true' EXIT
for ((i = 0; i < 130; ++i)); do
    sleep 600 >/dev/null 2>&1 &
    others+=("$!")
done
while :; do sleep 0.01; done >/dev/null 2>&1 &
others+=("$!")
for ((round = 0; round < 5; ++round)); do
    echo "native $("$native")"
    echo "wine $("$here/wine.sh" "$1" "$2" | tr -d '\r')"
done | sort -k1,1 -k2,2n | awk '
    {all[$1, ++count[$1]] = $2; print}
    END {
        native = all["native", int((count["native"] + 1) / 2)]
        wine = all["wine", int((count["wine"] + 1) / 2)]
        printf "a collect of all processes: native %.0f us, under Wine %.0f us; %.1f of its time\n", native, wine, wine / native
        exit wine <= 4 * native ? 0 : 1
    }'
