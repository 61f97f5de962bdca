// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The exported functions: each row of exports.inc once for UTF-8 (...A), once for UTF-16 (...W) and once for
// a 32-bit wchar_t (..._wchar32, which pdh.h gives to programs under the name ...W).
#include "api/call_trace.h"
#include "api/functions.h"
#include "api/guard.h"
#include "base/trace.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

namespace api = pdh_shim::api;
namespace trace = pdh_shim::trace;

static_assert(sizeof(WCHAR) == 2, "the library is built with PDH_SHIM_UTF16");

// pdh.h makes the name without suffix a macro.
#undef PdhOpenQuery

#define PDH_SHIM_EXPORT extern "C" __attribute__((visibility("default")))
// An exported function that returns `guarded`. Where calls are logged it does so in code of its own, which
// takes nothing by its address: the usual way is as short as it would be without. `text` are the parameters
// as the row has them.
#define PDH_SHIM_FUNCTION(type, is_status, name, parameters, arguments, text, guarded)                       \
    PDH_SHIM_EXPORT type WINAPI name parameters {                                                            \
        if (trace::call_tracing.load(std::memory_order_relaxed) != trace::CallTracing::off) [[unlikely]] {   \
            static constexpr api::Prototype prototype{#name, text, is_status};                               \
            static constexpr api::TracedCall traced{prototype, [] parameters -> type { return guarded; }};   \
            return traced arguments;                                                                         \
        }                                                                                                    \
        return guarded;                                                                                      \
    }
#define PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments, text)                                \
    PDH_SHIM_FUNCTION(PDH_STATUS, true, name, parameters, arguments, text,                                   \
        api::guard(#name, [&] { return api::function arguments; }))
#define PDH_SHIM_VALUE_FUNCTION(type, name, function, parameters, arguments, text)                           \
    PDH_SHIM_FUNCTION(type, false, name, parameters, arguments, text,                                        \
        api::guard_value<type>(#name, [&] { return api::function arguments; }))
#define PDH_SHIM_TEXT_FUNCTION(name, function, parameters, arguments, text)                                  \
    PDH_SHIM_FUNCTION(CSTR, false, name, parameters, arguments, text,                                        \
        static_cast<CSTR>(api::guard_value<const void*>(#name, [&] { return api::function arguments; })))

// What has no text in it.
#define EXPORT(family, name, function, parameters, arguments)                                                \
    PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments, #parameters)
#define EXPORT_QUICK(family, name, function, parameters, arguments)                                          \
    PDH_SHIM_FUNCTION(PDH_STATUS, true, name, parameters, arguments, #parameters,                            \
        api::guard_quick(#name, [&] { return api::function arguments; }))
#define EXPORT_VALUE(family, type, name, function, parameters, arguments)                                    \
    PDH_SHIM_VALUE_FUNCTION(type, name, function, parameters, arguments, #parameters)
#include "api/exports.inc"

#define CSTR LPCSTR
#define STR LPSTR
#define S(name) name##_A*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##A, function, parameters, arguments, #parameters)
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR

#define CSTR LPCWSTR
#define STR LPWSTR
#define S(name) name##_W*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##W, function, parameters, arguments, #parameters)
#define EXPORT_WIDE(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments, #parameters)
#define EXPORT_WIDE_CSTR(family, name, function, parameters, arguments)                                      \
    PDH_SHIM_TEXT_FUNCTION(name, function, parameters, arguments, #parameters)
#define EXPORT_UTF16(family, name, function, parameters, arguments)                                          \
    PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments, #parameters)
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR

#if __SIZEOF_WCHAR_T__ == 4
#define CSTR const wchar_t*
#define STR wchar_t*
#define S(name) api::Wide32<name##_W>*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##W_wchar32, function, parameters, arguments, #parameters)
#define EXPORT_WIDE(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##_wchar32, function, parameters, arguments, #parameters)
#define EXPORT_WIDE_CSTR(family, name, function, parameters, arguments)                                      \
    PDH_SHIM_TEXT_FUNCTION(name##_wchar32, function, parameters, arguments, #parameters)
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR
#endif

#define NOT_IMPLEMENTED(name, parameters, arguments)                                                         \
    PDH_SHIM_FUNCTION(PDH_STATUS, true, name, parameters, arguments, #parameters, api::refuse arguments)
#include "api/not_implemented.inc"
