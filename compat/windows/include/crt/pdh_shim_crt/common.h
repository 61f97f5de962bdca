// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Shared by the headers of this folder. They come before the C library's own of the same names, include those
// in, and give the functions that Windows programs call Windows' meaning: `%s` of wprintf is wide, `%I64d`
// exists, `%ld` has 32 bits, wide and narrow output mix. Each function is redirected to one of the compat
// library for the program's width of wchar_t; nothing is a macro, so that `std::printf` and members named
// alike work.

#include "literals.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#define PDH_SHIM_CRT_LABEL_(prefix, name, width) #prefix "pdh_compat_" #name #width
#define PDH_SHIM_CRT_LABEL(prefix, name, width) PDH_SHIM_CRT_LABEL_(prefix, name, width)
#if __SIZEOF_WCHAR_T__ == 2
#define PDH_SHIM_CRT(name) __asm__(PDH_SHIM_CRT_LABEL(__USER_LABEL_PREFIX__, name, _wchar16))
#else
#define PDH_SHIM_CRT(name) __asm__(PDH_SHIM_CRT_LABEL(__USER_LABEL_PREFIX__, name, _wchar32))
#endif

#ifdef __cplusplus
#define PDH_SHIM_CRT_BEGIN extern "C" {
#define PDH_SHIM_CRT_END }
#else
#define PDH_SHIM_CRT_BEGIN
#define PDH_SHIM_CRT_END
#endif

// The C library's own function cannot work with this width of wchar_t, and compat has no replacement.
#define PDH_SHIM_CRT_NOT_THERE __attribute__((error("not there in programs with -fshort-wchar")))

// Formats have Windows' meaning, which the compiler would remark on.
#pragma GCC diagnostic ignored "-Wformat"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wformat-non-iso"
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#else
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

#ifndef PDH_SHIM_COMPAT_SOURCE
// Brings along what calls DllMain, by a name that no code uses.
__asm__(".globl pdh_compat_dll");
#endif

PDH_SHIM_CRT_BEGIN
#if __SIZEOF_WCHAR_T__ == 2 && !defined(PDH_SHIM_COMPAT_SOURCE)
// Selects the start code of libpdh-compat for the wchar_t of wmain().
extern char pdh_compat_short_wchar;
__attribute__((weak)) char pdh_compat_short_wchar = 1;
#endif
PDH_SHIM_CRT_END

typedef int errno_t;
typedef size_t rsize_t;

/// As the size of a ..._s function's text: take what fits.
#define _TRUNCATE ((size_t)-1)
/// Returned by a ..._s function that cut the text off.
#define STRUNCATE 80

#ifndef _MAX_PATH
#define _MAX_PATH 260
#define _MAX_DRIVE 3
#define _MAX_DIR 256
#define _MAX_FNAME 256
#define _MAX_EXT 256
#endif
#define _countof(array) (sizeof(array) / sizeof((array)[0]))
