#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Completion of logman's command line, asked as the shell asks.
# Usage: completion_test.sh COMPLETION_FILE LOGMAN
set -u
completion=$1 logman=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
names=(web 'a b' 'My Counter 1' 'c;touch x' 'd$(touch x)' "e'f" 'g"`h`!')
for name in "${names[@]}"; do
    "$logman" create counter "$name" -c '\System\Processes' -o log 2>/dev/null || exit 1
done
failures=0

# shellcheck source=/dev/null
source "$completion"

# The words of the command line, the last one under the cursor, and then what is to be offered for it.
check() {
    local expected=${*: -1} offered
    COMP_WORDS=("$logman" "${@:1:$#-1}")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _logman
    offered=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort)
    if [[ $offered != "$expected" ]]; then
        printf 'FAILED: %s\nexpected:\n%s\noffered:\n%s\n' "${COMP_WORDS[*]}" "$expected" "$offered"
        failures=$((failures + 1))
    fi
}

check st $'start\nstop'
check create '' $'alert\ncounter'
check start '' "$(printf '%q\n' "${names[@]}" | LC_ALL=C sort)"
check start M 'My\ Counter\ 1'
check start 'c\;t' 'c\;touch\ x'
check start "'c;t" "'c;touch x'"
check start "'e" "'e'\\''f'"
check start '"a' '"a b"'
check start '"d' '' # in double quotes the shell would run it
check stop w web
check query web '' ''
check create counter x -f b $'BIN\nBINCIRC'
check create counter x -v '' $'mmddhhmm\nnnnnnn'
check create counter x -m '' $'start\nstop'
check create counter x -o '' config
check create alert x -rdcs w web
check import x -xml '' config
check ex export
check update web -si '' ''
check update web --m --max
check create counter x -c -c $'-c\n-cf\n-cnf\n-config'
check create - "$("$logman" -? | sed -n 's/^  \(-[a-z?][a-z]*\).*/\1/p' | LC_ALL=C sort)" # each option of the help

exit "$failures"
