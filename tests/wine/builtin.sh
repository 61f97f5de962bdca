#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# A program that is to run with our pdh.dll, and gets Wine's own, says so and fails.
#
# usage: builtin.sh BUILD PROGRAM ARGUMENT...
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
status=0
printed=$(WINEDLLOVERRIDES=pdh=b "$here/wine.sh" "$@" 2>&1) || status=$?
echo "$printed"
[ "$status" -ne 77 ] || exit 77
printed=$(tr -d '\r' <<<"$printed")
case $printed in
"pdh.dll: "*" (another one)"$'\n'"This is not the one beside the program.") ;;
*) exit 1 ;;
esac
[ "$status" -ne 0 ]
