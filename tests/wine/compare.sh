#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Times the same program with our pdh.dll and with Wine's, in turn, and compares the medians: a formatted value takes
# at most 0.7 of Wine's time, a collect of "% Processor Time" at most 1.5 times one ReadFile of the kernel's file. What
# the first open, add and collect of a process take is compared without a limit: nearly all of it are pages of the DLL
# that are touched for the first time, which depends on the machine.
#
# usage: compare.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rounds=5
first_rounds=21
times() {
    local round
    for ((round = 0; round < rounds; ++round)); do
        "$here/wine.sh" "$@"
        WINEDLLOVERRIDES=pdh=b "$here/wine.sh" "$@"
    done
    for ((round = 0; round < first_rounds; ++round)); do
        "$here/wine.sh" "$@" --first
        WINEDLLOVERRIDES=pdh=b "$here/wine.sh" "$@" --first
    done
}
times "$@" | tr -d '\r' | awk '
    function median(key,    n, values) {
        n = split(all[key], values, " ")
        for (i = 2; i <= n; ++i)
            for (j = i; j > 1 && values[j] + 0 < values[j - 1] + 0; --j) {
                swap = values[j]; values[j] = values[j - 1]; values[j - 1] = swap
            }
        return values[int((n + 1) / 2)]
    }
    {for (field = 2; field < NF; field += 3) all[$1, $field] = all[$1, $field] " " $(field + 1)}
    {print}
    END {
        if (!(("pdh-shim", "format") in all) || !(("builtin", "format") in all)) {
            print "the wrong DLL was loaded"
            exit 1
        }
        format = median("pdh-shim" SUBSEP "format") / median("builtin" SUBSEP "format")
        collect = median("pdh-shim" SUBSEP "collect") / median("pdh-shim" SUBSEP "ReadFile")
        printf "formatted value: %.2f of Wine'"'"'s time; collect: %.2f of one ReadFile\n", format, collect
        ours = median("pdh-shim" SUBSEP "first")
        builtin = median("builtin" SUBSEP "first")
        printf "first open, add and collect: %.0f us, with Wine'"'"'s DLL %.0f us; %.1f of its time\n", ours, builtin,
            ours / builtin
        exit format <= 0.7 && collect <= 1.5 ? 0 : 1
    }'
