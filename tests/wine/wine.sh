#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs a Windows program under Wine, in a prefix of the build.
#
# usage: wine.sh BUILD PROGRAM ARGUMENT...
#
# BUILD is the root of a build with a cross file of compat/wine. The program finds the pdh.dll beside it, unless
# WINEDLLOVERRIDES says otherwise. A 32-bit program runs in the root that wine32.sh makes. Without a Wine that can
# run it, the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
program=$(realpath "$2")
shift 2

export WINEPREFIX="$build/wine-prefix${TEST_DISPLAY:+-display}" WINEDEBUG="${WINEDEBUG:--all}" WINEDLLOVERRIDES="${WINEDLLOVERRIDES:-pdh=n}"
unset DISPLAY WAYLAND_DISPLAY
[ -z "${TEST_DISPLAY:-}" ] || export DISPLAY=$TEST_DISPLAY # as dialog.sh does

case $(od -An -tx2 -j $(($(od -An -tu4 -j 60 -N 4 "$program") + 4)) -N 2 "$program" | tr -d ' ') in
8664) ;;
014c) exec "$here/wine32.sh" run "$build" "$program" "$@" ;;
*)
    echo "no program for x86 or x86-64: $program" >&2
    exit 2
    ;;
esac
# UTF-8 as the ANSI code page, which is what the cases write their 8-bit texts in: Wine takes it for languages that
# never had another one. ANSI_CODE_PAGE=1252 leaves Wine what it has by default.
language=(LC_ALL=C.UTF-8)
if [ "${ANSI_CODE_PAGE:-65001}" = 65001 ] && [ -f /usr/share/i18n/locales/hi_IN ]; then
    (
        flock 9
        [ -d "$build/locale/hi_IN.UTF-8" ] || { mkdir -p "$build/locale" && localedef -i hi_IN -f UTF-8 "$build/locale/hi_IN.UTF-8"; }
    ) 9>"$build/wine-prefix.lock"
    language=("LOCPATH=$build/locale" LC_ALL=hi_IN.UTF-8)
fi

if ! command -v wine >/dev/null; then
    echo "skipped: there is no wine"
    exit 77
fi
# One makes the prefix; the others wait for it. Wine's server and services outlive the program that starts them, and
# keep its files open. They are started here, with neither the lock nor the program's output, for whose end Meson waits.
quietly() {
    env "${language[@]}" "$@" >/dev/null 2>&1 9>&-
}
(
    flock 9
    quietly "$here/new_prefix.sh" || { echo "no Wine prefix could be made: see $WINEPREFIX.log"; exit 1; }
    quietly wineserver -p10 || true # stays for so many seconds; it may be there already
    quietly wine cmd /c exit || true # starts the services, if there are none
) 9>"$build/wine-prefix.lock"

# The desktop, which Wine starts for the first program that wants one, inherits the program's output and stays longer than
# the program, once for good. Whoever reads the output to its end must not wait for that: it comes by way of files.
output=$(mktemp -d)
show_output() {
    cat "$output/stdout"
    cat "$output/stderr" >&2
    rm -r "$output"
}
trap show_output EXIT
env "${language[@]}" wine "$program" "$@" >"$output/stdout" 2>"$output/stderr"
