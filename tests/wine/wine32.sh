#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# 32-bit Wine, with the 64-bit one beside it. Debian's wine32 does not install beside an updated amd64 system, so both
# get a root of their own, made once by debootstrap and kept in PDH_SHIM_WINE32_ROOT.
#
# With PDH_SHIM_WINE_RELEASE=trixie it is Debian 13, with Wine 10. PDH_SHIM_WINE_PARTS selects what of Wine is seen: "64" hides
# the half for 32-bit programs, and with "wow64" the 64-bit half runs these programs too, by the DLLs of the other half alone: the
# new WoW64, which Debian's packages do not set up themselves.
#
# usage: wine32.sh root                              makes the root, if it is not there
#        wine32.sh run BUILD PROGRAM ARGUMENT...     runs a 32-bit program there, in WINEPREFIX, which lies in BUILD
#        wine32.sh command BUILD COMMAND ARGUMENT... runs a command of that root, which ends Wine's server itself
#        wine32.sh probe                             whether this kernel runs 32-bit programs
#
# It takes root, a Debian system to make it, and a kernel that runs 32-bit programs. Where one of these is missing, and where
# the root has not been made, the status is 77: skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
release=${PDH_SHIM_WINE_RELEASE:-bookworm}
case $release in
bookworm) root=wine32-and-64 ;;
*) root=wine-$release-32-and-64 ;;
esac
root=${PDH_SHIM_WINE32_ROOT:-/var/cache/pdh-shim/$root}

skip() {
    echo "skipped: $1"
    exit 77
}

# Runs the smallest 32-bit program: a header, one segment, and exit(0). The kernel's configuration would not tell: some
# kernels refuse such programs although they are configured to run them.
runs_32_bit_programs() {
    local folder status=0
    folder=$(mktemp -d)
    {
        printf '\x7fELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0\x54\x80\4\x08\x34\0\0\0\0\0\0\0\0\0\0\0\x34\0\x20\0\1\0\0\0\0\0\0\0'
        printf '\1\0\0\0\0\0\0\0\0\x80\4\x08\0\x80\4\x08\x5b\0\0\0\x5b\0\0\0\5\0\0\0\0\x10\0\0'
        printf '\x31\xc0\x40\x31\xdb\xcd\x80' # xor eax,eax; inc eax; xor ebx,ebx; int 0x80
    } >"$folder/program"
    chmod +x "$folder/program"
    "$folder/program" 2>/dev/null || status=$?
    rm -r "$folder"
    return "$status"
}

check_rights() {
    [ "$(id -u)" -eq 0 ] || skip "a root for 32-bit Wine can be made and used by root only"
    unshare --mount true 2>/dev/null || skip "this root may not mount anything, as in most containers"
    [ "$release,${PDH_SHIM_WINE_PARTS:-}" != bookworm, ] || runs_32_bit_programs || skip "this kernel runs no 32-bit programs"
}

install_wine() {
    local packages=(wine wine32:i386 wine64 locales libgl1 libgl1-mesa-dri libxrandr2)
    if [ "$release" = bookworm ]; then
        packages=(wine wine32 wine64:amd64 locales)
        debootstrap --arch=i386 --variant=minbase bookworm "$root" && chroot "$root" dpkg --add-architecture amd64
    else
        debootstrap --arch=amd64 --variant=minbase "$release" "$root" && chroot "$root" dpkg --add-architecture i386
    fi && chroot "$root" apt-get update && chroot "$root" apt-get install -y --no-install-recommends "${packages[@]}"
}

make_root() {
    (
        flock 9
        [ ! -f "$root/.complete" ] || exit 0
        rm -rf --one-file-system "$root"
        {
            install_wine && touch "$root/.complete"
        } >"$root.log" 2>&1 9>&-
    ) 9>"$root.lock" || {
        tail -n 20 "$root.log"
        echo "the root for 32-bit Wine could not be made; see $root.log"
        exit 1
    }
}

# Everything that is mounted goes away with the mount namespace.
mount_folders() {
    local folder
    for folder in "$1" "$(realpath "$here/../..")"; do
        mkdir -p "$root$folder"
        mount --bind "$folder" "$root$folder"
    done
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    select_parts
    # Where the X server of a test listens.
    if [ -n "${TEST_DISPLAY:-}" ] && [ -d /tmp/.X11-unix ]; then
        mkdir -p "$root/tmp/.X11-unix"
        mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    fi
}

select_parts() {
    local libraries="$root/usr/lib/i386-linux-gnu/wine"
    [ -n "${PDH_SHIM_WINE_PARTS:-}" ] || return 0
    if [ "$PDH_SHIM_WINE_PARTS" = wow64 ]; then
        mount --bind "$libraries/i386-windows" "$root/usr/lib/x86_64-linux-gnu/wine/i386-windows"
    fi
    mount -t tmpfs none "$libraries"
    mount --bind /dev/null "$root/usr/lib/wine/wine" # which starts the half for 32-bit programs
}

run_inside() {
    local build=$1 program=$2
    shift 2
    mount_folders "$build"
    # shellcheck disable=SC2016
    exec chroot "$root" /bin/bash -c '
        set -e
        cd "$1"
        language=()
        if [ "${ANSI_CODE_PAGE:-65001}" = 65001 ]; then
            mkdir -p "$1/locale32"
            [ -d "$1/locale32/hi_IN.UTF-8" ] || localedef -i hi_IN -f UTF-8 "$1/locale32/hi_IN.UTF-8"
            language=(LOCPATH="$1/locale32" LC_ALL=hi_IN.UTF-8)
        fi
        export HOME=/root WINEARCH=win32
        "$3/new_prefix.sh" || { echo "no Wine prefix could be made: see $WINEPREFIX.log"; exit 1; }
        program=$2
        shift 3
        status=0
        env "${language[@]}" wine "$program" "$@" || status=$?
        # A process of Wine that does not end by itself holds up nobody.
        timeout 30 wineserver -w || wineserver -k
        exit "$status"
    ' bash "$build" "$program" "$here" "$@"
}

command_inside() {
    mount_folders "$1"
    shift
    exec chroot "$root" env HOME=/root WINEARCH=win32 "$@"
}

case $1 in
probe) runs_32_bit_programs ;;
root)
    check_rights
    mkdir -p "$(dirname "$root")"
    make_root
    ;;
run | command)
    check_rights
    [ -f "$root/.complete" ] || skip "there is no root for 32-bit Wine: '$here/wine32.sh root' makes one"
    inside=$1_inside
    shift
    export LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin
    # One at a time: they share the prefix, whose server ends with the mount namespace.
    exec 8>"$1/wine32.lock"
    flock 8
    # Without the lock: a process of Wine that stays for whatever reason must not keep it.
    unshare --mount --propagation private "$0" "$inside" "$@" 8>&-
    ;;
run_inside | command_inside) "$@" ;;
esac
