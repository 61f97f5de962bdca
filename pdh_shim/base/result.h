#pragma once

#include "base/status.h"

#include <boost/outcome/basic_result.hpp>
#include <boost/outcome/policy/terminate.hpp>

#include <utility>

namespace pdh_shim {

namespace outcome = BOOST_OUTCOME_V2_NAMESPACE;

/// A value, or the status that says why there is none. Access to the wrong one is a bug in this library, so
/// it terminates and does not throw; no exception reaches a caller (see api/guard.h).
template <class T>
using Result = outcome::basic_result<T, Status, outcome::policy::terminate>;

// Boost 1.74 and later ones spell their TRY macros differently; these two are all that is needed here.
#define PDH_SHIM_JOIN_(left, right) left##right
#define PDH_SHIM_JOIN(left, right) PDH_SHIM_JOIN_(left, right)

/// `PDH_SHIM_TRY(auto name, expression);` unwraps a Result, or returns its status from the enclosing
/// function.
#define PDH_SHIM_TRY(declaration, ...)                                                                       \
    auto&& PDH_SHIM_JOIN(result_, __LINE__) = (__VA_ARGS__);                                                 \
    if (!PDH_SHIM_JOIN(result_, __LINE__)) {                                                                 \
        return PDH_SHIM_JOIN(result_, __LINE__).error();                                                     \
    }                                                                                                        \
    declaration = std::move(PDH_SHIM_JOIN(result_, __LINE__)).value()

/// `PDH_SHIM_CHECK(expression);` the same for a Result<void>.
#define PDH_SHIM_CHECK(...)                                                                                  \
    if (auto&& PDH_SHIM_JOIN(result_, __LINE__) = (__VA_ARGS__); !PDH_SHIM_JOIN(result_, __LINE__)) {        \
        return PDH_SHIM_JOIN(result_, __LINE__).error();                                                     \
    }                                                                                                        \
    static_assert(true)

} // namespace pdh_shim
