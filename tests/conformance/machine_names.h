// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "support.h"

#include <algorithm>
#include <string>
#include <vector>

namespace conformance {

/// Names that mean this computer, without backslashes.
[[nodiscard]] inline std::vector<std::string> names_of_this_machine() {
    const std::string name = system_machine_name();
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return {name, lower, "localhost", "LocalHost", ".", "127.0.0.1", "127.0.1.1", "::1"};
}

} // namespace conformance
