// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/formats/record_format.h"
#include "tools/formats/texts.h"

namespace pdh_shim::tools::formats {

/// JSON lines: an object for each value. What is not there is null.
class JsonLines : public RecordFormat {
  public:
    explicit JsonLines(bool with_raw);

    [[nodiscard]] std::string begin() const override { return R"({"time":)"; }
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override { names_.clear(); }

  private:
    bool with_raw_;
    ColumnTexts names_;
};

/// A string of JSON.
[[nodiscard]] std::string json_string(std::string_view text);

} // namespace pdh_shim::tools::formats
