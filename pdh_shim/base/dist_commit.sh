#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Run by `meson dist`, whose copy has no repository: writes the commit into it, as git archive does.
set -eu
git -C "$MESON_SOURCE_ROOT" log -1 --no-show-signature --format='%ct %H %D' >"$MESON_DIST_ROOT/pdh_shim/base/commit.txt"
