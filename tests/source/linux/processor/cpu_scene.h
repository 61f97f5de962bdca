// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../machine.h"
#include "../scene.h"

#include <string>
#include <string_view>

namespace pdh_shim::test {

inline constexpr std::u16string_view processor = u"Processor";
inline constexpr std::u16string_view information = u"Processor Information";

/// A line of /proc/stat with only user, idle and iowait times.
inline std::string cpu_line(int number, int user, int idle, int iowait = 0) {
    return "cpu" + std::to_string(number) + " " + std::to_string(user) + " 0 0 " + std::to_string(idle) +
           " " + std::to_string(iowait) + " 0 0 0 0 0\n";
}

inline void set_frequency(MemoryFiles& files, int number, const std::string& file, int khz) {
    files.set("/sys/devices/system/cpu/cpu" + std::to_string(number) + "/cpufreq/" + file,
        std::to_string(khz) + "\n");
}

inline std::string idle_folder(int number, int state) {
    return "/sys/devices/system/cpu/cpu" + std::to_string(number) + "/cpuidle/state" + std::to_string(state);
}

inline void set_idle_state(
    MemoryFiles& files, int number, int state, const std::string& name, int microseconds, int transitions) {
    const std::string folder = idle_folder(number, state);
    files.set(folder + "/name", name + "\n");
    files.set(folder + "/time", std::to_string(microseconds) + "\n");
    files.set(folder + "/usage", std::to_string(transitions) + "\n");
}

} // namespace pdh_shim::test
