#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Makes the Debian packages of the newest commit.
#
#   compat/debian/build.sh [--no-wine] [FOLDER]
#
# --no-wine leaves out pdh-wine, and so the Windows compilers: it then takes about 7 minutes on 2 cores. For pdh-wine the library is
# compiled twice more.
#
# Installs what is missing (Debian 12, as root or with sudo), and puts the packages into FOLDER, or into build-debian,
# with their debug symbols in a folder debug. They are the same, byte for byte, whenever and wherever it runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/install_packages.sh

# The packages that control names to build with, without versions.
build_dependencies() {
    awk -v leave_out="$DEB_BUILD_PROFILES" '/^Build-Depends/ {within = 1; next} /^[^ ]/ {within = 0}
        within && !(leave_out && index($0, "<!" leave_out ">")) {sub(/debhelper-compat/, "debhelper"); sub(/,$/, ""); print $1}' \
        compat/debian/control
}

# dpkg-buildpackage wants debian/ at the top.
make_tree() {
    mkdir "$1"
    git archive HEAD | tar -x -C "$1"
    cp -r "$1/compat/debian" "$1/debian"
    # The version of the release or, between releases, of the commit; and so has what programs need at least.
    sed -i "1s/VERSION/$("$1/pdh_shim/base/version.sh")/" "$1/debian/changelog"
    sed -i 's/ [0-9.]*$/&~/' "$1"/debian/*.symbols
}

export DEB_BUILD_PROFILES=
if [ "${1:-}" = --no-wine ]; then
    DEB_BUILD_PROFILES=pkg.pdh-shim.nowine
    shift
fi
out=$(mkdir -p "${1:-build-debian}" && cd "${1:-build-debian}" && pwd)
mapfile -t needed < <(build_dependencies)
install_packages git build-essential "${needed[@]}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make_tree "$folder/pdh-shim"
(cd "$folder/pdh-shim" && dpkg-buildpackage --build=binary --no-sign)
rm -rf "$out"/*.deb "$out"/*.buildinfo "$out/debug"
mkdir "$out/debug"
mv "$folder"/*-dbgsym_*.deb "$out/debug"
mv "$folder"/*.deb "$folder"/*.buildinfo "$out"
echo "$out:"
(cd "$out" && ls -l -- *.deb)
