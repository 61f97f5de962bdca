#pragma once

#include "base/result.h"
#include "base/trace.h"

#include <exception>
#include <new>
#include <string>

namespace pdh_shim::api {

void trace_call(const char* name, Status status) noexcept;

/// Runs the body of an exported function: the only place where results and exceptions become a status, and
/// where calls are logged.
template <class Body>
[[nodiscard]] std::int32_t guard(const char* name, const Body& body) noexcept {
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

/// The same for a function that returns a value; `fallback` is what it returns when memory runs out.
template <class Value, class Body>
[[nodiscard]] Value guard_value(const char* name, Value fallback, const Body& body) noexcept {
    Value value = fallback;
    Status status = Status::success;
    try {
        value = body();
    } catch (const std::exception&) {
        status = Status::memory_allocation_failure;
    }
    if (trace::enabled(trace::Level::calls)) {
        trace_call(name, status);
    }
    return value;
}

} // namespace pdh_shim::api
