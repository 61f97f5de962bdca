// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Microsoft's literals, and an event with a name.
#include <windows.h>
#include <pdh.h>
#include <stdio.h>

static_assert(sizeof(1i64) == 8 && 0xFFFFFFFFFFFFFFFFui64 > 1i64, "64 bits");

static const __int64 TicksPerSecond = 10000000i64;

HANDLE OpenSampleEvent()
{
    HANDLE hEvent = CreateEvent(NULL, FALSE, FALSE, TEXT("MyEvent"));
    if (hEvent != NULL && GetLastError() == ERROR_ALREADY_EXISTS)
        printf("MyEvent is there already\n");
    return hEvent;
}

unsigned __int64 ToSeconds(ULARGE_INTEGER t)
{
    return t.QuadPart / (unsigned __int64)TicksPerSecond + 0ui64;
}
