// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/formats/record_format.h"
#include "tools/formats/texts.h"

namespace pdh_shim::tools::formats {

/// The text format of OpenMetrics 1.0, with one family of gauges: `pdh_value`. Readings without a value are
/// left out, and so are samples that are not later than the one before: the format has no place for them.
class OpenMetrics : public RecordFormat {
  public:
    OpenMetrics();

    [[nodiscard]] std::string head() const override;
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override { series_.clear(); }
    [[nodiscard]] std::string_view tail() const override { return "# EOF\n"; }
    [[nodiscard]] std::uint64_t left_out() const override { return left_out_; }

  private:
    ColumnTexts series_;
    std::int64_t newest_ = -1; // in milliseconds
    std::uint64_t left_out_ = 0;
};

/// The value of a label between its quotes.
[[nodiscard]] std::string label_value(std::string_view text);

} // namespace pdh_shim::tools::formats
