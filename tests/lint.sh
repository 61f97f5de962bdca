#!/usr/bin/env bash
# tests/lint.sh format            every source file is formatted as .clang-format says
# tests/lint.sh tidy BUILD [PEBUILD]
#                                 clang-tidy finds nothing, with the compile commands of a build folder, and for the
#                                 files that only the DLL has, with those of a build for Windows
set -euo pipefail
cd "$(dirname "$0")/.."

sources() {
    git ls-files --cached --others --exclude-standard -- "$@" | grep -v '^tests/abi/must_not_compile/'
}

case ${1:-} in
format)
    sources '*.h' '*.cpp' '*.c' | xargs clang-format --dry-run --Werror
    ;;
tidy)
    ninja -C "${2:?no build folder}" compat/windows/pdh_procedures.inc >/dev/null # the only generated text that sources include
    [ -z "${3:-}" ] || ninja -C "$3" build.ninja >/dev/null
    exec python3 tests/tidy.py "${@:2}"
    ;;
*)
    echo "usage: tests/lint.sh format | tidy BUILD [PEBUILD]" >&2
    exit 2
    ;;
esac
