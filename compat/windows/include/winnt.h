// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Characters, strings, handles and 64-bit integers.
//
// WCHAR is the compiler's wchar_t: 32 bits on most systems, 16 with -fshort-wchar. A program that defines
// PDH_SHIM_UTF16 before it includes this or any other header of pdh-shim gets char16_t instead, and writes
// its texts as u"...".

#include <basetsd.h>
#include <guiddef.h>
#include <pdh_shim_keywords.h>
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
typedef unsigned long long DWORDLONG, *PDWORDLONG;
typedef void *PVOID, *HANDLE, **PHANDLE;
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)

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
#if !defined(PDH_SHIM_UTF16) && __SIZEOF_WCHAR_T__ == 4
#define PDH_SHIM_LABEL_(prefix, name) #prefix #name "_wchar32"
#define PDH_SHIM_LABEL(prefix, name) PDH_SHIM_LABEL_(prefix, name)
#define PDH_SHIM_TEXT_OF_WCHAR(name) __asm__(PDH_SHIM_LABEL(__USER_LABEL_PREFIX__, name))
#else
#define PDH_SHIM_TEXT_OF_WCHAR(name)
#endif

// PDH_SHIM_AW(name): the function or structure for text of TCHAR.
#ifdef UNICODE
#define PDH_SHIM_AW(name) name##W
typedef WCHAR TCHAR, *PTCHAR;
typedef LPWSTR LPTSTR, PTSTR, PZZTSTR;
typedef LPCWSTR LPCTSTR, PCTSTR, PCZZTSTR;
#ifdef PDH_SHIM_UTF16
#define PDH_SHIM_TEXT(quote) u##quote
#else
#define PDH_SHIM_TEXT(quote) L##quote
#endif
#else
#define PDH_SHIM_AW(name) name##A
typedef CHAR TCHAR, *PTCHAR;
typedef LPSTR LPTSTR, PTSTR, PZZTSTR;
typedef LPCSTR LPCTSTR, PCTSTR, PCZZTSTR;
#define PDH_SHIM_TEXT(quote) quote
#endif
/// A text constant of TCHAR.
#define TEXT(quote) PDH_SHIM_TEXT(quote)
#define __TEXT(quote) PDH_SHIM_TEXT(quote)

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

/// @name Rights to objects. Files have them; handles of other objects permit everything.
/// @{
#define DELETE 0x00010000
#define READ_CONTROL 0x00020000
#define SYNCHRONIZE 0x00100000
#define STANDARD_RIGHTS_READ READ_CONTROL
#define STANDARD_RIGHTS_WRITE READ_CONTROL
#define STANDARD_RIGHTS_EXECUTE READ_CONTROL
#define STANDARD_RIGHTS_REQUIRED 0x000F0000
#define GENERIC_READ 0x80000000
#define GENERIC_WRITE 0x40000000
#define GENERIC_EXECUTE 0x20000000
#define GENERIC_ALL 0x10000000
#define FILE_READ_DATA 0x0001
#define FILE_LIST_DIRECTORY 0x0001
#define FILE_WRITE_DATA 0x0002
#define FILE_APPEND_DATA 0x0004 ///< without FILE_WRITE_DATA, all is written at the end
#define FILE_READ_EA 0x0008
#define FILE_WRITE_EA 0x0010
#define FILE_EXECUTE 0x0020
#define FILE_TRAVERSE 0x0020
#define FILE_READ_ATTRIBUTES 0x0080
#define FILE_WRITE_ATTRIBUTES 0x0100
#define FILE_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x1FF)
#define FILE_GENERIC_READ                                                                                    \
    (STANDARD_RIGHTS_READ | FILE_READ_DATA | FILE_READ_ATTRIBUTES | FILE_READ_EA | SYNCHRONIZE)
#define FILE_GENERIC_WRITE                                                                                   \
    (STANDARD_RIGHTS_WRITE | FILE_WRITE_DATA | FILE_WRITE_ATTRIBUTES | FILE_WRITE_EA | FILE_APPEND_DATA |    \
        SYNCHRONIZE)
#define EVENT_MODIFY_STATE 0x0002
#define EVENT_ALL_ACCESS 0x001F0003
/// @}

/// @name What others may do with a file while it is open
/// @{
#define FILE_SHARE_READ 0x00000001
#define FILE_SHARE_WRITE 0x00000002
#define FILE_SHARE_DELETE 0x00000004 ///< always: PORTING.md
/// @}

