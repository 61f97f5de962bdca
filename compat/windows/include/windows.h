// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The part of <windows.h> that programs using PDH see through it, for systems without Windows' own.
#ifndef PDH_SHIM_WINDOWS_H
#define PDH_SHIM_WINDOWS_H

#include <stdarg.h>
#if __STDC_HOSTED__ // programs count on these coming along
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#endif
#include <minwinbase.h>
#include <windef.h>
#include <winerror.h>
// Types and constants only, or a program would compile and not link: the functions are in libpdh-compat.
#if defined(PDH_SHIM_COMPAT_SOURCE) || __has_include(<pdh_shim_crt/common.h>)
#define PDH_SHIM_HAS_COMPAT
#include <winbase.h>
#include <winreg.h>
#endif
#define PDH_SHIM_WINDOWS_TYPES // for sqltypes.h
#ifndef WIN32_LEAN_AND_MEAN
#include <winperf.h>
#endif
#endif

// A program that includes this header itself may call these functions. One that includes <pdh.h> alone may
// have functions of these names.
#if !defined(PDH_SHIM_HAS_COMPAT) && !defined(PDH_SHIM_INSIDE_PDH_H) &&                                      \
    !defined(PDH_SHIM_INSIDE_PDHMSG_H) && !defined(PDH_SHIM_INSIDE_WINPERF_H) &&                             \
    !defined(PDH_SHIM_OWN_FUNCTIONS)
#include <pdh_shim_missing_functions.h>
#endif
