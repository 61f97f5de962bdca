// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <string>
#include <string_view>

namespace pdh_shim::tools::logman {

/// The name of the unit that runs a set.
[[nodiscard]] std::string unit_name(const std::string& set_name);

/// The text of that unit.
/// @param executable the file of this program
/// @param is_system  a set of the system; its unit has no rights that collecting does not need
[[nodiscard]] std::string unit_text(const CollectorSet& set, const std::string& executable, bool is_system);

/// The service manager of a user or of the system: `systemctl`, found by PATH.
class Systemd {
  public:
    explicit Systemd(bool is_system) : is_system_(is_system) {}

    /// Whether it runs here.
    [[nodiscard]] bool is_running() const;

    [[nodiscard]] bool has_unit(const std::string& set_name) const;

    /// Makes the unit of a set, and starts it, now and whenever the computer or the user's session starts.
    /// Returns when the set runs.
    /// @throws terminal::ProgramError
    void start(const CollectorSet& set, const std::string& executable) const;

    /// Ends the unit, and removes it.
    /// @throws terminal::ProgramError
    void stop(const std::string& set_name) const;

    /// Whether a unit of this user goes on after logging out.
    [[nodiscard]] bool outlives_session() const;

  private:
    [[nodiscard]] std::string unit_file(const std::string& set_name) const;

    bool is_system_;
};

/// Tells the service manager, if one has started this process, that the set runs.
void notify_ready();

/// Sends a line to the log of the system, as a warning of a user's program. syslog() would not say that
/// nobody receives it.
/// @param socket where the system's logger receives lines
/// @return why it was not sent; empty if it was
[[nodiscard]] std::string write_to_system_log(
    const std::string& text, const std::string& socket = "/dev/log");

} // namespace pdh_shim::tools::logman
