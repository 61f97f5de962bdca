// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::check {

/// A threshold of Monitoring Plugins: `10` (0 to 10), `10:`, `~:10`, `10:20`; values outside it alert, or
/// with
/// `@` before it those inside it. Both ends belong to it.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool alerts_inside = false;
    std::string text = {}; ///< as it was typed; empty = there is none, and nothing alerts
};

/// None for any other text.
[[nodiscard]] std::optional<Range> parse_range(std::string_view text);

[[nodiscard]] bool alerts(const Range& range, double value);

/// The exit statuses of Monitoring Plugins.
enum class State { ok = 0, warning = 1, critical = 2, unknown = 3 };

struct Thresholds {
    Range warning = {};
    Range critical = {};
};

/// What is said of one value.
struct Finding {
    State state = State::unknown;
    std::string text;      ///< one line without `|`
    std::string data = {}; ///< performance data; empty if there is no value
};

/// Text of one line: control characters become escape sequences, and `|`, behind which performance data
/// begins, `_`.
[[nodiscard]] std::string plain(std::string_view text);

/// The unit of performance data, from the counter's type or, where the type says nothing, its name: `%`, `s`,
/// `B`, `KB`, `MB` or none.
[[nodiscard]] std::string_view unit_of(std::uint32_t type, std::string_view counter);

/// @param path what the value is called
[[nodiscard]] Finding finding_of(
    const std::string& path, double value, std::string_view unit, const Thresholds& thresholds);

/// That a value is not there, and why.
[[nodiscard]] Finding missing(const std::string& path, const std::string& why);

/// The state of a plugin: an alert is never hidden by a value that is not there.
[[nodiscard]] State worst_of(const std::vector<Finding>& findings);

/// What a plugin writes.
/// @param is_verbose with a line for each finding
[[nodiscard]] std::string report(const std::vector<Finding>& findings, bool is_verbose);

} // namespace pdh_shim::tools::check
