#!/usr/bin/env bash
# The Debian packages: lintian finds no error in them; in a system without compilers they install, every program in them
# runs, and after they are purged no file is left.
#
#   tests/packages/debian.sh [--twice] [FOLDER]
#
# FOLDER has the packages, as compat/debian/build.sh made them; if there are none, it makes them there (build-packages/debian).
# --twice also builds them again, and compares them byte for byte.
#
# It takes root, and a Debian system. The system without compilers is made once by debootstrap, and kept in
# PDH_SHIM_BOOKWORM_ROOT; each run works in a copy. The status is 77, skipped, for who may not make one.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=${PDH_SHIM_BOOKWORM_ROOT:-/var/cache/pdh-shim/bookworm}

skip() {
    echo "skipped: $1"
    exit 77
}

fail() {
    echo "$1"
    exit 1
}

make_root() {
    (
        flock 9
        [ ! -f "$root/.complete" ] || exit 0
        rm -rf --one-file-system "$root"
        debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 9>&- || exit 1
        touch "$root/.complete"
    ) 9>"$root.lock" || fail "the root without compilers could not be made; see $root.log"
}

# compile NAME FLAG...: a program with libpdh-dev as it will be installed.
compile() {
    local name=$1
    shift
    cc -Wall -Wextra -Werror "$work/client.c" -o "$work/copy/packages/$name" "$@"
}

# The root has no compiler, so what it runs is compiled here, with what the packages contain.
compile_clients() {
    local package unpacked=$work/unpacked
    for package in libpdh0 libpdh-dev; do
        dpkg-deb -x "$packages/${package}"_*.deb "$unpacked"
    done
    export PKG_CONFIG_SYSROOT_DIR=$unpacked PKG_CONFIG_LIBDIR
    PKG_CONFIG_LIBDIR=$(dirname "$(find "$unpacked" -name pdh.pc)")
    sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$work/client.c"
    local cflags libs static
    read -ra cflags < <(pkg-config --cflags pdh)
    read -ra libs < <(pkg-config --libs pdh)
    read -ra static < <(pkg-config --libs pdh-static)
    compile client "${cflags[@]}" "${libs[@]}"
    compile client-static "${cflags[@]}" "${static[@]}"
    cc -shared -fPIC "${cflags[@]}" samples/performance_dll/widget_perf.c -o "$work/copy/packages/libwidget_perf.so"
    cp samples/performance_dll/widget_perf.[hi]* "$work/copy/packages/"
    # So that it is run by the program that only the package of the library has.
    sed -i 's/^\[performance\]$/&\nIsolation=process/' "$work/copy/packages/widget_perf.ini"
}

# Whatever is mounted goes away with the mount namespace.
run_in_copy() {
    # shellcheck disable=SC2016
    unshare --mount --propagation private bash -c '
        set -e
        mount -t proc proc "$1/proc"
        mount --rbind /sys "$1/sys"
        mount --rbind /dev "$1/dev"
        exec chroot "$1" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 TERM=linux PATH=/usr/sbin:/usr/bin:/sbin:/bin \
            bash /packages/use_packages.sh
    ' bash "$work/copy"
}

build_twice() {
    compat/debian/build.sh "$work/again"
    local package
    for package in "$packages"/*.deb "$packages"/debug/*.deb; do
        cmp "$package" "$work/again/${package#"$packages"/}" || fail "built again, $(basename "$package") is another"
    done
}

twice=''
if [ "${1:-}" = --twice ]; then
    twice=yes
    shift
fi
packages=${1:-build-packages/debian}
[ "$(id -u)" -eq 0 ] || skip "a root to install packages in can be made and used by root only"
unshare --mount true 2>/dev/null || skip "this root may not mount anything, as in most containers"
for command in dpkg-deb lintian debootstrap; do
    command -v "$command" >/dev/null || skip "there is no $command"
done

compgen -G "$packages/*.deb" >/dev/null || compat/debian/build.sh "$packages"
packages=$(realpath "$packages")
lintian --allow-root --fail-on error "$packages"/*.deb
mkdir -p "$(dirname "$root")"
make_root
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
[ -z "$twice" ] || build_twice
cp -a "$root" "$work/copy"
mkdir "$work/copy/packages"
cp "$packages"/*.deb tests/packages/use_packages.sh tests/fuzz/corpus/blg/records.blg "$work/copy/packages/"
cp /etc/resolv.conf "$work/copy/etc/"
compile_clients
run_in_copy
