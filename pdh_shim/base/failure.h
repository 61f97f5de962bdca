// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/outcome/basic_result.hpp>
#include <boost/outcome/policy/terminate.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim {

/// A PDH status: ERROR_SUCCESS, or a code of pdhmsg.h under its own name (`Status::invalid_handle` is
/// PDH_INVALID_HANDLE). Both what a function returns and the CStatus of a datum are of this type.
enum class Status : std::uint32_t {
    success = 0,
#define STATUS(name, constant, value, text) name = value,
#include "base/status.inc"
#undef STATUS
};

/// The value a program sees: PDH_STATUS is a signed 32-bit LONG.
[[nodiscard]] constexpr std::int32_t to_code(Status status) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(status));
}

/// True for the two CStatus values that mean usable data (PDH_CSTATUS_VALID_DATA, PDH_CSTATUS_NEW_DATA).
[[nodiscard]] constexpr bool is_valid_data(Status cstatus) noexcept {
    return cstatus == Status::cstatus_valid_data || cstatus == Status::cstatus_new_data;
}

/// Name of the constant (`"PDH_INVALID_HANDLE"`), or empty for a code that is not PDH's.
[[nodiscard]] std::string_view status_name(Status status) noexcept;

/// Our English text for the code, or empty for a code that is not PDH's. Some texts have the inserts
/// that are documented for them (%1, %1!s!).
[[nodiscard]] std::string_view status_text(Status status) noexcept;

namespace outcome = BOOST_OUTCOME_V2_NAMESPACE;

/// A value, or the status that says why there is none. What is loaded says more: Result<T, Failure>, see
/// Failure. Access to the wrong one is a bug in this library, so it terminates and does not throw; no
/// exception reaches a caller (see api/guard.h).
template <class T, class Error = Status>
using Result = outcome::basic_result<T, Error, outcome::policy::terminate>;

/// Success, or the status that says why there is no value.
template <class T>
[[nodiscard]] Status status_of(const Result<T>& result) noexcept {
    return result ? Status::success : result.error();
}

/// Success where a condition holds, else a status.
[[nodiscard]] inline Result<void> success_if(bool condition, Status otherwise) {
    if (!condition) {
        return otherwise;
    }
    return outcome::success();
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

/// Why something could not be done, or why bytes were refused; used as `Result<T, Failure>`. A Status becomes
/// a Failure implicitly, and a Failure never a Status: a function that returns only that logs the reason, by
/// trace::report(), or returns status() where the reason does not matter.
///
/// It has the size of two pointers, because Boost 1.74 stores an error beside each value. Only a Failure with
/// a text allocates memory; if that fails, std::bad_alloc is thrown, and api/guard.h turns it into a status.
class Failure {
  public:
    /// Success: the unused error of a result that has a value.
    Failure() noexcept = default;
    Failure(Status status) noexcept : status_(status) {}
    /// @param where the file, line or byte at which it was found; may be empty
    /// @param what  the reason, in English
    Failure(Status status, std::string where, std::string what);

    [[nodiscard]] Status status() const noexcept { return status_; }
    /// Empty if it has no place, or is a bare status.
    [[nodiscard]] std::string_view where() const noexcept;
    /// Empty if it is a bare status.
    [[nodiscard]] std::string_view what() const noexcept;
    /// `WHERE: WHAT`, for the log or a tool's user; for a bare status, the name of its constant.
    [[nodiscard]] std::string message() const;

    /// Puts its place within another one: `line 7` becomes `FILE: line 7`.
    [[nodiscard]] Failure within(std::string_view outer, std::string_view separator = ": ") &&;
    /// The same reason with another status.
    [[nodiscard]] Failure as(Status status) && noexcept;

  private:
    struct Text;
    struct Delete {
        void operator()(const Text* text) const noexcept;
    };

    Status status_ = Status::success;
    std::unique_ptr<Text, Delete> text_;
};

/// The same result, where a failure has its place within another one.
template <class T>
[[nodiscard]] Result<T, Failure> within(
    std::string_view outer, Result<T, Failure>&& result, std::string_view separator = ": ") {
    if (!result) {
        return std::move(result).error().within(outer, separator);
    }
    return std::move(result);
}

} // namespace pdh_shim
