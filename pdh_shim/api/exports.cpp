// The exported functions: each row of exports.inc once for UTF-8 (...A), once for UTF-16 (...W) and once for
// a 32-bit wchar_t (..._wchar32, which pdh.h gives to programs under the name ...W).
#include "api/functions.h"
#include "api/guard.h"

#include <pdh.h>
#include <pdh_shim/control.h>

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

#define PDH_SHIM_EXPORT extern "C" __attribute__((visibility("default")))
#define PDH_SHIM_BODY(name, function, arguments)                                                             \
    {                                                                                                        \
        return api::guard(#name, [&] { return api::function arguments; });                                   \
    }

// What has no text in it.
#define EXPORT(family, name, function, parameters, arguments)                                                \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name parameters PDH_SHIM_BODY(name, function, arguments)
#define EXPORT_VALUE(family, type, name, function, parameters, arguments)                                    \
    PDH_SHIM_EXPORT type WINAPI name parameters {                                                            \
        return api::guard_value(#name, type{}, [&] { return api::function arguments; });                     \
    }
#define EXPORT_TEXT(family, name, function, parameters, arguments)
#include "api/exports.inc"
#undef EXPORT_TEXT
#undef EXPORT_VALUE
#undef EXPORT

#define EXPORT(family, name, function, parameters, arguments)
#define EXPORT_VALUE(family, type, name, function, parameters, arguments)

#define CSTR LPCSTR
#define STR LPSTR
#define S(name) name##_A*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name##A parameters PDH_SHIM_BODY(name##A, function, arguments)
#include "api/exports.inc"
#undef EXPORT_TEXT
#undef S
#undef STR
#undef CSTR

#define CSTR LPCWSTR
#define STR LPWSTR
#define S(name) name##_W*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name##W parameters PDH_SHIM_BODY(name##W, function, arguments)
#include "api/exports.inc"
#undef EXPORT_TEXT
#undef S
#undef STR
#undef CSTR

#if __SIZEOF_WCHAR_T__ == 4
#define CSTR const wchar_t*
#define STR wchar_t*
#define S(name) api::Wide32<name##_W>*
#define EXPORT_TEXT(family, name, function, parameters, arguments)                                           \
    PDH_SHIM_EXPORT PDH_STATUS WINAPI name##W_wchar32 parameters PDH_SHIM_BODY(                              \
        name##W_wchar32, function, arguments)
#include "api/exports.inc"
#endif
