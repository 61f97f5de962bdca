#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Installs the library into a new folder and uses it as a program outside the tree does: compiled and
# linked with the flags of pkg-config, in C and in C++, with each width of wchar_t, without it, and statically.
#
# Usage: installed.sh MESON BUILD_FOLDER CLIENT_FOLDER WORK_FOLDER. CC and CXX are the compilers.
set -eu
meson=$1
build=$2
clients=$3
work=$4
known=$clients/known_values.json
warnings='-Wall -Wextra -Wpedantic -Werror'

rm -rf "$work"
mkdir -p "$work"
"$meson" install -C "$build" --no-rebuild --destdir "$work/root" >"$work/install.log" 2>&1 || {
    cat "$work/install.log"
    exit 1
}

pc=$(find "$work/root" -name pdh.pc)
PKG_CONFIG_SYSROOT_DIR=$work/root
PKG_CONFIG_LIBDIR=${pc%/*}
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
cflags=$(pkg-config --cflags pdh)
libs=$(pkg-config --libs pdh)
static_libs=$(pkg-config --static --libs pdh)
library_folder=$(dirname "$(find "$work/root" -name libpdh.so)")

# compile NAME COMPILER SOURCE FLAG...; the compiler and the flags of pkg-config are lists of words
compile() {
    name=$1 compiler=$2 source=$3
    shift 3
    # shellcheck disable=SC2086
    $compiler $warnings "$clients/$source" -o "$work/$name" $cflags "$@"
}

fail() {
    echo "$1"
    exit 1
}

# check NAME: the known value of a script, and one of this machine between 0 and 100
check() {
    value=$(PDH_SHIM_SOURCE=script:$known "$work/$1") || fail "$1, script: $value"
    [ "$value" = 50.000000 ] || fail "$1, script: $value in place of 50.000000"
    value=$(env -u PDH_SHIM_SOURCE "$work/$1") || fail "$1, live: $value"
    awk -v value="$value" 'BEGIN { exit !(value > 0 && value <= 100) }' || fail "$1, live: $value"
    echo "$1: $value"
}

# The tools find the library by themselves, under each of their names.
unset LD_LIBRARY_PATH
for name in typeperf typeperf.exe TypePerf; do
    PDH_SHIM_SOURCE=script:$known "$(find "$work/root" -name $name -path '*/bin/*')" -q >"$work/$name.txt"
    grep -q '^\\Processor(\*)\\% Processor Time' "$work/$name.txt" || fail "$name: $(cat "$work/$name.txt")"
done

for name in relog relog.exe; do
    "$(find "$work/root" -name $name -path '*/bin/*')" --version | grep -q '^relog (pdh-shim)' || fail "$name"
done

LD_LIBRARY_PATH=$library_folder
export LD_LIBRARY_PATH
for language in c c++; do
    compiler=$CC
    [ $language = c ] || compiler="$CXX -x c++"
    # shellcheck disable=SC2086
    {
        compile "wide-$language" "$compiler" wide_client.c -x none $libs
        compile "short-$language" "$compiler" wide_client.c -fshort-wchar -x none $libs
        compile "ansi-$language" "$compiler" ansi_client.c -x none $libs
    }
    check "wide-$language"
    check "short-$language"
    check "ansi-$language"
done

# The archive, although the shared library is in the same folder; and fully static programs.
unset LD_LIBRARY_PATH
# shellcheck disable=SC2086
{
    compile archive "$CC" wide_client.c $(pkg-config --libs pdh-static)
    compile archive-c++ "$CXX -x c++" wide_client.c -x none $(pkg-config --libs pdh-static)
    compile static "$CC" wide_client.c -static $static_libs 2>"$work/static.log" || fail "$(cat "$work/static.log")"
}
rm "$library_folder"/libpdh.so*
check archive
check archive-c++
check static
