// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header // C has no other way to declare a function without its parameters

// PDH_SHIM_IN_COMPAT(name) declares a function that only pdh-compat has: whoever calls it reads what to do.

#define PDH_SHIM_NEED_COMPAT                                                                                 \
    "The functions of Windows are in pdh-compat: use the flags of pkg-config --cflags --libs pdh-compat"
#if __has_attribute(unavailable)
#define PDH_SHIM_REFUSED __attribute__((unavailable(PDH_SHIM_NEED_COMPAT)))
#else
#define PDH_SHIM_REFUSED __attribute__((error(PDH_SHIM_NEED_COMPAT)))
#endif
#if defined(__cplusplus)
#define PDH_SHIM_IN_COMPAT(name) extern "C++" int(name)(...) PDH_SHIM_REFUSED;
#elif __STDC_VERSION__ > 201710L
#define PDH_SHIM_IN_COMPAT(name) int(name)(...) PDH_SHIM_REFUSED;
#else
#define PDH_SHIM_IN_COMPAT(name) int(name)() PDH_SHIM_REFUSED;
#endif