/// @name Attributes of files. Files here have the first two, DIRECTORY and REPARSE_POINT.
/// @{
#define FILE_ATTRIBUTE_READONLY 0x00000001 ///< nobody has the right to write
#define FILE_ATTRIBUTE_NORMAL 0x00000080   ///< none of the others
#define FILE_ATTRIBUTE_DIRECTORY 0x00000010
#define FILE_ATTRIBUTE_REPARSE_POINT 0x00000400 ///< a symbolic link
#define FILE_ATTRIBUTE_HIDDEN 0x00000002        ///< this and what follows is accepted and not kept
#define FILE_ATTRIBUTE_SYSTEM 0x00000004
#define FILE_ATTRIBUTE_ARCHIVE 0x00000020
#define FILE_ATTRIBUTE_DEVICE 0x00000040
#define FILE_ATTRIBUTE_TEMPORARY 0x00000100
#define FILE_ATTRIBUTE_SPARSE_FILE 0x00000200
#define FILE_ATTRIBUTE_COMPRESSED 0x00000800
#define FILE_ATTRIBUTE_OFFLINE 0x00001000
#define FILE_ATTRIBUTE_NOT_CONTENT_INDEXED 0x00002000
#define FILE_ATTRIBUTE_ENCRYPTED 0x00004000
#define IO_REPARSE_TAG_SYMLINK 0xA000000C
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
#define LANG_INVARIANT 0x7F
#define LANG_ARABIC 0x01
#define LANG_BULGARIAN 0x02
#define LANG_CATALAN 0x03
#define LANG_CHINESE 0x04
#define LANG_CZECH 0x05
#define LANG_DANISH 0x06
#define LANG_GERMAN 0x07
#define LANG_GREEK 0x08
#define LANG_ENGLISH 0x09
#define LANG_SPANISH 0x0A
#define LANG_FINNISH 0x0B
#define LANG_FRENCH 0x0C
#define LANG_HEBREW 0x0D
#define LANG_HUNGARIAN 0x0E
#define LANG_ICELANDIC 0x0F
#define LANG_ITALIAN 0x10
#define LANG_JAPANESE 0x11
#define LANG_KOREAN 0x12
#define LANG_DUTCH 0x13
#define LANG_NORWEGIAN 0x14
#define LANG_POLISH 0x15
#define LANG_PORTUGUESE 0x16
#define LANG_ROMANIAN 0x18
#define LANG_RUSSIAN 0x19
#define LANG_CROATIAN 0x1A
#define LANG_SERBIAN 0x1A
#define LANG_SLOVAK 0x1B
#define LANG_SWEDISH 0x1D
#define LANG_THAI 0x1E
#define LANG_TURKISH 0x1F
#define LANG_INDONESIAN 0x21
#define LANG_UKRAINIAN 0x22
#define LANG_BELARUSIAN 0x23
#define LANG_SLOVENIAN 0x24
#define LANG_ESTONIAN 0x25
#define LANG_LATVIAN 0x26
#define LANG_LITHUANIAN 0x27
#define LANG_FARSI 0x29
#define LANG_PERSIAN 0x29
#define LANG_VIETNAMESE 0x2A
#define LANG_BASQUE 0x2D
#define LANG_HINDI 0x39
#define LANG_MALAY 0x3E
#define SUBLANG_NEUTRAL 0x00
#define SUBLANG_DEFAULT 0x01
#define SUBLANG_SYS_DEFAULT 0x02
#define SUBLANG_CUSTOM_DEFAULT 0x03
#define SUBLANG_UI_CUSTOM_DEFAULT 0x05
#define SUBLANG_CHINESE_TRADITIONAL 0x01
#define SUBLANG_CHINESE_SIMPLIFIED 0x02
#define SUBLANG_CHINESE_HONGKONG 0x03
#define SUBLANG_DUTCH 0x01
#define SUBLANG_DUTCH_BELGIAN 0x02
#define SUBLANG_ENGLISH_US 0x01
#define SUBLANG_ENGLISH_UK 0x02
#define SUBLANG_ENGLISH_AUS 0x03
#define SUBLANG_ENGLISH_CAN 0x04
#define SUBLANG_FRENCH 0x01
#define SUBLANG_FRENCH_BELGIAN 0x02
#define SUBLANG_FRENCH_CANADIAN 0x03
#define SUBLANG_FRENCH_SWISS 0x04
#define SUBLANG_GERMAN 0x01
#define SUBLANG_GERMAN_SWISS 0x02
#define SUBLANG_GERMAN_AUSTRIAN 0x03
#define SUBLANG_ITALIAN 0x01
#define SUBLANG_ITALIAN_SWISS 0x02
#define SUBLANG_JAPANESE_JAPAN 0x01
#define SUBLANG_KOREAN 0x01
#define SUBLANG_PORTUGUESE 0x02
#define SUBLANG_PORTUGUESE_BRAZILIAN 0x01
#define SUBLANG_SPANISH 0x01
#define SUBLANG_SPANISH_MEXICAN 0x02
#define SUBLANG_SPANISH_MODERN 0x03
#define LANG_SYSTEM_DEFAULT MAKELANGID(LANG_NEUTRAL, SUBLANG_SYS_DEFAULT)
#define LANG_USER_DEFAULT MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT)

/// A locale: a language and how texts are sorted.
#define SORT_DEFAULT 0x0
#define MAKELCID(language, sort) ((unsigned int)(((unsigned int)(sort) << 16) | (unsigned short)(language)))
#define LANGIDFROMLCID(locale) ((unsigned short)(locale))
#define SORTIDFROMLCID(locale) ((unsigned short)(((unsigned int)(locale) >> 16) & 0xF))
#define LOCALE_SYSTEM_DEFAULT MAKELCID(LANG_SYSTEM_DEFAULT, SORT_DEFAULT)
#define LOCALE_USER_DEFAULT MAKELCID(LANG_USER_DEFAULT, SORT_DEFAULT)
#define LOCALE_NEUTRAL MAKELCID(MAKELANGID(LANG_NEUTRAL, SUBLANG_NEUTRAL), SORT_DEFAULT)
#define LOCALE_INVARIANT MAKELCID(MAKELANGID(LANG_INVARIANT, SUBLANG_NEUTRAL), SORT_DEFAULT)
