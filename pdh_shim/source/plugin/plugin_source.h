// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/source.h"

#include <pdh_shim/source.h>

#include <memory>
#include <string>

namespace pdh_shim::source::plugin {

/// A source made of functions of the program.
class PluginSource : public model::Source {
  public:
    /// Marks the source as added: from now on the plug-in is closed when the source and all its sessions are
    /// gone. The program keeps a plug-in that could not be added.
    virtual void set_added() noexcept = 0;
};

/// Makes a source of the functions of a program. It never calls two of them at the same time. `clock`, which
/// outlives it, gives the times of the plug-in's samples if it has no clock.
/// @retval invalid_argument a function or the name is missing, or size or version is not known
/// @retval invalid_data what it describes breaks a rule of <pdh_shim/source.h>
/// @retval "the status of describe" if it is not 0
[[nodiscard]] Result<std::unique_ptr<PluginSource>, Failure> make_plugin_source(
    const pdh_shim_source& plugin, Clock& clock);

} // namespace pdh_shim::source::plugin
