#pragma once

// Characters, strings, handles and 64-bit integers.
//
// WCHAR is the compiler's wchar_t: 32 bits on most systems, 16 with -fshort-wchar. A program that defines
// PDH_SHIM_UTF16 before it includes this or any other header of pdh-shim gets char16_t instead, and writes
// its texts as u"...".

#include <basetsd.h>
#include <guiddef.h>
#include <sal.h>
#include <stddef.h>

#ifndef VOID
#define VOID void
#endif
#ifndef CONST
#define CONST const
#endif
#define UNALIGNED

typedef char CHAR;
typedef short SHORT;
typedef int LONG;
typedef unsigned char BOOLEAN, *PBOOLEAN;
typedef long long LONGLONG, *PLONGLONG;
typedef unsigned long long ULONGLONG, *PULONGLONG;
typedef SHORT* PSHORT;
typedef LONG* PLONG;
typedef LONG HRESULT;
typedef void *PVOID, *HANDLE, **PHANDLE;

#ifndef PDH_SHIM_UTF16
typedef wchar_t WCHAR;
#elif defined(__cplusplus)
typedef char16_t WCHAR;
#else
typedef __CHAR16_TYPE__ WCHAR; // char16_t by its other name: not every system has <uchar.h>
#endif

typedef CHAR *PCHAR, *LPCH, *PCH, *LPSTR, *PSTR, *PZZSTR;
typedef const CHAR *LPCCH, *PCCH, *LPCSTR, *PCSTR, *PCZZSTR;
typedef WCHAR *PWCHAR, *LPWCH, *PWCH, *LPWSTR, *PWSTR, *PZZWSTR;
typedef const WCHAR *LPCWCH, *PCWCH, *LPCWSTR, *PCWSTR, *PCZZWSTR;

#ifdef UNICODE
typedef WCHAR TCHAR, *PTCHAR;
typedef LPWSTR LPTSTR, PTSTR, PZZTSTR;
typedef LPCWSTR LPCTSTR, PCTSTR, PCZZTSTR;
#ifdef PDH_SHIM_UTF16
#define PDH_SHIM_TEXT(quote) u##quote
#else
#define PDH_SHIM_TEXT(quote) L##quote
#endif
#else
typedef CHAR TCHAR, *PTCHAR;
typedef LPSTR LPTSTR, PTSTR, PZZTSTR;
typedef LPCSTR LPCTSTR, PCTSTR, PCZZTSTR;
#define PDH_SHIM_TEXT(quote) quote
#endif
/// A text constant of TCHAR.
#define TEXT(quote) PDH_SHIM_TEXT(quote)

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PDH_SHIM_HALVES(high_type)                                                                           \
    high_type HighPart;                                                                                      \
    unsigned int LowPart;
#else
#define PDH_SHIM_HALVES(high_type)                                                                           \
    unsigned int LowPart;                                                                                    \
    high_type HighPart;
#endif

/// A signed 64-bit integer and its halves. Aligned to 8 everywhere, as on Windows; i386 would choose 4.
typedef union _LARGE_INTEGER {
    __extension__ struct { PDH_SHIM_HALVES(LONG) };
    struct {
        PDH_SHIM_HALVES(LONG)
    } u;
    LONGLONG QuadPart __attribute__((aligned(8)));
} LARGE_INTEGER, *PLARGE_INTEGER;

/// An unsigned 64-bit integer and its halves, aligned as LARGE_INTEGER.
typedef union _ULARGE_INTEGER {
    __extension__ struct { PDH_SHIM_HALVES(unsigned int) };
    struct {
        PDH_SHIM_HALVES(unsigned int)
    } u;
    ULONGLONG QuadPart __attribute__((aligned(8)));
} ULARGE_INTEGER, *PULARGE_INTEGER;

#define DECLARE_HANDLE(name)                                                                                 \
    struct name##__ {                                                                                        \
        int unused;                                                                                          \
    };                                                                                                       \
    typedef struct name##__* name

#define ARRAYSIZE(array) (sizeof(array) / sizeof((array)[0]))
#define UNREFERENCED_PARAMETER(parameter) ((void)(parameter))

#define RtlZeroMemory(destination, length) __builtin_memset((destination), 0, (length))
#define RtlFillMemory(destination, length, fill) __builtin_memset((destination), (fill), (length))
#define RtlCopyMemory(destination, source, length) __builtin_memcpy((destination), (source), (length))
#define RtlMoveMemory(destination, source, length) __builtin_memmove((destination), (source), (length))

/// A language identifier: primary language in bits 0-9, sub-language in bits 10-15.
#define MAKELANGID(primary, sub)                                                                             \
    ((unsigned short)((((unsigned short)(sub)) << 10) | (unsigned short)(primary)))
#define PRIMARYLANGID(language) ((unsigned short)(0x3FF & (language)))
#define SUBLANGID(language) ((unsigned short)(((unsigned short)(language)) >> 10))
#define LANG_NEUTRAL 0x00
#define LANG_ENGLISH 0x09
#define SUBLANG_NEUTRAL 0x00
#define SUBLANG_DEFAULT 0x01
#define SUBLANG_SYS_DEFAULT 0x02
#define SUBLANG_ENGLISH_US 0x01
