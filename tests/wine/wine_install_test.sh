#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# compat/wine/wine-install.sh installs the DLL into a prefix, for all programs or for one, and undoes exactly that.
#
# usage: wine_install_test.sh BUILD DLL PROGRAM
#
# PROGRAM prints which pdh.dll it got; it lies in another folder than the DLL. A 32-bit DLL is tried with a 32-bit
# prefix in the root that wine32.sh makes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/prefix_state.sh"
build=$1
dll=$(realpath "$2")
program=$(realpath "$3")
install=$here/../../compat/wine/wine-install.sh

# machine_at FILE: where a program or DLL says what machine it is for.
machine_at() {
    echo $(($(od -An -tu4 -j 60 -N 4 "$1") + 4))
}
bits=64
if [ "$(od -An -tx2 -j "$(machine_at "$dll")" -N 2 "$dll" | tr -d ' ')" = 014c ]; then
    bits=32
    [ "$(getconf LONG_BIT)" = 32 ] ||
        exec "$here/wine32.sh" command "$build" "$here/wine_install_test.sh" "$build" "$dll" "$program"
fi
if ! command -v wine >/dev/null; then
    echo "skipped: there is no wine"
    exit 77
fi

folder="$build/wine install $bits"
export WINEPREFIX="$folder/a prefix" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY WAYLAND_DISPLAY
rm -rf "$folder"
mkdir -p "$folder"
wineboot -i >/dev/null 2>&1
wineserver -k # writes the registry's files
wineserver -w
export WINEDLLOVERRIDES=
# The services of Wine get no output that something would wait for.
wineserver -p
trap 'wineserver -k; wineserver -w' EXIT
wine cmd /c exit >/dev/null 2>&1

windows=$WINEPREFIX/drive_c/windows
programs=$WINEPREFIX/drive_c/programs
mkdir -p "$programs"
cp "$program" "$programs/My Program.exe"
cp "$program" "$programs/other.exe"
# A DLL for the other kind of programs, as far as its header goes.
other_dll="$folder/other pdh.dll"
cp "$dll" "$other_dll"
if [ "$bits" = 64 ]; then printf '\x4c\x01'; else printf '\x64\x86'; fi |
    dd of="$other_dll" bs=1 seek="$(machine_at "$dll")" conv=notrunc status=none

failed=0
expect() {
    if [ "$2" != "$3" ]; then
        echo "$1: expected '$3', found '$2'"
        failed=1
    fi
}
which_dll() {
    wine "$programs/$1" >"$folder/output" 2>/dev/null || true # a file, as in wine.sh
    tr -d '\r' <"$folder/output"
}
# expect_refusal WHAT TEXT ARGUMENT...: it fails and says TEXT.
expect_refusal() {
    local what=$1 text=$2 status=0 said
    shift 2
    said=$("$install" "$@" 2>&1 >/dev/null) || status=$?
    expect "$what" "$status" 1
    case $said in
    *"$text"*) ;;
    *) expect "$what" "$said" "...$text..." ;;
    esac
}

before=$(prefix_state)
expect "before" "$(which_dll other.exe)" "the system's"
for one in "" "My Program.exe"; do
    others=pdh-shim
    [ -z "$one" ] || others="the system's"
    "$install" "--dll$bits" "$dll" ${one:+--program "$one"} >/dev/null
    expect "installed for '$one'" "$(which_dll "My Program.exe")" "pdh-shim"
    expect "another program, installed for '$one'" "$(which_dll other.exe)" "$others"
    cp "$dll" "$folder/newer.dll"
    echo newer >>"$folder/newer.dll"
    "$install" "--dll$bits" "$folder/newer.dll" >/dev/null
    cmp "$folder/newer.dll" "$windows/system32/pdh.dll" || failed=1
    expect "upgraded for '$one'" "$(which_dll "My Program.exe")" "pdh-shim"
    expect "another program, upgraded for '$one'" "$(which_dll other.exe)" "$others"
    expect_refusal "other programs" "--uninstall first" "--dll$bits" "$dll" --program other.exe
    "$install" --uninstall >/dev/null
    expect "uninstalled for '$one'" "$(which_dll "My Program.exe")" "the system's"
    expect "what was there, installed for '$one'" "$(prefix_state)" "$before"
