# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Sourced by the scripts: installs Debian packages that are missing, as root or through sudo.

apt_options=() # of the next installation

have_package() {
    dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$'
}

# missing_packages PACKAGE...: prints those that are not installed.
missing_packages() {
    local installed package
    # shellcheck disable=SC2016
    installed=" $(dpkg-query -W -f='${Package} ${Status}\n' 2>/dev/null | sed -n 's/ install ok installed$//p' | tr '\n' ' ')"
    for package in "$@"; do
        [[ "$installed" = *" $package "* ]] || echo "$package"
    done
}

install_packages() {
    local missing=() as_root=()
    mapfile -t missing < <(missing_packages "$@")
    [ "${#missing[@]}" -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "These Debian packages, or what your system calls them, are needed: ${missing[*]}" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Run this as root, or install: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]} ..."
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${apt_options[@]}" "${missing[@]}" >/dev/null
}

# What the library and its samples are built with.
# dpkg-dev tells Meson in which folder of /usr/local the system looks for libraries.
build_packages=(g++ meson ninja-build pkg-config libboost-dev libspdlog-dev nlohmann-json3-dev libncurses-dev dpkg-dev
    unixodbc-dev libpcp3-dev zlib1g-dev liblzma-dev libzstd-dev libbz2-dev libexpat1-dev
    libmicrohttpd-dev libyaml-cpp-dev)

# Performance Co-Pilot. Its package starts services when it is installed. Where there is a systemctl but no systemd, as
# in containers, that fails, and apt-get with it from then on. There it finds a systemctl that does nothing.
install_pcp() {
    local stub
    if have_package pcp || [ -d /run/systemd/system ]; then
        install_packages pcp
        return
    fi
    stub=$(mktemp -d)
    printf '#!/bin/sh\nexit 0\n' >"$stub/systemctl"
    chmod -R 755 "$stub"
    apt_options=(-o "DPkg::Path=$stub:/usr/sbin:/usr/bin:/sbin:/bin")
    install_packages pcp
    apt_options=()
    rm -r "$stub"
}
