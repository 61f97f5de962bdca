// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Names of series, the counter types that they come from, and text that is safe where it stands.
namespace pdh_shim::tools::exporter {

enum class Metric : std::uint8_t { none, gauge, counter, summary };

/// What of a raw sample is written.
enum class Value : std::uint8_t {
    none,
    first,          ///< FirstValue
    second,         ///< SecondValue
    first_seconds,  ///< FirstValue / time base
    second_seconds, ///< SecondValue / time base
    multi,          ///< MultiCount
    ratio,          ///< FirstValue / SecondValue
    start_time,     ///< of an elapsed time, seconds since 1970
    whole_elapsed,  ///< of an elapsed time, whole seconds
    formatted,      ///< what PDH makes of two samples
};

/// A counter type, and what the profile `pdh` makes of it. make_types.py writes the table.
struct TypeRow {
    std::string_view constant; ///< of winperf.h
    std::uint32_t type;
    Metric metric; ///< none = no series
    std::string_view suffix;
    Value value;
    std::string_view second_suffix; ///< of a second series with `second`; a summary has none
    Value second;
    std::string_view query; ///< PromQL that gives PDH's value; S is the name without suffix
    std::string_view what;  ///< the value in words
};

[[nodiscard]] const std::vector<TypeRow>& type_rows();

/// NULL for a type that nobody knows.
[[nodiscard]] const TypeRow* type_row(std::uint32_t type);

/// The name of a counter's series without its suffix, and what its values are multiplied by to be in base
/// units: `Available MBytes` are bytes. Distinct counters may have one name.
struct PdhName {
    std::string name;
    double factor = 1;
};
[[nodiscard]] PdhName pdh_name(std::string_view object, std::string_view counter, const TypeRow& type);

/// What windows_exporter calls a counter that its configuration gives no name.
[[nodiscard]] std::string windows_exporter_name(std::string_view object, std::string_view counter);

/// `[a-zA-Z_:][a-zA-Z0-9_:]*`.
[[nodiscard]] bool is_metric_name(std::string_view text);
/// `[a-zA-Z_][a-zA-Z0-9_]*`, without the `__` at the start that Prometheus keeps for itself.
[[nodiscard]] bool is_label_name(std::string_view text);

/// A text in a label's quotes. What is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string label_value(std::string_view text);
/// A text after HELP.
[[nodiscard]] std::string help_text(std::string_view text);
/// A text in HTML, also in an attribute's quotes.
[[nodiscard]] std::string html_text(std::string_view text);
/// A text in a URL's query.
[[nodiscard]] std::string url_text(std::string_view text);

/// Whether a name matches a pattern with `*` and `?`; ASCII letters match in either case.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view name);

/// Whether two names are equal, ASCII letters in either case.
[[nodiscard]] bool equal(std::string_view left, std::string_view right);

} // namespace pdh_shim::tools::exporter
