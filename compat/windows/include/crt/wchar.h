// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <wchar.h> with Windows' formats and functions, for 32-bit wchar_t and for -fshort-wchar.
#pragma GCC system_header

#include <pdh_shim_crt/common.h>

#ifndef PDH_SHIM_CRT_WCHAR_H
#define PDH_SHIM_CRT_WCHAR_H

// Out of the way: the C library's declarations of what is redirected, and its checked inline variants.
#include <features.h>
#pragma push_macro("__USE_FORTIFY_LEVEL")
#undef __USE_FORTIFY_LEVEL
#define __USE_FORTIFY_LEVEL 0
#define wprintf pdh_shim_libc_wprintf
#define fwprintf pdh_shim_libc_fwprintf
#define swprintf pdh_shim_libc_swprintf
#define vwprintf pdh_shim_libc_vwprintf
#define vfwprintf pdh_shim_libc_vfwprintf
#define vswprintf pdh_shim_libc_vswprintf
#define fputws pdh_shim_libc_fputws
#define fputwc pdh_shim_libc_fputwc
#define putwc pdh_shim_libc_putwc
#define putwchar pdh_shim_libc_putwchar
#define fgetws pdh_shim_libc_fgetws
#define fgetwc pdh_shim_libc_fgetwc
#define getwc pdh_shim_libc_getwc
#define getwchar pdh_shim_libc_getwchar
#define ungetwc pdh_shim_libc_ungetwc
#define swscanf pdh_shim_libc_swscanf
#define vswscanf pdh_shim_libc_vswscanf
#define wscanf pdh_shim_libc_wscanf
#define vwscanf pdh_shim_libc_vwscanf
#define fwscanf pdh_shim_libc_fwscanf
#define vfwscanf pdh_shim_libc_vfwscanf
#if __SIZEOF_WCHAR_T__ == 2
#define wcslen pdh_shim_libc_wcslen
#define wcsnlen pdh_shim_libc_wcsnlen
#define wcscpy pdh_shim_libc_wcscpy
#define wcsncpy pdh_shim_libc_wcsncpy
#define wcscat pdh_shim_libc_wcscat
#define wcsncat pdh_shim_libc_wcsncat
#define wcscmp pdh_shim_libc_wcscmp
#define wcsncmp pdh_shim_libc_wcsncmp
#define wcscoll pdh_shim_libc_wcscoll
#define wcschr pdh_shim_libc_wcschr
#define wcsrchr pdh_shim_libc_wcsrchr
#define wcsstr pdh_shim_libc_wcsstr
#define wcspbrk pdh_shim_libc_wcspbrk
#define wcsspn pdh_shim_libc_wcsspn
#define wcscspn pdh_shim_libc_wcscspn
#define wcstok pdh_shim_libc_wcstok
#define wcsdup pdh_shim_libc_wcsdup
#define wcscasecmp pdh_shim_libc_wcscasecmp
#define wcsncasecmp pdh_shim_libc_wcsncasecmp
#define wmemcpy pdh_shim_libc_wmemcpy
#define wmemset pdh_shim_libc_wmemset
#define wmemcmp pdh_shim_libc_wmemcmp
#define wmemmove pdh_shim_libc_wmemmove
#define wmemchr pdh_shim_libc_wmemchr
#define wcstol pdh_shim_libc_wcstol
#define wcstoul pdh_shim_libc_wcstoul
#define wcstoll pdh_shim_libc_wcstoll
#define wcstoull pdh_shim_libc_wcstoull
#define wcstod pdh_shim_libc_wcstod
#define wcstof pdh_shim_libc_wcstof
#define wcsftime pdh_shim_libc_wcsftime
#define mbrtowc pdh_shim_libc_mbrtowc
#define wcrtomb pdh_shim_libc_wcrtomb
#define mbsrtowcs pdh_shim_libc_mbsrtowcs
#define wcsrtombs pdh_shim_libc_wcsrtombs
#define mbsnrtowcs pdh_shim_libc_mbsnrtowcs
#define wcsnrtombs pdh_shim_libc_wcsnrtombs
#define wcsxfrm pdh_shim_libc_wcsxfrm
#define wcstold pdh_shim_libc_wcstold
#define open_wmemstream pdh_shim_libc_open_wmemstream
#define fputws_unlocked pdh_shim_libc_fputws_unlocked
#define fgetws_unlocked pdh_shim_libc_fgetws_unlocked
#define wcpcpy pdh_shim_libc_wcpcpy
#define wcpncpy pdh_shim_libc_wcpncpy
#define wcswidth pdh_shim_libc_wcswidth
#define wcwidth pdh_shim_libc_wcwidth
#endif
#include_next <wchar.h>
#undef wprintf
#undef fwprintf
#undef swprintf
#undef vwprintf
#undef vfwprintf
#undef vswprintf
#undef fputws
#undef fputwc
#undef putwc
#undef putwchar
#undef fgetws
#undef fgetwc
#undef getwc
#undef getwchar
#undef ungetwc
#undef swscanf
#undef vswscanf
#undef wscanf
#undef vwscanf
#undef fwscanf
#undef vfwscanf
#if __SIZEOF_WCHAR_T__ == 2
#undef wcslen
#undef wcsnlen
#undef wcscpy
#undef wcsncpy
#undef wcscat
#undef wcsncat
#undef wcscmp
#undef wcsncmp
#undef wcscoll
#undef wcschr
#undef wcsrchr
#undef wcsstr
#undef wcspbrk
#undef wcsspn
#undef wcscspn
#undef wcstok
#undef wcsdup
#undef wcscasecmp
#undef wcsncasecmp
#undef wmemcpy
#undef wmemset
#undef wmemcmp
#undef wmemmove
#undef wmemchr
#undef wcstol
#undef wcstoul
#undef wcstoll
#undef wcstoull
#undef wcstod
#undef wcstof
#undef wcsftime
#undef mbrtowc
#undef wcrtomb
#undef mbsrtowcs
#undef wcsrtombs
#undef mbsnrtowcs
#undef wcsnrtombs
#undef wcsxfrm
#undef wcstold
#undef open_wmemstream
#undef fputws_unlocked
#undef fgetws_unlocked
#undef wcpcpy
#undef wcpncpy
#undef wcswidth
#undef wcwidth
#endif
#pragma pop_macro("__USE_FORTIFY_LEVEL")

