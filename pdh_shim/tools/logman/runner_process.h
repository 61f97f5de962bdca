// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace pdh_shim::tools::logman {

/// Identifies this process, also when a later one has the same number.
[[nodiscard]] std::string own_process();

/// The process of such a text; none if it is gone.
[[nodiscard]] std::optional<pid_t> living_process(std::string_view text);

/// Whether the process of such a text ran before this computer was started the last time.
[[nodiscard]] bool is_of_another_boot(std::string_view text);

/// Asks the runner of a set to end: a logman of this user, and nothing else.
/// @param is_runner whether it still is the runner, asked when its number cannot become that of another
/// process
/// @return why it was not asked; empty if it was, or is gone
[[nodiscard]] std::string terminate_runner(pid_t process, const std::function<bool()>& is_runner);

} // namespace pdh_shim::tools::logman
