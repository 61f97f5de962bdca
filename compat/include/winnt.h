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
#define PDH_SHIM_DECLSPEC_thread __thread
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define _int64 long long
#define __forceinline __inline__ __attribute__((__always_inline__))
#endif

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
typedef unsigned long long DWORDLONG, *PDWORDLONG;
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

// Ends the declaration of a function with text of WCHAR: names the symbol that takes its width. As in pdh.h,
// the plain symbol takes UTF-16.
#if !defined(_WIN32) && !defined(PDH_SHIM_UTF16) && __SIZEOF_WCHAR_T__ == 4
#define PDH_SHIM_LABEL_(prefix, name) #prefix #name "_wchar32"
#define PDH_SHIM_LABEL(prefix, name) PDH_SHIM_LABEL_(prefix, name)
#define PDH_SHIM_TEXT_OF_WCHAR(name) __asm__(PDH_SHIM_LABEL(__USER_LABEL_PREFIX__, name))
#else
#define PDH_SHIM_TEXT_OF_WCHAR(name)
#endif

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

#define RTL_NUMBER_OF(array) ARRAYSIZE(array)
#define C_ASSERT(condition) typedef char PDH_SHIM_C_ASSERT[(condition) ? 1 : -1] __attribute__((unused))
#define FIELD_OFFSET(type, field) ((LONG)offsetof(type, field))
#define CONTAINING_RECORD(address, type, field) ((type*)((char*)(address)-offsetof(type, field)))

#define MINCHAR 0x80
#define MAXCHAR 0x7F
#define MINSHORT 0x8000
#define MAXSHORT 0x7FFF
#define MINLONG 0x80000000
#define MAXLONG 0x7FFFFFFF
#define MAXBYTE 0xFF
#define MAXWORD 0xFFFF
#define MAXDWORD 0xFFFFFFFF
#define MAXULONGLONG 0xFFFFFFFFFFFFFFFFULL
#define MAXLONGLONG 0x7FFFFFFFFFFFFFFFLL
#define ANSI_NULL ((CHAR)0)
#define UNICODE_NULL ((WCHAR)0)

#define ARRAYSIZE(array) (sizeof(array) / sizeof((array)[0]))
#define UNREFERENCED_PARAMETER(parameter) ((void)(parameter))

#define RtlZeroMemory(destination, length) __builtin_memset((destination), 0, (length))
#define RtlFillMemory(destination, length, fill) __builtin_memset((destination), (fill), (length))
#define RtlCopyMemory(destination, source, length) __builtin_memcpy((destination), (source), (length))
#define RtlMoveMemory(destination, source, length) __builtin_memmove((destination), (source), (length))

/// @name Rights to objects. Accepted and not looked at: whoever has a handle here may use it.
/// @{
#define DELETE 0x00010000
#define READ_CONTROL 0x00020000
#define SYNCHRONIZE 0x00100000
#define STANDARD_RIGHTS_READ READ_CONTROL
#define GENERIC_READ 0x80000000
#define GENERIC_WRITE 0x40000000
#define EVENT_MODIFY_STATE 0x0002
#define EVENT_ALL_ACCESS 0x001F0003
/// @}

/// @name Types of values in the registry
/// @{
#define REG_NONE 0
#define REG_SZ 1
#define REG_EXPAND_SZ 2
#define REG_BINARY 3
#define REG_DWORD 4
#define REG_DWORD_LITTLE_ENDIAN 4
#define REG_DWORD_BIG_ENDIAN 5
#define REG_LINK 6
#define REG_MULTI_SZ 7
#define REG_QWORD 11
/// @}

/// @name Rights to keys of the registry. Keys can only be read.
/// @{
#define KEY_QUERY_VALUE 0x0001
#define KEY_ENUMERATE_SUB_KEYS 0x0008
#define KEY_NOTIFY 0x0010
#define KEY_READ 0x20019
#define KEY_WOW64_64KEY 0x0100
#define KEY_WOW64_32KEY 0x0200
/// @}

/// A language identifier: primary language in bits 0-9, sub-language in bits 10-15.
#define MAKELANGID(primary, sub)                                                                             \
    ((unsigned short)((((unsigned short)(sub)) << 10) | (unsigned short)(primary)))
#define PRIMARYLANGID(language) ((unsigned short)(0x3FF & (language)))
#define SUBLANGID(language) ((unsigned short)(((unsigned short)(language)) >> 10))
#define LANG_NEUTRAL 0x00
#define LANG_ENGLISH 0x09
#define LANG_SYSTEM_DEFAULT MAKELANGID(LANG_NEUTRAL, SUBLANG_SYS_DEFAULT)
#define LANG_USER_DEFAULT MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT)
#define SUBLANG_NEUTRAL 0x00
#define SUBLANG_DEFAULT 0x01
#define SUBLANG_SYS_DEFAULT 0x02
#define SUBLANG_ENGLISH_US 0x01