#include <stdio.h>
#include <time.h>

PDH_SHIM_CRT_BEGIN
/// @name Wide input and output: UTF-8 in the stream, which stays open for narrow input and output
/// @{
int wprintf(const wchar_t* format, ...) PDH_SHIM_CRT(wprintf);
int fwprintf(FILE* stream, const wchar_t* format, ...) PDH_SHIM_CRT(fwprintf);
int vwprintf(const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vwprintf);
int vfwprintf(FILE* stream, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vfwprintf);
int wprintf_s(const wchar_t* format, ...) PDH_SHIM_CRT(wprintf);
int fwprintf_s(FILE* stream, const wchar_t* format, ...) PDH_SHIM_CRT(fwprintf);
int vwprintf_s(const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vwprintf);
int vfwprintf_s(FILE* stream, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vfwprintf);
int fputws(const wchar_t* text, FILE* stream) PDH_SHIM_CRT(fputws);
int _putws(const wchar_t* text) PDH_SHIM_CRT(_putws);
wint_t fputwc(wchar_t character, FILE* stream) PDH_SHIM_CRT(fputwc);
wint_t putwc(wchar_t character, FILE* stream) PDH_SHIM_CRT(fputwc);
wint_t putwchar(wchar_t character) PDH_SHIM_CRT(putwchar);
wchar_t* fgetws(wchar_t* to, int size, FILE* stream) PDH_SHIM_CRT(fgetws);
wint_t fgetwc(FILE* stream) PDH_SHIM_CRT(fgetwc);
wint_t getwc(FILE* stream) PDH_SHIM_CRT(fgetwc);
wint_t getwchar(void) PDH_SHIM_CRT(getwchar);
/// @}

