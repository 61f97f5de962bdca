// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The newest version of Windows that the headers know: Windows 10. Included by
// targetver.h of Visual Studio's projects. Nothing here depends on them.

#define _WIN32_MAXVER 0x0A00
#define _WINDOWS_MAXVER 0x0A00
#define _WIN32_WINNT_MAXVER 0x0A00
#define _WIN32_WINDOWS_MAXVER 0x0A00
#define _WIN32_IE_MAXVER 0x0A00
#define NTDDI_MAXVER 0x0A000000
#define WINVER_MAXVER 0x0A00
