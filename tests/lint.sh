#!/usr/bin/env bash
# tests/lint.sh format            every source file is formatted as .clang-format says
# tests/lint.sh tidy BUILD        clang-tidy finds nothing, with the compile commands of a build folder
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
    jobs=$(nproc)
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    status=0
    sources 'pdh_shim/*.cpp' 'samples/*.cpp' | xargs -P "$jobs" -n 4 clang-tidy --quiet -p "$2" >"$log" 2>/dev/null || status=$?
    grep -E '(warning|error):' "$log" | sort -u || true
    exit "$status"
    ;;
*)
    echo "usage: tests/lint.sh format | tidy BUILD" >&2
    exit 2
    ;;
esac
