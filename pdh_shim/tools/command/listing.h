// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <pdh.h>

#include <functional>
#include <string>

namespace pdh_shim::tools::command {

/// Names up to three objects that are similar to one that does not exist, the most similar first: they
/// contain its name, or differ from it in few letters. If there are none, it names what lists all objects.
/// @param source the logs; NULL = the running computer
/// @param computer with its backslashes; empty = this one
[[nodiscard]] std::string similar_objects_text(
    PDH_HLOG source, const std::string& object, const std::string& computer);

/// Calls `write` with the path of each counter of an object (empty = of all objects); instances are `*`, or
/// each one if `with_instances`. Paths contain `computer` unless it is empty. An object that cannot be listed
/// is left out, and `leave_out` is called with the reason.
/// @param source the logs; NULL = the running computer
/// @throws terminal::ProgramError the object or computer does not exist
void list_counters(PDH_HLOG source, const std::string& object, const std::string& computer,
    bool with_instances, const std::function<void(const std::string& path)>& write,
    const std::function<void(const std::string& why)>& leave_out);

} // namespace pdh_shim::tools::command
