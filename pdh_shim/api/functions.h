// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"
#include "base/failure.h"

#include <pdh.h>

struct pdh_shim_source;

// Spelled like the names of the other structures with text, for the S() of exports.inc.
using PDH_BROWSE_DLG_CONFIG_H_A = PDH_BROWSE_DLG_CONFIG_HA;
using PDH_BROWSE_DLG_CONFIG_H_W = PDH_BROWSE_DLG_CONFIG_HW;

namespace pdh_shim::api {

// Declares every function of exports.inc. The contracts are in pdh.h, under the exported names.
#define CSTR const TextIn&
#define STR const TextOut&
#define SOURCE const SourceArgument&
#define SOURCE_H const SourceArgument&
#define S(name) const Structure<name##_A, name##_W>&
#define EXPORT(family, name, function, parameters, arguments) Result<void> function parameters;
#define EXPORT_QUICK(family, name, function, parameters, arguments) Status function parameters;
#define EXPORT_TEXT(family, name, function, parameters, arguments) Result<void> function parameters;
#define EXPORT_WIDE(family, name, function, parameters, arguments) Result<void> function parameters;
// The text is in the encoding of the arguments.
#define EXPORT_WIDE_CSTR(family, name, function, parameters, arguments) const void* function parameters;
#define EXPORT_VALUE(family, type, name, function, parameters, arguments) type function parameters;
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR

} // namespace pdh_shim::api