/// Returns -1, with a text cut off, when it does not fit.
int swprintf(wchar_t* to, size_t size, const wchar_t* format, ...) PDH_SHIM_CRT(swprintf);
int vswprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vswprintf);
/// As swprintf, without a limit.
int _swprintf(wchar_t* to, const wchar_t* format, ...) PDH_SHIM_CRT(_swprintf);
int _vswprintf(wchar_t* to, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(_vswprintf);
int _snwprintf(wchar_t* to, size_t size, const wchar_t* format, ...) PDH_SHIM_CRT(_snwprintf);
int _vsnwprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(_vsnwprintf);
int _scwprintf(const wchar_t* format, ...) PDH_SHIM_CRT(_scwprintf);
int _vscwprintf(const wchar_t* format, va_list arguments) PDH_SHIM_CRT(_vscwprintf);
int swprintf_s(wchar_t* to, size_t size, const wchar_t* format, ...) PDH_SHIM_CRT(swprintf_s);
int vswprintf_s(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vswprintf_s);
int _snwprintf_s(wchar_t* to, size_t size, size_t count, const wchar_t* format, ...)
    PDH_SHIM_CRT(_snwprintf_s);
int _vsnwprintf_s(wchar_t* to, size_t size, size_t count, const wchar_t* format, va_list arguments)
    PDH_SHIM_CRT(_vsnwprintf_s);

/// As in stdio.h; `%s` reads wide text, `%S` and `%hs` narrow text.
int wscanf(const wchar_t* format, ...) PDH_SHIM_CRT(wscanf);
int fwscanf(FILE* stream, const wchar_t* format, ...) PDH_SHIM_CRT(fwscanf);
int swscanf(const wchar_t* text, const wchar_t* format, ...) PDH_SHIM_CRT(swscanf);
int vwscanf(const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vwscanf);
int vfwscanf(FILE* stream, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vfwscanf);
int vswscanf(const wchar_t* text, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vswscanf);
int wscanf_s(const wchar_t* format, ...) PDH_SHIM_CRT(wscanf_s);
int fwscanf_s(FILE* stream, const wchar_t* format, ...) PDH_SHIM_CRT(fwscanf_s);
int swscanf_s(const wchar_t* text, const wchar_t* format, ...) PDH_SHIM_CRT(swscanf_s);
int vfwscanf_s(FILE* stream, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vfwscanf_s);
int vswscanf_s(const wchar_t* text, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(vswscanf_s);

/// Runs a command of the shell and returns its exit code, as on Windows; NULL asks whether there is a shell.
int _wsystem(const wchar_t* command) PDH_SHIM_CRT(_wsystem);
FILE* _wpopen(const wchar_t* command, const wchar_t* mode) PDH_SHIM_CRT(_wpopen);
FILE* _wfopen(const wchar_t* name, const wchar_t* mode) PDH_SHIM_CRT(_wfopen);
errno_t _wfopen_s(FILE** stream, const wchar_t* name, const wchar_t* mode) PDH_SHIM_CRT(_wfopen_s);
int _wremove(const wchar_t* name) PDH_SHIM_CRT(_wremove);
void _wperror(const wchar_t* prefix) PDH_SHIM_CRT(_wperror);
wchar_t* _wgetenv(const wchar_t* name) PDH_SHIM_CRT(_wgetenv);
wchar_t* _wsetlocale(int category, const wchar_t* locale) PDH_SHIM_CRT(_wsetlocale);

#if __SIZEOF_WCHAR_T__ == 2
size_t wcslen(const wchar_t* text) PDH_SHIM_CRT(wcslen);
size_t wcsnlen(const wchar_t* text, size_t size) PDH_SHIM_CRT(wcsnlen);
wchar_t* wcscpy(wchar_t* to, const wchar_t* from) PDH_SHIM_CRT(wcscpy);
wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t count) PDH_SHIM_CRT(wcsncpy);
wchar_t* wcscat(wchar_t* to, const wchar_t* from) PDH_SHIM_CRT(wcscat);
wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t count) PDH_SHIM_CRT(wcsncat);
int wcscmp(const wchar_t* first, const wchar_t* second) PDH_SHIM_CRT(wcscmp);
int wcsncmp(const wchar_t* first, const wchar_t* second, size_t count) PDH_SHIM_CRT(wcsncmp);
int wcscoll(const wchar_t* first, const wchar_t* second) PDH_SHIM_CRT(wcscmp);
int wcscasecmp(const wchar_t* first, const wchar_t* second) PDH_SHIM_CRT(_wcsicmp);
int wcsncasecmp(const wchar_t* first, const wchar_t* second, size_t count) PDH_SHIM_CRT(_wcsnicmp);
size_t wcsspn(const wchar_t* text, const wchar_t* accept) PDH_SHIM_CRT(wcsspn);
size_t wcscspn(const wchar_t* text, const wchar_t* reject) PDH_SHIM_CRT(wcscspn);
wchar_t* wcstok(wchar_t* text, const wchar_t* delimiters, wchar_t** rest) PDH_SHIM_CRT(wcstok);
wchar_t* wcsdup(const wchar_t* text) PDH_SHIM_CRT(_wcsdup);
wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, size_t count) PDH_SHIM_CRT(wmemcpy);
wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t count) PDH_SHIM_CRT(wmemmove);
wchar_t* wmemset(wchar_t* to, wchar_t character, size_t count) PDH_SHIM_CRT(wmemset);
int wmemcmp(const wchar_t* first, const wchar_t* second, size_t count) PDH_SHIM_CRT(wmemcmp);
long wcstol(const wchar_t* text, wchar_t** end, int base) PDH_SHIM_CRT(wcstol);
unsigned long wcstoul(const wchar_t* text, wchar_t** end, int base) PDH_SHIM_CRT(wcstoul);
long long wcstoll(const wchar_t* text, wchar_t** end, int base) PDH_SHIM_CRT(wcstoll);
unsigned long long wcstoull(const wchar_t* text, wchar_t** end, int base) PDH_SHIM_CRT(wcstoull);
double wcstod(const wchar_t* text, wchar_t** end) PDH_SHIM_CRT(wcstod);
float wcstof(const wchar_t* text, wchar_t** end) PDH_SHIM_CRT(wcstof);
size_t wcsftime(wchar_t* to, size_t size, const wchar_t* format, const struct tm* time)
    PDH_SHIM_CRT(wcsftime);
