// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "answer.h"

#include <span>

namespace oracle {

/// One question to pdh.dll. It says what the calls answered; what is right is for the reader of the answers
/// to say.
struct Probe {
    const char* id;
    const char* needs; ///< words with spaces between them, see README.md; "-" for nothing
    void (*ask)(Answer& answer);
};

// The probes of each file.
[[nodiscard]] std::span<const Probe> argument_probes();
[[nodiscard]] std::span<const Probe> path_probes();
[[nodiscard]] std::span<const Probe> adding_probes();
[[nodiscard]] std::span<const Probe> value_probes();
[[nodiscard]] std::span<const Probe> formula_probes();
[[nodiscard]] std::span<const Probe> list_probes();
[[nodiscard]] std::span<const Probe> type_probes();
[[nodiscard]] std::span<const Probe> log_probes();
[[nodiscard]] std::span<const Probe> written_log_probes();
[[nodiscard]] std::span<const Probe> tool_probes();

} // namespace oracle
