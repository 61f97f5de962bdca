// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Checks of the debug run time. Not there: a leak checker (valgrind, -fsanitize=address) does this.

#include <assert.h>

#define _CRTDBG_ALLOC_MEM_DF 0x01
#define _CRTDBG_CHECK_ALWAYS_DF 0x04
#define _CRTDBG_LEAK_CHECK_DF 0x20
#define _CRTDBG_REPORT_FLAG (-1)
#define _CRT_WARN 0
#define _CRT_ERROR 1
#define _CRT_ASSERT 2
#define _ASSERT(condition) assert(condition)
#define _ASSERTE(condition) assert(condition)
// What a Windows release build makes of it.
#define _CrtSetDbgFlag(flags) ((int)0)
#define _CrtDumpMemoryLeaks() ((int)0)
#define _CrtCheckMemory() ((int)1)
