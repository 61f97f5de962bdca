// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim {

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
