// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Functions of the C run time for file descriptors.

#include <pdh_shim_crt/common.h>

#define _O_TEXT 0x4000
#define _O_BINARY 0x8000
#define _O_WTEXT 0x10000
#define _O_U16TEXT 0x20000
#define _O_U8TEXT 0x40000

PDH_SHIM_CRT_BEGIN
/// Stores the mode, and returns the previous one. It has no effect: text is UTF-8 and lines end with \n.
int _setmode(int descriptor, int mode) PDH_SHIM_CRT(_setmode);
int _isatty(int descriptor) PDH_SHIM_CRT(_isatty);
/// Modes 0 (exists), 2 (write), 4 (read), 6 (both).
int _access(const char* name, int mode) PDH_SHIM_CRT(_access);
int _unlink(const char* name) PDH_SHIM_CRT(_unlink);
PDH_SHIM_CRT_END
