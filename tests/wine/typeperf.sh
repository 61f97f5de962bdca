#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# typeperf.exe with the pdh.dll beside it writes what typeperf does elsewhere: values, a list, a refusal.
#
# usage: typeperf.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
found=$(mktemp)
trap 'rm -f "$found"' EXIT
export PDH_SHIM_SOURCE="script:Z:$here/../tools/typeperf/widgets.json" TZ=UTC

# run ARGUMENT...: what it prints, and its status, of which a shell sees the lowest 8 bits.
run() {
    local status=0
    "$here/wine.sh" "${program[@]}" "$@" >>"$found" || status=$?
    [ "$status" -ne 77 ] || exit 77
    echo "status $status" >>"$found"
}
program=("$@")

run '\Paint Gadget\Depth' '\Widget(*)\Items/sec' -s LocalHost -sc 3
run -qx Widget
run '\Widget(c)\Nothing' -s LocalHost
diff - <(tr -d '\r' <"$found") <<'END'

"(PDH-CSV 4.0)","\\LocalHost\Paint Gadget\Depth","\\LocalHost\Widget(a)\Items/sec","\\LocalHost\Widget(b)\Items/sec"
"01/02/2026 03:04:06.678","20261367808.000000","15.000000","7.000000"
"01/02/2026 03:04:08.678","9.000000","0.500000","-1"
Exiting, please wait...                         
The command completed successfully.
status 0
\Widget(a)\Items/sec
\Widget(b)\Items/sec
\Widget(a)\% Full
\Widget(b)\% Full
The command completed successfully.
status 0

Error: No valid counters.
status 2
END
