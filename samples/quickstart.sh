#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Installs what is missing (Debian 12 or 13, as root or with sudo), builds pdh-shim in build-quickstart/, and shows live
# counters of this machine for a few seconds.
set -euo pipefail
usage="usage: $0"
case $* in
'') ;;
--help)
    echo "$usage"
    exit
    ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."
. tests/install_packages.sh

install_packages "${build_packages[@]}"
if [ ! -f build-quickstart/build.ninja ]; then
    # Compiles the sources of a target as one, in half the time.
    meson setup build-quickstart -Dbuildtype=release -Dtests=disabled --unity=on
fi
meson compile -C build-quickstart

echo
echo 'typeperf "\Processor(_Total)\% Processor Time" "\Memory\Available MBytes" "\System\Processes" -sc 5'
build-quickstart/pdh_shim/tools/typeperf/typeperf '\Processor(_Total)\% Processor Time' '\Memory\Available MBytes' \
    '\System\Processes' -sc 5
echo
echo 'Try: build-quickstart/pdh_shim/tools/typeperf/typeperf -qx        (every counter of this machine)'
echo '     build-quickstart/pdh_shim/tools/typeperf/typeperf -?'
