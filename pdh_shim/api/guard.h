// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/failure_log.h"
#include "base/platform.h"

#include <cstdint>
#include <cxxabi.h>

namespace pdh_shim::api {

/// The status of the exception that is being handled. The log has what it says.
/// @param name of the exported function
/// @retval memory_allocation_failure the system lacks memory, threads or descriptors
/// @retval invalid_data any other exception
[[nodiscard]] Status status_of_exception(const char* name) noexcept;

/// Runs the body of an exported function that neither waits nor reads a file, where pthread_cancel() would
/// take effect. The body returns a Status: a Result is put together in memory, and to read it at once took a
/// quarter of the time of a call.
template <class Body>
[[nodiscard]] std::int32_t guard_quick(const char* name, const Body& body) {
    Status status = Status::success;
    try {
        status = body();
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind&) {
        throw; // pthread_exit() in a function of the program, which must not be stopped
#endif
    } catch (...) {
        status = status_of_exception(name);
    }
    return to_code(status);
}

/// Runs the body of an exported function: the only place where results and exceptions become a status, and
/// where pthread_cancel() has to wait. The reason that is kept of the thread's last call is forgotten.
template <class Body>
[[nodiscard]] std::int32_t guard(const char* name, const Body& body) {
    const NoCancel no_cancel;
    if (last_failures.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        forget_last_failure();
    }
    return guard_quick(name, [&body] { return status_of(body()); });
}

/// The same for a function that returns a value, or nothing. After an exception it returns `Value()`.
template <class Value, class Body>
Value guard_value(const char* name, const Body& body) {
    const NoCancel no_cancel;
    try {
        return body();
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind&) {
        throw;
#endif
    } catch (...) {
        static_cast<void>(status_of_exception(name));
        return Value();
    }
}

/// Of a function whose prototype nobody knows.
template <class... Arguments>
[[nodiscard]] std::int32_t refuse(const Arguments&... /*arguments*/) noexcept {
    return to_code(Status::not_implemented);
}

} // namespace pdh_shim::api
