#pragma once

#include "base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim {

/// Why something could not be loaded, or why bytes were refused: `Result<T, Failure>`. A bare Status becomes
/// one by itself; PDH_SHIM_TRY makes a bare Status of one where a function returns no more than that.
///
/// It is as large as two pointers, since Boost 1.74 keeps an error beside each value. Only one with a text
/// takes memory: where there is none, std::bad_alloc takes its place, which is a status at the door too.
class Failure {
  public:
    /// None; for results that have a value.
    Failure() noexcept = default;
    Failure(Status status) noexcept : status_(status) {}
    /// @param where the file, the line or the byte that tells so; empty = it has no place
    /// @param what  the reason, in English
    Failure(Status status, std::string where, std::string what);

    [[nodiscard]] Status status() const noexcept { return status_; }
    [[nodiscard]] explicit operator Status() const noexcept { return status_; }
    /// Empty if it has no place, or is a bare status.
    [[nodiscard]] std::string_view where() const noexcept;
    /// Empty if it is a bare status.
    [[nodiscard]] std::string_view what() const noexcept;
    /// "WHERE: WHAT", for the log or a tool's user; of a bare status the name of its constant.
    [[nodiscard]] std::string message() const;

    /// Puts what its place is part of before that place: `FILE: line 7` of `line 7`.
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

/// The same result; if it is a failure, as within() of that.
template <class T>
[[nodiscard]] Result<T, Failure> within(
    std::string_view outer, Result<T, Failure>&& result, std::string_view separator = ": ") {
    if (!result) {
        return std::move(result).error().within(outer, separator);
    }
    return std::move(result);
}

} // namespace pdh_shim
