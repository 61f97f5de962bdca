// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Functions for folders.

#include <pdh_shim_crt/common.h>

PDH_SHIM_CRT_BEGIN
char* _getcwd(char* to, int size) PDH_SHIM_CRT(_getcwd);
int _chdir(const char* folder) PDH_SHIM_CRT(_chdir);
int _mkdir(const char* folder) PDH_SHIM_CRT(_mkdir);
PDH_SHIM_CRT_END
