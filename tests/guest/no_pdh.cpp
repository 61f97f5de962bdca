// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "use_pdh.h"

void use_pdh() {}
