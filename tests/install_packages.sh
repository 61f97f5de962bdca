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

# install_without "PROGRAM..." PACKAGE...: while they are installed, each of these programs is found as one that does nothing.
install_without() {
    local stubs name programs=$1
    shift
    stubs=$(mktemp -d)
    for name in $programs; do
        printf '#!/bin/sh\nexit 0\n' >"$stubs/$name"
    done
    chmod -R 755 "$stubs"
    apt_options=(-o "DPkg::Path=$stubs:/usr/sbin:/usr/bin:/sbin:/bin")
    install_packages "$@"
    apt_options=()
    rm -r "$stubs"
}

# Performance Co-Pilot. Its package starts services when it is installed. Where there is a systemctl but no systemd, as
# in containers, that fails, and apt-get with it from then on.
install_pcp() {
    if have_package pcp || [ -d /run/systemd/system ]; then
        install_packages pcp
    else
        install_without systemctl pcp
    fi
}

# Servers of files and tickets, which tests start on ports of their own: what comes with the packages is neither started nor enabled,
# or it would serve the network from then on.
install_samba() {
    install_without 'systemctl invoke-rc.d update-rc.d deb-systemd-invoke deb-systemd-helper' samba krb5-kdc krb5-admin-server
}
