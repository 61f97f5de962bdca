// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "fixture.h"
#include "temporary_folder.h"

#include <vector>

namespace pdh_shim::torture {

/// One scene for each kind of source: the kernel's files of a recorded machine (PDH_SHIM_ROOT), a script, a
/// capture of that script, which the folder keeps, a source of the program's own and, where they can be
/// loaded, a performance DLL.
/// @param samples of the capture: as many as will be taken
[[nodiscard]] std::vector<Scene> make_scenes(const test::TemporaryFolder& folder, int samples);

} // namespace pdh_shim::torture
