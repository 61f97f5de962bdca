// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Text that is wide when _UNICODE is defined. Windows programs define _UNICODE and UNICODE together; TCHAR
// follows the second.

#include <winnt.h>

#if defined(_UNICODE) && defined(PDH_SHIM_UTF16)
#define PDH_SHIM_T(quote) u##quote
#elif defined(_UNICODE)
#define PDH_SHIM_T(quote) L##quote
#else
#define PDH_SHIM_T(quote) quote
#endif
#define _T(quote) PDH_SHIM_T(quote)
#define _TEXT(quote) PDH_SHIM_T(quote)
#define __T(quote) PDH_SHIM_T(quote)

#ifdef _UNICODE
typedef WCHAR _TCHAR;
#else
typedef CHAR _TCHAR;
#endif

// The compat library has the functions of the _t... names. A program that has functions of these names itself
// defines PDH_SHIM_OWN_FUNCTIONS.
#if __has_include(<pdh_shim_crt/tchar.h>)
#include <pdh_shim_crt/tchar.h>
#elif !defined(PDH_SHIM_OWN_FUNCTIONS)
#include <pdh_shim_missing_tchar.h>
#endif
