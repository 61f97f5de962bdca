// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Symbols of turbine.ini. */
#define TURBINE 0
#define SPEED 2
