#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Puts pdh-shim's pdh.dll into a Wine prefix, and takes it out again.
#
#   wine-install.sh [--dll64 FILE] [--dll32 FILE] [--program NAME.EXE]
#   wine-install.sh --uninstall
#
# The prefix is WINEPREFIX, or ~/.wine; WINE names the Wine to use, if it is not "wine". A 64-bit prefix takes a DLL
# for 64-bit programs, one for 32-bit programs, or both; a 32-bit prefix the one for 32-bit programs. Without --dll64
# and --dll32 they are taken from x64 and x32 beside this script, as in a release, or from build-win64 and build-win32 of
# the sources. All programs use it from then on, or with --program only the named one. Where it is installed already, the
# files are replaced by these, and the same programs use them. --uninstall puts back what was there before all that, and so
# does a failure.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
wine=${WINE:-wine}

die() {
    echo "wine-install.sh: $1" >&2
    exit 1
}

# Nothing of ours is for it to read: it may be a wrapper that hands on all that it is given.
run_wine() {
    "$wine" "$@" </dev/null
}

# The record: one line for each thing that is about to change, its fields separated by tabs.
note() {
    local IFS=$'\t'
    echo "$*" >>"$record"
}

has_key() {
    run_wine reg query "$1" >/dev/null 2>&1
}

# override_of KEY: a line with the override in force for pdh.dll, none if there is none. It may be empty: no DLL at all.
override_of() {
    { run_wine reg query "$1" /v pdh 2>/dev/null || true; } | tr -d '\r' | sed -n 's/^ *pdh  *REG_SZ *//Ip'
}

# set_override KEY VALUE
set_override() {
    local before
    has_key "$1" || note new-key "$1"
    before=$(override_of "$1" | sed 's/^/=/')
    if [ -n "$before" ]; then
        note override "$1" "${before#=}"
    else
        note new-override "$1"
    fi
    run_wine reg add "$1" /v pdh /d "$2" /f >/dev/null
}

# remove_override KEY: fails if there is still one.
remove_override() {
    run_wine reg delete "$1" /v pdh /f >/dev/null 2>&1 || ! run_wine reg query "$1" /v pdh >/dev/null 2>&1
}

# delete_key_if_empty KEY: others may have written into it since.
delete_key_if_empty() {
    if [ -z "$(run_wine reg query "$1" 2>/dev/null | tr -d '[:space:]')" ]; then
        run_wine reg delete "$1" /f >/dev/null 2>&1 || true
    fi
}

# bits_of FILE: 64 or 32, nothing for what is no DLL for x86.
bits_of() {
    local header
    header=$(od -An -tu4 -j 60 -N 4 "$1" 2>/dev/null) || return 0
    case $(od -An -tx1 -j "$((header))" -N 6 "$1" 2>/dev/null | tr -d ' ') in
    504500006486) echo 64 ;;
    504500004c01) echo 32 ;;
    esac
}

is_64bit_prefix() {
    [ -d "$windows/syswow64" ] # the files of the registry are written later
}

# folder_for BITS: where the prefix has DLLs for such programs.
folder_for() {
    case $1-$(is_64bit_prefix && echo 64) in
    64-64 | 32-) echo "$windows/system32" ;;
    32-64) echo "$windows/syswow64" ;;
    *) return 1 ;;
    esac
}

# install_file FILE TARGET: keeps what was there as pdh.dll.before-pdh-shim. Wherever this ends, remove_file undoes it.
install_file() {
    [ ! -e "$2.before-pdh-shim" ] || die "$2.before-pdh-shim is there already: what another installation replaced"
    if [ -e "$2" ] || [ -L "$2" ]; then
        note file "${2#"$prefix"/}"
        cp "$1" "$2.new"
        mv "$2" "$2.before-pdh-shim"
    else
        note new-file "${2#"$prefix"/}"
        cp "$1" "$2.new"
    fi
    mv "$2.new" "$2"
    echo "installed $2"
}

# replace_file FILE TARGET: our own by a newer one. A failure leaves the old one.
replace_file() {
    if ! { cp "$1" "$2.new" && mv "$2.new" "$2"; }; then
        rm -f "$2.new"
        die "$2 could not be replaced; the old one is still there"
    fi
    echo "replaced $2"
}

# is_installed FILE: it is recorded as new, or as one of ours in place of another that is kept.
is_installed() {
    local name=${1#"$prefix"/}
    grep -q -x -F -e "new-file"$'\t'"$name" "$record" ||
        { grep -q -x -F -e "file"$'\t'"$name" "$record" && [ -e "$1.before-pdh-shim" ]; }
}

# remove_file KIND TARGET
remove_file() {
    rm -f "$2.new" || return
    if [ "$1" = new-file ]; then
        rm -f "$2" || return
    elif [ -e "$2.before-pdh-shim" ] || [ -L "$2.before-pdh-shim" ]; then
        mv -f "$2.before-pdh-shim" "$2" || return
    fi
    echo "removed $2"
}

# One step that fails holds up no other.
uninstall() {
    local what name before left=''
    while IFS=$'\t' read -r what name before; do
        case $what in
        file | new-file) remove_file "$what" "$prefix/$name" || left+=", $name" ;; # the prefix may have been moved
        override) run_wine reg add "$name" /v pdh /d "$before" /f >/dev/null || left+=", pdh in $name" ;;
        new-override) remove_override "$name" || left+=", pdh in $name" ;;
        new-key) delete_key_if_empty "$name" ;;
        esac
    done < <(tac "$record")
    [ -z "$left" ] || die "not all could be put back; try --uninstall again: ${left#, }"
    rm "$record"
}

