// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// SYSTEMTIME, what functions for files take and fill, and macros that fill and copy memory.

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

/// Whether programs that this one starts have the file, too (bInheritHandle). `lpSecurityDescriptor` has no
/// effect.
typedef struct _SECURITY_ATTRIBUTES {
    DWORD nLength;
    LPVOID lpSecurityDescriptor;
    BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

#ifdef __clang__ // which always warns of Windows' nameless structures in C++
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#endif
/// Where in a file to read or write.
typedef struct _OVERLAPPED {
    ULONG_PTR Internal;     ///< 0, or the status that ended the operation
    ULONG_PTR InternalHigh; ///< the bytes that were read or written
    __extension__ union {
        __extension__ struct {
            DWORD Offset; ///< low 32 bits; to write at the end, both halves are 0xFFFFFFFF
            DWORD OffsetHigh;
        };
        PVOID Pointer;
    };
    HANDLE hEvent; ///< NULL, or an event that is set when the operation has ended
} OVERLAPPED, *LPOVERLAPPED;
#ifdef __clang__
#pragma clang diagnostic pop
#endif

typedef enum _GET_FILEEX_INFO_LEVELS {
    GetFileExInfoStandard, ///< a WIN32_FILE_ATTRIBUTE_DATA
    GetFileExMaxInfoLevel
} GET_FILEEX_INFO_LEVELS;

/// What FindFirstFile and FindNextFile say about a file.
typedef struct _WIN32_FIND_DATAA {
    DWORD dwFileAttributes;
    FILETIME ftCreationTime; ///< where the file system has none: its oldest time
    FILETIME ftLastAccessTime;
    FILETIME ftLastWriteTime;
    DWORD nFileSizeHigh;
    DWORD nFileSizeLow;
    DWORD dwReserved0; ///< IO_REPARSE_TAG_SYMLINK for a symbolic link
    DWORD dwReserved1;
    CHAR cFileName[MAX_PATH];
    CHAR cAlternateFileName[14]; ///< empty: there are no short names
} WIN32_FIND_DATAA, *PWIN32_FIND_DATAA, *LPWIN32_FIND_DATAA;
typedef struct _WIN32_FIND_DATAW {
    DWORD dwFileAttributes;
    FILETIME ftCreationTime;
    FILETIME ftLastAccessTime;
    FILETIME ftLastWriteTime;
    DWORD nFileSizeHigh;
    DWORD nFileSizeLow;
    DWORD dwReserved0;
    DWORD dwReserved1;
    WCHAR cFileName[MAX_PATH];
    WCHAR cAlternateFileName[14];
} WIN32_FIND_DATAW, *PWIN32_FIND_DATAW, *LPWIN32_FIND_DATAW;
typedef PDH_SHIM_AW(WIN32_FIND_DATA) WIN32_FIND_DATA;
typedef PDH_SHIM_AW(PWIN32_FIND_DATA) PWIN32_FIND_DATA;
typedef PDH_SHIM_AW(LPWIN32_FIND_DATA) LPWIN32_FIND_DATA;

#define ZeroMemory RtlZeroMemory
#define FillMemory RtlFillMemory
#define CopyMemory RtlCopyMemory
#define MoveMemory RtlMoveMemory
