// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#define BIG_INSTANCES 10000
#define BIG_COUNTERS 10
/* Of a sample: 64 for the object, 40 a counter, and 128 an instance. */
#define BIG_BYTES (64 + 40 * BIG_COUNTERS + 128 * BIG_INSTANCES)
