#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# relog.exe with the pdh.dll beside it converts logs by their names on Windows, also those that the ANSI code page of
# the user does not have, and in pipes.
#
# usage: relog.sh BUILD PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=$(printf 'gr\303\266\303\237e-\320\266\344\270\255') # no code page has all of these letters
export ANSI_CODE_PAGE=1252
folder=$(mktemp -d -p "$1") # a 32-bit program sees no other folders
trap 'rm -rf "$folder"' EXIT
export TZ=UTC
printf '"(PDH-CSV 4.0) (UTC)(0)","\\\\BOX\\Widget(a)\\Depth"\r\n"01/13/2018 05:00:00.500","0.5"\r\n"01/13/2018 05:00:01.500"," "\r\n' >"$folder/$name.csv"
windows="Z:${folder//\//\\}"

status=0
"$here/wine.sh" "$@" "$windows\\$name.csv" -o "$windows\\$name.blg" >"$folder/found" || status=$?
[ "$status" -ne 77 ] || exit 77
"$here/wine.sh" "$@" "$windows\\*.blg" -f csv -o "$windows\\back.csv" | tail -6 >>"$folder/found"
diff - <(tr -d '\r' <"$folder/found") <<END

Input
----------------
File(s):
     $windows\\$name.csv (CSV)

Begin:    1/13/2018 5:00:00
End:      1/13/2018 5:00:01
Samples:  2

100.00%

Output
----------------
File:     $windows\\$name.blg

Begin:    1/13/2018 5:00:00
End:      1/13/2018 5:00:01
Samples:  2

The command completed successfully.

Begin:    1/13/2018 5:00:00
End:      1/13/2018 5:00:01
Samples:  2

The command completed successfully.
END
tail -n +2 "$folder/$name.csv" | diff - <(tail -n +2 "$folder/back.csv")

# From standard input to standard output, where a binary log keeps each byte.
"$here/wine.sh" "$@" - -f BIN -o - <"$folder/$name.csv" >"$folder/piped.blg"
"$here/wine.sh" "$@" - -f CSV -o - <"$folder/piped.blg" >"$folder/piped.csv"
tail -n +2 "$folder/$name.csv" | diff - <(tail -n +2 "$folder/piped.csv")
