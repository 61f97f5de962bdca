#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Run by debian.sh in a small Debian system that has no compiler: installs the packages that lie beside it, uses what is in
# them, removes and purges them.
#
#   use_packages.sh --autopkgtest SOURCES       installs them, and runs the tests that the packages bring for autopkgtest
set -euo pipefail
cd "$(dirname "$0")"
names=(libpdh0 libpdhui0 libpdh-dev pdh-tools pdh-exporter pdh-windows-hosts pdh-wine pdh-shim-doc python3-win32pdh)
failed=0
export HOME=$PWD/home # of a user, whose files no package touches
mkdir -p "$HOME"

# expect WHAT PATTERN COMMAND...: the command succeeds, and a line of its output has the pattern.
expect() {
    local what=$1 pattern=$2 output status=0
    shift 2
    output=$(timeout --kill-after 5 600 "$@" 2>&1 </dev/null) || status=$?
    if [ "$status" -ne 0 ] || ! grep -Eq -e "$pattern" <<<"$output"; then
        echo "FAILED: $what: status $status, without '$pattern':"
        echo "$output"
        failed=1
    fi
}

quietly() {
    "$@" >/tmp/output 2>&1 || {
        cat /tmp/output
        echo "FAILED: $*"
        exit 1
    }
    rm /tmp/output
}

# The names of all files but those of apt and dpkg themselves, of the linker's cache, and of this test.
list_files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /packages -o -path /tmp -o -path /var/cache/apt \
        -o -path /var/lib/apt -o -path /var/log -o -path /var/lib/dpkg -o -path /var/cache/ldconfig \
        -o -path /var/cache/debconf \) -prune -o -print | sort
    ls /var/lib/dpkg/info
}

# check_files: after the packages were purged, all is as it was before.
check_files() {
    list_files >/tmp/after
    if ! diff /tmp/before /tmp/after; then
        echo "FAILED: files are left over (>) or missing (<) after the packages were purged"
        failed=1
    fi
}

# use_alone NAME: a package with no others than it takes, and without the tools: it leaves nothing either.
use_alone() {
    quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ./libpdh0_*.deb "./$1"_*.deb
    ! command -v typeperf || failed=1
    expect "the files of $1" '/libpdh0/pdh-shim/' dpkg -L "$1"
    expect "the libraries of $1" '' bash -c "! ldd \"\$(dpkg -L $1 | grep /pdh-shim/$1)\" | grep 'not found'"
    quietly apt-get remove -y "$1"
    quietly dpkg --purge "$1" libpdh0
    quietly apt-get autoremove -y --purge
    check_files
}

use_tools() {
    local path='\Processor(_Total)\% Processor Time' name
    for name in typeperf TypePerf typeperf.exe; do
        expect "$name" '^"[0-9/]+ [0-9:.]+","[0-9.]+"' "$name" "$path" -sc 1
    done
    expect "typeperf lists counters" '^\\Memory\\Available MBytes$' typeperf -q Memory
    expect "typeperf writes a log" 'completed successfully' typeperf "$path" '\Memory\Available MBytes' -sc 2 -f BIN -o /tmp/a.blg -y
    expect "relog lists a log" 'Available MBytes$' relog /tmp/a.blg -q
    expect "relog converts" 'completed successfully' relog /tmp/a.blg -f CSV -o /tmp/a.csv -y
    expect "the converted log" '^"[0-9/]+ [0-9:.]+","[0-9.]+","[0-9.]+"' cat /tmp/a.csv
    expect "relog reads a log of another machine" 'completed successfully' relog.exe records.blg -q
    expect "lodctr" 'uccessfully' lodctr widget_perf.ini
    expect "a performance DLL in a process of its own" '^"[0-9/]+ [0-9:.]+","[0-9.]+"' typeperf '\Widget Factory\Stock' -sc 1
    expect "unlodctr" 'uccessfully' unlodctr WidgetPerf
    expect "check_pdh" '^PDH OK - .*=[0-9]+MB;;1:;0;$' /usr/lib/nagios/plugins/check_pdh -c '\Memory\Available MBytes' -C 1: -i 0
    expect "the dialog of typeperf -b" 'Counters to sample' bash -c \
        'printf "\033" | script --quiet --command "stty rows 40 cols 100; typeperf -b" /dev/null'
}

