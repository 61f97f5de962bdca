// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/formats/record_format.h"

#include <map>

namespace pdh_shim::tools::formats {

/// The line protocol of InfluxDB, with the names of Telegraf's win_perf_counters: a line for each instance of
/// an object, with a field for each counter. Readings without a value are left out, and so are samples of a
/// time that nanoseconds since 1970 cannot hold in 64 bits.
class Influx : public RecordFormat {
  public:
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override;
    [[nodiscard]] std::uint64_t left_out() const override { return left_out_; }

  private:
    using Lines = std::map<std::string, std::string>; // fields by series, which is measurement and tags
    struct Field {
        Lines::value_type* line;
        std::string key;
    };

    void add_columns(const Columns& columns);

    std::vector<Field> fields_; // of each column
    Lines lines_;               // of each instance
    std::uint64_t left_out_ = 0;
};

/// The name of a field: that of a counter, as Telegraf changes it (`%` is `Percent`, `/sec` is `_persec`, a
/// blank is `_`, and a backslash is removed).
[[nodiscard]] std::string telegraf_name(std::string_view counter);

/// A key or the value of a tag, with its escapes. The format has none for a line end, which becomes a blank,
/// nor for a backslash at the end, which becomes a slash.
[[nodiscard]] std::string influx_name(std::string_view text);

} // namespace pdh_shim::tools::formats
