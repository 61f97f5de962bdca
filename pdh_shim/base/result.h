// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/status.h"

#include <boost/outcome/basic_result.hpp>
#include <boost/outcome/policy/terminate.hpp>

#include <utility>

namespace pdh_shim {

namespace outcome = BOOST_OUTCOME_V2_NAMESPACE;

/// A value, or the status that says why there is none. What is loaded says more: Result<T, Failure>, see
/// base/failure.h. Access to the wrong one is a bug in this library, so it terminates and does not throw; no
/// exception reaches a caller (see api/guard.h).
template <class T, class Error = Status>
using Result = outcome::basic_result<T, Error, outcome::policy::terminate>;

/// Success, or the status that says why there is no value.
template <class T>
[[nodiscard]] Status status_of(const Result<T>& result) noexcept {
    return result ? Status::success : result.error();
}

// Boost 1.74 and later ones spell their TRY macros differently; these two are all that is needed here.
#define PDH_SHIM_JOIN_(left, right) left##right
#define PDH_SHIM_JOIN(left, right) PDH_SHIM_JOIN_(left, right)

/// `PDH_SHIM_TRY(auto name, expression);` unwraps a Result, or returns its error from the enclosing
/// function, as the error of that one's Result.
#define PDH_SHIM_TRY(declaration, ...)                                                                       \
    auto&& PDH_SHIM_JOIN(result_, __LINE__) = (__VA_ARGS__);                                                 \
    if (!PDH_SHIM_JOIN(result_, __LINE__)) {                                                                 \
        return std::move(PDH_SHIM_JOIN(result_, __LINE__)).as_failure();                                     \
    }                                                                                                        \
    declaration = std::move(PDH_SHIM_JOIN(result_, __LINE__)).value()

/// `PDH_SHIM_CHECK(expression);` the same for a Result<void>.
#define PDH_SHIM_CHECK(...)                                                                                  \
    if (auto&& PDH_SHIM_JOIN(result_, __LINE__) = (__VA_ARGS__); !PDH_SHIM_JOIN(result_, __LINE__)) {        \
        return std::move(PDH_SHIM_JOIN(result_, __LINE__)).as_failure();                                     \
    }                                                                                                        \
    static_assert(true)

} // namespace pdh_shim
