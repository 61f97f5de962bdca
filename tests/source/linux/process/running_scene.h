// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../machine.h"
#include "../scene.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace pdh_shim::test {

/// A machine whose system tells how long processes have run.
struct RunningScene : Scene {
    RunningScene() {
        files().set("/proc/self/status", "NSpid:\t1000\n");
        options.run_time = [this](std::int64_t id) { return std::optional(run_times[id]); };
    }
    /// Lets a process run.
    void run(const TestProcess& one) {
        set_process(files(), one);
        run_times[one.id] += 1;
    }
    /// Collects, and says which lines of processes and threads were read for it.
    std::set<std::string> collect_and_tell() {
        files().forget();
        collect();
        std::set<std::string> lines;
        for (const std::string& path : files().read_paths()) {
            if (path.starts_with("/proc/") && path.ends_with("/stat") && path != "/proc/stat") {
                lines.insert(path);
            }
        }
        return lines;
    }

    std::map<std::int64_t, std::int64_t> run_times;
};

} // namespace pdh_shim::test
