// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// GUID, for the structures of pdh.h.

#include <stdint.h>

/// A globally unique identifier, as `{Data1-Data2-Data3-Data4[0..1]-Data4[2..7]}` is printed.
typedef struct _GUID {
    uint32_t Data1;
    uint16_t Data2;
    uint16_t Data3;
    uint8_t Data4[8];
} GUID, *LPGUID;

typedef const GUID* LPCGUID;
