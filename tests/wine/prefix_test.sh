#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The DLL in a new prefix of one kind, by the system's folder alone: compat/wine/wine-install.sh installs it, replaces it, and
# takes it out without a trace, and programs of each width that the prefix runs get their own DLL.
#
# usage: prefix_test.sh KIND WHAT BUILD64 BUILD32
#
# KIND is 32, 64, both, or wow64: 32-bit programs in 64-bit processes. WHAT is "quick", or "whole" for the conformance suite,
# the vectors, a program in Visual Basic and the dialogs, and where there is a display and a renderer for it the adapters that
# DXGI knows. The Wine is that of wine32.sh's root. Without both builds the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/prefix_state.sh"
kind=$1
what=$2
programs=(which_dll typeperf)
[ "$what" = quick ] || programs+=(vectors_test conformance_w windows_source_test dialog_test)

case $kind in
32) widths=(32) ;;
64) widths=(64) ;;
*) widths=(64 32) ;;
esac

# copy_programs BITS BUILD: not beside the DLL.
copy_programs() {
    local files=("${programs[@]/#/$2/tests/wine/}")
    mkdir -p "$folder/$1"
    if ! { cp "$2/pdh_shim/pdh.dll" "$folder/pdh$1.dll" && cp "${files[@]/%/.exe}" "$folder/$1"; }; then
        echo "skipped: there is no whole build in $2"
        exit 77
    fi
    [ ! -f "$2/tests/wine/adapters_test.exe" ] || cp "$2/tests/wine/adapters_test.exe" "$folder/$1"
}

if [ -z "${PREFIX_TEST_FOLDER:-}" ]; then
    case $kind in
    64) export PDH_SHIM_WINE_PARTS=64 ;;
    wow64) export PDH_SHIM_WINE_PARTS=wow64 ;;
    *) "$here/wine32.sh" probe || {
        echo "skipped: this kernel runs no 32-bit programs"
        exit 77
    } ;;
    esac
    folder=$(realpath "$4")/prefix-$kind-${PDH_SHIM_WINE_RELEASE:-bookworm}-$what
    rm -rf "$folder"
    mkdir -p "$folder"
    for bits in "${widths[@]}"; do
        build=$3
        [ "$bits" = 64 ] || build=$4
        copy_programs "$bits" "$(realpath "$build")"
    done
    export PREFIX_TEST_FOLDER=$folder
    run=("$here/wine32.sh" command "$(realpath "$4")" "$here/prefix_test.sh" "$kind" "$what")
    [ "$what" = quick ] || run=("$here/on_display.sh" "${run[@]}")
    exec "${run[@]}"
fi

folder=$PREFIX_TEST_FOLDER
install=$here/../../compat/wine/wine-install.sh
export WINEARCH=win64 WINEPREFIX="$folder/prefix" WINEDEBUG=-all WINEDLLOVERRIDES=
[ "$kind" != 32 ] || WINEARCH=win32
# UTF-8 as the ANSI code page, as in wine.sh.
mkdir -p "$folder/locale"
localedef -i hi_IN -f UTF-8 "$folder/locale/hi_IN.UTF-8"
export LOCPATH="$folder/locale" TZ=PDH-05:30
{ export LC_ALL=hi_IN.UTF-8; } 2>/dev/null # the shell does not look there
unset DISPLAY WAYLAND_DISPLAY # of the user
[ -z "${TEST_DISPLAY:-}" ] || export DISPLAY=$TEST_DISPLAY
"$here/new_prefix.sh"
wineserver -p
trap 'wineserver -k; wineserver -w' EXIT
wine cmd /c exit >/dev/null 2>&1 # starts the services, without what would be waited for

failed=0
fail() {
    echo "FAILED: $1"
    failed=1
}

# expect_dll WHEN DLL: what programs of each width get.
expect_dll() {
    local bits got
    for bits in "${widths[@]}"; do
        wine "$folder/$bits/which_dll.exe" >"$folder/output" 2>/dev/null || true # a file, as in wine.sh
        got=$(tr -d '\r' <"$folder/output")
        [ "$got" = "$2" ] || fail "$1, a $bits-bit program: '$got' in place of '$2'"
    done
}

# run_program FILE SOURCE ARGUMENT...: what it prints is shown if it fails.
run_program() {
    local file=$1
    PDH_SHIM_SOURCE=$2 wine "$file" "${@:3}" >"$folder/output" 2>&1 </dev/null || {
        cat "$folder/output"
        fail "$file"
    }
}

# run_suites BITS: in a folder with a link to the installed DLL, because they want it beside them. (The system's own folder has
# another name for 32-bit programs, of which one starts those of 64 bits.)
run_suites() {
    local data="script:Z:$here/.." suites="$WINEPREFIX/drive_c/suites" system=system32
    [ "$1" = 64 ] || [ "$kind" = 32 ] || system=syswow64
    mkdir "$suites"
    cp "$folder/$1"/*.exe "$suites"
    ln -s "../windows/$system/pdh.dll" "$suites/pdh.dll"
    run_program "$suites/vectors_test.exe" ""
    run_program "$suites/conformance_w.exe" "$data/conformance/widgets.json" '--test-suite-exclude=live,environment,sweep'
    run_program "$suites/conformance_w.exe" linux '--test-suite=live'
    run_program "$suites/windows_source_test.exe" "" '--test-case=a program in Visual Basic*'
    if [ -n "${DISPLAY:-}" ] && ! waits_for_ever "$1"; then
        run_program "$suites/dialog_test.exe" "$data/dialogs/widgets.json"
        [ ! -f "$suites/adapters_test.exe" ] || ! has_renderer || run_program "$suites/adapters_test.exe" ""
    fi
    rm -r "$suites"
}

try_programs() {
    local bits
    for bits in "${widths[@]}"; do
        run_program "$folder/$bits/typeperf.exe" "" '\System\Processes' '\Processor(_Total)\% Processor Time' -sc 2
        [ "$what" = quick ] || run_suites "$bits"
    done
}

# waits_for_ever BITS: in the new WoW64 of Wine 8, which was not finished, a 32-bit program with windows waits.
waits_for_ever() {
    [ "$kind-$1-${PDH_SHIM_WINE_RELEASE:-bookworm}" = wow64-32-bookworm ]
}

# has_renderer: whether Mesa's software renderer is here.
has_renderer() {
    compgen -G '/usr/lib/x86_64-linux-gnu/dri/*swrast*' >/dev/null
}

before=$(prefix_state)
expect_dll "before" "the system's"
dlls=()
for bits in "${widths[@]}"; do
    dlls+=("--dll$bits" "$folder/pdh$bits.dll")
done
"$install" "${dlls[@]}"
expect_dll "installed" "pdh-shim"
try_programs
for bits in "${widths[@]}"; do
    echo newer >>"$folder/pdh$bits.dll"
done
"$install" "${dlls[@]}"
expect_dll "upgraded" "pdh-shim"
"$install" --uninstall
expect_dll "uninstalled" "the system's"
[ "$(prefix_state)" = "$before" ] || fail "what was there before is changed: $(diff <(echo "$before") <(prefix_state))"
exit "$failed"
