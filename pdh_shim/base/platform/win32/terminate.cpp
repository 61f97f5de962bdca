// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <cstdlib>

// The runtime calls this for an uncaught exception. The default prints, with a decoder of mangled names
// that makes the DLL larger; a library must not print.
namespace __gnu_cxx {
void __verbose_terminate_handler(); // NOLINT(readability-identifier-naming): the runtime's name for it
void __verbose_terminate_handler() {
    std::abort();
}
} // namespace __gnu_cxx
