#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs what there is for 32-bit Windows programs in an emulated machine, for kernels that run no 32-bit programs: the golden
# vectors and the DLL's own cases.
#
#   tests/wine/emulated.sh BUILD       a build for 32 bits, whose programs are built
#
# The machine is QEMU's, without the help of a processor that could run it, so it takes minutes. It has a Debian 12 of 64
# bits with 32-bit Wine, made once by debootstrap and kept in PDH_SHIM_EMULATED_ROOT. The status is 77, skipped, where this kernel
# runs the programs itself (but for PDH_SHIM_EMULATE=yes), and where there is no root to make a system in.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "$1")
root=${PDH_SHIM_EMULATED_ROOT:-/var/cache/pdh-shim/emulated}
programs=(vectors_test dll_test stack_test libgcc_test)

skip() {
    echo "skipped: $1"
    exit 77
}

[ "${PDH_SHIM_EMULATE:-}" = yes ] || ! "$here/wine32.sh" probe || skip "this kernel runs 32-bit programs itself"
[ "$(id -u)" -eq 0 ] || skip "the system of an emulated machine can be made by root only"
command -v qemu-system-x86_64 >/dev/null || skip "there is no qemu-system-x86_64"

# No 32-bit program runs while it is made. Only this release, without its updates, has the same packages for both widths at
# any time.
make_root() {
    rm -rf --one-file-system "$root"
    debootstrap --variant=minbase bookworm "$root"
    chroot "$root" dpkg --add-architecture i386
    chroot "$root" apt-get update
    DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -y --no-install-recommends \
        wine wine32:i386 linux-image-amd64 initramfs-tools
    chroot "$root" apt-get clean
    touch "$root/.complete"
}

mkdir -p "$(dirname "$root")"
(
    flock 9
    [ -f "$root/.complete" ] || make_root >"$root.log" 2>&1 9>&-
) 9>"$root.lock" || {
    tail -n 20 "$root.log"
    echo "the system of the emulated machine could not be made; see $root.log"
    exit 1
}

# Everything lies where it was built, since the programs know where their files are.
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
cp -a "$root" "$work/system"
for path in tests/vectors tests/wine/new_prefix.sh tests/conformance; do
    mkdir -p "$work/system$(dirname "$(realpath "$here/../../$path")")"
    cp -a "$here/../../$path" "$work/system$(realpath "$here/../../$path")"
done
mkdir -p "$work/system$build/tests/wine"
for file in pdh.dll libgcc_s_dw2-1.dll "${programs[@]/%/.exe}"; do
    cp "$build/tests/wine/$file" "$work/system$build/tests/wine/"
done

{
    printf 'build=%q\nprefix_maker=%q\nprograms=(%s)\n' "$build" "$here/new_prefix.sh" "${programs[*]}"
    cat <<'END'
mount -t proc proc /proc
mount -t sysfs sysfs /sys || true # if the first system has not mounted these
mount -t devtmpfs devtmpfs /dev || true
mount -t tmpfs tmpfs /tmp
export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
export WINEPREFIX=$build/wine-prefix WINEARCH=win32 WINEDEBUG=-all WINEDLLOVERRIDES=pdh=n
"$prefix_maker" || { tail -n 20 "$WINEPREFIX.log"; echo "no Wine prefix could be made"; }
cd "$build"
for program in "${programs[@]}"; do
    status=0
    wine "tests/wine/$program.exe" || status=$?
    echo "emulated: $program ended with status $status"
done
wineserver -w
sync
echo o >/proc/sysrq-trigger
sleep 60
END
} >"$work/system/run_tests"
mke2fs -q -t ext4 -d "$work/system" "$work/disk" 4G
rm -rf --one-file-system "$work/system"

kernel=$(find "$root/boot" -name 'vmlinuz-*' | sort | tail -n 1)
# With a processor that has SMAP, QEMU 7.2 stops the kernel at Wine's way back to 32-bit code.
timeout --kill-after 10 "${EMULATED_SECONDS:-1800}" qemu-system-x86_64 -accel tcg -cpu qemu64 -m 2G -smp 2 -nographic -no-reboot \
    -monitor none -kernel "$kernel" -initrd "${kernel/vmlinuz/initrd.img}" \
    -append 'root=/dev/vda rw console=ttyS0 quiet panic=-1 init=/bin/bash -- /run_tests' \
    -drive "file=$work/disk,if=virtio,format=raw" -nic none </dev/null | tee "$work/shown" || true
failed=0
for program in "${programs[@]}"; do
    grep -q "^emulated: $program ended with status 0" "$work/shown" || {
        echo "FAILED in the emulated machine: $program"
        failed=1
    }
done
exit $failed