# find_dll BITS FILE...: takes the first that is there, if the prefix runs such programs.
find_dll() {
    local bits=$1 folder file
    shift
    folder=$(folder_for "$bits") && [ -d "$folder" ] || return 0
    for file in "$@"; do
        if [ -f "$file" ]; then
            declare -g "dll$bits=$file"
            return
        fi
    done
}

# check_dll BITS FILE
check_dll() {
    [ -f "$2" ] || die "there is no $2"
    [ "$(bits_of "$2")" = "$1" ] || die "$2 is no DLL for $1-bit programs"
    local folder
    folder=$(folder_for "$1") || die "$2 is for $1-bit programs; $prefix is a 32-bit prefix and runs none"
    [ -d "$folder" ] || die "$prefix has no $folder: it runs no $1-bit programs"
}

check_dlls() {
    [ -n "$dll64$dll32" ] || die "no DLL for $prefix: build it (see WINE.md), or name it with --dll64 or --dll32"
    [ -z "$dll64" ] || check_dll 64 "$dll64"
    [ -z "$dll32" ] || check_dll 32 "$dll32"
}

upgrade() {
    local bits file target
    grep -q -x complete "$record" || die "an installation in $prefix was interrupted, or is an older one; --uninstall first"
    [ -z "$program" ] || die "it is installed in $prefix already; --uninstall first to choose other programs"
    for bits in 64 32; do
        file=dll$bits
        [ -n "${!file}" ] || continue
        target=$(folder_for "$bits")/pdh.dll
        if is_installed "$target"; then
            replace_file "${!file}" "$target"
        else
            install_file "${!file}" "$target"
        fi
    done
}

install() {
    local parent all='HKCU\Software\Wine\DllOverrides'
    : >"$record"
    trap 'echo "wine-install.sh: it failed; what was there before is put back" >&2; uninstall' EXIT
    trap 'exit 1' INT TERM HUP
    [ -z "$dll64" ] || install_file "$dll64" "$(folder_for 64)/pdh.dll"
    [ -z "$dll32" ] || install_file "$dll32" "$(folder_for 32)/pdh.dll"
    if [ -z "$program" ]; then
        set_override "$all" native,builtin
    else
        # Wine would load a foreign DLL of its system folder for every program.
        set_override "$all" builtin
        parent="HKCU\\Software\\Wine\\AppDefaults\\$program"
        has_key "$parent" || note new-key "$parent"
        set_override "$parent\\DllOverrides" native,builtin
    fi
    note complete
    trap - EXIT INT TERM HUP
    echo "used by ${program:-all programs} of $prefix"
}

program='' dll64='' dll32='' action=install
while [ "$#" -gt 0 ]; do
    case $1 in
    --program | --dll64 | --dll32)
        [ -n "${2:-}" ] || die "$1 wants a name"
        declare "${1#--}=$2"
        shift
        ;;
    --uninstall) action=uninstall ;;
    -h | --help)
        sed -n '2,/^set/{/^set/d;/^# Copyright/d;s/^# \{0,1\}//;p}' "$0"
        exit 0
        ;;
    *) die "unknown option $1" ;;
    esac
    shift
done
case $program in
*[/\\]*) die "--program wants the name of the file alone, without its folder" ;;
esac

prefix=${WINEPREFIX:-$HOME/.wine}
[ -d "$prefix/drive_c/windows/system32" ] || die "$prefix is no Wine prefix; 'wineboot -i' makes one"
prefix=$(cd "$prefix" && pwd)
export WINEPREFIX=$prefix WINEDEBUG="${WINEDEBUG:--all}"
windows=$prefix/drive_c/windows
record=$prefix/pdh-shim.installed
[ "$action" != uninstall ] || [ -f "$record" ] || die "it is not installed in $prefix"
command -v "$wine" >/dev/null || die "there is no $wine; WINE=... names the Wine of this prefix"
run_wine cmd /c exit >/dev/null || die "$wine runs no programs in $prefix"

if [ "$action" = uninstall ]; then
    uninstall
    exit
fi
if [ -z "$dll64$dll32" ]; then
    find_dll 64 "$here/x64/pdh.dll" "$here/../../build-win64/pdh_shim/pdh.dll"
    find_dll 32 "$here/x32/pdh.dll" "$here/../../build-win32/pdh_shim/pdh.dll"
fi
check_dlls
if [ -f "$record" ]; then
    upgrade
else
    install
fi
