#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs the steps of samples/test_suite/ci on a Debian system that has nothing installed, as the services would: in a checkout of the
# product, with this repository as the one that pdh-shim is cloned from.
#
#   tests/packages/follow_ci.sh FILE        github.yml or gitlab.yml of samples/test_suite/ci
#
# It takes root, and a Debian system with a network to install from; the status is 77, skipped, where it cannot run.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/root.sh

need_roots
python3 -c 'import yaml' 2>/dev/null || skip "there is no python3-yaml"
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
copy_root "$work/system" trixie
git clone -q --bare . "$work/system/pdh-shim.git"
cp -r samples/test_suite "$work/system/product"
tests/packages/ci_steps.py "samples/test_suite/ci/$1" >"$work/system/steps"
status=0
in_root "$work/system" env PDH_SHIM=file:///pdh-shim.git GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*' \
    bash -c 'cd /product && bash /steps' >"$work/output" 2>&1 || status=$?
if [ "$status" -ne 0 ] || ! grep -q '100% tests passed, 0 tests failed out of 2' "$work/output"; then
    tail -n 60 "$work/output"
    fail "$1: status $status, or its tests did not pass"
fi
