# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The constants of pywin32's module of this name that have to do with performance data."""

HKEY_PERFORMANCE_DATA = 0x80000004 - (1 << 32)
HKEY_PERFORMANCE_TEXT = 0x80000050 - (1 << 32)
HKEY_PERFORMANCE_NLSTEXT = 0x80000060 - (1 << 32)
REG_BINARY = 3
REG_MULTI_SZ = 7
