# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For tests of wine-install.sh: what of the prefix WINEPREFIX it may change.

prefix_state() {
    find "$WINEPREFIX" -name 'pdh*' -printf '%p %l\n' -exec sha1sum {} + | sort
    wine reg query 'HKCU\Software\Wine' /s | tr -d '\r' | sed -n '/DllOverrides\|AppDefaults/,/^$/p'
}
