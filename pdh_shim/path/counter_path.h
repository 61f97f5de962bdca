#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::path {

/// Longest counter path, in characters with its terminator (PDH_MAX_COUNTER_PATH).
inline constexpr std::size_t max_counter_path = 2048;
/// Longest name of an instance or counter, in characters with its terminator (PDH_MAX_COUNTER_NAME).
inline constexpr std::size_t max_name = 1024;

/// The instance part of a path: `parent/name#index`.
struct InstanceName {
    std::u16string parent; ///< empty = none
    std::u16string name;
    /// The n of `#n`: 0 when there is none (the first instance of that name). `any_index` for `#*`.
    std::uint32_t index = 0;

    friend bool operator==(const InstanceName&, const InstanceName&) = default;
};

/// Index that stands for every duplicate (`#*`).
inline constexpr std::uint32_t any_index = 0xFFFFFFFFU;

/// A counter path, taken apart: `\\machine\object(parent/instance#index)\counter`.
struct CounterPath {
    std::u16string machine; ///< without the leading backslashes; empty = the local machine
    std::u16string object;
    std::optional<InstanceName> instance;
    std::u16string counter;

    friend bool operator==(const CounterPath&, const CounterPath&) = default;
};

/// Takes a path apart. The object ends at the first `(` or backslash; instance names may hold brackets,
/// slashes in their last part and backslashes: the instance ends at the last `)\` of the path. The rest is
/// the counter.
/// @retval cstatus_no_countername the path is empty or has an empty counter name
/// @retval cstatus_bad_countername it is not a path (no leading backslash, one component, an empty machine,
///         object or instance, unbalanced brackets, longer than max_counter_path)
[[nodiscard]] Result<CounterPath> parse_counter_path(std::u16string_view text);

/// Takes the text between the brackets apart. A `#n` counts only if n is `*` or decimal digits to the end of
/// the text, below any_index, and something stands before it; `#0` is dropped. The parent ends at the first
/// slash that has text on both sides: in `/home` the slash belongs to the name.
/// @retval invalid_instance the text is empty
[[nodiscard]] Result<InstanceName> parse_instance_name(std::u16string_view text);

/// Puts a path together: the machine with two leading backslashes whether it has them or not, no `#0`.
[[nodiscard]] std::u16string make_counter_path(const CounterPath& path);
[[nodiscard]] std::u16string make_instance_name(const InstanceName& instance);

/// Whether a path that was put together of these parts is taken apart into them again: it may be too long,
/// and a counter behind an instance may have a `)\` of its own.
[[nodiscard]] bool can_be_taken_apart(std::u16string_view text, const CounterPath& parts) noexcept;

} // namespace pdh_shim::path
