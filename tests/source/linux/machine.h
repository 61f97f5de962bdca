// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "memory_files.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::test {

inline constexpr std::int64_t kb = 1024;

/// Fields of a line of /proc/<pid>/stat.
struct TestProcess {
    int id = 0;
    std::string comm;
    int start_ticks = 0;
    int parent = 1;
    int user_ticks = 0;
    int system_ticks = 0;
    int minor_faults = 0;
    int major_faults = 0;
    int nice = 0;
    int threads = 1;
    long virtual_bytes = 8192;
    int pages = 1;
    int policy = 0;
    int reaped_user_ticks = 0;
    int reaped_system_ticks = 0;
    std::string places = "1 1 1"; // of its program and its stack
    int exit_signal = 17;         // -1 = it is a thread
};

/// The line of a process.
inline void set_process(MemoryFiles& files, const TestProcess& process) {
    const auto text = [](auto number) { return std::to_string(number) + " "; };
    files.set("/proc/" + std::to_string(process.id) + "/stat",
        text(process.id) + "(" + process.comm + ") S " + text(process.parent) + "1 1 0 -1 0 " +
            text(process.minor_faults) + "0 " + text(process.major_faults) + "0 " + text(process.user_ticks) +
            text(process.system_ticks) + text(process.reaped_user_ticks) + text(process.reaped_system_ticks) +
            (process.policy == 0 ? "20 " : "-2 ") + text(process.nice) + text(process.threads) + "0 " +
            text(process.start_ticks) + text(process.virtual_bytes) + text(process.pages) +
            "18446744073709551615 " + process.places + " 0 0 0 0 0 0 0 0 0 " + text(process.exit_signal) +
            "0 0 " + text(process.policy) + "0 0 0\n");
}

/// A process with all its files.
inline void add_process(MemoryFiles& files, const TestProcess& process) {
    const std::string folder = "/proc/" + std::to_string(process.id);
    set_process(files, process);
    files.set(folder + "/statm", "2 " + std::to_string(process.pages) + " 1 0 0 0 0\n");
    files.set(folder + "/status",
        "Name: x\nVmPeak: 4 kB\nVmHWM: 4 kB\nVmRSS: " + std::to_string(4 * process.pages) +
            " kB\nRssAnon: 4 kB\nVmSwap: 0 kB\n");
    files.set(folder + "/io", "rchar: 0\nwchar: 0\nsyscr: 0\nsyscw: 0\n");
    files.make_folder(folder + "/fd");
}

/// A machine with two CPUs, a disk, an interface and two processes, up for 1000 s.
inline void set_machine(MemoryFiles& files) {
    files.set("/proc/stat", "cpu  300 0 200 4000 20 10 20 0 0 0\n"
                            "cpu0 100 0 50 2000 10 4 6 0 0 0\n"
                            "cpu1 200 0 150 2000 10 6 14 0 0 0\n"
                            "intr 5000 0 1 2\nctxt 7000\nbtime 1700000000\nprocesses 90\n"
                            "procs_running 5\nprocs_blocked 0\nsoftirq 900 1 2 3\n");
    files.set("/proc/interrupts",
        "      CPU0  CPU1\n 1:  10  20  IO-APIC  timer\nLOC:  300  400  Local\nERR:  0\n");
    files.set("/proc/softirqs", "      CPU0  CPU1\n   HI:  1  2\nTIMER:  50  60\n");
    files.set("/proc/uptime", "1000.00 40.20\n");
    files.set("/proc/loadavg", "0.00 0.04 0.01 2/91 5627\n");
    files.set("/proc/meminfo", "MemTotal: 8000 kB\nMemFree: 1000 kB\nMemAvailable: 5000 kB\nBuffers: 100 kB\n"
                               "Cached: 3000 kB\nDirty: 12 kB\nShmem: 400 kB\nSReclaimable: 250 kB\n"
                               "SUnreclaim: 80 kB\nKernelStack: 16 kB\nPageTables: 20 kB\n"
                               "SwapTotal: 2000 kB\nCommitLimit: 6000 kB\nCommitted_AS: 3000 kB\n");
    files.set("/proc/vmstat", "pgpgin 1\nnr_dirty 70\nnr_dirty_threshold 8000\npswpin 30\npswpout "
                              "40\npgfault 5000\npgmajfault 60\n");
    files.set("/proc/diskstats", "   8       0 sda 100 0 2000 300 50 0 1000 200 2 400 500\n"
                                 "   8       1 sda1 90 0 1900 290 50 0 1000 200 1 390 490\n"
                                 "   7       0 loop0 5 0 5 5 0 0 0 0 0 5 5\n");
    files.make_folder("/sys/block/sda");
    files.make_folder("/sys/block/sda/sda1");
    files.set("/sys/block/sda/diskseq", "9\n");
    files.set("/sys/block/loop0/diskseq", "1\n");
    files.set("/sys/class/block/sda1/../diskseq", "9\n");
    files.set("/proc/self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n"
                                      "27 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n");
    files.set_space("/", {1000ULL << 20U, 250ULL << 20U});
    files.set("/proc/net/dev", "Inter-|   Receive  |  Transmit\n face |bytes packets|bytes packets\n"
                               "    lo: 10 1 0 0 0 0 0 0 10 1 0 0 0 0 0 0\n"
                               "  eth0: 5000 40 1 2 0 0 0 3 6000 50 4 5 0 0 0 0\n");
    files.set("/sys/class/net/eth0/ifindex", "2\n");
    files.set("/sys/class/net/eth0/speed", "1000\n");
    files.set("/proc/net/snmp", "Ip: InReceives OutRequests\nIp: 30 40\nIcmp: InMsgs OutMsgs\nIcmp: 1 2\n"
                                "Tcp: CurrEstab InSegs OutSegs\nTcp: 2 20 30\n"
                                "Udp: InDatagrams OutDatagrams\nUdp: 5 6\n");
    files.set("/proc/net/snmp6", "Ip6InReceives 7\nIp6OutRequests 8\nIcmp6InMsgs 1\nIcmp6OutMsgs 1\n"
                                 "Udp6InDatagrams 3\nUdp6OutDatagrams 4\n");
    files.set("/sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n");
    files.set("/sys/class/thermal/thermal_zone0/temp", "45000\n");
    files.set("/proc/swaps", "Filename Type Size Used Priority\n");
    files.set("/proc/self/stat", "");
    files.set("/proc/self/io", "rchar: 0\n");
    files.set_size("/proc/self/fd", 5);
    files.make_folder("/proc/self/fd");
    add_process(files, {.id = 1, .comm = "init", .start_ticks = 10, .parent = 0, .user_ticks = 40});
    add_process(files, {.id = 77, .comm = "worker", .start_ticks = 5000, .system_ticks = 30});
}

} // namespace pdh_shim::test
