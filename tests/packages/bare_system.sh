#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The first commands of README.md, on a Debian system that has nothing installed: samples/quickstart.sh shows live counters;
# what it built is installed, README's program is compiled with it, and runs; then the other pages are followed; and
# tests/run.sh runs the tests of every room. It prints how long each took, from nothing.
#
#   tests/packages/bare_system.sh [RELEASE]        bookworm, if none is named
#
# It takes root, and a Debian system with a network to install from; the status is 77, skipped, where it cannot run.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/root.sh

need_roots
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
copy_root "$work/system" "${1:-bookworm}"
SECONDS=0 # from nothing

# reached WHAT
reached() {
    echo "== $1: after $((SECONDS / 60)) min $((SECONDS % 60)) s"
}

mkdir "$work/system/project"
git archive HEAD | tar -x --no-same-permissions -C "$work/system/project"
in_root "$work/system" /project/samples/quickstart.sh | tee "$work/shown"
grep -Eq '^"[0-9/]+ [0-9:.]+","[0-9.]+","[0-9.]+","[0-9.]+"' "$work/shown" || fail "no live counters were shown"
reached "the first value"

sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$work/system/project/prog.c"
command=$(sed -n 's/^\$ \(cc prog\.c .*\)$/\1/p' README.md)
# shellcheck disable=SC2016
in_root "$work/system" bash -c '
    set -e
    cd /project
    meson install -C build-quickstart >/dev/null
    ldconfig
    eval "$1"
' bash "$command" | tee "$work/shown"
grep -Eq '^[0-9.]+ %$' "$work/shown" || fail "README's program shows no value"
reached "the first linked program"
in_root "$work/system" /project/tests/packages/follow_pages.sh

# In a system without a network of its own and without a user's namespaces some tests are skipped, which it says.
rm "$work/system/project/prog.c" # no source of the project
in_root "$work/system" /project/tests/run.sh </dev/null
reached "the first green test run"
