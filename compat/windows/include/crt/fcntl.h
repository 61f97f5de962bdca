// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C library's <fcntl.h> with the modes of _setmode().
#pragma GCC system_header

#include_next <fcntl.h>
#include <io.h>
