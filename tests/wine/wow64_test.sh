#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# compat/wine/wine-install.sh in a prefix for 64-bit and 32-bit programs: each kind gets the DLL of its own kind, by the
# system's folder alone, and Wine's again afterwards.
#
# usage: wow64_test.sh BUILD64 BUILD32
#
# Wine for both kinds is in the root that wine32.sh makes. Without the other build the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if [ "$1" != inside ]; then
    build32=$(realpath "$2")
    rm -rf "$build32/wow64"
    for bits in 64 32; do
        mkdir -p "$build32/wow64/$bits"
        cp "$1"/{pdh_shim/pdh.dll,tests/wine/which_dll.exe,pdh_shim/tools/typeperf/typeperf.exe} "$build32/wow64/$bits" || {
            echo "skipped: there is no whole build in $1"
            exit 77
        }
        shift
    done
    exec "$here/wine32.sh" command "$build32" "$here/wow64_test.sh" inside "$build32/wow64"
fi

folder=$2
install=$here/../../compat/wine/wine-install.sh
export WINEARCH=win64 WINEPREFIX="$folder/prefix" WINEDEBUG=-all
"$here/new_prefix.sh"
wineserver -p
trap 'wineserver -k; wineserver -w' EXIT
# Not beside the DLLs.
for bits in 64 32; do
    mkdir -p "$WINEPREFIX/drive_c/$bits"
    cp "$folder/$bits"/*.exe "$WINEPREFIX/drive_c/$bits"
done

failed=0
# expect_dll WHEN DLL: what programs of both kinds get.
expect_dll() {
    local bits got
    for bits in 64 32; do
        got=$(wine "C:\\$bits\\which_dll.exe" 2>/dev/null | tr -d '\r')
        if [ "$got" != "$2" ]; then
            echo "$1, a $bits-bit program: expected '$2', found '$got'"
            failed=1
        fi
    done
}

expect_dll "before" "the system's"
"$install" --dll64 "$folder/64/pdh.dll" --dll32 "$folder/32/pdh.dll"
expect_dll "installed" "pdh-shim"
for bits in 64 32; do
    wine "C:\\$bits\\typeperf.exe" '\System\Processes' -sc 1 || failed=1
done
"$install" --uninstall
expect_dll "uninstalled" "the system's"
exit "$failed"
