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

// Away from Windows there is one calling convention.
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __cdecl
#define __cdecl
#endif
#define WINAPI __stdcall
#define WINAPIV __cdecl
#define APIENTRY WINAPI
#define CALLBACK __stdcall

typedef unsigned char BYTE, UCHAR, *PBYTE, *LPBYTE, *PUCHAR;
typedef unsigned short WORD, USHORT, *PWORD, *LPWORD, *PUSHORT;
typedef unsigned int DWORD, ULONG, UINT, *PDWORD, *LPDWORD, *PULONG, *PUINT, *LPUINT;
typedef int BOOL, INT, *PBOOL, *LPBOOL, *PINT, *LPINT;
typedef BOOL WINBOOL; // mingw's name for it
typedef float FLOAT, *PFLOAT;
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
