#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The kit under Wine, which has no lodctr of its own that works, so that a batch file stands in for it.
#
# With our DLL every case that can run passes, and every probe ends. With Wine's own DLL the kit runs to its end. The
# registry is afterwards as it was before, with registrations of others in it, one of them under the kit's own name.
#
# usage: kit_test.sh BUILD KIT_FOLDER PDH_DLL [RUNNER_OPTION...]
#
# The results stay in BUILD/oracle/result-WHAT.json.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
wine=$here/../../wine/wine.sh
folder=$1/oracle
original=$2
dll=$3
shift 3
kit=$folder/kit
first_counter=20000
services='HKLM\System\CurrentControlSet\Services'
mkdir -p "$folder"

# in_wine PROGRAM ARGUMENT...: with the kit's own prefix, in which nothing else runs.
in_wine() {
    "$wine" "$folder" "$@"
}

# A kit as it is copied to a machine, with our DLL and the batch file beside it.
new_kit() {
    rm -rf "$kit"
    cp -r "$original" "$kit"
    cp "$dll" "$kit/pdh.dll"
    cat >"$kit/lodctr.bat" <<BATCH
@reg add "$services\\PdhOracle\\Performance" /v "First Counter" /t REG_DWORD /d $first_counter /f
@reg add "$services\\PdhOracle\\Performance" /v "First Help" /t REG_DWORD /d $((first_counter + 1)) /f
BATCH
    # Wine keeps no names of counters: ours takes them from here.
    {
        iconv -f UTF-16 -t UTF-8 "$kit/oracle_perf.ini"
        printf '[performance]\nFirst Counter=%s\n' "$first_counter"
    } >"$kit/titles.ini"
}

# run_kit WHAT LODCTR ARGUMENT...: a whole run, whose result is kept.
run_kit() {
    local what=$1 lodctr=$2
    shift 2
    new_kit
    echo "== $what"
    PDH_SHIM_SOURCE=windows,registry PDH_SHIM_TITLES="Z:$kit/titles.ini" \
        in_wine "$kit/oracle_runner.exe" --limit 600 --lodctr "$lodctr" "$@" >"$folder/$what.log" 2>&1 </dev/null
    cp "$kit/result.json" "$folder/result-$what.json"
    rm "$kit/result.json"
    # What is left beside result.json is what was there.
    diff <(cd "$original" && find . | sort) <(cd "$kit" && find . | grep -v -e pdh.dll -e lodctr.bat -e titles.ini | sort)
}

# registry FILE: the services and the names of counters.
registry() {
    local key
    for key in "$services" 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\Perflib'; do
        in_wine "$reg" export "$key" "Z:$folder/export.reg" /y >/dev/null 2>&1 || continue
        iconv -f UTF-16 -t UTF-8 "$folder/export.reg"
    done >"$folder/$1"
}

# unchanged: compares it with what it was before.
unchanged() {
    registry after.reg
    diff "$folder/before.reg" "$folder/after.reg" || {
        echo "the kit changed the registry"
        exit 1
    }
}

new_kit
status=0
in_wine "$kit/oracle_cases.exe" --list >"$folder/list.txt" 2>&1 || status=$?
if [ "$status" -ne 0 ] || ! grep -q . "$folder/list.txt"; then
    echo "the cases cannot be listed: status $status"
    cat "$folder/list.txt"
    exit $((status == 77 ? 77 : 1))
fi
reg=$folder/wine-prefix/drive_c/windows/system32/reg.exe

# Somebody else's registration.
for value in Library=widget_perf.dll Open=OpenPerfData Collect=CollectPerfData Close=ClosePerfData; do
    in_wine "$reg" add "$services\\WidgetPerf\\Performance" /v "${value%%=*}" /d "${value#*=}" /f >/dev/null
done
registry before.reg
run_kit ours lodctr.bat "$@"
unchanged
"$here/check_result.py" "$folder/result-ours.json" --ours
WINEDLLOVERRIDES=pdh=b run_kit builtin lodctr.bat "$@"
unchanged
"$here/check_result.py" "$folder/result-builtin.json"

# Somebody's own PdhOracle: it stays, and nothing is run that would need it.
in_wine "$reg" add "$services\\PdhOracle\\Performance" /v Library /d 'C:\theirs.dll' /f >/dev/null
registry before.reg
run_kit occupied lodctr.bat --only 'PdhOpenQuery' "$@"
unchanged
in_wine "$reg" delete "$services\\PdhOracle" /f >/dev/null
grep -q '"performance_dll": "another PdhOracle is registered"' "$folder/result-occupied.json"
