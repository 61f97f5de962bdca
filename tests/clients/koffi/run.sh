#!/bin/sh
# Runs the client on this machine's counters, then on known ones. Usage: run.sh LIBRARY KNOWN_VALUES_JSON
set -eu
env -u PDH_SHIM_SOURCE node koffi_client.mjs "$1"
PDH_SHIM_SOURCE=script:$2 node koffi_client.mjs "$1"
