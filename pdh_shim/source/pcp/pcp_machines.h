// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/catalogue.h"
#include "model/source.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

struct PcpOptions {
    std::string library = "libpcp.so.3"; ///< name or path
    /// The clock of time-outs, which must advance by itself.
    Clock* clock = &system_clock();
    std::int64_t timeout = 2 * ticks_per_second; ///< that a host has for an answer
};

/// The computers whose pmcd (Performance Co-Pilot) is asked, by a process of its own, pdh-pcp-host, which is
/// started now and loads libpcp.
/// @param hosts     `HOST` or `HOST:PORT` each, or a path (with a `/`) of a file with one in each line, where
///        `#` begins a comment; only these are asked. None: every host that a program names
/// @param described the objects that the Linux source describes: names, types and titles are taken from it
/// @param clock     of collects that a host does not answer
/// @retval access_denied             the program is set-id, or belongs to root and others can change
/// pdh-pcp-host
/// @retval invalid_datasource        libpcp cannot be loaded, pdh-pcp-host cannot be started, a file cannot
/// be
///                                   read, or a name is invalid
/// @retval memory_allocation_failure the system has no process, thread or socket now
[[nodiscard]] Result<std::shared_ptr<model::RemoteMachines>, Failure> make_pcp_machines(
    const std::vector<std::string>& hosts, std::shared_ptr<const model::Catalogue> described, Clock& clock,
    const PcpOptions& options = {});

} // namespace pdh_shim::source::pcp
