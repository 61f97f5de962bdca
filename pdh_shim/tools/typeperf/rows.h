#pragma once

#include "options.h"
#include "platform.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace typeperf {

/// One sample of all counters.
struct Sample {
    std::int64_t local_time = 0;               ///< local time as a FILETIME
    std::vector<std::optional<double>> values; ///< none = there is no value at that time
};

/// Formats samples as lines without line ends: for the console, or for a log file.
class RowFormat {
  public:
    /// Console: no zone in the header, numbers with six decimals.
    [[nodiscard]] static RowFormat console(Format format);
    /// Log file: zone and bias in the header, all digits of a number.
    [[nodiscard]] static RowFormat log(Format format, const TimeZone& zone);

    /// The header: format, then the paths of the counters.
    [[nodiscard]] std::string header(const std::vector<std::string>& paths) const;
    [[nodiscard]] std::string row(const Sample& sample) const;

  private:
    using NumberText = std::string (*)(double value);

    RowFormat(char separator, std::string first_cell, NumberText number_text);

    char separator_;
    std::string first_cell_;
    NumberText number_text_;
};

} // namespace typeperf
