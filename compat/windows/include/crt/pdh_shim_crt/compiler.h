// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What Microsoft's compiler accepts before any header. The flags of pdh-compat include this first in each
// source.

#include <pdh_shim_keywords.h>

#ifdef __cplusplus
// Statuses are DWORDs, and PDH_STATUS is a LONG: Microsoft's compiler takes `case PDH_NO_DATA:` and tables of
// them.
#pragma GCC diagnostic ignored "-Wnarrowing"

// Microsoft's compiler returns 0 from a wmain() without `return`. In C++, GCC and Clang let it run into the
// code behind it, so from here on a missing `return` is an error. Any return type is kept.
#define wmain                                                                                                \
    pdh_shim_start_of_program(void);                                                                         \
    _Pragma("GCC diagnostic error \"-Wreturn-type\"") __typeof__(pdh_shim_start_of_program()) wmain
#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 14
// A warning there, as it was for GCC 13.
#pragma GCC diagnostic warning "-Wincompatible-pointer-types"
#endif
