#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Runs the client of samples/node, which is in this folder, on this machine's counters, then on known ones, and checks
# its types.
# Usage: run.sh LIBRARY KNOWN_VALUES_JSON
set -eu
cp "$(dirname "$0")/koffi_client.mjs" "$(dirname "$0")/typed_client.ts" .
LD_LIBRARY_PATH=$(dirname "$1")
export LD_LIBRARY_PATH
env -u PDH_SHIM_SOURCE node koffi_client.mjs
env -u PDH_SHIM_SOURCE node example.js
PDH_SHIM_SOURCE=script:$2 node koffi_client.mjs
node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext typed_client.ts
