#pragma once

#include "base/no_cancel.h"
#include "base/result.h"
#include "base/trace.h"

#include <exception>
#include <new>
#include <string>
#include <type_traits>

namespace pdh_shim::api {

void trace_call(const char* name, Status status) noexcept;

/// Runs the body of an exported function that neither waits nor reads a file, where pthread_cancel() would
/// take effect.
template <class Body>
[[nodiscard]] std::int32_t guard_quick(const char* name, const Body& body) noexcept {
    Status status = Status::success;
    try {
        const Result<void> result = body();
        status = result ? Status::success : result.error();
    } catch (const std::exception&) {
        // Memory, or a thread, could not be had: nothing else throws.
        status = Status::memory_allocation_failure;
    }
    if (trace::enabled(trace::Level::calls)) {
        trace_call(name, status);
    }
    return to_code(status);
}

/// Runs the body of an exported function: the only place where results and exceptions become a status, where
/// calls are logged, and where pthread_cancel() has to wait.
template <class Body>
[[nodiscard]] std::int32_t guard(const char* name, const Body& body) noexcept {
    const NoCancel no_cancel;
    return guard_quick(name, body);
}

/// The same for a function that returns a value, or nothing. When memory runs out it returns `Value()`.
template <class Value, class Body>
Value guard_value(const char* name, const Body& body) noexcept {
    const NoCancel no_cancel;
    const auto traced = [name](Status status) {
        if (trace::enabled(trace::Level::calls)) {
            trace_call(name, status);
        }
    };
    try {
        if constexpr (std::is_void_v<Value>) {
            body();
            traced(Status::success);
        } else {
            Value value = body();
            traced(Status::success);
            return value;
        }
    } catch (const std::exception&) {
        traced(Status::memory_allocation_failure);
        return Value();
    }
}

} // namespace pdh_shim::api
