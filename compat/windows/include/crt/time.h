// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <time.h> with Windows' functions.
#pragma GCC system_header

#include <pdh_shim_crt/common.h>
#include_next <time.h>

#ifndef PDH_SHIM_CRT_TIME_H
#define PDH_SHIM_CRT_TIME_H

typedef long long __time64_t;

PDH_SHIM_CRT_BEGIN
errno_t localtime_s(struct tm* to, const time_t* time) PDH_SHIM_CRT(localtime_s);
errno_t gmtime_s(struct tm* to, const time_t* time) PDH_SHIM_CRT(gmtime_s);
errno_t ctime_s(char* to, size_t size, const time_t* time) PDH_SHIM_CRT(ctime_s);
errno_t asctime_s(char* to, size_t size, const struct tm* time) PDH_SHIM_CRT(asctime_s);
__time64_t _time64(__time64_t* to) PDH_SHIM_CRT(_time64);
errno_t _localtime64_s(struct tm* to, const __time64_t* time) PDH_SHIM_CRT(_localtime64_s);
/// `hh:mm:ss` and `mm/dd/yy`; the buffers have room for nine characters.
char* _strtime(char* to) PDH_SHIM_CRT(_strtime);
char* _strdate(char* to) PDH_SHIM_CRT(_strdate);
PDH_SHIM_CRT_END
#endif
