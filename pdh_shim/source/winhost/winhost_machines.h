// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "helper/start.h"
#include "model/source.h"
#include "source/winhost/hosts_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::source::winhost {

struct WinhostOptions {
    helper::HelperProgram program{.name = "pdh-windows-hosts", .arguments = {}};
    /// The clock of time-outs, which must advance by itself.
    Clock* clock = &system_clock();
    std::int64_t timeout = 2 * ticks_per_second; ///< that a host has for an answer
};

/// The Windows hosts of a hosts file. Nothing is started before one is asked.
/// @param chosen those that may be asked; each has a section, or one with its ending. Empty: all of the file
/// @param clock  of collects that a host does not answer
/// @retval invalid_datasource a name is invalid or has no section, or the file has no host
[[nodiscard]] Result<std::shared_ptr<model::RemoteMachines>, Failure> make_winhost_machines(
    const std::vector<std::string>& chosen, Hosts hosts, Clock& clock, const WinhostOptions& options = {});

} // namespace pdh_shim::source::winhost
