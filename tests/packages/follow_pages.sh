#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Run by bare_system.sh in a system in which pdh-shim is installed and nothing else but what it was built with: does what the
# pages tell their readers to do.
set -euo pipefail
cd "$(dirname "$0")/../.."
project=$PWD
work=$(mktemp -d)
cd "$work"
failed=0

# block PAGE LANGUAGE NUMBER: the code that a page shows.
block() {
    awk -v fence="\`\`\`$2" -v number="$3" '
        /^```/ && inside {inside = 0; next}
        inside {if (wanted && count == number) print; next}
        /^```/ {inside = 1; wanted = $0 == fence; count += wanted}' "$project/$1"
}

# line PAGE TEXT: the first command that a page shows and that has the text, without its comment.
line() {
    sed -n 's/^\$ //p' "$project/$1" | grep -m 1 -F -e "$2" | sed 's/  *# .*//' || echo "echo '$1 shows no such command'; false"
}

# expect PATTERN COMMAND: the command succeeds, and a line of its output has the pattern.
expect() {
    local output status=0
    echo "$ $2"
    output=$(timeout --kill-after 5 600 bash -c "$2" 2>&1 </dev/null) || status=$?
    if [ "$status" -ne 0 ] || ! grep -Eq -e "$1" <<<"$output"; then
        echo "FAILED, with status $status, without '$1':"
        echo "$output"
        failed=1
    fi
}

row='^"[0-9/]+ [0-9:.]+"(,"[0-9.]+")+'

block include/USING.md cpp 1 >prog.cpp
expect '^_Total: [0-9.e+-]+ %$' "$(line include/USING.md 'c++ prog.cpp')"
block README.md c 1 >prog.c
expect '^[0-9.]+ %$' "$(line include/USING.md pdh-static)"

# shellcheck disable=SC2016
command=$(sed -n 's/^| a command | `\(.*\)` |$/\1/p' "$project/compat/windows/PORTING.md")
cp "$project/tests/legacy/cpu_wide.c" prog.c
expect '' "$command -DUNICODE -D_UNICODE && ./prog"

page=pdh_shim/source/script/SCRIPT.md
block $page json 1 >widget.json
expect "$row" "$(line $page 'Items/sec')"
block $page jsonc 1 >states.json
expect "$row" 'PDH_SHIM_SOURCE=script:states.json typeperf "\Widget(a)\Depth" -sc 1'

page=pdh_shim/source/provider/PUBLISH.md
cp "$project"/samples/performance_dll/widget_perf.* .
expect '' "$(line $page 'cc -shared')"
expect '^\\Widget\(' "$(line $page 'typeperf -qx')"
expect 'uccessfully' "$(line $page 'lodctr widget_perf.ini')"
expect "$row" "$(line $page 'Orders/sec' | sed 's/-sc 10/-sc 2/')"
expect 'uccessfully' "$(line $page 'unlodctr')"

page=pdh_shim/names/LANGUAGES.md
block $page ini 1 >german.ini
expect "$row" "$(line $page PDH_SHIM_LANGUAGE)"

page=pdh_shim/source/SOURCES.md
expect '' "$(line $page --capture | sed 's/-sc 30/-sc 3/')"
expect "$row" "$(line $page perfdata:scene | sed 's/-sc 30/-sc 2/')"

block compat/python/PYTHON.md python 1 >page.py
expect '^[0-9:]{8} [0-9.]+ % [0-9]+ MB$' 'python3 page.py'

page=pdh_shim/log/LOGS.md
apt-get install -qq -y --no-install-recommends libsqliteodbc >/dev/null # which the page names
block $page ini 1 >~/.odbc.ini
typeperf '\Processor(*)\% Processor Time' -sc 2 -f BIN -o server.blg -y >/dev/null
expect 'completed successfully' "$(line $page '-f SQL -o "SQL:logs!monday"' | sed 's/-si 5 -sc 720/-sc 2/')"
expect 'completed successfully' "$(line $page 'relog "SQL:logs!monday"')"
expect "$row" 'cat monday.csv'
expect 'completed successfully' "$(line $page 'relog server.blg')"
rm -rf "$work"
exit $failed
