#!/usr/bin/env bash
# Copies what the Linux source reads of this machine into a folder, for tests and for reports of mistakes. The source
# shows the machine as it was: PDH_SHIM_SOURCE=linux PDH_SHIM_ROOT=FOLDER typeperf -qx
#
#   tests/data/record_machine.sh FOLDER [PID...]
#
# Without numbers of processes, all are recorded; process 1 always is. Of a command line only the program is kept, and of
# descriptors what those of GPUs say of their use. Names of processes, disks, mount points and interfaces are in the folder:
# look at it before you give it away. Handle Count is recorded for processes that use a GPU only, because the kernel tells it
# by the size of a folder.
set -euo pipefail
shopt -s extglob
[ "$#" -gt 0 ] && [[ $1 != -* ]] || {
    echo "usage: $0 FOLDER [PID...]" >&2
    exit 2
}
folder=$1
shift
[ ! -e "$folder" ] || {
    echo "$folder exists already" >&2
    exit 1
}
mkdir -p "$folder"

# copy FILE...: those that can be read; a process may end meanwhile.
copy() {
    local file
    for file in "$@"; do
        [ -f "$file" ] || continue
        mkdir -p "$folder${file%/*}"
        cat "$file" >"$folder$file" 2>/dev/null || rm -f "$folder$file"
    done
}

record_process() {
    local process=/proc/$1 program=
    copy "$process"/{stat,statm,status,io,cgroup} "$process"/task/*/{stat,status}
    [ -d "$folder$process" ] || return 0
    { IFS= read -r -d '' program <"$process/cmdline" || true; } 2>/dev/null
    printf '%s\0' "$program" >"$folder$process/cmdline"
    record_gpu_descriptors "$process"
}

# Of the other descriptors of a process that uses a GPU, that they exist.
record_gpu_descriptors() {
    local process=$1 descriptor target
    [[ $(readlink "$process"/fd/* 2>/dev/null) =~ /dri/(card|renderD)[0-9] ]] || return 0
    mkdir "$folder$process"/{fd,fdinfo}
    for descriptor in "$process"/fd/*; do
        target=$(readlink "$descriptor") || continue
        if [[ $target =~ /dri/(card|renderD)[0-9]+$ ]]; then
            # A program chooses its client's name.
            sed -n '/^drm-client-name/d; /^drm-/p' "$process/fdinfo/${descriptor##*/}" \
                >"$folder$process/fdinfo/${descriptor##*/}" 2>/dev/null || continue
        else
            target=-
        fi
        ln -s "$target" "$folder$descriptor"
    done
}

record_system() {
    copy /proc/{cpuinfo,diskstats,interrupts,loadavg,meminfo,modules,softirqs,stat,swaps,uptime,vmstat} /proc/sys/vm/overcommit_memory
    copy /proc/net/{dev,snmp,snmp6,tcp6} /proc/self/{mountinfo,cgroup}
    copy /proc/1/mountinfo /proc/1/net/{dev,snmp,snmp6,tcp6} # of the first process, which another root shows
}

record_devices() {
    local disk part
    for disk in /sys/block/*; do
        copy "$disk"/{dev,diskseq,hidden,removable,size} "$disk"/*/partition
        for part in "$disk"/slaves/*; do
            [ -e "$part" ] && mkdir -p "$folder$part"
        done
        for part in "$disk" "$disk"/*/partition; do
            part=${part%/partition}
            [ -d "$folder$part" ] || continue
            mkdir -p "$folder/sys/class/block"
            ln -sf "../../../${part#/}" "$folder/sys/class/block/${part##*/}"
        done
    done
    copy /sys/class/net/*/{ifindex,speed,statistics/rx_nohandler} /sys/class/thermal/thermal_zone*/{type,temp,mode,trip_point_*}
    copy /sys/class/drm/{card,renderD}+([0-9])/device/{uevent,mem_info_vram_used,mem_info_gtt_used}
    copy /sys/class/powercap/intel-rapl:*/{name,energy_uj,max_energy_range_uj}
    copy /sys/class/infiniband/*/ports/*/counters/port_{rcv,xmit}_{data,packets}
    copy /sys/class/power_supply/*/{type,scope,uevent}
    copy /sys/class/hwmon/hwmon*/{name,power*}
    copy /sys/devices/system/node/node*/{cpulist,meminfo}
    copy /sys/devices/system/cpu/cpu*/cpuidle/state*/{name,time,usage}
    copy /sys/devices/system/cpu/cpu*/cpufreq/{base_frequency,cpuinfo_max_freq,scaling_cur_freq,scaling_max_freq}
}

# The control groups that this process is in, of both versions, and those around them.
record_groups() {
    local controllers group
    while IFS=: read -r _ controllers group; do
        while :; do
            copy "/sys/fs/cgroup/$controllers$group"/{cgroup,cpu,cpuacct,cpuset,memory,pids}.* \
                "/sys/fs/cgroup/$controllers$group"/tasks
            [ -n "$group" ] && [ "$group" != / ] || break
            group=${group%/*}
        done
    done </proc/self/cgroup
}

# What all control groups use.
record_jobs() {
    local group
    copy /sys/fs/cgroup/cgroup.controllers
    while IFS= read -r -d '' group; do
        mkdir -p "$folder$group"
        copy "$group"/{cgroup.procs,cpu.stat,cpuacct.stat,cpuacct.usage,memory.stat}
    done < <(find /sys/fs/cgroup/ /sys/fs/cgroup/cpuacct/ /sys/fs/cgroup/memory/ -type d -print0 2>/dev/null)
}

record_system
record_devices
record_groups
record_jobs
if [ "$#" -eq 0 ]; then
    for process in /proc/[0-9]*; do
        record_process "${process#/proc/}"
    done
else
    for process in 1 "$@"; do
        record_process "$process"
    done
fi
