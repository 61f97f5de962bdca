// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

namespace pdh_shim::compat {

/// What a library that is linked with the compat library can be asked. The first two are DllMain's reasons.
enum class DllRequest : unsigned {
    thread_attach = 2,
    thread_detach = 3,
    no_thread_calls = 16, ///< the two above are not passed on any more
    is_refused = 17,      ///< whether its DllMain returned FALSE when it was loaded
};

/// Exported by each such library, so that the copies of the compat library in a process find each other's.
using DllEntry = int(unsigned request);
inline constexpr char dll_entry_name[] = "pdh_compat_dll";

} // namespace pdh_shim::compat
