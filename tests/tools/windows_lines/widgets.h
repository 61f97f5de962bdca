// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#define WIDGET 0
#define DEPTH 2
