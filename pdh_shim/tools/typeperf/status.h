#pragma once

#include "failure.h"

#include <pdh.h>

#include <string>

namespace typeperf {

/// What a status of PDH means and its name: `The instance does not exist (PDH_CSTATUS_NO_INSTANCE)`.
[[nodiscard]] std::string text_of(DWORD status);

/// `what` and the status that stopped it, with how to learn the reason.
[[nodiscard]] Failure status_failure(const std::string& what, DWORD status);

} // namespace typeperf
