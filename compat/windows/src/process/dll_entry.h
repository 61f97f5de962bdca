// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// How the copies of the compat library in a process reach each other: every library that is linked with one
// exports a function that calls its DllMain.

namespace pdh_shim::compat {

/// What the function is asked to do. The first two have the numbers of DllMain's reasons.
enum class DllRequest : unsigned {
    thread_attach = 2,
    thread_detach = 3,
    no_thread_calls = 16, ///< the two above are not passed on any more
    is_refused = 17,      ///< whether its DllMain returned FALSE when it was loaded
};

/// The exported function.
using DllEntry = int(unsigned request);
inline constexpr char dll_entry_name[] = "pdh_compat_dll";

} // namespace pdh_shim::compat
