// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::formats {

/// @throws terminal::ProgramError always: the format needs UTC, and the log does not say its zone
[[noreturn]] void refuse_unknown_zone();

/// Hundreds of nanoseconds since 1970, UTC.
/// @throws terminal::ProgramError the zone of the sample is not known
[[nodiscard]] std::int64_t utc_ticks(const command::Sample& sample);

/// The text with U+FFFD in place of what is not UTF-8.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// The name of a status of PDH: `PDH_CSTATUS_INVALID_DATA`.
[[nodiscard]] std::string status_name(std::uint32_t status);

/// The constant part of the lines of each column, which is made once.
class ColumnTexts {
  public:
    using Make = std::function<std::string(const command::Column& column)>;

    explicit ColumnTexts(Make make) : make_(std::move(make)) {}

    [[nodiscard]] const std::string& of(const std::vector<command::Column>& columns, std::size_t column) {
        while (texts_.size() <= column) {
            texts_.push_back(make_(columns[texts_.size()]));
        }
        return texts_[column];
    }

    void clear() noexcept { texts_.clear(); }

  private:
    Make make_;
    std::vector<std::string> texts_;
};

} // namespace pdh_shim::tools::formats
