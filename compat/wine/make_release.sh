#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Makes the release for Wine users: pdh-shim-VERSION.tar.zst, the same with debug symbols, and SHA256SUMS.
#
#   compat/wine/make_release.sh [FOLDER]
#
# Installs what is missing (Debian 12, as root or with sudo), builds the DLLs and tools for both widths, and puts the
# files into FOLDER, or into build-release. The files are the same, byte for byte, whenever and wherever it runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/install_packages.sh
out=$(mkdir -p "${1:-build-release}" && cd "${1:-build-release}" && pwd)
version=$(pdh_shim/base/version.sh)
name=pdh-shim-$version
# The time of the newest commit, or of the changelog where there is no repository.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS # for programs of this system

# build BITS CPU
build() {
    local folder="$out/build-win$1" map
    map="-ffile-prefix-map=$PWD=. -ffile-prefix-map=$folder=build"
    [ -f "$folder/build.ninja" ] || meson setup "$folder" -Dtests=disabled -Ddebug=true --unity=on \
        --cross-file "compat/wine/$2-w64-mingw32.ini" "-Dc_args=$map" "-Dcpp_args=$map"
    meson compile -C "$folder"
}

# stage BITS CPU FOLDER: the programs without their symbols, which go into files of their own.
stage() {
    local build="$out/build-win$1" file base tool="$2-w64-mingw32"
    mkdir -p "$out/$name/$3" "$out/$name-debug/$3"
    for file in pdh.dll tools/typeperf/typeperf.exe tools/relog/relog.exe; do
        base=$(basename "$file")
        "$tool-objcopy" --only-keep-debug "$build/pdh_shim/$file" "$out/$name-debug/$3/$base.debug"
        "$tool-strip" -o "$out/$name/$3/$base" "$build/pdh_shim/$file"
        (cd "$out/$name-debug/$3" && "$tool-objcopy" --add-gnu-debuglink="$base.debug" "$out/$name/$3/$base")
    done
}

# pack FOLDER
pack() {
    tar -C "$out" --zstd --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX \
        -cf "$out/$1.tar.zst" "$1"
}

install_packages "${build_packages[@]}" g++-mingw-w64-x86-64-posix g++-mingw-w64-i686-posix zstd
rm -rf "${out:?}/$name" "$out/$name-debug" "$out"/*.tar.zst
build 64 x86_64
build 32 i686
stage 64 x86_64 x64
stage 32 i686 x32
install -m 755 compat/wine/wine-install.sh "$out/$name/"
install -m 644 compat/wine/pdh-shim.verb compat/wine/pdh-shim-uninstall.verb compat/wine/RELEASE.md LICENSE "$out/$name/"
install -m 644 LICENSE "$out/$name-debug/"
pack "$name"
pack "$name-debug"
(cd "$out" && sha256sum "$name.tar.zst" "$name-debug.tar.zst" >SHA256SUMS)
echo "$out:"
(cd "$out" && ls -l -- *.tar.zst SHA256SUMS)