done

# A wrapper that reads what it is given, as those do that run Wine in a container.
printf '#!/bin/sh\ncat >/dev/null\nexec wine "$@"\n' >"$folder/reading wine"
chmod +x "$folder/reading wine"
WINE="$folder/reading wine" "$install" "--dll$bits" "$dll" --program other.exe >/dev/null
WINE="$folder/reading wine" "$install" --uninstall >/dev/null
expect "what was there, after a wrapper that reads" "$(prefix_state)" "$before"

# An override that stays is told, and another try takes it out.
# shellcheck disable=SC2016
printf '#!/bin/sh\ncase "$1 $2" in "reg delete") exit 1 ;; esac\nexec wine "$@"\n' >"$folder/no delete"
chmod +x "$folder/no delete"
"$install" "--dll$bits" "$dll" >/dev/null
WINE="$folder/no delete" expect_refusal "an override that stays" "not all could be put back; try --uninstall again: pdh in HKCU" --uninstall
"$install" --uninstall >/dev/null
expect "what was there, after an override that stayed" "$(prefix_state)" "$before"

# What is refused.
expect_refusal "nothing to uninstall" "not installed" --uninstall
expect_refusal "no such DLL" "there is no $folder/none.dll" "--dll$bits" "$folder/none.dll"
expect_refusal "no DLL" "no DLL for $bits-bit programs" "--dll$bits" "$install"
expect_refusal "a DLL for other programs" "no DLL for $bits-bit programs" "--dll$bits" "$other_dll"
expect_refusal "a program with its folder" "without its folder" "--dll$bits" "$dll" --program 'C:\programs\other.exe'
expect_refusal "a program without a name" "wants a name" "--dll$bits" "$dll" --program ''
WINEPREFIX=$folder expect_refusal "no prefix" "no Wine prefix" "--dll$bits" "$dll"
WINE=$folder/none expect_refusal "no Wine" "there is no $folder/none" "--dll$bits" "$dll"
if [ "$bits" = 32 ]; then
    expect_refusal "a 64-bit DLL in a 32-bit prefix" "is a 32-bit prefix" --dll64 "$other_dll"
fi
expect "what was there, after what is refused" "$(prefix_state)" "$before"

# Wine writes the registry of a new prefix to its files some time after it was made.
mv "$WINEPREFIX/system.reg" "$folder/not yet written"
"$install" "--dll$bits" "$dll" >/dev/null || expect "a new prefix" "refused" "accepted"
"$install" --uninstall >/dev/null
mv "$folder/not yet written" "$WINEPREFIX/system.reg"
expect "what was there, in a new prefix" "$(prefix_state)" "$before"

# Overrides and files of the user's own are put back, and what others have added since stays.
wine reg add 'HKCU\Software\Wine\DllOverrides' /v pdh /d '' /f >/dev/null 2>&1
wine reg add 'HKCU\Software\Wine\AppDefaults\other.exe\DllOverrides' /v pdh /d 'builtin, native' /f >/dev/null 2>&1
ln -sf "$program" "$windows/system32/pdh.dll"
own=$(prefix_state)
"$install" "--dll$bits" "$dll" --program other.exe >/dev/null
expect "one's own overrides, installed" "$(which_dll other.exe)" "pdh-shim"
wine reg add 'HKCU\Software\Wine\AppDefaults\other.exe\DllOverrides' /v mine /d native /f >/dev/null 2>&1
"$install" --uninstall >/dev/null
wine reg query 'HKCU\Software\Wine\AppDefaults\other.exe\DllOverrides' /v mine >/dev/null 2>&1 ||
    expect "an override added since" "gone" "there"
wine reg delete 'HKCU\Software\Wine\AppDefaults\other.exe\DllOverrides' /v mine /f >/dev/null 2>&1
expect "one's own overrides" "$(prefix_state)" "$own"

