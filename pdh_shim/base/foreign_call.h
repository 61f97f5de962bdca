// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "base/trace.h"

#include <cxxabi.h>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pdh_shim {

/// What the exception that is being handled says: at most 1,000 bytes of its what().
[[nodiscard]] std::string exception_text();

/// Of a foreign function that threw the exception that is being handled.
[[nodiscard]] Failure thrown_by(std::string_view function);

/// Calls a function of the program or of a performance DLL, whatever it throws. pthread_exit() and
/// pthread_cancel() are not stopped: they unwind the stack of the thread that they end.
/// @retval invalid_data it threw an exception
template <class Call>
[[nodiscard]] Result<std::invoke_result_t<const Call&>, Failure> call_foreign(
    std::string_view function, const Call& call) {
    const ranks::Anew anew;
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<const Call&>>) {
            call();
            return outcome::success();
        } else {
            return call();
        }
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind&) {
        throw;
#endif
    } catch (...) {
        return thrown_by(function);
    }
}

/// The same for a function that ends something: nobody waits for its outcome, so the log has what it threw.
/// @param owner whose function it is, for the log
template <class Call>
void end_foreign(const std::string& owner, std::string_view function, const Call& call) {
    try {
        if (auto ended = call_foreign(function, call); !ended) {
            trace::report(std::move(ended).error().within(owner));
        }
    } catch (const std::bad_alloc&) {
        return; // no memory for the text
    }
}

} // namespace pdh_shim
