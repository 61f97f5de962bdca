// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/file.h"
#include "base/locks.h"
#include "base/own_thread.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace pdh_shim::source::linux {

/// How queries that may not be answered are made.
struct ProbeOptions {
    /// Runs a detached job. Throws std::system_error if it cannot.
    std::function<void(const std::function<void()>& job)> run_aside = start_detached_thread;
    /// The clock of `patience`, which must advance by itself.
    Clock* clock = &system_clock();
    std::int64_t patience = ticks_per_second / 20; ///< that a collect has with each of them
};

/// Queries the space of file systems that depend on a server or another program, and may never answer:
/// each in a separate thread. Shared by all sessions of a source.
class SpaceProbes {
  public:
    /// How many may be without an answer at a time.
    static constexpr std::size_t most = 8;

    SpaceProbes(std::shared_ptr<FileSystem> files, ProbeOptions options);

    /// Waits for the answer as long as the options say. While a question is overdue, it is neither waited for
    /// nor queried again; a late answer is returned at the next call.
    /// @retval failed there is no answer yet, or too many others are overdue
    [[nodiscard]] FileResult<FileSpace> space(const std::string& path);

  private:
    struct Probe {
        std::shared_ptr<WaitEvent> answered = std::make_shared<WaitEvent>();
        std::int64_t deadline = 0;
        FileResult<FileSpace> answer = FileError::failed; // to be read when it has been answered
    };

    [[nodiscard]] std::shared_ptr<Probe> find_or_ask(const std::string& path);
    static void answer(FileSystem& files, const std::string& path, Probe& probe) noexcept;
    void leave_parents_probes();
    void forget(const std::string& path, const std::shared_ptr<Probe>& probe);

    const std::shared_ptr<FileSystem> files_;
    const ProbeOptions options_;
    ForkMutex mutex_;
    std::map<std::string, std::shared_ptr<Probe>> probes_; // guarded by mutex_
    std::uint32_t epoch_;                                  // of the process that asked them
};

} // namespace pdh_shim::source::linux
