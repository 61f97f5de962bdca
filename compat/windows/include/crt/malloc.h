// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <malloc.h> with Windows' functions.
#pragma GCC system_header

#include <alloca.h>
#include_next <malloc.h>
#include <pdh_shim_crt/common.h>

#define _alloca(size) __builtin_alloca(size)
#define _malloca(size) malloc(size)
#define _freea(memory) free(memory)

PDH_SHIM_CRT_BEGIN
/// Memory that starts at a multiple of `alignment`, a power of two; free() may be given it too.
void* _aligned_malloc(size_t size, size_t alignment) PDH_SHIM_CRT(_aligned_malloc);
void _aligned_free(void* memory) PDH_SHIM_CRT(_aligned_free);
/// Bytes that may be used, which can be more than were asked for.
size_t _msize(void* memory) PDH_SHIM_CRT(_msize);
PDH_SHIM_CRT_END
