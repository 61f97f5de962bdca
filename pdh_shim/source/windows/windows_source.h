// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "model/source.h"
#include "source/windows/system_api.h"

#include <memory>

namespace pdh_shim::source::windows {

/// The counters that the functions of Windows give of this machine: for a Wine on a system without the files
/// of a Linux kernel, whose registry has no counters of the machine. What such a Wine fills with zeros or
/// makes up is not in the catalogue: each kind of answer is looked at once, when a counter made of it is
/// first asked for.
/// @param clock outlives it
[[nodiscard]] std::shared_ptr<model::Source> make_windows_source(
    std::shared_ptr<SystemApi> api, Clock& clock);

} // namespace pdh_shim::source::windows
