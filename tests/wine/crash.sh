#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# A program that crashes fails its test at once: nobody is asked about it, and no debugger ends it with status 0.
#
# usage: crash.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
status=0
printed=$("$here/dialog.sh" "$@" 2>&1) || status=$?
echo "$printed"
[ "$status" -ne 77 ] || exit 77
case $printed in
"here it crashes"*) ;;
*) exit 1 ;;
esac
[ "$status" -ne 0 ]
