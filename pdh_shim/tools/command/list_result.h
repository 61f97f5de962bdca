// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <pdh.h>

#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::command {

/// The result of a PDH function that returns a list.
struct ListResult {
    DWORD status = ERROR_SUCCESS;
    std::vector<std::string> strings; ///< empty unless the status is ERROR_SUCCESS
    bool has_loss = false;            ///< logs were read for it, and parts of them are damaged
};

/// Calls `fill`, which returns a list in a buffer of `*size` characters, with buffers that grow until one is
/// large enough.
[[nodiscard]] ListResult read_list(const std::function<PDH_STATUS(char* buffer, DWORD* size)>& fill);

/// Ends the program if a list could not be made: if memory ran out, say. That there is nothing to list, or no
/// data now, is no failure.
/// @throws terminal::ProgramError "WHAT cannot be listed"
void check_list(DWORD status, const std::string& what);

/// The counters that a path with wildcards matches now.
/// @param source the logs; NULL = the running computer
/// @param flags  PDH_NOEXPAND...
[[nodiscard]] ListResult expand(PDH_HLOG source, const std::string& path, DWORD flags = 0);

} // namespace pdh_shim::tools::command
