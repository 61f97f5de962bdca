#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Writes a header into a folder for each other spelling of a name that sources written for Windows use: Windows ignores
# the case of a file name.
#
# Usage: spellings.sh FOLDER
set -eu
mkdir -p "$1"
while read -r header spellings; do
    for spelling in $spellings; do
        printf '#pragma once\n\n// Another spelling of the name: on Windows it does not matter.\n#include <%s>\n' "$header" >"$1/$spelling"
    done
done <<'END'
pdh.h PDH.H PDH.h Pdh.h
pdhmsg.h PdhMsg.h Pdhmsg.h
psapi.h PSAPI.H PSAPI.h PsApi.h Psapi.h
powerbase.h Powerbase.h PowerBase.h
powrprof.h PowrProf.h Powrprof.h
shlwapi.h SHLWAPI.H ShLwApi.h Shlwapi.h
strsafe.h StrSafe.h Strsafe.h
tchar.h TCHAR.H TCHAR.h Tchar.h
windows.h WINDOWS.H Windows.h
winbase.h WinBase.h
windef.h WinDef.h
winerror.h WinError.h
winnt.h WinNT.h
winperf.h WinPerf.h Winperf.h
winreg.h WinReg.h
END
