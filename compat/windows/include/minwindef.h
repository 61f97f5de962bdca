// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The plain types of the Windows interface. All widths are Windows': LONG and DWORD have 32 bits, whatever
// `long` is.

#include <specstrings.h>
#include <winnt.h>

#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef OPTIONAL
#define OPTIONAL
#endif
#ifndef FAR
#define FAR
#endif
#ifndef NEAR
#define NEAR
#endif
#ifndef FALSE
#define FALSE 0
#endif
#ifndef TRUE
#define TRUE 1
#endif

/// Longest file name in characters, with its NUL.
#define MAX_PATH 260

#define WINAPI __stdcall
#define WINAPIV __cdecl
#define APIENTRY WINAPI
#define CALLBACK __stdcall
#define NTAPI __stdcall
#define PASCAL __stdcall

typedef unsigned char BYTE, UCHAR, *PBYTE, *LPBYTE, *PUCHAR;
typedef unsigned short WORD, USHORT, *PWORD, *LPWORD, *PUSHORT;
typedef unsigned int DWORD, ULONG, UINT, *PDWORD, *LPDWORD, *PULONG, *PUINT, *LPUINT;
typedef int BOOL, INT, *PBOOL, *LPBOOL, *PINT, *LPINT;
typedef BOOL WINBOOL; // mingw's name for it
typedef float FLOAT, *PFLOAT;
typedef double DOUBLE, *PDOUBLE;
typedef LONG* LPLONG;
typedef HANDLE* LPHANDLE;
typedef void* LPVOID;
typedef const void *LPCVOID, *PCVOID;

typedef UINT_PTR WPARAM;
typedef LONG_PTR LPARAM;
typedef LONG_PTR LRESULT;

/// A time: 100-nanosecond intervals since 1601-01-01 00:00, split in two halves and so aligned to 4. PDH
/// means local time by it, not UTC.
typedef struct _FILETIME {
    DWORD dwLowDateTime;
    DWORD dwHighDateTime;
} FILETIME, *PFILETIME, *LPFILETIME;

typedef HANDLE HGLOBAL;
typedef HANDLE HLOCAL;
#ifdef __cplusplus
typedef INT_PTR(WINAPI* FARPROC)();
#else
typedef INT_PTR(WINAPI* FARPROC)(void);
#endif

DECLARE_HANDLE(HINSTANCE);
DECLARE_HANDLE(HKEY);
typedef HINSTANCE HMODULE;
typedef HKEY* PHKEY;
typedef WORD LANGID;
typedef DWORD LCID;

#define LOBYTE(word) ((BYTE)(0xFF & (DWORD_PTR)(word)))
#define HIBYTE(word) ((BYTE)(0xFF & (DWORD_PTR)(word) >> 8))
#define LOWORD(dword) ((WORD)(0xFFFF & (DWORD_PTR)(dword)))
#define HIWORD(dword) ((WORD)(0xFFFF & (DWORD_PTR)(dword) >> 16))
#define MAKEWORD(low, high) ((WORD)(((WORD)(BYTE)(high) << 8) | (BYTE)(low)))
#define MAKELONG(low, high) ((LONG)(((DWORD)(WORD)(high) << 16) | (WORD)(low)))

#ifndef NOMINMAX
#ifdef __cplusplus
// Macros would break the headers of the C++ library that come later. By value: what the operands are may end
// with the expression. A program's own macros of these names stay.
extern "C++" {
#ifndef min
template <class A, class B>
constexpr auto min(A a, B b) -> decltype(true ? A(a) : B(b)) {
    return a < b ? a : b;
}
#endif
#ifndef max
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(true ? A(a) : B(b)) {
    return a > b ? a : b;
}
#endif
}
#else
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#endif
#endif
