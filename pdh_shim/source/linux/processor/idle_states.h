// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/processor/cpu_files.h"

namespace pdh_shim::source::linux {

/// The classes of power states that this machine has: a set of `idle_c1` and so on.
[[nodiscard]] Needs find_idle_sources(FileSystem& files);

/// Reads how long a CPU slept in each of its power states, and how often.
void read_idle_states(CpuFiles& files, Cpu& cpu, Needs needed);

} // namespace pdh_shim::source::linux
