#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Writes a header into a folder for each other spelling of a name that sources written for Windows use: Windows ignores
# the case of a file name. Each of our headers gets NAME.H, NAME.h, Name.H, Name.h and name.H, and the spellings below,
# which have capitals inside.
#
# Usage: spellings.sh FOLDER
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"

# write HEADER SPELLING
write() {
    [ "$1" = "$2" ] ||
        printf '#pragma once\n\n// Another spelling of the name: on Windows it does not matter.\n#include <%s>\n' "$1" >"$folder/$2"
}

for path in include/*.h include/crt/*.h ../../include/*.h; do
    header=${path##*/}
    case $header in pdh_shim_*) continue ;; esac
    name=${header%.h}
    upper=$(echo "$name" | tr '[:lower:]' '[:upper:]')
    capital=$(echo "$name" | cut -c1 | tr '[:lower:]' '[:upper:]')$(echo "$name" | cut -c2-)
    for spelling in "$upper.H" "$upper.h" "$capital.H" "$capital.h" "$name.H"; do
        write "$header" "$spelling"
    done
done

while read -r header spellings; do
    for spelling in $spellings; do
        write "$header" "$spelling"
    done
done <<'END'
basetsd.h BaseTsd.h
consoleapi.h ConsoleApi.h
crtdbg.h CrtDbg.h
errhandlingapi.h ErrHandlingApi.h
fileapi.h FileApi.h FileAPI.h
guiddef.h GuidDef.h
handleapi.h HandleApi.h
heapapi.h HeapApi.h
interlockedapi.h InterlockedApi.h
libloaderapi.h LibLoaderApi.h
memoryapi.h MemoryApi.h
minwinbase.h MinWinBase.h
minwindef.h MinWinDef.h
odbcinst.h OdbcInst.h ODBCInst.h
pdhmsg.h PdhMsg.h PDHMsg.h
powerbase.h PowerBase.h
powrprof.h PowrProf.h
processenv.h ProcessEnv.h
processthreadsapi.h ProcessThreadsApi.h
profileapi.h ProfileApi.h
psapi.h PsApi.h PSApi.h
sdkddkver.h SdkDdkVer.h SDKDDKVer.h
shlwapi.h ShLwApi.h ShlWApi.h
specstrings.h SpecStrings.h
sqlext.h SqlExt.h SQLExt.h
sqltypes.h SqlTypes.h SQLTypes.h
sqlucode.h SqlUcode.h SQLUcode.h
stringapiset.h StringApiSet.h
strsafe.h StrSafe.h
synchapi.h SynchApi.h
sysinfoapi.h SysInfoApi.h
threadpoollegacyapiset.h ThreadPoolLegacyApiSet.h
timezoneapi.h TimeZoneApi.h
winbase.h WinBase.h
wincon.h WinCon.h
windef.h WinDef.h
winerror.h WinError.h
winnls.h WinNls.h WinNLS.h
winnt.h WinNT.h WinNt.h
winperf.h WinPerf.h
winreg.h WinReg.h
winsdkver.h WinSDKVer.h WinSdkVer.h
END
