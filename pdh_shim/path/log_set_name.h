// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace pdh_shim::path {

/// The parts of the name of a log in a database, `SQL:dsn!set`. Neither is empty.
struct LogSetName {
    std::u16string_view data_source; ///< of ODBC: up to the first `!`
    std::u16string_view log_set;

    friend bool operator==(const LogSetName&, const LogSetName&) = default;
};

/// Whether a name begins as that of a log in a database, well-formed or not.
[[nodiscard]] bool is_log_set_name(std::u16string_view name) noexcept;

/// None if a part is missing.
[[nodiscard]] std::optional<LogSetName> parse_log_set_name(std::u16string_view name) noexcept;

} // namespace pdh_shim::path
