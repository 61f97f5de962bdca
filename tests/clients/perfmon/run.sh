#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# The package's own test, and ours. Usage: run.sh TYPEPERF, in a folder where the package is installed.
set -eu
mkdir -p bin
ln -sf "$1" bin/TypePerf
PATH=$PWD/bin:$PATH

node node_modules/perfmon/test/test.js >own_test.txt 2>&1 || { cat own_test.txt; exit 1; }
cat own_test.txt
for part in 'List processor counters' 'Invalid counter test' 'CPU and Memory counters'; do
    grep -q "^SUCCESS: $part" own_test.txt || { echo "the package's test did not get to: $part"; exit 1; }
done

node perfmon_client.cjs
