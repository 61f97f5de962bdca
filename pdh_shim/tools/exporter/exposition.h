// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/config.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

// The text of an answer: Prometheus' own format and OpenMetrics.
namespace pdh_shim::tools::exporter {

enum class Format : std::uint8_t {
    text,       ///< Prometheus' own, 0.0.4
    openmetrics ///< 1.0
};

/// In which form an answer is wanted.
struct AnswerForm {
    Format format = Format::text;
    bool gzip = false;
};

/// The whole text of an answer. Those who read it slowly share it.
using Answer = std::shared_ptr<const std::string>;

/// What of a raw sample is written.
struct RawValue {
    std::int64_t first;
    std::int64_t second;
    std::uint32_t multi;
    bool is_valid;
    double formatted;
};

/// The clocks of a raw sample.
struct RawClocks {
    std::int64_t time_base; ///< ticks in a second of the counter's clock
    std::int64_t now;       ///< FILETIME of the sample
};

inline constexpr std::int64_t ticks_per_second = 10'000'000; ///< of FILETIME
inline constexpr std::int64_t unix_epoch = 116'444'736'000'000'000;

inline constexpr std::string_view counter_end = "_total";

/// Writes the lines before the first series of a family.
void append_head(
    std::string& out, Format format, std::string_view name, Metric metric, std::string_view help);

/// A family with one series without labels, or with those in `labels`, which are escaped: `a="b"`.
void append_gauge(
    std::string& out, std::string_view name, std::string_view help, std::string_view labels, double value);

/// Adds to labels that are escaped: `a="b"`.
void append_label(std::string& labels, std::string_view name, std::string_view value);
void append_labels(std::string& labels, const Labels& more);

/// @return false, and nothing is written, if the value does not exist
[[nodiscard]] bool append_value(
    std::string& out, Value value, const RawValue& raw, const RawClocks& clocks, double factor);

/// @return false, and nothing is written, for what is not finite
bool append_double(std::string& out, double value);

/// Ends an answer.
[[nodiscard]] std::string whole_answer(std::string text, AnswerForm form);

} // namespace pdh_shim::tools::exporter
