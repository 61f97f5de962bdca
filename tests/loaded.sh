#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs the tests that waits.tsv says depend on time or load, again and again beside four busy loops.
#
#   tests/loaded.sh BUILD_FOLDER [TIMES [TEST...]]      50 times, unless it says otherwise
#
# Its last lines say how often each passed. Without the loops each must pass once, which also builds it.
set -euo pipefail
build=$1
times=${2:-50}
shift "$(($# < 2 ? $# : 2))"
tests=("$@")
waiting='api|fork|soak_live|source_linux(_live|_veth)?|conformance-live-utf16|compat(-32)?|dialogs|python_browse|legacy_(event_loop|registry_block|worker_agent|cpu_ansi)_32|logman_(e2e|runs|sqlite|postgresql)|pcp|(log_)?sql_postgresql|oracle probes'
if [ "${#tests[@]}" -eq 0 ]; then
    mapfile -t tests < <(meson introspect --tests "$build" | python3 -c 'import json, re, sys
names = {test["name"] for test in json.load(sys.stdin)}
print(*sorted(name for name in names if re.fullmatch(sys.argv[1], name)), sep="\n")' "$waiting")
fi

meson test -C "$build" --print-errorlogs "${tests[@]}"

loops=()
end_loops() { kill "${loops[@]}" 2>/dev/null || true; }
trap end_loops EXIT
for _ in 1 2 3 4; do
    while :; do :; done &
    loops+=($!)
done

failed=0
for test in "${tests[@]}"; do
    passed=0
    skipped=0
    for _ in $(seq "$times"); do
        log=$(meson test -C "$build" --no-rebuild --print-errorlogs "$test" 2>&1) || {
            printf '%s\n' "$log"
            continue
        }
        ! grep -Eq '^Skipped: +[1-9]' <<<"$log" || skipped=$((skipped + 1))
        passed=$((passed + 1))
    done
    echo "$test: passed $passed of $times times$([ "$skipped" -eq 0 ] || echo ", was skipped $skipped times")"
    [ "$passed" -eq "$times" ] || failed=$((failed + 1))
done
echo "${#tests[@]} tests, $failed of them failed beside the busy loops"
[ "$failed" -eq 0 ]
