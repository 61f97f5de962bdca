#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Completion of relog's command line, asked as the shell asks.
# Usage: completion_test.sh COMPLETION_FILE RELOG
set -u
completion=$1 relog=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
printf '"(PDH-CSV 4.0)","\\\\BOX\\Widget(a)\\Depth","\\\\BOX\\Widget(b)\\It'\''s"\r\n"01/13/2018 05:00:00.500","1","2"\r\n' >a.csv
failures=0

# shellcheck source=/dev/null
source "$completion"

# The words of the command line, the last one under the cursor, and then what is to be offered for it.
check() {
    local expected=${*: -1} offered
    COMP_WORDS=("$relog" "${@:1:$#-1}")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _relog
    offered=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort)
    if [[ $offered != "$expected" ]]; then
        printf 'FAILED: %s\nexpected:\n%s\noffered:\n%s\n' "${COMP_WORDS[*]}" "$expected" "$offered"
        failures=$((failures + 1))
    fi
}

check '' a.csv
check a 'a.csv'
check a.csv -c $'-c\n-cf\n-compare\n-config'
check a.csv --h --help
check a.csv -f '' $'BIN\nCSV\nHTML\nINFLUX\nJSON\nLONG\nOPENMETRICS\nSQL\nTSV'
check a.csv -f t TSV
check a.csv -o '' a.csv
check a.csv -t '' ''
check a.csv -top '' ''
check a.csv -tz UT UTC
check a.csv -c '' $'\'\\\\BOX\\Widget(a)\\Depth\'\n\'\\\\BOX\\Widget(b)\\It\'\\\'\'s\''
check a.csv -c "'\\\\box\\widget(a" "'\\\\BOX\\Widget(a)\\Depth'"
check missing.csv -c '' ''
check a.csv -missing '' $'ignore\nreport'
check a.csv - "$("$relog" -? | sed -n 's/^  \(-[a-z?][a-z0-9]*\).*/\1/p' | LC_ALL=C sort)" # each option of the help

exit "$failures"
