// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// ODBC's header, with the types of <windows.h> if that was included before.
#pragma GCC system_header

// The types come first.
// clang-format off
#include <sqltypes.h>
#include_next <sql.h>
