// The exported functions: each row of exports.inc once for UTF-8 (...A), once for UTF-16 (...W) and once for
// a 32-bit wchar_t (..._wchar32, which pdh.h gives to programs under the name ...W).
#include "api/functions.h"
#include "api/guard.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

namespace api = pdh_shim::api;

static_assert(sizeof(WCHAR) == 2, "the library is built with PDH_SHIM_UTF16");

namespace pdh_shim::api {

void trace_call(const char* name, Status status) noexcept {
    try {
        const std::string_view text = status_name(status);
        trace::write(trace::Level::calls,
            std::string(name) + " -> " + (status == Status::success ? "ok" : std::string(text)));
    } catch (const std::exception&) {
        return;
    }
}

} // namespace pdh_shim::api

// pdh.h makes the name without suffix a macro.
#undef PdhOpenQuery

#define PDH_SHIM_EXPORT extern "C" __attribute__((visibility("default")))
#define PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments)                                      \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name parameters {                                                      \
        return api::guard(#name, [&] { return api::function arguments; });                                   \
    }
#define PDH_SHIM_TEXT_FUNCTION(name, function, parameters, arguments)                                        \
    PDH_SHIM_EXPORT CSTR WINAPI name parameters {                                                            \
        return static_cast<CSTR>(                                                                            \
            api::guard_value<const void*>(#name, [&] { return api::function arguments; }));                  \
    }

// What has no text in it.
#define EXPORT(family, name, function, parameters, arguments)                                                \
    PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments)
#define EXPORT_QUICK(family, name, function, parameters, arguments)                                          \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name parameters {                                                      \
        return api::guard_quick(#name, [&] { return api::function arguments; });                             \
    }
#define EXPORT_VALUE(family, type, name, function, parameters, arguments)                                    \
    PDH_SHIM_EXPORT type WINAPI name parameters {                                                            \
        return api::guard_value<type>(#name, [&] { return api::function arguments; });                       \
    }
#include "api/exports.inc"

#define CSTR LPCSTR
#define STR LPSTR
#define S(name) name##_A*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##A, function, parameters, arguments)
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR

#define CSTR LPCWSTR
#define STR LPWSTR
#define S(name) name##_W*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##W, function, parameters, arguments)
#define EXPORT_WIDE(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments)
#define EXPORT_WIDE_CSTR(family, name, function, parameters, arguments)                                      \
    PDH_SHIM_TEXT_FUNCTION(name, function, parameters, arguments)
#define EXPORT_UTF16(family, name, function, parameters, arguments)                                          \
    PDH_SHIM_STATUS_FUNCTION(name, function, parameters, arguments)
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR

#if __SIZEOF_WCHAR_T__ == 4
#define CSTR const wchar_t*
#define STR wchar_t*
#define S(name) api::Wide32<name##_W>*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##W_wchar32, function, parameters, arguments)
#define EXPORT_WIDE(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_STATUS_FUNCTION(name##_wchar32, function, parameters, arguments)
#define EXPORT_WIDE_CSTR(family, name, function, parameters, arguments)                                      \
    PDH_SHIM_TEXT_FUNCTION(name##_wchar32, function, parameters, arguments)
#include "api/exports.inc"
#undef S
#undef STR
#undef CSTR
#endif

#define NOT_IMPLEMENTED(name, parameters)                                                                    \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name parameters {                                                      \
        return api::guard(                                                                                   \
            #name, []() -> pdh_shim::Result<void> { return pdh_shim::Status::not_implemented; });            \
    }
#include "api/not_implemented.inc"
