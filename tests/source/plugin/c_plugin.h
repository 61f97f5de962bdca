// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <pdh_shim/source.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A source in plain C: object "Queue" without instances, and object "Worker" with the instances "one" and
/// "two", whose counter "Busy %" has a base.
extern const struct pdh_shim_source c_plugin;

#ifdef __cplusplus
}
#endif
