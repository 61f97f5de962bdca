// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pdh_shim::trace {

/// How much is logged; each level includes those before it. `calls` logs every exported function with its
/// arguments, outputs and status.
enum class Level : std::uint8_t { off, error, warning, info, debug, calls };

/// Gets the level of a name (`"error"`, `"calls"`...); false if there is no such level.
[[nodiscard]] bool parse_level(std::string_view name, Level& level) noexcept;

/// Chooses level and file; an empty file name is standard error. Standard output is never written to.
/// Returns false if the file cannot be opened; the previous setting stays.
bool configure(Level level, const std::string& file);

/// The level that configure() chose.
extern std::atomic<Level> current_level;

/// Cheap enough to check before building a message.
[[nodiscard]] inline bool enabled(Level level) noexcept {
    return level != Level::off && level <= current_level.load(std::memory_order_relaxed);
}

/// Whether exported functions have to ask if calls are logged.
enum class CallTracing : std::uint8_t {
    off,
    unknown, ///< nobody has looked at the environment yet
    on
};

/// What configure() chose; unknown before its first call.
extern std::atomic<CallTracing> call_tracing;

void write(Level level, std::string_view message) noexcept;

/// Writes why something failed, and keeps it for pdh_shim_last_failure(). Returns the status, which is all
/// that a caller of the library gets otherwise.
Status report(const Failure& failure, Level level = Level::error) noexcept;

/// The same for a failure that may be a bare status, which is not logged.
Status report_reason(const Failure& failure) noexcept;

/// The result with a status in place of the failure, which is reported.
template <class T>
[[nodiscard]] Result<T> reported(Result<T, Failure>&& result) {
    if (!result) {
        return report(result.error());
    }
    if constexpr (std::is_void_v<T>) {
        return outcome::success();
    } else {
        return std::move(result).value();
    }
}

} // namespace pdh_shim::trace
