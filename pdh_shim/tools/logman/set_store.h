// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"
#include "tools/logman/run_state.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pdh_shim::tools::logman {

/// The folder of this user that a variable names, or else one below the home; empty if neither is said.
[[nodiscard]] std::string folder_of_user(const char* variable, const char* below_home);

[[nodiscard]] terminal::ProgramError set_not_found(const std::string& name);
[[nodiscard]] terminal::ProgramError set_is_running(const std::string& name);

/// The sets of a user, or of the system: a file each in one folder, what their runners say in another one,
/// and a folder for their logs.
class SetStore {
  public:
    /// @param is_for_all other users may change neither the folders nor the files
    SetStore(std::string sets, std::string states, std::string logs, bool is_for_all);

    /// The store of this user: below XDG_CONFIG_HOME and XDG_STATE_HOME.
    /// @throws terminal::ProgramError no variable says where
    [[nodiscard]] static SetStore of_user();
    /// The store of the system, which only root may change.
    [[nodiscard]] static SetStore of_system();

    [[nodiscard]] bool is_for_all() const { return is_for_all_; }

    /// The name of the logs of a set for which the user names none; without an extension.
    [[nodiscard]] std::string usual_output(const std::string& name) const;

    /// Names of regular files with a valid set name.
    /// @throws terminal::ProgramError the folder cannot be read
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool has(const std::string& name) const;

    /// @throws terminal::ProgramError it does not exist, cannot be read, or is not a set
    [[nodiscard]] CollectorSet read(const std::string& name) const;
    /// @throws terminal::ProgramError
    void write(const CollectorSet& set) const;
    void remove(const std::string& name) const;

    /// Keeps other processes from changing sets: for what reads a set and writes it.
    /// @throws terminal::ProgramError
    [[nodiscard]] std::unique_ptr<terminal::LockFile> lock_sets() const;

    /// A state that cannot be read is that of a set that was never started.
    [[nodiscard]] RunState state(const std::string& name) const;
    /// @throws terminal::ProgramError
    void write_state(const std::string& name, const RunState& state) const;

    /// The process that runs a set; none if none does. It is not above 0 if the kernel does not say which:
    /// one of another PID namespace.
    [[nodiscard]] std::optional<pid_t> runner(const std::string& name) const;

    /// Keeps other processes from starting a set meanwhile.
    /// @throws terminal::ProgramError
    [[nodiscard]] std::unique_ptr<terminal::LockFile> lock_start(const std::string& name) const;

    /// Makes this process the one that runs a set.
    /// @throws terminal::ProgramError another one does
    [[nodiscard]] std::unique_ptr<terminal::LockFile> lock_runner(const std::string& name) const;

    /// The file that has the messages of a runner in the background.
    [[nodiscard]] std::string messages_file(const std::string& name) const;

  private:
    [[nodiscard]] std::string set_file_of(const std::string& name) const;
    [[nodiscard]] std::string state_file_of(const std::string& name, const char* extension) const;

    std::string sets_;
    std::string states_;
    std::string logs_;
    bool is_for_all_;
};

} // namespace pdh_shim::tools::logman