# What fails half way is undone, and what is killed can be.
mkdir "$folder/failing" "$folder/killing"
# shellcheck disable=SC2016
printf '#!/bin/sh\ncase $* in *native,builtin*) exit 1 ;; esac\nexec wine "$@"\n' >"$folder/no override"
printf '#!/bin/sh\nexit 1\n' >"$folder/failing/cp"
# shellcheck disable=SC2016
printf '#!/bin/sh\ncase $1 in *.new) kill -9 $PPID && exit ;; esac\nexec /bin/mv "$@"\n' >"$folder/killing/mv"
chmod +x "$folder/no override" "$folder"/*ing/*
WINE="$folder/no override" expect_refusal "no override can be set" "is put back" "--dll$bits" "$dll"
expect "what was there, when no override can be set" "$(prefix_state)" "$own"
PATH="$folder/failing:$PATH" expect_refusal "no file can be copied" "is put back" "--dll$bits" "$dll"
expect "what was there, when no file can be copied" "$(prefix_state)" "$own"
(PATH="$folder/killing:$PATH" exec "$install" "--dll$bits" "$dll" >/dev/null 2>&1) || true
[ ! -e "$windows/system32/pdh.dll" ] || expect "killed" "the DLL there" "none"
expect_refusal "after it was killed" "was interrupted" "--dll$bits" "$dll"
"$install" --uninstall >/dev/null
expect "what was there, after it was killed" "$(prefix_state)" "$own"

# What other installers do, with ours in the place of the old pdh.dll that they bring along.
# put INSTALLER FILE
put() {
    rm -f "$windows/system32/pdh.dll"
    case $1 in
    73Linux) # the file, moved to its place
        cp "$2" "$folder/pdh.dll"
        mv "$folder/pdh.dll" "$windows/system32"
        ;;
    winetricks) # as Winelink, pi-apps and MacWinlink call it: the file, and the override from a REG file
        cp "$2" "$windows/system32/pdh.dll"
        printf 'REGEDIT4\n\n[HKEY_CURRENT_USER\\Software\\Wine\\DllOverrides]\n"*pdh"="native,builtin"\n' >"$folder/override.reg"
        wine reg import "$folder/override.reg" >/dev/null 2>&1
        ;;
    esac
}
wine reg delete 'HKCU\Software\Wine\DllOverrides' /v pdh /f >/dev/null 2>&1
wine reg delete 'HKCU\Software\Wine\AppDefaults\other.exe\DllOverrides' /v pdh /f >/dev/null 2>&1
for installer in 73Linux winetricks; do
    put "$installer" "$dll"
    expect "ours in the place that $installer puts a DLL" "$(which_dll other.exe)" "pdh-shim"
    put "$installer" "$program" # a file that is not ours
    own=$(prefix_state)
    "$install" "--dll$bits" "$dll" >/dev/null
    expect "installed after $installer" "$(which_dll other.exe)" "pdh-shim"
    put "$installer" "$program" # started again, over ours
    "$install" "--dll$bits" "$dll" >/dev/null
    expect "installed again after $installer" "$(which_dll other.exe)" "pdh-shim"
    "$install" --uninstall >/dev/null
    expect "uninstalled after $installer" "$(prefix_state)" "$own"
done

# A prefix for both kinds of programs.
if [ "$bits" = 64 ]; then
    mkdir -p "$windows/syswow64"
    for there in "" "a DLL"; do
        [ -z "$there" ] || echo "$there" >"$windows/syswow64/pdh.dll"
        before=$(prefix_state)
        "$install" --dll32 "$other_dll" --dll64 "$dll" >/dev/null
        cmp "$dll" "$windows/system32/pdh.dll" || failed=1
        cmp "$other_dll" "$windows/syswow64/pdh.dll" || failed=1
        "$install" --uninstall >/dev/null
        expect "both, uninstalled where there was '$there'" "$(prefix_state)" "$before"
    done
fi
exit "$failed"
