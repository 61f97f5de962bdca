#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Compiles the client with Mono and runs it on this machine's counters, then on known ones; and the same for samples/dotnet.
# Exit code 77 (skipped) when there is no Mono here.
#
# Usage: run.sh SOURCE WORK_FOLDER LIBRARY KNOWN_VALUES_JSON SAMPLE_FOLDER
set -eu
source=$1
work=$2
library=$3
known=$4
sample=$5

for program in mono mcs; do
    command -v "$program" >/dev/null || { echo "skipped: no $program here"; exit 77; }
done

mkdir -p "$work"
mcs -warnaserror -out:"$work/PdhClient.exe" "$source"
cat >"$work/PdhClient.exe.config" <<CONFIG
<configuration>
  <dllmap dll="pdh.dll" target="$library"/>
</configuration>
CONFIG
env -u PDH_SHIM_SOURCE mono "$work/PdhClient.exe"
PDH_SHIM_SOURCE=script:$known mono "$work/PdhClient.exe"

LD_LIBRARY_PATH=$(dirname "$library")
export LD_LIBRARY_PATH
for program in "$sample/Example.cs" "$(dirname "$source")/WrapperClient.cs"; do
    name=$(basename "$program" .cs)
    mcs -warnaserror -out:"$work/$name.exe" "$program" "$sample/Pdh.cs"
    cp "$sample/Example.exe.config" "$work/$name.exe.config"
done
env -u PDH_SHIM_SOURCE mono "$work/Example.exe" | grep -q '^_Total: [0-9.]* %$'
PDH_SHIM_SOURCE=script:$known mono "$work/WrapperClient.exe"
