// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// For headers with functions of Windows. These are in libpdh-compat; its flags lead to the folder crt, which
// has this other header.
#if !defined(PDH_SHIM_COMPAT_SOURCE) && !__has_include(<pdh_shim_crt/common.h>)
#error "The functions of Windows are in pdh-compat: use the flags of pkg-config --cflags --libs pdh-compat"
#endif
