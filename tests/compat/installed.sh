#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Installs into a folder of its own and builds Windows programs as compat/windows/PORTING.md says: by a command, with CMake
# and with Meson.
#
# Usage: installed.sh MESON BUILD_FOLDER LEGACY_FOLDER WORK_FOLDER. CC and CXX are the compilers.
set -eu
meson=$1
build=$2
legacy=$3
work=$4

rm -rf "$work"
mkdir -p "$work"
"$meson" install -C "$build" --no-rebuild --tags devel,runtime --destdir "$work/root" >"$work/install.log" 2>&1 || {
    cat "$work/install.log"
    exit 1
}
pc=$(find "$work/root" -name pdh-compat.pc)
PKG_CONFIG_SYSROOT_DIR=$work/root
PKG_CONFIG_LIBDIR=${pc%/*}
LD_LIBRARY_PATH=$(dirname "$(find "$work/root" -name libpdh.so)")
PDH_SHIM_SOURCE=script:$legacy/legacy.json
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR LD_LIBRARY_PATH PDH_SHIM_SOURCE

# check NAME PROGRAM EXPECTED
check() {
    "$2" >"$work/$1.txt"
    diff "$legacy/expected/$3.txt" "$work/$1.txt" || {
        echo "$1 printed something else"
        exit 1
    }
    echo "$1: as expected"
}

cflags=$(pkg-config --cflags pdh-compat)
libs=$(pkg-config --libs pdh-compat)
# shellcheck disable=SC2086
for width in '' -fshort-wchar; do
    $CC $width "$legacy/cpu_wide.c" -o "$work/wide$width" $cflags $libs
    check "wide$width" "$work/wide$width" cpu_wide
    $CXX $width -DUNICODE -D_UNICODE "$legacy/tchar_monitor.cpp" -o "$work/tchar$width" $cflags $libs
    check "tchar$width" "$work/tchar$width" tchar_monitor_unicode
done

mkdir -p "$work/meson-program"
cp "$legacy/cpu_wide.c" "$work/meson-program"
cat >"$work/meson-program/meson.build" <<'END'
project('program', 'c')
executable('prog', 'cpu_wide.c', dependencies: dependency('pdh-compat'))
END
"$meson" setup "$work/meson-build" "$work/meson-program" >"$work/meson.log" 2>&1 &&
    "$meson" compile -C "$work/meson-build" >>"$work/meson.log" 2>&1 || {
    cat "$work/meson.log"
    exit 1
}
check meson "$work/meson-build/prog" cpu_wide

if ! command -v cmake >/dev/null; then
    echo "cmake: not installed, skipped"
    exit 0
fi
mkdir -p "$work/cmake-program"
cp "$legacy/cpu_wide.c" "$legacy/status_switch.cpp" "$work/cmake-program"
cat >"$work/cmake-program/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(program C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(pdh-shim REQUIRED)
add_executable(prog cpu_wide.c)
target_link_libraries(prog PRIVATE pdh::compat)
add_executable(query status_switch.cpp)
target_link_libraries(query PRIVATE pdh::compat)
END
prefix=$(dirname "$(find "$work/root" -path '*include/pdh-shim' -prune)")
cmake -G Ninja -S "$work/cmake-program" -B "$work/cmake-build" -DCMAKE_PREFIX_PATH="$(dirname "$prefix")" >"$work/cmake.log" 2>&1 &&
    cmake --build "$work/cmake-build" >>"$work/cmake.log" 2>&1 || {
    cat "$work/cmake.log"
    exit 1
}
check cmake-c "$work/cmake-build/prog" cpu_wide
check cmake-c++ "$work/cmake-build/query" status_switch