use_exporter() {
    expect "pdh-exporter" '^pdh_memory_available_bytes [0-9.]+$' pdh-exporter --textfile -
    expect "its unit" '^ExecStart=/usr/bin/pdh-exporter ' cat /lib/systemd/system/pdh-exporter.service
    expect "its dashboards and examples" 'dashboard_processes.json' ls /usr/share/pdh-exporter
}

use_windows_hosts() {
    printf '[web1]\naddress = 127.0.0.1\nport = 1\nauth = ntlm\nuser = u\npassword-file = /tmp/password\n' >/tmp/hosts.ini
    (umask 077 && echo password >/tmp/password)
    expect "pdh-windows-hosts" 'port 1 cannot be reached' \
        env PDH_SHIM_SOURCE=linux,winhost PDH_SHIM_HOSTS=/tmp/hosts.ini typeperf -sc 1 '\\web1\Memory\Available MBytes'
}

use_documents() {
    local page
    for page in man1/typeperf.1 man1/relog.1 man1/logman.1 man1/lodctr.1 man1/unlodctr.1 man1/check_pdh.1 man1/pdh-exporter.1 man1/pdh-wine-install.1 man7/pdh-shim.7 \
        man3/PdhOpenQuery.3; do
        expect "the page $page" '^\.(TH|so)' zcat "/usr/share/man/$page.gz"
    done
    expect "all pages, whose links work" '^# Use the library$' cat /usr/share/doc/pdh-shim/include/USING.md
    expect "completion" 'typeperf' bash -c '. /usr/share/bash-completion/completions/typeperf; complete -p typeperf'
    expect "completion" 'relog' bash -c '. /usr/share/bash-completion/completions/relog; complete -p relog'
    expect "completion" 'logman' bash -c '. /usr/share/bash-completion/completions/logman; complete -p logman'
}

use_python() {
    expect "win32pdh" '^value [0-9.]+$' python3 -c '
import win32pdh
query = win32pdh.OpenQuery()
counter = win32pdh.AddCounter(query, r"\Memory\Available MBytes")
win32pdh.CollectQueryData(query)
print("value", win32pdh.GetFormattedCounterValue(counter, win32pdh.PDH_FMT_DOUBLE)[1])
win32pdh.CloseQuery(query)'
    expect "pdh" '^value [0-9.]+$' python3 -c '
import pdh
path = r"\System\Processes"
with pdh.Query(path) as query:
    print("value", query.sample()[path])'
    expect "a program for pywin32" '^-?[0-9]+$' env PYTHONPATH="$(python3 -m pdh.windows --path)" python3 -c '
import win32con
print(win32con.HKEY_PERFORMANCE_DATA)'
}

use_library() {
    expect "a program that was compiled with libpdh-dev" '^[0-9.]+ %$' ./client
    expect "the same, linked statically" '^[0-9.]+ %$' ./client-static
    expect "the DLLs" 'x32/pdh.dll' ls /usr/share/pdh-wine/x64/pdh.dll /usr/share/pdh-wine/x32/pdh.dll
    expect "pdh-wine-install" '--uninstall' pdh-wine-install --help
}

if [ "${1:-}" = --autopkgtest ]; then
    quietly apt-get update
    quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ./*.deb gcc pkg-config
    cd "$2"
    while read -r test; do
        expect "the autopkgtest $test" '' "compat/debian/tests/$test"
    done < <(sed -n 's/^Tests: //p' compat/debian/tests/control)
    exit "$failed"
fi
for compiler in cc gcc c++ clang; do
    ! command -v "$compiler" || exit 1
done
list_files >/tmp/before
quietly apt-get update
use_alone pdh-windows-hosts
quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ./*.deb
for name in "${names[@]}"; do
    expect "$name is installed" '^ii' dpkg-query -W -f='${db:Status-Abbrev}\n' "$name"
done
use_tools
use_exporter
use_windows_hosts
use_documents
use_python
use_library
quietly apt-get remove -y "${names[@]}"
! command -v typeperf || failed=1
quietly dpkg --purge "${names[@]}"
quietly apt-get autoremove -y --purge # what came with them
check_files
exit "$failed"
