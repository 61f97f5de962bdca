// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <csignal>
#include <cstdint>
#include <dirent.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace pdh_shim::bench {

enum class Naming : std::uint8_t { alike, apart };

/// Children that sleep, so that there are processes to read.
class Sleepers : boost::noncopyable {
  public:
    explicit Sleepers(int count, Naming naming = Naming::alike) {
        for (int i = 0; i < count; ++i) {
            const pid_t child = fork();
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL); // also when the benchmark is interrupted
                if (naming == Naming::apart) {
                    prctl(PR_SET_NAME, ("sleeper " + std::to_string(i)).c_str());
                }
                for (;;) {
                    pause();
                }
            }
            if (child > 0) {
                children_.push_back(child);
            }
        }
    }
    ~Sleepers() {
        for (const pid_t child : children_) {
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
    }

  private:
    std::vector<pid_t> children_;
};

/// A file of each process.
inline std::vector<std::string> process_files(const char* file) {
    std::vector<std::string> paths;
    DIR* const folder = opendir("/proc");
    while (const dirent* entry = readdir(folder)) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
            paths.push_back(std::string("/proc/") + static_cast<const char*>(entry->d_name) + file);
        }
    }
    closedir(folder);
    return paths;
}

} // namespace pdh_shim::bench
