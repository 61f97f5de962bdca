#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# relog.exe writes a log into a database and reads it back: Wine's odbc32.dll leads to the system's unixODBC.
#
# usage: sql.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skip() {
    echo "SKIPPED: $1"
    exit 77
}
driver=$(find /usr/lib -name libsqlite3odbc.so -print -quit)
[ -n "$driver" ] || skip "the ODBC driver of SQLite is missing (package libsqliteodbc)"
[ -n "$(find /usr/lib /opt -path '*wine*' -name odbc32.so -print -quit 2>/dev/null)" ] ||
    skip "this Wine was built without ODBC"

folder=$(mktemp -d -p "$1")
trap 'rm -rf "$folder"' EXIT
export ODBCSYSINI=$folder ODBCINI=$folder/odbc.ini TZ=UTC PDH_SHIM_LOG=error
printf '[ODBC]\nPooling=No\n' >"$folder/odbcinst.ini"
printf '[database]\nDriver=%s\nDatabase=%s/logs.db\n' "$driver" "$folder" >"$ODBCINI"
{
    printf '"(PDH-CSV 4.0) (UTC)(0)","\\\\BOX\\Widget(\303\266\344\270\255)\\Depth"\r\n'
    printf '"01/13/2018 05:00:00.500","0.5"\r\n"01/13/2018 05:00:01.500","-7"\r\n'
} >"$folder/log.csv"
windows="Z:${folder//\//\\}"

relog() {
    local status=0
    "$here/wine.sh" "$@" -y >"$folder/output" || status=$?
    [ "$status" -ne 77 ] || exit 77
    # Wine was seen to crash now and then when the program that used ODBC had already ended with success.
    if [ "$status" -eq 139 ] && grep -q '^The command completed successfully' "$folder/output"; then
        echo 'Wine crashed after the program had ended with success' >&2
        status=0
    fi
    [ "$status" -eq 0 ] || { cat "$folder/output" && exit 1; }
}
relog "$@" "$windows\\log.csv" -f SQL -o 'SQL:database!set' # makes the tables
relog "$@" 'SQL:database!set' -f csv -o "$windows\\back.csv"
diff <(tail -n +2 "$folder/log.csv") <(tail -n +2 "$folder/back.csv")
diff <(head -1 "$folder/log.csv" | cut -d, -f2) <(head -1 "$folder/back.csv" | cut -d, -f2) # without Wine's name of the zone

if "$here/wine.sh" "$@" 'SQL:none!set' -q >"$folder/output"; then
    echo "a data source that ODBC does not know was read" && exit 1
fi
grep -q 'The data source is not valid' "$folder/output" || { cat "$folder/output" && exit 1; }
