// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../machine.h"
#include "../scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::test {

inline constexpr std::u16string_view process = u"Process";
inline constexpr std::u16string_view process_v2 = u"Process V2";

/// A machine with nothing but CPUs and the given processes.
inline void set_processes(MemoryFiles& files, const std::vector<TestProcess>& processes) {
    files.set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\ncpu1 10 0 0 2000 0 0 0\n");
    files.set("/proc/uptime", "1000.00 0.00\n");
    files.set("/proc/self/io", "rchar: 0\n");
    for (const TestProcess& one : processes) {
        add_process(files, one);
    }
}

inline void set_io(MemoryFiles& files, int id, const std::string& read_bytes) {
    files.set("/proc/" + std::to_string(id) + "/io",
        "rchar: " + read_bytes + "\nwchar: 20\nsyscr: 3\nsyscw: 4\nread_bytes: 0\nwrite_bytes: 0\n");
}

} // namespace pdh_shim::test
