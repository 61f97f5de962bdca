// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Each MISUSE_... is refused by the compiler; without one the source compiles. See must_not_compile.py.
#ifdef MISUSE_UTF16_TOO_LATE
#include <windows.h>
#define PDH_SHIM_UTF16
#endif

#include <pdh.h>

#ifdef PDH_SHIM_UTF16
#define OWN_TEXT(text) u##text
#define OTHER_TEXT(text) L##text
#else
#define OWN_TEXT(text) L##text
#define OTHER_TEXT(text) u##text
#endif

PDH_STATUS use(PDH_HQUERY query, PDH_HCOUNTER* counter);

PDH_STATUS use(PDH_HQUERY query, PDH_HCOUNTER* counter) {
#if defined(MISUSE_NARROW_TEXT_FOR_W)
    return PdhAddCounterW(query, "\\System\\Threads", 0, counter);
#elif defined(MISUSE_OTHER_WIDE_TEXT_FOR_W)
    return PdhAddCounterW(query, OTHER_TEXT("\\System\\Threads"), 0, counter);
#elif defined(MISUSE_WIDE_TEXT_FOR_A)
    return PdhAddCounterA(query, OWN_TEXT("\\System\\Threads"), 0, counter);
#else
    const PDH_STATUS status = PdhAddCounterA(query, "\\System\\Threads", 0, counter);
    return status == ERROR_SUCCESS ? PdhAddCounterW(query, OWN_TEXT("\\System\\Threads"), 0, counter)
                                   : status;
#endif
}
