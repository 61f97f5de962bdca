// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Microsoft's words before any header, and `static` behind them. */
typedef unsigned __int64 sigar_uint64_t;
__declspec(thread) static int last_error;
static __forceinline sigar_uint64_t __stdcall next(sigar_uint64_t n) { last_error = 0; return n + 1; }
#include <windows.h>
#include <Pdh.h>
sigar_uint64_t __cdecl count_up(void) { return next((sigar_uint64_t)last_error); }
