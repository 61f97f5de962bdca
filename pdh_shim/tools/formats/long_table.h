// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/formats/record_format.h"
#include "tools/formats/texts.h"

namespace pdh_shim::tools::formats {

/// CSV with a row for each value (RFC 4180, but lines end with LF). What is not there is an empty cell.
class LongTable : public RecordFormat {
  public:
    explicit LongTable(const FormatOptions& options);

    [[nodiscard]] std::string head() const override;
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override { names_.clear(); }

  private:
    FormatOptions options_;
    ColumnTexts names_;
};

} // namespace pdh_shim::tools::formats
