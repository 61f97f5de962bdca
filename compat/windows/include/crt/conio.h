// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Functions that read keys as they are pressed. Input that is not a terminal is read as it comes.

#include <pdh_shim_crt/common.h>

PDH_SHIM_CRT_BEGIN
/// Whether a key waits to be read.
int _kbhit(void) PDH_SHIM_CRT(_kbhit);
/// The next key, without waiting for the end of the line and without showing it; EOF at the end of the input.
int _getch(void) PDH_SHIM_CRT(_getch);
/// As _getch, and shows the key.
int _getche(void) PDH_SHIM_CRT(_getche);
int _putch(int character) PDH_SHIM_CRT(_putch);
int _cputs(const char* text) PDH_SHIM_CRT(_cputs);
int _cprintf(const char* format, ...) PDH_SHIM_CRT(printf);
int kbhit(void) PDH_SHIM_CRT(_kbhit);
int getch(void) PDH_SHIM_CRT(_getch);
PDH_SHIM_CRT_END