#ifdef __cplusplus
// These overloads are as the C++ standard requires; the C++ library need not add them.
#undef __CORRECT_ISO_CPP_WCHAR_H_PROTO
#define __CORRECT_ISO_CPP_WCHAR_H_PROTO
extern "C++" {
wchar_t* wcschr(wchar_t* text, wchar_t character) PDH_SHIM_CRT(wcschr);
const wchar_t* wcschr(const wchar_t* text, wchar_t character) PDH_SHIM_CRT(wcschr);
wchar_t* wcsrchr(wchar_t* text, wchar_t character) PDH_SHIM_CRT(wcsrchr);
const wchar_t* wcsrchr(const wchar_t* text, wchar_t character) PDH_SHIM_CRT(wcsrchr);
wchar_t* wcsstr(wchar_t* text, const wchar_t* part) PDH_SHIM_CRT(wcsstr);
const wchar_t* wcsstr(const wchar_t* text, const wchar_t* part) PDH_SHIM_CRT(wcsstr);
wchar_t* wcspbrk(wchar_t* text, const wchar_t* accept) PDH_SHIM_CRT(wcspbrk);
const wchar_t* wcspbrk(const wchar_t* text, const wchar_t* accept) PDH_SHIM_CRT(wcspbrk);
wchar_t* wmemchr(wchar_t* text, wchar_t character, size_t count) PDH_SHIM_CRT(wmemchr);
const wchar_t* wmemchr(const wchar_t* text, wchar_t character, size_t count) PDH_SHIM_CRT(wmemchr);
}
#else
wchar_t* wcschr(const wchar_t* text, wchar_t character) PDH_SHIM_CRT(wcschr);
wchar_t* wcsrchr(const wchar_t* text, wchar_t character) PDH_SHIM_CRT(wcsrchr);
wchar_t* wcsstr(const wchar_t* text, const wchar_t* part) PDH_SHIM_CRT(wcsstr);
wchar_t* wcspbrk(const wchar_t* text, const wchar_t* accept) PDH_SHIM_CRT(wcspbrk);
wchar_t* wmemchr(const wchar_t* text, wchar_t character, size_t count) PDH_SHIM_CRT(wmemchr);
#endif
// Named by <cwchar>, so that they have to be declared.
size_t mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state) PDH_SHIM_CRT_NOT_THERE;
size_t wcrtomb(char* to, wchar_t character, mbstate_t* state) PDH_SHIM_CRT_NOT_THERE;
size_t mbsrtowcs(wchar_t* to, const char** from, size_t size, mbstate_t* state) PDH_SHIM_CRT_NOT_THERE;
size_t wcsrtombs(char* to, const wchar_t** from, size_t size, mbstate_t* state) PDH_SHIM_CRT_NOT_THERE;
size_t wcsxfrm(wchar_t* to, const wchar_t* from, size_t size) PDH_SHIM_CRT_NOT_THERE;
long double wcstold(const wchar_t* text, wchar_t** end) PDH_SHIM_CRT_NOT_THERE;
#endif
wint_t ungetwc(wint_t character, FILE* stream)
    __attribute__((error("not there: it would bind the stream to wide text")));

