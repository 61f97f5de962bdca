#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The tarball of a release, as `meson dist` makes it of the newest commit: its checksum is right; unpacked, where there is no
# repository, it knows its version, builds, and passes the tests.
#
#   tests/packages/dist.sh [ROOM...]        runs the tests of these rooms, or those that a newcomer runs
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/build-packages/dist
rm -rf "$out"
mkdir -p "$out"
git clone --quiet . "$out/clone" # what is not committed is not released
meson setup "$out/build" "$out/clone" -Dtests=disabled -Dsamples=disabled >"$out/setup.log"
meson dist -C "$out/build" --no-tests --formats xztar
cd "$out/build/meson-dist"
sha256sum --check --quiet -- *.sha256sum
tar -C "$out" -xf ./*.tar.xz
cd "$out"/pdh-shim-*/
version=$(pdh_shim/base/version.sh)
if [ "$version" != "$("$out/clone/pdh_shim/base/version.sh")" ]; then
    echo "the tarball calls itself $version"
    exit 1
fi
tests/run.sh --no-install "$@"
