#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Builds pdh-shim in build-quickstart/, and shows live counters of this machine for a few seconds. On Debian 12 and 13 it
# installs what is missing first, as root or, after a question, with sudo.
set -euo pipefail
usage="usage: $0 [--yes]        (--yes: install packages without a question)"
answer=
case $* in
'') ;;
--yes) answer=y ;;
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

# What the library and its tools are built with. dpkg-dev tells Meson in which folder the system looks for libraries.
packages=(g++ meson ninja-build pkg-config libboost-dev libspdlog-dev nlohmann-json3-dev libncurses-dev dpkg-dev
    unixodbc-dev libpcp3-dev zlib1g-dev liblzma-dev libzstd-dev libbz2-dev libexpat1-dev
    libmicrohttpd-dev libyaml-cpp-dev)
log=$PWD/build-quickstart/quickstart.log

# step TEXT COMMAND...: one line, and what the command prints goes to the log.
step() {
    echo "$1 ..."
    shift
    "$@" >>"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        echo "It failed; $log has all that was printed." >&2
        exit 1
    }
}

install() {
    "$@" apt-get update -qq
    "$@" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# progress: copies what a build prints, and shows on descriptor 3 how far it is: all the time on a terminal, else each tenth.
progress() {
    local line share shown=0
    while IFS= read -r line; do
        echo "$line"
        [[ "$line" =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        share=$((BASH_REMATCH[1] * 100 / BASH_REMATCH[2]))
        if [ -t 3 ]; then
            printf '\r    %3d %%' "$share" >&3
        elif [ "$((share / 10))" -gt "$((shown / 10))" ]; then
            echo "    $share %" >&3
        fi
        shown=$share
    done
    [ ! -t 3 ] || [ "$shown" -eq 0 ] || echo >&3
}

build() {
    # Compiles the sources of a target as one, in half the time.
    [ -f build-quickstart/build.ninja ] ||
        meson setup build-quickstart -Dbuildtype=release -Dtests=disabled --unity=on
    meson compile -C build-quickstart 2>&1 | progress
}
exec 3>&1

mkdir -p build-quickstart
: >"$log"
missing=()
if command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(for package in "${packages[@]}"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || echo "$package"
    done)
fi
if [ "${#missing[@]}" -gt 0 ]; then
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "Install these packages first: ${missing[*]}" >&2
            exit 1
        }
        as_root=(sudo)
        if [ -z "$answer" ]; then
            echo "These packages are missing: ${missing[*]}"
            read -r -p 'Install them with sudo? [y/N] ' answer || answer=
        fi
        case $answer in
        [Yy]*) sudo -v ;; # asks for the password here, not in the log
        *) exit 1 ;;
        esac
    fi
    step "1/3 Installing ${#missing[@]} packages" install "${as_root[@]}"
else
    echo '1/3 All packages are installed.'
fi
step '2/3 Building, which takes some minutes' build

echo '3/3 typeperf "\Processor(_Total)\% Processor Time" "\Memory\Available MBytes" "\System\Processes" -sc 5'
build-quickstart/pdh_shim/tools/typeperf/typeperf '\Processor(_Total)\% Processor Time' '\Memory\Available MBytes' \
    '\System\Processes' -sc 5
echo
echo 'Try: build-quickstart/pdh_shim/tools/typeperf/typeperf -qx        (every counter of this machine)'
echo '     build-quickstart/pdh_shim/tools/typeperf/typeperf -?'
echo 'Install what was built: meson install -C build-quickstart && ldconfig        (as root; include/USING.md says how to remove it)'
