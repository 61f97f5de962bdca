// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"
#include "tools/formats/record_format.h"

#include <pdhmsg.h>

// Samples as logs have them, for the tests of all formats.

inline constexpr std::int64_t year_2018 = 131'592'384'000'000'000; // 2018-01-01T00:00:00

inline const pdh_shim::tools::formats::Columns some_columns = {
    {"BOX", "Processor", "", "_Total", 0, "% Processor Time", 558'957'824},
    {"BOX", "Thread", "a,\"b\"", "x=y z", 2, "Context Switches/sec", 272'696'320},
    {"", "Memory", "", "", 0, "Available MBytes", 65'536},
};

/// Half a second after midnight, at UTC-08:00.
inline pdh_shim::tools::command::Sample some_sample() {
    pdh_shim::tools::command::Sample sample;
    sample.local_time = year_2018 + 5'000'000;
    sample.bias_minutes = 480;
    sample.readings = {{0, 12.5, PDH_CSTATUS_VALID_DATA, {1, -2, 3, 4}}, {1, 0, PDH_CSTATUS_INVALID_DATA, {}},
        {2, 1e300, PDH_CSTATUS_NEW_DATA, {}}};
    return sample;
}

/// The lines that a format makes of one sample.
inline std::string lines_of(pdh_shim::tools::formats::RecordFormat& format,
    const pdh_shim::tools::command::Sample& sample = some_sample(),
    const pdh_shim::tools::formats::Columns& columns = some_columns) {
    std::string text;
    format.append(text, sample, columns, nullptr);
    return text;
}
