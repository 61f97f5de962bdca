#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The Debian packages: lintian finds no error in them; in a system without compilers they install, every program in them
# runs, and after they are purged no file is left. In another one their autopkgtests pass.
#
#   tests/packages/debian.sh [--twice] [FOLDER]
#
# FOLDER has the packages, as compat/debian/build.sh made them; if there are none, it makes them there (build-packages/debian).
# --twice also builds them again, in a system that has nothing installed, and compares them byte for byte.
#
# It takes root, and a Debian system; the status is 77, skipped, where it cannot run.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/root.sh

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

# In a system that has nothing installed, from a clone: whatever this one has makes no difference.
build_again() {
    copy_root "$work/builder"
    git clone --quiet . "$work/builder/pdh-shim"
    in_root "$work/builder" /pdh-shim/compat/debian/build.sh /again
    local package
    for package in "$packages"/*.deb "$packages"/debug/*.deb; do
        cmp "$package" "$work/builder/again/${package#"$packages"/}" || fail "built again, $(basename "$package") is another"
    done
}

twice=''
if [ "${1:-}" = --twice ]; then
    twice=yes
    shift
fi
packages=${1:-build-packages/debian}
need_roots
for command in dpkg-deb lintian; do
    command -v "$command" >/dev/null || skip "there is no $command"
done

compgen -G "$packages/*.deb" >/dev/null || compat/debian/build.sh "$packages"
packages=$(realpath "$packages")
lintian --allow-root --fail-on error "$packages"/*.deb
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
[ -z "$twice" ] || build_again
copy_root "$work/copy"
mkdir "$work/copy/packages"
cp "$packages"/*.deb tests/packages/use_packages.sh tests/fuzz/corpus/blg/records.blg "$work/copy/packages/"
compile_clients
in_root "$work/copy" bash /packages/use_packages.sh

copy_root "$work/tested"
cp -r "$work/copy/packages" "$work/tested/packages"
git clone --quiet . "$work/tested/pdh-shim"
in_root "$work/tested" bash /packages/use_packages.sh --autopkgtest /pdh-shim
