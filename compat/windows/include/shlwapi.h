// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The functions of Windows' shlwapi.dll for paths and strings that monitoring programs use. Both `\` and `/`
// separate the names of a path. A separator is added as the path already has it, or as `/` if it has none.
// Path buffers have room for MAX_PATH characters.

#include <windows.h>

#include <pdh_shim_need_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @name Paths
/// @{
LPSTR WINAPI PathFindFileNameA(LPCSTR path); ///< after the last separator that a name follows
LPWSTR WINAPI PathFindFileNameW(LPCWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathFindFileNameW);
LPSTR WINAPI PathFindExtensionA(LPCSTR path); ///< the last name's last dot, or the end
LPWSTR WINAPI PathFindExtensionW(LPCWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathFindExtensionW);
BOOL WINAPI PathRemoveFileSpecA(LPSTR path); ///< TRUE: something was removed
BOOL WINAPI PathRemoveFileSpecW(LPWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathRemoveFileSpecW);
void WINAPI PathRemoveExtensionA(LPSTR path);
void WINAPI PathRemoveExtensionW(LPWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathRemoveExtensionW);
BOOL WINAPI PathRenameExtensionA(LPSTR path, LPCSTR extension); ///< FALSE: it would be too long
BOOL WINAPI PathRenameExtensionW(LPWSTR path, LPCWSTR extension) PDH_SHIM_TEXT_OF_WCHAR(PathRenameExtensionW);
void WINAPI PathStripPathA(LPSTR path);
void WINAPI PathStripPathW(LPWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathStripPathW);
LPSTR WINAPI PathAddBackslashA(LPSTR path); ///< to the new end; NULL: it would be too long
LPWSTR WINAPI PathAddBackslashW(LPWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathAddBackslashW);
/// `to` is the folder, a separator and the file with `.` and `..` resolved; the file alone when it is
/// absolute. Either may be NULL. @retval NULL both are NULL, or it would be too long: `to` is empty then
LPSTR WINAPI PathCombineA(LPSTR to, LPCSTR folder, LPCSTR file);
LPWSTR WINAPI PathCombineW(LPWSTR to, LPCWSTR folder, LPCWSTR file) PDH_SHIM_TEXT_OF_WCHAR(PathCombineW);
BOOL WINAPI PathAppendA(LPSTR path, LPCSTR more); ///< as PathCombine, but leading separators of `more` go
BOOL WINAPI PathAppendW(LPWSTR path, LPCWSTR more) PDH_SHIM_TEXT_OF_WCHAR(PathAppendW);
BOOL WINAPI PathIsRelativeA(LPCSTR path);
BOOL WINAPI PathIsRelativeW(LPCWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathIsRelativeW);
BOOL WINAPI PathFileExistsA(LPCSTR path); ///< FALSE sets the last error: ERROR_FILE_NOT_FOUND...
BOOL WINAPI PathFileExistsW(LPCWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathFileExistsW);
BOOL WINAPI PathIsDirectoryA(LPCSTR path);
BOOL WINAPI PathIsDirectoryW(LPCWSTR path) PDH_SHIM_TEXT_OF_WCHAR(PathIsDirectoryW);
/// @}

/// @name Strings: `I` in a name is without regard to case
/// @{
int WINAPI StrCmpIA(LPCSTR first, LPCSTR second);
int WINAPI StrCmpIW(LPCWSTR first, LPCWSTR second) PDH_SHIM_TEXT_OF_WCHAR(StrCmpIW);
int WINAPI StrCmpNIA(LPCSTR first, LPCSTR second, int count);
int WINAPI StrCmpNIW(LPCWSTR first, LPCWSTR second, int count) PDH_SHIM_TEXT_OF_WCHAR(StrCmpNIW);
LPSTR WINAPI StrStrA(LPCSTR text, LPCSTR part);
LPWSTR WINAPI StrStrW(LPCWSTR text, LPCWSTR part) PDH_SHIM_TEXT_OF_WCHAR(StrStrW);
LPSTR WINAPI StrStrIA(LPCSTR text, LPCSTR part);
LPWSTR WINAPI StrStrIW(LPCWSTR text, LPCWSTR part) PDH_SHIM_TEXT_OF_WCHAR(StrStrIW);
LPSTR WINAPI StrChrA(LPCSTR text, WORD character);
LPWSTR WINAPI StrChrW(LPCWSTR text, WCHAR character) PDH_SHIM_TEXT_OF_WCHAR(StrChrW);
/// The decimal number at the start of the text, after an optional minus; 0 if there is none.
int WINAPI StrToIntA(LPCSTR text);
int WINAPI StrToIntW(LPCWSTR text) PDH_SHIM_TEXT_OF_WCHAR(StrToIntW);
#define STIF_DEFAULT 0x00000000
#define STIF_SUPPORT_HEX 0x00000001 ///< 0x... too
/// Leading blanks and a sign are taken. @retval FALSE there is no number
BOOL WINAPI StrToIntExA(LPCSTR text, DWORD flags, int* number);
BOOL WINAPI StrToIntExW(LPCWSTR text, DWORD flags, int* number) PDH_SHIM_TEXT_OF_WCHAR(StrToIntExW);
LPSTR WINAPI StrDupA(LPCSTR text); ///< to be freed with LocalFree
LPWSTR WINAPI StrDupW(LPCWSTR text) PDH_SHIM_TEXT_OF_WCHAR(StrDupW);
BOOL WINAPI StrTrimA(LPSTR text, LPCSTR characters); ///< TRUE: something was removed
BOOL WINAPI StrTrimW(LPWSTR text, LPCWSTR characters) PDH_SHIM_TEXT_OF_WCHAR(StrTrimW);
/// @}

#ifdef __cplusplus
}
#endif

#define PathFindFileName PDH_SHIM_AW(PathFindFileName)
#define PathFindExtension PDH_SHIM_AW(PathFindExtension)
#define PathRemoveFileSpec PDH_SHIM_AW(PathRemoveFileSpec)
#define PathRemoveExtension PDH_SHIM_AW(PathRemoveExtension)
#define PathRenameExtension PDH_SHIM_AW(PathRenameExtension)
#define PathStripPath PDH_SHIM_AW(PathStripPath)
#define PathAddBackslash PDH_SHIM_AW(PathAddBackslash)
#define PathCombine PDH_SHIM_AW(PathCombine)
#define PathAppend PDH_SHIM_AW(PathAppend)
#define PathIsRelative PDH_SHIM_AW(PathIsRelative)
#define PathFileExists PDH_SHIM_AW(PathFileExists)
#define PathIsDirectory PDH_SHIM_AW(PathIsDirectory)
#define StrCmpI PDH_SHIM_AW(StrCmpI)
#define StrCmpNI PDH_SHIM_AW(StrCmpNI)
#define StrStr PDH_SHIM_AW(StrStr)
#define StrStrI PDH_SHIM_AW(StrStrI)
#define StrChr PDH_SHIM_AW(StrChr)
#define StrToInt PDH_SHIM_AW(StrToInt)
#define StrToIntEx PDH_SHIM_AW(StrToIntEx)
#define StrDup PDH_SHIM_AW(StrDup)
#define StrTrim PDH_SHIM_AW(StrTrim)
