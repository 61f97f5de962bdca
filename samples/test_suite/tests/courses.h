// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the tests of both frameworks share: courses of samples, and what they need of the library.
#pragma once

#include "../watchdog.h"

#if __has_include(<pdh_shim/control.h>)
#include <pdh_shim/control.h>
#define HAS_CLOCK_OF_THE_LIBRARY
#endif

#include <string>
#include <vector>

using Alarms = std::vector<std::wstring>;

/// The objects that the watchdog reads, with these samples. The library reads one for each collect.
inline std::wstring course(const std::wstring& samples) {
    return LR"(script: { "objects": [
        { "name": "Processor", "instances": "multi",
          "counters": [ { "name": "% Processor Time", "type": "PERF_100NSEC_TIMER_INV" } ] },
        { "name": "Process", "instances": "multi",
          "counters": [ { "name": "Handle Count", "type": "PERF_COUNTER_RAWCOUNT" } ] } ],
      "samples": [ )" +
           samples + L" ] }";
}

/// Two samples are a second apart, unless they say otherwise. The counter of the processors counts the time
/// in which they did nothing, in 100 ns: 500,000 of 10,000,000 are 95 % of load.
inline const std::wstring busy = course(LR"(
    { "data": { "Processor": { "_Total": [0] },       "Process": {} } },
    { "data": { "Processor": { "_Total": [500000] },  "Process": {} } },
    { "data": { "Processor": { "_Total": [1000000] }, "Process": {} } },
    { "data": { "Processor": { "_Total": [1500000] }, "Process": {} } },
    { "data": { "Processor": { "_Total": [2000000] }, "Process": {} } })");

inline const std::wstring busy_with_a_rest = course(LR"(
    { "data": { "Processor": { "_Total": [0] },        "Process": {} } },
    { "data": { "Processor": { "_Total": [500000] },   "Process": {} } },
    { "data": { "Processor": { "_Total": [1000000] },  "Process": {} } },
    { "data": { "Processor": { "_Total": [10000000] }, "Process": {} } },
    { "data": { "Processor": { "_Total": [10500000] }, "Process": {} } },
    { "data": { "Processor": { "_Total": [11000000] }, "Process": {} } })");

/// The second sample comes a minute after the first: 30 of 60 seconds of load are 50 %.
inline const std::wstring after_a_minute = course(LR"(
    { "time100ns": 0,         "data": { "Processor": { "_Total": [0] },         "Process": {} } },
    { "time100ns": 600000000, "data": { "Processor": { "_Total": [300000000] }, "Process": {} } })");

inline const std::wstring leak = course(LR"(
    { "data": { "Processor": { "_Total": [0] }, "Process": { "server": [900], "other": [5000] } } },
    { "data": { "Processor": { "_Total": [10000000] }, "Process": { "server": [700], "other": [5999] } } },
    { "data": { "Processor": { "_Total": [20000000] }, "Process": { "server": [1699], "other": [5000] } } },
    { "data": { "Processor": { "_Total": [30000000] }, "Process": { "server": [1700], "other": [5999] } } })");

inline const std::wstring gone_and_back = course(LR"(
    { "data": { "Processor": { "_Total": [0] }, "Process": { "server": [10] } } },
    { "data": { "Processor": { "_Total": [10000000] }, "Process": {} } },
    { "data": { "Processor": { "_Total": [20000000] }, "Process": {} } },
    { "data": { "Processor": { "_Total": [30000000] }, "Process": { "server": [10] } } })");

/// A text in place of data is a status.
inline const std::wstring failures = course(LR"(
    { "data": { "Processor": { "_Total": [0] }, "Process": {} } },
    { "data": { "Processor": { "_Total": ["PDH_CSTATUS_INVALID_DATA"] }, "Process": {} } },
    { "status": "PDH_CSTATUS_NO_MACHINE" },
    { "data": { "Processor": { "_Total": [0] }, "Process": {} } })");

/// Whether the library takes such courses: pdh-shim does, Microsoft's pdh.dll does not.
inline bool has_courses() {
    PDH_HQUERY query = nullptr;
    if (PdhOpenQueryW(busy.c_str(), 0, &query) != ERROR_SUCCESS) {
        return false;
    }
    PdhCloseQuery(query);
    return true;
}

/// The alarms of each sample of a course.
inline std::vector<Alarms> alarms_of(const std::wstring& source, const WatchdogSettings& settings = {}) {
    Watchdog watchdog(source.c_str(), settings);
    std::vector<Alarms> all;
    while (watchdog.collect() || !watchdog.alarms().empty()) {
        all.push_back(watchdog.alarms());
    }
    return all;
}
