#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Run by wine_release.sh: installs WORK/release into a new prefix and takes it out again, in both ways.
#
# usage: use_release.sh WORK WINETRICKS
set -euo pipefail
work=$1
winetricks=$2
export HOME=$work WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset WINEARCH DISPLAY WAYLAND_DISPLAY
# Nothing may be fetched. winetricks wants to have a wget nevertheless.
mkdir -p "$work/bin"
printf '#!/bin/sh\necho "called: wget $*" >>"%s"\nexit 1\n' "$work/fetched" >"$work/bin/wget"
chmod +x "$work/bin/wget"
export PATH=$work/bin:$PATH WINETRICKS_LATEST_VERSION_CHECK=disabled
failed=0

# available FOLDER: the free memory as a program shows it that lies apart from the DLL. Wine's own DLL has no such counter.
available() {
    wine "$work/programs/$1/typeperf.exe" '\Memory\Available MBytes' -sc 1 2>/dev/null </dev/null |
        sed -n 's/^"[0-9/]* [0-9:.]*","\([0-9.]*\)".*/\1/p'
}

# expect WHAT YES-OR-NO: programs of each width see the counters of this system, or they do not.
expect() {
    local folder found
    for folder in "${folders[@]}"; do
        if [ -n "$(available "$folder")" ]; then found=yes; else found=no; fi
        if [ "$found" != "$2" ]; then
            echo "FAILED: $1, $folder: are there counters? $found"
            failed=1
        fi
    done
}

# quietly COMMAND...: its output is shown if it fails.
quietly() {
    "$@" >"$work/output" 2>&1 </dev/null || {
        cat "$work/output"
        echo "FAILED: $*"
        exit 1
    }
}

for folder in x64 x32; do
    mkdir -p "$work/programs/$folder"
    cp "$work/release/$folder/typeperf.exe" "$work/programs/$folder/"
done
quietly wineboot -i
wineserver -k # writes the files of the registry
wineserver -w
wineserver -p # its services get no output that something would wait for
trap 'wineserver -k; wineserver -w' EXIT
folders=(x64)
! wine "$work/programs/x32/typeperf.exe" --version >/dev/null 2>&1 </dev/null || folders+=(x32)
export WINEDLLOVERRIDES=

cd "$work/release"
expect "before" no
quietly ./wine-install.sh
expect "wine-install.sh" yes
quietly ./wine-install.sh --uninstall
expect "wine-install.sh --uninstall" no
if [ -n "$winetricks" ]; then
    quietly "$winetricks" -q ./pdh-shim.verb
    expect "pdh-shim.verb" yes
    quietly "$winetricks" -q ./pdh-shim-uninstall.verb
    expect "pdh-shim-uninstall.verb" no
fi
if [ -e "$work/fetched" ]; then
    echo "FAILED: something was to be fetched:"
    cat "$work/fetched"
    failed=1
fi
[ "$failed" -ne 0 ] || echo "programs of ${folders[*]} were tried"
exit "$failed"
