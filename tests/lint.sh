#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# tests/lint.sh format            every source file is formatted as .clang-format says
# tests/lint.sh tidy BUILD [PEBUILD]
#                                 clang-tidy finds nothing, with the compile commands of a build folder, and for the
#                                 files that only the DLL has, with those of a build for Windows
# tests/lint.sh changed BUILD     the same for sources that changed: against PDH_SHIM_BASE, or else against the branch
#                                 that this one came from, or else in the newest commit; of those of tests, that
#                                 each compiles by itself
set -euo pipefail
cd "$(dirname "$0")/.."

sources() {
    git ls-files --cached --others --exclude-standard -- "$@" | grep -v '^tests/abi/must_not_compile/'
}

# The commit that changes are counted from.
base_commit() {
    local base
    base=${PDH_SHIM_BASE:-$(git merge-base HEAD origin/HEAD 2>/dev/null || true)}
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-parse --verify --quiet HEAD~1 || git rev-parse HEAD)
    fi
    echo "$base"
}

# The generated text that sources include.
generate() {
    local texts=(compat/windows/pdh_procedures.inc pdh_shim/base/build_version.h)
    if grep -q exporter_types.inc "$1/build.ninja"; then
        texts+=(pdh_shim/tools/exporter/exporter_types.inc)
    fi
    ninja -C "$1" "${texts[@]}" >/dev/null
}

case ${1:-} in
format)
    sources '*.h' '*.cpp' '*.c' | xargs clang-format --dry-run --Werror
    ;;
tidy)
    generate "${2:?no build folder}"
    [ -z "${3:-}" ] || ninja -C "$3" build.ninja >/dev/null
    exec python3 tests/tidy.py "${@:2}"
    ;;
changed)
    generate "${2:?no build folder}"
    exec python3 tests/tidy.py --changed-since "$(base_commit)" "$2"
    ;;
*)
    echo "usage: tests/lint.sh format | tidy BUILD [PEBUILD] | changed BUILD" >&2
    exit 2
    ;;
esac
