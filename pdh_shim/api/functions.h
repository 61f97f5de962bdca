#pragma once

#include "api/encoding.h"
#include "base/result.h"

#include <pdh.h>

struct pdh_shim_source;

namespace pdh_shim::api {

// Every function of exports.inc, declared. The contracts stand in pdh.h, under the exported names.
#define CSTR const TextIn&
#define STR const TextOut&
#define S(name) const Structure<name##_A, name##_W>&
#define EXPORT(family, name, function, parameters, arguments) Result<void> function parameters;
#define EXPORT_TEXT(family, name, function, parameters, arguments) Result<void> function parameters;
#define EXPORT_VALUE(family, type, name, function, parameters, arguments) type function parameters;
#include "api/exports.inc"
#undef EXPORT_VALUE
#undef EXPORT_TEXT
#undef EXPORT
#undef S
#undef STR
#undef CSTR

} // namespace pdh_shim::api
