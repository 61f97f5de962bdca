// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/kernel/scanner.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace pdh_shim::source::linux {

/// Asks how long a process has run, in ns (platform::run_time).
using AskRunTime = std::function<std::optional<std::int64_t>(std::int64_t process)>;

/// Asks how long processes have run, without reading their files: while this does not change, neither do the
/// times in /proc/PID/stat, which the kernel derives from it. To ask takes a thirtieth of the time to read
/// that file.
class RunTimes {
  public:
    RunTimes(FileSystem& files, AskRunTime ask) : files_(files), ask_(std::move(ask)) {}

    /// Finds out whether they can be used: to be called before a sample.
    void prepare();
    /// Of the process with this number in /proc: `unread` if they cannot be used, and for one that has not
    /// run yet, which another one of the same number could be taken for.
    [[nodiscard]] std::int64_t of(std::int64_t process) const;

  private:
    [[nodiscard]] bool has_own_numbers() const;
    [[nodiscard]] bool has_cpus_without_ticks() const;

    FileSystem& files_;
    AskRunTime ask_;
    std::uint32_t prepared_for_ = 0; // epoch of the process that has called prepare()
    bool usable_ = false;
};

} // namespace pdh_shim::source::linux
