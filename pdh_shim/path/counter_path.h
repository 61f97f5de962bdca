// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

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

/// Index of every duplicate (`#*`).
inline constexpr std::uint32_t any_index = 0xFFFFFFFFU;

/// The parts of a counter path: `\\machine\object(parent/instance#index)\counter`.
struct CounterPath {
    /// Without the leading backslashes; empty = the local machine. Where two backslashes stand before the
    /// object, the first one is a part of it, as in `\\\\machine\\`: see without_backslashes().
    std::u16string machine;
    std::u16string object;
    std::optional<InstanceName> instance;
    std::u16string counter;

    friend bool operator==(const CounterPath&, const CounterPath&) = default;
};

/// The name of a machine: `name` of `\\\\name`, and of the `\\\\name\\` that a path with two backslashes
/// before its object has.
[[nodiscard]] constexpr std::u16string_view without_backslashes(std::u16string_view machine) noexcept {
    machine.remove_prefix(machine.starts_with(u"\\\\") ? 2 : 0);
    machine.remove_suffix(machine.size() > 1 && machine.ends_with(u'\\') ? 1 : 0);
    return machine;
}

/// Parses a path. Behind the machine two backslashes may stand for one, as Windows PowerShell's
/// `Get-Counter -ComputerName` writes them. The object ends at the first `(` or backslash; instance names may
/// contain brackets, slashes in their last part and backslashes: the instance ends at the last `)\` of the
/// path. The rest is the counter.
/// @retval cstatus_no_countername the path is empty or has an empty counter name
/// @retval cstatus_bad_countername it is not a path (no leading backslash, one component, an empty machine,
///         object or instance, unbalanced brackets, longer than max_counter_path)
[[nodiscard]] Result<CounterPath> parse_counter_path(std::u16string_view text);

/// Parses the text between the brackets. A `#n` is an index only if n is `*` or decimal digits to the end of
/// the text, below any_index, after a text that is not empty; `#0` is dropped. The parent ends at the first
/// slash that has text on both sides: in `/home` the slash belongs to the name.
/// @retval invalid_instance the text is empty
[[nodiscard]] Result<InstanceName> parse_instance_name(std::u16string_view text);

/// Joins the parts of a path: the machine gets two leading backslashes if it has none; `#0` is left out.
[[nodiscard]] std::u16string make_counter_path(const CounterPath& path);
[[nodiscard]] std::u16string make_instance_name(const InstanceName& instance);

/// Whether parsing the path of these parts returns the same parts: the path may be too long,
/// and a counter after an instance may itself contain `)\`.
[[nodiscard]] bool can_be_taken_apart(std::u16string_view text, const CounterPath& parts) noexcept;

} // namespace pdh_shim::path
