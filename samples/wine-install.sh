#!/usr/bin/env bash
# Puts pdh-shim's pdh.dll into a Wine prefix, and takes it out again.
#
#   wine-install.sh [--dll64 FILE] [--dll32 FILE] [--program NAME.EXE]
#   wine-install.sh --uninstall
#
# The prefix is WINEPREFIX, or ~/.wine. A 64-bit prefix takes a DLL for 64-bit programs, one for 32-bit programs, or
# both; a 32-bit prefix the one for 32-bit programs. Without --dll64 and --dll32 they are taken from build-win64 and
# build-win32 beside this folder. All programs use it from then on, or with --program only the named one.
# --uninstall puts back what was there before.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
prefix=${WINEPREFIX:-$HOME/.wine}
export WINEPREFIX=$prefix WINEDEBUG="${WINEDEBUG:--all}"
windows=$prefix/drive_c/windows
record=$prefix/pdh-shim.installed
wine=${WINE:-wine}

die() {
    echo "wine-install.sh: $1" >&2
    exit 1
}

# override_of KEY: the override in force for pdh.dll, empty if there is none.
override_of() {
    { "$wine" reg query "$1" /v pdh 2>/dev/null || true; } | tr -d '\r' | awk '$1 == "pdh" {print $3}'
}

has_key() {
    "$wine" reg query "$1" >/dev/null 2>&1
}

# set_override KEY VALUE
set_override() {
    local before
    has_key "$1" || echo "key $1" >>"$record"
    before=$(override_of "$1")
    echo "override ${before:--} $1" >>"$record"
    "$wine" reg add "$1" /v pdh /d "$2" /f >/dev/null
}

machine_of() {
    od -An -tx2 -j $(($(od -An -tu4 -j 60 -N 4 "$1") + 4)) -N 2 "$1" | tr -d ' '
}

# install_file FILE FOLDER: keeps what was there as pdh.dll.before-pdh-shim.
install_file() {
    local target=$2/pdh.dll
    if [ -e "$target" ]; then
        mv "$target" "$target.before-pdh-shim"
    fi
    cp "$1" "$target"
    echo "file $target" >>"$record"
    echo "installed $target"
}

# folder_for FILE: where the prefix has DLLs of this machine.
folder_for() {
    local machine
    machine=$(machine_of "$1")
    if grep -q '^#arch=win64' "$prefix/system.reg"; then
        case $machine in
        8664) echo "$windows/system32" ;;
        014c) echo "$windows/syswow64" ;;
        *) return 1 ;;
        esac
    else
        [ "$machine" = 014c ] && echo "$windows/system32"
    fi
}

uninstall() {
    [ -f "$record" ] || die "it is not installed in $prefix"
    local what rest before
    while read -r what rest; do
        case $what in
        file)
            rm -f "$rest"
            [ ! -e "$rest.before-pdh-shim" ] || mv "$rest.before-pdh-shim" "$rest"
            echo "removed $rest"
            ;;
        override) # VALUE KEY; VALUE - = there was none
            before=${rest%% *}
            if [ "$before" = - ]; then
                "$wine" reg delete "${rest#* }" /v pdh /f >/dev/null 2>&1
            else
                "$wine" reg add "${rest#* }" /v pdh /d "$before" /f >/dev/null
            fi
            ;;
        key) "$wine" reg delete "$rest" /f >/dev/null 2>&1 ;;
        esac
    done < <(tac "$record")
    rm "$record"
}

install() {
    local files=() folders=() file folder i parent all='HKCU\Software\Wine\DllOverrides'
    for file in "$dll64" "$dll32"; do
        [ -z "$file" ] && continue
        [ -f "$file" ] || die "there is no $file"
        folder=$(folder_for "$file") || die "$file is not for programs of this prefix"
        [ -d "$folder" ] || die "this prefix has no $folder: it runs no such programs"
        files+=("$file")
        folders+=("$folder")
    done
    [ "${#files[@]}" -gt 0 ] || die "no DLL: build it (see the README), or name it with --dll64 or --dll32"
    : >"$record"
    for i in "${!files[@]}"; do
        install_file "${files[$i]}" "${folders[$i]}"
    done
    if [ -z "$program" ]; then
        set_override "$all" native,builtin
    else
        # Wine would load a foreign DLL of its system folder for every program.
        set_override "$all" builtin
        parent="HKCU\\Software\\Wine\\AppDefaults\\$program"
        has_key "$parent" || echo "key $parent" >>"$record"
        set_override "$parent\\DllOverrides" native,builtin
    fi
    echo "used by ${program:-all programs} of $prefix"
}

program='' dll64='' dll32='' action=install
while [ "$#" -gt 0 ]; do
    case $1 in
    --program | --dll64 | --dll32)
        [ "$#" -gt 1 ] || die "$1 wants a name"
        declare "${1#--}=$2"
        shift
        ;;
    --uninstall) action=uninstall ;;
    -h | --help)
        sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
        exit 0
        ;;
    *) die "unknown option $1" ;;
    esac
    shift
done

[ -f "$prefix/system.reg" ] || die "$prefix is no Wine prefix; 'wineboot -i' makes one"
if [ "$action" = uninstall ]; then
    uninstall
    exit
fi
[ ! -f "$record" ] || die "it is installed in $prefix already; --uninstall first"
if [ -z "$dll64$dll32" ]; then
    for bits in 64 32; do
        file=$here/build-win$bits/pdh_shim/pdh.dll
        if [ -f "$file" ] && folder=$(folder_for "$file") && [ -d "$folder" ]; then
            declare "dll$bits=$file"
        fi
    done
fi
install
