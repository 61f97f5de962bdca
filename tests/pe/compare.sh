#!/usr/bin/env bash
# Times the same program with our pdh.dll and with Wine's: a formatted value takes at most 0.7 of Wine's time, a
# collect of "% Processor Time" at most 1.5 times one ReadFile of the kernel's file.
#
# usage: compare.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
ours=$("$here/wine.sh" "$@" | tr -d '\r')
theirs=$(WINEDLLOVERRIDES=pdh=b "$here/wine.sh" "$@" | tr -d '\r')
echo "$ours"
echo "$theirs"
echo "$ours $theirs" | awk '
    {format = $3 / $13; collect = $6 / $9}
    $1 != "pdh-shim" || $11 != "builtin" {print "the wrong DLL was loaded"; exit 1}
    {printf "formatted value: %.2f of Wine'"'"'s time; collect: %.2f of one ReadFile\n", format, collect}
    {exit format <= 0.7 && collect <= 1.5 ? 0 : 1}'
