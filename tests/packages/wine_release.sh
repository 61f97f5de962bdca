#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The release for Wine: its checksums are right, its debug symbols belong to its programs, and it installs into a prefix,
# with wine-install.sh and with winetricks, without a network.
#
#   tests/packages/wine_release.sh [FOLDER]
#
# FOLDER has the release, as compat/wine/make_release.sh made it; if there is none, it makes it there
# (build-packages/release). Programs of both widths are run where tests/wine/wine32.sh has made its root, else 64-bit ones with
# the Wine of this system. winetricks is taken from Debian's contrib where it is not installed. The status is 77, skipped, where
# there is no Wine.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "$1"
    exit 1
}

# section TOOL FILE NAME: its bytes, in hexadecimal digits.
section() {
    "$1-objdump" -s -j "$3" "$2" | sed -n 's/^ [0-9a-f]* \(.\{35\}\)  .*/\1/p' | tr -d ' \n'
}

# build_id TOOL FILE: RSDS and 16 bytes, after a directory of 28 bytes that says where they are in the file.
build_id() {
    section "$1" "$2" .buildid | cut -c 57-96
}

# check_symbols CPU FOLDER: each program names its file of symbols, with its CRC, and both have the same build id.
check_symbols() {
    local tool=$1-w64-mingw32 program name symbols found expected
    for program in "$work/$name_of_release/$2"/*; do
        name=$(basename "$program")
        symbols=$work/$name_of_release-debug/$2/$name.debug
        found=$(build_id "$tool" "$program")
        [[ "$found" == 52534453* && "$found" = "$(build_id "$tool" "$symbols")" ]] ||
            fail "$2/$name: its build id is $found, that of its symbols $(build_id "$tool" "$symbols")"
        found=$(section "$tool" "$program" .gnu_debuglink)
        expected=$(debug_link "$name.debug" "$symbols")
        [ "$found" = "$expected" ] || fail "$2/$name: its link to the symbols is $found in place of $expected"
        "$tool-nm" "$symbols" | grep ' T _\?\(main\|PdhOpenQueryW\(@12\)\?\)$' >/dev/null || fail "$2/$name.debug: no symbols"
    done
}

# debug_link NAME FILE: what a program has that names its symbols: the name with a NUL, up to a multiple of 4, and the CRC.
debug_link() {
    python3 -c '
import pathlib, sys, zlib
name = sys.argv[1].encode() + b"\0"
name += b"\0" * (-len(name) % 4)
print((name + zlib.crc32(pathlib.Path(sys.argv[2]).read_bytes()).to_bytes(4, "little")).hex())' "$1" "$2"
}

# get_winetricks: prints the path of winetricks; nothing where there is none.
get_winetricks() {
    local options=(-o "Dir::Etc::SourceList=$work/contrib.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
    command -v winetricks && return
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    echo 'deb http://deb.debian.org/debian bookworm contrib' >"$work/contrib.list"
    (cd "$work" && apt-get "${options[@]}" update && apt-get "${options[@]}" download winetricks) >"$work/apt.log" 2>&1 ||
        return 0
    dpkg-deb -x "$work"/winetricks_*.deb "$work/winetricks"
    echo "$work/winetricks/usr/bin/winetricks"
}

release=${1:-build-packages/release}
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

[ -f "$release/SHA256SUMS" ] || compat/wine/make_release.sh "$release"
release=$(realpath "$release")
(cd "$release" && sha256sum --check --quiet SHA256SUMS)
name_of_release=$(basename "$(ls "$release"/*-debug.tar.zst)" -debug.tar.zst)
tar -C "$work" -xf "$release/$name_of_release.tar.zst"
tar -C "$work" -xf "$release/$name_of_release-debug.tar.zst"
check_symbols x86_64 x64
check_symbols i686 x32
mv "$work/$name_of_release" "$work/release"

winetricks=$(get_winetricks)
[ -n "$winetricks" ] || echo "without winetricks: there is none, and Debian's contrib cannot be reached"
status=0
tests/wine/wine32.sh command "$work" "$PWD/tests/packages/use_release.sh" "$work" "$winetricks" || status=$?
[ "$status" -eq 77 ] || exit "$status"
if ! command -v wine >/dev/null; then
    echo "skipped: there is no wine"
    exit 77
fi
tests/packages/use_release.sh "$work" "$winetricks"
