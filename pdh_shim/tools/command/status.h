// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "failure.h"

#include <pdh.h>

#include <string>

namespace command {

/// The meaning of a PDH status and its name: `The specified instance is not present
/// (PDH_CSTATUS_NO_INSTANCE)`.
[[nodiscard]] std::string text_of(DWORD status);

/// Says that a computer cannot be reached, and how to find out why. @param computer its name
[[nodiscard]] std::string unreached(const std::string& computer);

/// Whether a log ends with this status once, because parts of it were passed over.
[[nodiscard]] bool is_loss(DWORD status);

/// `what`, the status, and how to get the reason.
[[nodiscard]] Failure status_failure(const std::string& what, DWORD status);

} // namespace command
