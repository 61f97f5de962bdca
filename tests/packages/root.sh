# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by the tests of packages: small Debian systems that have nothing installed. Only root can make and use them.
roots=${PDH_SHIM_ROOTS:-/var/cache/pdh-shim}

skip() {
    echo "skipped: $1"
    exit 77
}

fail() {
    echo "$1"
    exit 1
}

# need_roots: skips the test where there can be none.
need_roots() {
    [ "$(id -u)" -eq 0 ] || skip "a root to install packages in can be made and used by root only"
    unshare --mount true 2>/dev/null || skip "this root may not mount anything, as in most containers"
    command -v debootstrap >/dev/null || skip "there is no debootstrap"
}

# make_root RELEASE: in its folder of the roots.
make_root() {
    local root=$roots/$1
    mkdir -p "$roots"
    (
        flock 9
        [ ! -f "$root/.complete" ] || exit 0
        rm -rf --one-file-system "$root"
        debootstrap --variant=minbase "$1" "$root" >"$root.log" 2>&1 9>&- || exit 1
        touch "$root/.complete"
    ) 9>"$root.lock" || fail "the root without compilers could not be made; see $root.log"
}

# copy_root FOLDER [RELEASE]: a system of its own for a test. It is made from one that is made once by debootstrap, and kept in
# PDH_SHIM_ROOTS.
copy_root() {
    make_root "${2:-bookworm}"
    cp -a "$roots/${2:-bookworm}" "$1"
    cp /etc/resolv.conf "$1/etc/"
}

# in_root FOLDER COMMAND...: runs it there. Whatever is mounted goes away with the mount namespace.
in_root() {
    # shellcheck disable=SC2016
    unshare --mount --propagation private bash -c '
        set -e
        mount -t proc proc "$1/proc"
        mount --rbind /sys "$1/sys"
        mount --rbind /dev "$1/dev"
        exec chroot "$1" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 TERM=linux PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:2}"
    ' bash "$@"
}