int _wcsicmp(const wchar_t* first, const wchar_t* second) PDH_SHIM_CRT(_wcsicmp);
int _wcsnicmp(const wchar_t* first, const wchar_t* second, size_t count) PDH_SHIM_CRT(_wcsnicmp);
int wcsicmp(const wchar_t* first, const wchar_t* second) PDH_SHIM_CRT(_wcsicmp);
wchar_t* _wcsdup(const wchar_t* text) PDH_SHIM_CRT(_wcsdup);
wchar_t* _wcslwr(wchar_t* text) PDH_SHIM_CRT(_wcslwr);
wchar_t* _wcsupr(wchar_t* text) PDH_SHIM_CRT(_wcsupr);
errno_t _wcslwr_s(wchar_t* text, size_t size) PDH_SHIM_CRT(_wcslwr_s);
errno_t _wcsupr_s(wchar_t* text, size_t size) PDH_SHIM_CRT(_wcsupr_s);
wchar_t* _wcstok(wchar_t* text, const wchar_t* delimiters) PDH_SHIM_CRT(_wcstok);
wchar_t* wcstok_s(wchar_t* text, const wchar_t* delimiters, wchar_t** rest) PDH_SHIM_CRT(wcstok);
/// The ..._s functions return 0, EINVAL or ERANGE, and on failure make `to` empty. Windows ends the program.
errno_t wcscpy_s(wchar_t* to, size_t size, const wchar_t* from) PDH_SHIM_CRT(wcscpy_s);
errno_t wcscat_s(wchar_t* to, size_t size, const wchar_t* from) PDH_SHIM_CRT(wcscat_s);
errno_t wcsncpy_s(wchar_t* to, size_t size, const wchar_t* from, size_t count) PDH_SHIM_CRT(wcsncpy_s);
errno_t wcsncat_s(wchar_t* to, size_t size, const wchar_t* from, size_t count) PDH_SHIM_CRT(wcsncat_s);
errno_t wmemcpy_s(wchar_t* to, size_t size, const wchar_t* from, size_t count) PDH_SHIM_CRT(wmemcpy_s);
errno_t wmemmove_s(wchar_t* to, size_t size, const wchar_t* from, size_t count) PDH_SHIM_CRT(wmemcpy_s);

