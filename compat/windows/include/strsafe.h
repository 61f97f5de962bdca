// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Writes text into buffers of a given size, always with a NUL. The HRESULT says whether it fit.
// Sizes are in characters (Cch) or bytes (Cb).

#include <windows.h>

#include <pdh_shim_need_compat.h>

#define STRSAFE_MAX_CCH 2147483647
#define STRSAFE_MAX_LENGTH (STRSAFE_MAX_CCH - 1)
#define STRSAFE_E_INSUFFICIENT_BUFFER ((HRESULT)0x8007007A)
#define STRSAFE_E_INVALID_PARAMETER ((HRESULT)0x80070057)
#define STRSAFE_E_END_OF_FILE ((HRESULT)0x80070026)

typedef LPSTR STRSAFE_LPSTR;
typedef LPCSTR STRSAFE_LPCSTR;
typedef LPWSTR STRSAFE_LPWSTR;
typedef LPCWSTR STRSAFE_LPCWSTR;

#ifdef __cplusplus
extern "C" {
#endif

HRESULT WINAPI StringCchCopyA(LPSTR to, size_t cchTo, LPCSTR from);
HRESULT WINAPI StringCchCopyNA(LPSTR to, size_t cchTo, LPCSTR from, size_t cchFrom);
HRESULT WINAPI StringCchCatA(LPSTR to, size_t cchTo, LPCSTR from);
HRESULT WINAPI StringCchCatNA(LPSTR to, size_t cchTo, LPCSTR from, size_t cchFrom);
HRESULT WINAPI StringCchLengthA(LPCSTR text, size_t cchMax, size_t* length);
HRESULT WINAPI StringCchVPrintfA(LPSTR to, size_t cchTo, LPCSTR format, va_list arguments)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchVPrintfA);
HRESULT WINAPIV StringCchPrintfA(LPSTR to, size_t cchTo, LPCSTR format, ...)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchPrintfA);
HRESULT WINAPI StringCchCopyW(LPWSTR to, size_t cchTo, LPCWSTR from) PDH_SHIM_TEXT_OF_WCHAR(StringCchCopyW);
HRESULT WINAPI StringCchCopyNW(LPWSTR to, size_t cchTo, LPCWSTR from, size_t cchFrom)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchCopyNW);
HRESULT WINAPI StringCchCatW(LPWSTR to, size_t cchTo, LPCWSTR from) PDH_SHIM_TEXT_OF_WCHAR(StringCchCatW);
HRESULT WINAPI StringCchCatNW(LPWSTR to, size_t cchTo, LPCWSTR from, size_t cchFrom)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchCatNW);
HRESULT WINAPI StringCchLengthW(LPCWSTR text, size_t cchMax, size_t* length)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchLengthW);
HRESULT WINAPI StringCchVPrintfW(LPWSTR to, size_t cchTo, LPCWSTR format, va_list arguments)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchVPrintfW);
HRESULT WINAPIV StringCchPrintfW(LPWSTR to, size_t cchTo, LPCWSTR format, ...)
    PDH_SHIM_TEXT_OF_WCHAR(StringCchPrintfW);

HRESULT WINAPI StringCbCopyA(LPSTR to, size_t cbTo, LPCSTR from);
HRESULT WINAPI StringCbCopyNA(LPSTR to, size_t cbTo, LPCSTR from, size_t cbFrom);
HRESULT WINAPI StringCbCatA(LPSTR to, size_t cbTo, LPCSTR from);
HRESULT WINAPI StringCbCatNA(LPSTR to, size_t cbTo, LPCSTR from, size_t cbFrom);
HRESULT WINAPI StringCbLengthA(LPCSTR text, size_t cbMax, size_t* length);
HRESULT WINAPI StringCbVPrintfA(LPSTR to, size_t cbTo, LPCSTR format, va_list arguments)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbVPrintfA);
HRESULT WINAPIV StringCbPrintfA(LPSTR to, size_t cbTo, LPCSTR format, ...)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbPrintfA);
HRESULT WINAPI StringCbCopyW(LPWSTR to, size_t cbTo, LPCWSTR from) PDH_SHIM_TEXT_OF_WCHAR(StringCbCopyW);
HRESULT WINAPI StringCbCopyNW(LPWSTR to, size_t cbTo, LPCWSTR from, size_t cbFrom)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbCopyNW);
HRESULT WINAPI StringCbCatW(LPWSTR to, size_t cbTo, LPCWSTR from) PDH_SHIM_TEXT_OF_WCHAR(StringCbCatW);
HRESULT WINAPI StringCbCatNW(LPWSTR to, size_t cbTo, LPCWSTR from, size_t cbFrom)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbCatNW);
HRESULT WINAPI StringCbLengthW(LPCWSTR text, size_t cbMax, size_t* length)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbLengthW);
HRESULT WINAPI StringCbVPrintfW(LPWSTR to, size_t cbTo, LPCWSTR format, va_list arguments)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbVPrintfW);
HRESULT WINAPIV StringCbPrintfW(LPWSTR to, size_t cbTo, LPCWSTR format, ...)
    PDH_SHIM_TEXT_OF_WCHAR(StringCbPrintfW);

#ifdef __cplusplus
}
#endif

#define StringCchCopy PDH_SHIM_AW(StringCchCopy)
#define StringCchCopyN PDH_SHIM_AW(StringCchCopyN)
#define StringCchCat PDH_SHIM_AW(StringCchCat)
#define StringCchCatN PDH_SHIM_AW(StringCchCatN)
#define StringCchLength PDH_SHIM_AW(StringCchLength)
#define StringCchVPrintf PDH_SHIM_AW(StringCchVPrintf)
#define StringCchPrintf PDH_SHIM_AW(StringCchPrintf)
#define StringCbCopy PDH_SHIM_AW(StringCbCopy)
#define StringCbCopyN PDH_SHIM_AW(StringCbCopyN)
#define StringCbCat PDH_SHIM_AW(StringCbCat)
#define StringCbCatN PDH_SHIM_AW(StringCbCatN)
#define StringCbLength PDH_SHIM_AW(StringCbLength)
#define StringCbVPrintf PDH_SHIM_AW(StringCbVPrintf)
#define StringCbPrintf PDH_SHIM_AW(StringCbPrintf)
