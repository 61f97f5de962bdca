// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Microsoft's keywords, in words that GCC and Clang know. Other arguments of __declspec are refused.
#ifndef _MSC_EXTENSIONS
#define __declspec(what) PDH_SHIM_DECLSPEC_##what
#define PDH_SHIM_DECLSPEC_align(bytes) __attribute__((aligned(bytes)))
#define PDH_SHIM_DECLSPEC_deprecated __attribute__((deprecated))
#define PDH_SHIM_DECLSPEC_dllexport __attribute__((visibility("default")))
#define PDH_SHIM_DECLSPEC_dllimport
#define PDH_SHIM_DECLSPEC_noinline __attribute__((noinline))
#define PDH_SHIM_DECLSPEC_noreturn __attribute__((noreturn))
#define PDH_SHIM_DECLSPEC_nothrow __attribute__((nothrow))
#define PDH_SHIM_DECLSPEC_novtable
#define PDH_SHIM_DECLSPEC_selectany __attribute__((weak))
#ifdef __cplusplus
#define PDH_SHIM_DECLSPEC_thread __thread
#else
#define PDH_SHIM_DECLSPEC_thread _Thread_local // which may stand before `static`, too
#endif
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define _int64 long long
#define __forceinline __inline__ __attribute__((__always_inline__))
#endif

// Away from Windows there is one calling convention, unless the library is built to be called as Windows' is.
#ifdef PDH_SHIM_MS_ABI
#undef __stdcall
#define __stdcall __attribute__((ms_abi))
#endif
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __fastcall
#define __fastcall
#endif
#ifndef _stdcall
#define _stdcall
#endif
#ifndef _cdecl
#define _cdecl
#endif
