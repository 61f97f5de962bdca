// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <stdlib.h> with Windows' functions.
#pragma GCC system_header

#include <pdh_shim_crt/common.h>

// Each time: the C++ library has its own <stdlib.h>, which includes this one twice.
#include_next <stdlib.h>

#ifndef PDH_SHIM_CRT_STDLIB_H
#define PDH_SHIM_CRT_STDLIB_H

#include <malloc.h>
#include <wchar.h>

#ifdef __cplusplus
#define PDH_SHIM_CRT_NOEXCEPT noexcept
#else
#define PDH_SHIM_CRT_NOEXCEPT
#endif

PDH_SHIM_CRT_BEGIN
#if __SIZEOF_WCHAR_T__ == 2
size_t mbstowcs(wchar_t* pwcs, const char* s, size_t n) PDH_SHIM_CRT_NOEXCEPT PDH_SHIM_CRT(mbstowcs);
size_t wcstombs(char* s, const wchar_t* pwcs, size_t n) PDH_SHIM_CRT_NOEXCEPT PDH_SHIM_CRT(wcstombs);
#endif
errno_t mbstowcs_s(size_t* converted, wchar_t* to, size_t size, const char* from, size_t count)
    PDH_SHIM_CRT(mbstowcs_s);
errno_t wcstombs_s(size_t* converted, char* to, size_t size, const wchar_t* from, size_t count)
    PDH_SHIM_CRT(wcstombs_s);

long long _atoi64(const char* text) PDH_SHIM_CRT(_atoi64);
long long _strtoi64(const char* text, char** end, int base) PDH_SHIM_CRT(_strtoi64);
unsigned long long _strtoui64(const char* text, char** end, int base) PDH_SHIM_CRT(_strtoui64);
char* _itoa(int value, char* to, int radix) PDH_SHIM_CRT(_itoa);
char* itoa(int value, char* to, int radix) PDH_SHIM_CRT(_itoa);
char* _ltoa(long value, char* to, int radix) PDH_SHIM_CRT(_ltoa);
char* _ultoa(unsigned long value, char* to, int radix) PDH_SHIM_CRT(_ultoa);
char* _i64toa(long long value, char* to, int radix) PDH_SHIM_CRT(_i64toa);
char* _ui64toa(unsigned long long value, char* to, int radix) PDH_SHIM_CRT(_ui64toa);
errno_t _itoa_s(int value, char* to, size_t size, int radix) PDH_SHIM_CRT(_itoa_s);
errno_t _ltoa_s(long value, char* to, size_t size, int radix) PDH_SHIM_CRT(_ltoa_s);
errno_t _ultoa_s(unsigned long value, char* to, size_t size, int radix) PDH_SHIM_CRT(_ultoa_s);
errno_t _i64toa_s(long long value, char* to, size_t size, int radix) PDH_SHIM_CRT(_i64toa_s);
errno_t _ui64toa_s(unsigned long long value, char* to, size_t size, int radix) PDH_SHIM_CRT(_ui64toa_s);

/// What _tsystem is: as _wsystem. The C library's system() returns a wait status, and stays as it is.
int pdh_shim_system(const char* command) PDH_SHIM_CRT(system);
errno_t getenv_s(size_t* needed, char* to, size_t size, const char* name) PDH_SHIM_CRT(getenv_s);
errno_t _dupenv_s(char** to, size_t* size, const char* name) PDH_SHIM_CRT(_dupenv_s);
int _putenv(const char* assignment) PDH_SHIM_CRT(_putenv);
PDH_SHIM_CRT_END

#ifdef __cplusplus
extern "C++" {
template <class A, class B>
constexpr auto __min(A a, B b) -> decltype(true ? A(a) : B(b)) {
    return a < b ? a : b;
}
template <class A, class B>
constexpr auto __max(A a, B b) -> decltype(true ? A(a) : B(b)) {
    return a > b ? a : b;
}
template <size_t Size>
errno_t _itoa_s(int value, char (&to)[Size], int radix) {
    return _itoa_s(value, to, Size, radix);
}
template <size_t Size>
errno_t mbstowcs_s(size_t* converted, wchar_t (&to)[Size], const char* from, size_t count) {
    return mbstowcs_s(converted, to, Size, from, count);
}
template <size_t Size>
errno_t wcstombs_s(size_t* converted, char (&to)[Size], const wchar_t* from, size_t count) {
    return wcstombs_s(converted, to, Size, from, count);
}
}
#else
#define __min(a, b) (((a) < (b)) ? (a) : (b))
#define __max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#endif
