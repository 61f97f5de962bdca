// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// SYSTEMTIME, and macros that fill and copy memory.

#include <minwindef.h>

/// A date and time of day, to the millisecond.
typedef struct _SYSTEMTIME {
    WORD wYear;
    WORD wMonth;     ///< 1 = January
    WORD wDayOfWeek; ///< 0 = Sunday
    WORD wDay;       ///< of the month, from 1
    WORD wHour;
    WORD wMinute;
    WORD wSecond;
    WORD wMilliseconds;
} SYSTEMTIME, *PSYSTEMTIME, *LPSYSTEMTIME;

#define ZeroMemory RtlZeroMemory
#define FillMemory RtlFillMemory
#define CopyMemory RtlCopyMemory
#define MoveMemory RtlMoveMemory
