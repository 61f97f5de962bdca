// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The part of <windows.h> that programs using PDH see through it, for systems without Windows' own.

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
#include <winbase.h>
#include <winreg.h>
#endif
#define PDH_SHIM_WINDOWS_TYPES // for sqltypes.h
#ifndef WIN32_LEAN_AND_MEAN
#include <winperf.h>
#endif
