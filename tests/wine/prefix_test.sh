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
    folder=$(realpath "$4")/prefix-$kind-${PDH_SHIM_WINE_RELEASE:-bookworm}
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
        got=$(wine "$folder/$bits/which_dll.exe" 2>/dev/null | tr -d '\r')
        [ "$got" = "$2" ] || fail "$1, a $bits-bit program: '$got' in place of '$2'"
    done
}

# run_program BITS SOURCE PROGRAM ARGUMENT...: from the folder of the installed DLL. What it prints is shown if it fails.
run_program() {
    local bits=$1 source=$2 program=$3 system=system32
    shift 3
    [ "$bits" = 64 ] || [ "$kind" = 32 ] || system=syswow64
    cp "$folder/$bits/$program.exe" "$WINEPREFIX/drive_c/windows/$system"
    PDH_SHIM_SOURCE=$source wine "C:\\windows\\$system\\$program.exe" "$@" >"$folder/output" 2>&1 </dev/null || {
        cat "$folder/output"
        fail "$program of $bits bits"
    }
}

try_programs() {
    local bits data="script:Z:$here/.."
    for bits in "${widths[@]}"; do
        run_program "$bits" "" typeperf '\System\Processes' '\Processor(_Total)\% Processor Time' -sc 2
        [ "$what" != quick ] || continue
        run_program "$bits" "" vectors_test
        run_program "$bits" "$data/conformance/widgets.json" conformance_w '--test-suite-exclude=live,environment,sweep'
        run_program "$bits" linux conformance_w '--test-suite=live'
        run_program "$bits" "" windows_source_test '--test-case=a program in Visual Basic*'
        if [ -n "${DISPLAY:-}" ]; then
            run_program "$bits" "$data/dialogs/widgets.json" dialog_test
            [ ! -f "$folder/$bits/adapters_test.exe" ] || ! has_renderer || run_program "$bits" "" adapters_test
        fi
    done
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
