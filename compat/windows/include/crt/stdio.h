// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <stdio.h> with Windows' formats and functions.
#pragma GCC system_header

#include <pdh_shim_crt/common.h>

#ifndef PDH_SHIM_CRT_STDIO_H
#define PDH_SHIM_CRT_STDIO_H

// Out of the way: the C library's declarations of what is redirected, and its checked inline variants.
#include <features.h>
#pragma push_macro("__USE_FORTIFY_LEVEL")
#undef __USE_FORTIFY_LEVEL
#define __USE_FORTIFY_LEVEL 0
#define fopen pdh_shim_libc_fopen
#define printf pdh_shim_libc_printf
#define fprintf pdh_shim_libc_fprintf
#define sprintf pdh_shim_libc_sprintf
#define snprintf pdh_shim_libc_snprintf
#define vprintf pdh_shim_libc_vprintf
#define vfprintf pdh_shim_libc_vfprintf
#define vsprintf pdh_shim_libc_vsprintf
#define vsnprintf pdh_shim_libc_vsnprintf
#define scanf pdh_shim_libc_scanf
#define fscanf pdh_shim_libc_fscanf
#define sscanf pdh_shim_libc_sscanf
#define vscanf pdh_shim_libc_vscanf
#define vfscanf pdh_shim_libc_vfscanf
#define vsscanf pdh_shim_libc_vsscanf
#include_next <stdio.h>
#undef fopen
#undef printf
#undef fprintf
#undef sprintf
#undef snprintf
#undef vprintf
#undef vfprintf
#undef vsprintf
#undef vsnprintf
#undef scanf
#undef fscanf
#undef sscanf
#undef vscanf
#undef vfscanf
#undef vsscanf
#pragma pop_macro("__USE_FORTIFY_LEVEL")

#include <wchar.h>

PDH_SHIM_CRT_BEGIN
int printf(const char* format, ...) PDH_SHIM_CRT(printf);
int fprintf(FILE* stream, const char* format, ...) PDH_SHIM_CRT(fprintf);
int sprintf(char* to, const char* format, ...) PDH_SHIM_CRT(sprintf);
int snprintf(char* to, size_t size, const char* format, ...) PDH_SHIM_CRT(snprintf);
int vprintf(const char* format, va_list arguments) PDH_SHIM_CRT(vprintf);
int vfprintf(FILE* stream, const char* format, va_list arguments) PDH_SHIM_CRT(vfprintf);
int vsprintf(char* to, const char* format, va_list arguments) PDH_SHIM_CRT(vsprintf);
int vsnprintf(char* to, size_t size, const char* format, va_list arguments) PDH_SHIM_CRT(vsnprintf);

int printf_s(const char* format, ...) PDH_SHIM_CRT(printf);
int fprintf_s(FILE* stream, const char* format, ...) PDH_SHIM_CRT(fprintf);
int vprintf_s(const char* format, va_list arguments) PDH_SHIM_CRT(vprintf);
int vfprintf_s(FILE* stream, const char* format, va_list arguments) PDH_SHIM_CRT(vfprintf);

/// Returns -1 when the text and its NUL do not fit; the text is then cut off, and ends with a NUL only if it
/// is shorter than `size`.
int _snprintf(char* to, size_t size, const char* format, ...) PDH_SHIM_CRT(_snprintf);
/// As _snprintf.
int _vsnprintf(char* to, size_t size, const char* format, va_list arguments) PDH_SHIM_CRT(_vsnprintf);
int _scprintf(const char* format, ...) PDH_SHIM_CRT(_scprintf);
int _vscprintf(const char* format, va_list arguments) PDH_SHIM_CRT(_vscprintf);

/// Returns -1, with an empty text and errno ERANGE, when it does not fit (Windows ends the program).
int sprintf_s(char* to, size_t size, const char* format, ...) PDH_SHIM_CRT(sprintf_s);
int vsprintf_s(char* to, size_t size, const char* format, va_list arguments) PDH_SHIM_CRT(vsprintf_s);
/// Takes at most `count` characters, or with _TRUNCATE what fits; returns -1 when the text was cut off.
int _snprintf_s(char* to, size_t size, size_t count, const char* format, ...) PDH_SHIM_CRT(_snprintf_s);
int _vsnprintf_s(char* to, size_t size, size_t count, const char* format, va_list arguments)
    PDH_SHIM_CRT(_vsnprintf_s);

/// Input formats: `%ld` reads 32 bits, `%I64d` 64, `%S` wide text.
int scanf(const char* format, ...) PDH_SHIM_CRT(scanf);
int fscanf(FILE* stream, const char* format, ...) PDH_SHIM_CRT(fscanf);
int sscanf(const char* text, const char* format, ...) PDH_SHIM_CRT(sscanf);
int vscanf(const char* format, va_list arguments) PDH_SHIM_CRT(vscanf);
int vfscanf(FILE* stream, const char* format, va_list arguments) PDH_SHIM_CRT(vfscanf);
int vsscanf(const char* text, const char* format, va_list arguments) PDH_SHIM_CRT(vsscanf);
/// Each text buffer (`%s`, `%c`, `%[`) is followed by its size in characters, an unsigned int. Text that
/// does not fit ends the scan, with an empty text there.
int scanf_s(const char* format, ...) PDH_SHIM_CRT(scanf_s);
int fscanf_s(FILE* stream, const char* format, ...) PDH_SHIM_CRT(fscanf_s);
int sscanf_s(const char* text, const char* format, ...) PDH_SHIM_CRT(sscanf_s);
int vfscanf_s(FILE* stream, const char* format, va_list arguments) PDH_SHIM_CRT(vfscanf_s);
int vsscanf_s(const char* text, const char* format, va_list arguments) PDH_SHIM_CRT(vsscanf_s);

/// A backslash in `name` separates folders, and a drive is a folder: PORTING.md. Flags of Windows in `mode`
/// (`t`, `ccs=...`) are left out: text is UTF-8, lines end with \n.
FILE* fopen(const char* name, const char* mode) PDH_SHIM_CRT(fopen);
errno_t fopen_s(FILE** stream, const char* name, const char* mode) PDH_SHIM_CRT(fopen_s);
char* gets_s(char* to, size_t size) PDH_SHIM_CRT(gets_s);
int _fileno(FILE* stream) PDH_SHIM_CRT(_fileno);
int _flushall(void) PDH_SHIM_CRT(_flushall);
FILE* _popen(const char* command, const char* mode) PDH_SHIM_CRT(_popen);
/// Returns the exit code of the command, as on Windows; pclose() returns a wait status.
int _pclose(FILE* stream) PDH_SHIM_CRT(_pclose);
PDH_SHIM_CRT_END

#ifdef __cplusplus
extern "C++" {
template <size_t Size, class... Arguments>
int sprintf_s(char (&to)[Size], const char* format, Arguments... arguments) {
    return sprintf_s(to, Size, format, arguments...);
}
template <size_t Size>
int vsprintf_s(char (&to)[Size], const char* format, va_list arguments) {
    return vsprintf_s(to, Size, format, arguments);
}
template <size_t Size, class... Arguments>
int _snprintf_s(char (&to)[Size], size_t count, const char* format, Arguments... arguments) {
    return _snprintf_s(to, Size, count, format, arguments...);
}
template <size_t Size>
int _vsnprintf_s(char (&to)[Size], size_t count, const char* format, va_list arguments) {
    return _vsnprintf_s(to, Size, count, format, arguments);
}
}
#endif
#endif
