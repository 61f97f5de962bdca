// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

/// What the program does with PDH beside its own work; nothing in the program that is linked without us.
void use_pdh();
