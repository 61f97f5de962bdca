// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"
#include "tools/logman/run_state.h"

#include <boost/noncopyable.hpp>

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pdh_shim::tools::logman {

/// Held by the process that runs a set, as long as it lives.
class RunnerLock : boost::noncopyable {
  public:
    explicit RunnerLock(int descriptor) noexcept : descriptor_(descriptor) {}
    ~RunnerLock();

  private:
    int descriptor_;
};

/// The sets of a user, or of the system: a file each in one folder, and what their runners say in another
/// one.
class SetStore {
  public:
    /// @param is_for_all other users may change neither the folders nor the files
    SetStore(std::string sets, std::string states, bool is_for_all);

    /// The store of this user: below XDG_CONFIG_HOME and XDG_STATE_HOME.
    /// @throws terminal::ProgramError no variable says where
    [[nodiscard]] static SetStore of_user();
    /// The store of the system, which only root may change.
    [[nodiscard]] static SetStore of_system();

    [[nodiscard]] bool is_for_all() const { return is_for_all_; }

    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool has(const std::string& name) const;

    /// @throws terminal::ProgramError it does not exist, cannot be read, or is not a set
    [[nodiscard]] CollectorSet read(const std::string& name) const;
    /// @throws terminal::ProgramError
    void write(const CollectorSet& set) const;
    void remove(const std::string& name) const;

    [[nodiscard]] RunState state(const std::string& name) const;
    /// @throws terminal::ProgramError
    void write_state(const std::string& name, const RunState& state) const;

    /// The process that runs a set; none if none does.
    [[nodiscard]] std::optional<pid_t> runner(const std::string& name) const;

    /// Makes this process the one that runs a set.
    /// @throws terminal::ProgramError another one does
    [[nodiscard]] std::unique_ptr<RunnerLock> lock_runner(const std::string& name) const;

    /// The file that has the messages of a runner in the background.
    [[nodiscard]] std::string messages_file(const std::string& name) const;

  private:
    [[nodiscard]] std::string set_file_of(const std::string& name) const;
    [[nodiscard]] std::string state_file_of(const std::string& name, const char* extension) const;

    std::string sets_;
    std::string states_;
    bool is_for_all_;
};

} // namespace pdh_shim::tools::logman
