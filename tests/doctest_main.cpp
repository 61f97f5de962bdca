// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

static_assert(DOCTEST_VERSION >= 20409);
