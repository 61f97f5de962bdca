// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// ODBC's types. After <windows.h> its types are used: unixODBC's header would define them again.
#pragma GCC system_header

#if defined(PDH_SHIM_WINDOWS_TYPES) && !defined(ALREADY_HAVE_WINDOWS_TYPE) && !defined(__SQLTYPES_H)
#define ALREADY_HAVE_WINDOWS_TYPE
#define SQL_API
typedef signed char SCHAR, SQLSCHAR;
typedef int SDWORD, SLONG;
typedef unsigned int UDWORD;
typedef short SWORD, SSHORT, RETCODE;
typedef unsigned short UWORD;
typedef double SDOUBLE, LDOUBLE;
typedef float SFLOAT;
typedef void* PTR;
typedef HWND SQLHWND;

// ODBC takes UTF-16, so that SQLWCHAR is WCHAR only where that has 16 bits.
#if __SIZEOF_WCHAR_T__ == 2 && !defined(PDH_SHIM_UTF16)
#include_next <sqltypes.h>
#elif defined(UNICODE) && !defined(PDH_SHIM_UTF16)
#error "ODBC takes UTF-16: build with -fshort-wchar"
#else
#define WCHAR unsigned short
#include_next <sqltypes.h>
#undef WCHAR
#endif

#else
#include_next <sqltypes.h>
#endif
