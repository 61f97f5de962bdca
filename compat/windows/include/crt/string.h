// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <string.h> with Windows' functions.
#pragma GCC system_header

#include <pdh_shim_crt/common.h>
#include_next <string.h>

#ifndef PDH_SHIM_CRT_STRING_H
#define PDH_SHIM_CRT_STRING_H

#include <wchar.h>

PDH_SHIM_CRT_BEGIN
int _stricmp(const char* first, const char* second) PDH_SHIM_CRT(_stricmp);
int _strnicmp(const char* first, const char* second, size_t count) PDH_SHIM_CRT(_strnicmp);
int _strcmpi(const char* first, const char* second) PDH_SHIM_CRT(_stricmp);
int stricmp(const char* first, const char* second) PDH_SHIM_CRT(_stricmp);
int strnicmp(const char* first, const char* second, size_t count) PDH_SHIM_CRT(_strnicmp);
int strcmpi(const char* first, const char* second) PDH_SHIM_CRT(_stricmp);
int _memicmp(const void* first, const void* second, size_t size) PDH_SHIM_CRT(_memicmp);
char* _strdup(const char* text) PDH_SHIM_CRT(_strdup);
char* _strlwr(char* text) PDH_SHIM_CRT(_strlwr);
char* _strupr(char* text) PDH_SHIM_CRT(_strupr);
char* _strrev(char* text) PDH_SHIM_CRT(_strrev);
errno_t _strlwr_s(char* text, size_t size) PDH_SHIM_CRT(_strlwr_s);
errno_t _strupr_s(char* text, size_t size) PDH_SHIM_CRT(_strupr_s);
char* strtok_s(char* text, const char* delimiters, char** rest) PDH_SHIM_CRT(strtok_s);
/// The ..._s functions return 0, EINVAL or ERANGE, and on failure make `to` empty. Windows ends the program.
errno_t strcpy_s(char* to, size_t size, const char* from) PDH_SHIM_CRT(strcpy_s);
errno_t strcat_s(char* to, size_t size, const char* from) PDH_SHIM_CRT(strcat_s);
errno_t strncpy_s(char* to, size_t size, const char* from, size_t count) PDH_SHIM_CRT(strncpy_s);
errno_t strncat_s(char* to, size_t size, const char* from, size_t count) PDH_SHIM_CRT(strncat_s);
errno_t memcpy_s(void* to, size_t size, const void* from, size_t count) PDH_SHIM_CRT(memcpy_s);
errno_t memmove_s(void* to, size_t size, const void* from, size_t count) PDH_SHIM_CRT(memcpy_s);
errno_t strerror_s(char* to, size_t size, int error) PDH_SHIM_CRT(strerror_s);
PDH_SHIM_CRT_END

#ifdef __cplusplus
extern "C++" {
template <size_t Size>
errno_t strcpy_s(char (&to)[Size], const char* from) {
    return strcpy_s(to, Size, from);
}
template <size_t Size>
errno_t strcat_s(char (&to)[Size], const char* from) {
    return strcat_s(to, Size, from);
}
template <size_t Size>
errno_t strncpy_s(char (&to)[Size], const char* from, size_t count) {
    return strncpy_s(to, Size, from, count);
}
template <size_t Size>
errno_t strncat_s(char (&to)[Size], const char* from, size_t count) {
    return strncat_s(to, Size, from, count);
}
template <size_t Size>
errno_t strerror_s(char (&to)[Size], int error) {
    return strerror_s(to, Size, error);
}
}
#endif
#endif