int _wtoi(const wchar_t* text) PDH_SHIM_CRT(_wtoi);
long _wtol(const wchar_t* text) PDH_SHIM_CRT(_wtol);
long long _wtoi64(const wchar_t* text) PDH_SHIM_CRT(_wtoi64);
double _wtof(const wchar_t* text) PDH_SHIM_CRT(_wtof);
long long _wcstoi64(const wchar_t* text, wchar_t** end, int base) PDH_SHIM_CRT(wcstoll);
unsigned long long _wcstoui64(const wchar_t* text, wchar_t** end, int base) PDH_SHIM_CRT(wcstoull);
wchar_t* _itow(int value, wchar_t* to, int radix) PDH_SHIM_CRT(_itow);
wchar_t* _ltow(long value, wchar_t* to, int radix) PDH_SHIM_CRT(_ltow);
wchar_t* _ultow(unsigned long value, wchar_t* to, int radix) PDH_SHIM_CRT(_ultow);
wchar_t* _i64tow(long long value, wchar_t* to, int radix) PDH_SHIM_CRT(_i64tow);
wchar_t* _ui64tow(unsigned long long value, wchar_t* to, int radix) PDH_SHIM_CRT(_ui64tow);
errno_t _itow_s(int value, wchar_t* to, size_t size, int radix) PDH_SHIM_CRT(_itow_s);
errno_t _ltow_s(long value, wchar_t* to, size_t size, int radix) PDH_SHIM_CRT(_ltow_s);
errno_t _ultow_s(unsigned long value, wchar_t* to, size_t size, int radix) PDH_SHIM_CRT(_ultow_s);
errno_t _i64tow_s(long long value, wchar_t* to, size_t size, int radix) PDH_SHIM_CRT(_i64tow_s);
errno_t _ui64tow_s(unsigned long long value, wchar_t* to, size_t size, int radix) PDH_SHIM_CRT(_ui64tow_s);
PDH_SHIM_CRT_END

#ifdef __cplusplus
extern "C++" {
/// The older forms, without a size.
int swprintf(wchar_t* to, const wchar_t* format, ...) PDH_SHIM_CRT(_swprintf);
int vswprintf(wchar_t* to, const wchar_t* format, va_list arguments) PDH_SHIM_CRT(_vswprintf);
wchar_t* wcstok(wchar_t* text, const wchar_t* delimiters) PDH_SHIM_CRT(_wcstok);

template <size_t Size>
errno_t wcscpy_s(wchar_t (&to)[Size], const wchar_t* from) {
    return wcscpy_s(to, Size, from);
}
template <size_t Size>
errno_t wcscat_s(wchar_t (&to)[Size], const wchar_t* from) {
    return wcscat_s(to, Size, from);
}
template <size_t Size>
errno_t wcsncpy_s(wchar_t (&to)[Size], const wchar_t* from, size_t count) {
    return wcsncpy_s(to, Size, from, count);
}
template <size_t Size>
errno_t wcsncat_s(wchar_t (&to)[Size], const wchar_t* from, size_t count) {
    return wcsncat_s(to, Size, from, count);
}
template <size_t Size, class... Arguments>
int swprintf_s(wchar_t (&to)[Size], const wchar_t* format, Arguments... arguments) {
    return swprintf_s(to, Size, format, arguments...);
}
template <size_t Size>
int vswprintf_s(wchar_t (&to)[Size], const wchar_t* format, va_list arguments) {
    return vswprintf_s(to, Size, format, arguments);
}
template <size_t Size, class... Arguments>
int _snwprintf_s(wchar_t (&to)[Size], size_t count, const wchar_t* format, Arguments... arguments) {
    return _snwprintf_s(to, Size, count, format, arguments...);
}
template <size_t Size>
int _vsnwprintf_s(wchar_t (&to)[Size], size_t count, const wchar_t* format, va_list arguments) {
    return _vsnwprintf_s(to, Size, count, format, arguments);
}
template <size_t Size>
errno_t _itow_s(int value, wchar_t (&to)[Size], int radix) {
    return _itow_s(value, to, Size, radix);
}
}
#endif
#endif
