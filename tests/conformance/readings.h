// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "findings.h"

#include <array>
#include <initializer_list>
#include <set>
#include <string>

namespace conformance {

/// What threads may read from a counter of threads.json that all share: the answers that a single thread
/// gets, from a counter of this path, at each sample of the script and with each of these scales.
class Readings {
  public:
    Readings(const TCHAR* path, std::initializer_list<LONG> scales) {
        constexpr int samples = 3;
        for (int earlier = 0; earlier < samples; ++earlier) {
            for (const LONG scale : scales) {
                add_all(path, scale, earlier, 2 * samples + 1);
            }
        }
    }

    /// Reads the counter in each way. INVALID_HANDLE is an answer only if others may close it.
    void check(Findings& findings, PDH_HCOUNTER counter, bool others_close) const {
        for (const auto& read : ways) {
            const std::string answer = read(counter);
            const bool closed = others_close && answer.ends_with(" PDH_INVALID_HANDLE");
            findings.expect(closed || answers_.contains(answer), "no single thread reads this: " + answer);
        }
    }

  private:
    void add_all(const TCHAR* path, LONG scale, int earlier, int collects) {
        const Query query;
        static_cast<void>(query.add(TEXT("\\Place\\Room"))); // collects before the counter is added
        query.collect(earlier);
        PDH_HCOUNTER const counter = query.add(path);
        REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, scale));
        for (int i = 0; i <= collects; ++i) {
            for (const auto& read : ways) {
                answers_.insert(read(counter));
            }
            query.collect();
        }
    }

    static std::string real_value(PDH_HCOUNTER counter) {
        PDH_FMT_COUNTERVALUE value{};
        const auto status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value);
        return "real " + with_status(status, std::to_string(value.doubleValue), value.CStatus);
    }

    static std::string large_value(PDH_HCOUNTER counter) {
        PDH_FMT_COUNTERVALUE value{};
        const auto status = PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value);
        return "large " + with_status(status, std::to_string(value.largeValue), value.CStatus);
    }

    static std::string vb_value(PDH_HCOUNTER counter) {
        PDH_STATUS status = ERROR_SUCCESS;
        const double value = PdhVbGetDoubleCounterValue(counter, &status);
        return "vb " + with_status(status, std::to_string(value), PDH_CSTATUS_VALID_DATA);
    }

    static std::string raw_value(PDH_HCOUNTER counter) {
        PDH_RAW_COUNTER raw{};
        const auto status = PdhGetRawCounterValue(counter, nullptr, &raw);
        return "raw " + with_status(status, std::to_string(raw.FirstValue), raw.CStatus);
    }

    static std::string formatted_array(PDH_HCOUNTER counter) {
        std::array<PDH_FMT_COUNTERVALUE_ITEM, 16> items{};
        DWORD size = sizeof items;
        DWORD count = 0;
        const auto status = PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, items.data());
        std::string text = "array " + status_name(status);
        for (DWORD i = 0; i < count; ++i) {
            const PDH_FMT_COUNTERVALUE& value = items[i].FmtValue;
            text += " " + utf8(items[i].szName) + "=" +
                    with_status(ERROR_SUCCESS, std::to_string(value.longValue), value.CStatus);
        }
        return text;
    }

    static std::string raw_array(PDH_HCOUNTER counter) {
        std::array<PDH_RAW_COUNTER_ITEM, 16> items{};
        DWORD size = sizeof items;
        DWORD count = 0;
        const auto status = PdhGetRawCounterArray(counter, &size, &count, items.data());
        std::string text = "raw array " + status_name(status);
        for (DWORD i = 0; i < count; ++i) {
            text += " " + utf8(items[i].szName) + "=" + std::to_string(items[i].RawValue.FirstValue);
        }
        return text;
    }

    // A value says nothing beside a status that is a failure.
    static std::string with_status(PDH_STATUS status, const std::string& value, DWORD cstatus) {
        const bool valid = cstatus == PDH_CSTATUS_VALID_DATA || cstatus == PDH_CSTATUS_NEW_DATA;
        return status != ERROR_SUCCESS ? status_name(status) : valid ? value : name_of(cstatus);
    }

    static constexpr std::array ways{
        &real_value, &large_value, &vb_value, &raw_value, &formatted_array, &raw_array};

    std::set<std::string> answers_;
};

} // namespace conformance
