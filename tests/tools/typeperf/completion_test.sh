#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Completion of typeperf's command line, asked as the shell asks.
# Usage: completion_test.sh COMPLETION_FILE TYPEPERF WIDGETS_JSON
set -u
completion=$1 typeperf=$2
export PDH_SHIM_SOURCE=script:$3
failures=0

# shellcheck source=/dev/null
source "$completion"

# The words of the command line, the last one under the cursor, and then what is to be offered for it.
check() {
    local expected=${*: -1} offered
    COMP_WORDS=("$typeperf" "${@:1:$#-1}")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _typeperf
    offered=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort)
    if [[ $offered != "$expected" ]]; then
        printf 'FAILED: %s\nexpected:\n%s\noffered:\n%s\n' "${COMP_WORDS[*]}" "$expected" "$offered"
        failures=$((failures + 1))
    fi
}

check '' $'"\\Paint Gadget\\\n"\\Widget('
check '"\w' $'\\Widget(*)\\\n\\Widget(a)\\\n\\Widget(b)\\'
check '\w' $'"\\Widget(*)\\\n"\\Widget(a)\\\n"\\Widget(b)\\'
# shellcheck disable=SC1003 # the backslash is what is typed
check '"\Widget(a)\' $'\\Widget(a)\\% Full\n\\Widget(a)\\Items/sec'
check '"\\Widget(a)\\I' '\Widget(a)\Items/sec'
check "'\\widget(*)\\%" '\widget(*)\% Full'
check '\Paint' $'"\\Paint Gadget\\Average Coats"\n"\\Paint Gadget\\Depth"'
check 'paint\ gadget\D' '"\paint gadget\Depth"'
check '"\Nonsense' ''
check -q '' $'"Paint Gadget"\n"Widget"'
check -qx '"w' 'Widget'
check -f c 'CSV'
check -f '' $'BIN\nCSV\nHTML\nINFLUX\nJSON\nLONG\nOPENMETRICS\nSQL\nTSV'
check -c $'-c\n-capture\n-cf\n-cnf\n-config'
check -- $'--capture\n--help\n--version'
check --v '--version'
check /q $'/q\n/qx'
check -sc '' ''
check -max '' ''
check -o "${completion%.bash-completion}.bash-c" "$completion"
check -missing '' $'ignore\nreport'
check - "$("$typeperf" -? | sed -n 's/^  \(-[a-z?][a-z]*\).*/\1/p' | LC_ALL=C sort)" # each option of the help

exit $((failures > 0))
