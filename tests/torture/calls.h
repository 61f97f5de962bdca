#pragma once

#include "bed.h"

#include <span>

namespace pdh_shim::torture {

/// A call that changes nothing of what the subject tells when it succeeds.
struct Call {
    const char* name; ///< of the function, without the A or W of its text
    PDH_STATUS (*call)(Bed& bed);
};

/// One for each exported function that there is something to fail in.
[[nodiscard]] std::span<const Call> calls();

} // namespace pdh_shim::torture
