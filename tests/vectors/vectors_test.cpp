// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The golden vectors through the exported functions, as a program calls them.
#include "temporary_folder.h"
#include "vectors/vectors.h"
#include "vectors/whole_answers.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>
#include <winperf.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using nlohmann::json;
using pdh_shim::test::agrees;
using pdh_shim::test::FormatVector;
using pdh_shim::test::RawValue;
using pdh_shim::test::TemporaryFolder;
using pdh_shim::test::WholeAnswer;
using pdh_shim::test::WholeAnswers;

namespace {

constexpr auto types_without_value =
    std::to_array<DWORD>({PERF_COUNTER_TEXT, PERF_COUNTER_NODATA, PERF_COUNTER_HISTOGRAM_TYPE,
        PERF_SAMPLE_BASE, PERF_AVERAGE_BASE, PERF_RAW_BASE, PERF_LARGE_RAW_BASE, PERF_COUNTER_MULTI_BASE});
constexpr auto types_with_time_base_in_formula = std::to_array<DWORD>({PERF_SAMPLE_COUNTER,
    PERF_COUNTER_COUNTER, PERF_COUNTER_BULK_COUNT, PERF_AVERAGE_TIMER, PERF_ELAPSED_TIME});

// -- Which lines go through a counter ---------------------------------------------------------------

bool has_value(DWORD type) {
    return std::ranges::find(types_without_value, type) == types_without_value.end();
}

/// PerfFreq of the source that the line's counter comes from. It cannot be below 1, and the types of the 100
/// ns clock have 10,000,000 whatever it is; but only the formulas of the second table look at the time base.
LONGLONG time_base_of_counter(const FormatVector& vector) {
    return std::max<LONGLONG>(vector.time_base, 1);
}

/// False for lines that no counter can express: a type without a value cannot be added to a query, and a
/// time base below 1 that the formula looks at cannot be had.
bool goes_through_counter(const FormatVector& vector) {
    const auto& types = types_with_time_base_in_formula;
    const bool time_base_matters = std::ranges::find(types, vector.counter_type) != types.end();
    return has_value(vector.counter_type) && (vector.time_base >= 1 || !time_base_matters);
}

// -- The counters -----------------------------------------------------------------------------------

using TypesByTimeBase = std::map<LONGLONG, std::map<DWORD, std::string>>;

TypesByTimeBase types_of(const std::vector<FormatVector>& vectors) {
    TypesByTimeBase types;
    for (const FormatVector& vector : vectors) {
        types[time_base_of_counter(vector)][vector.counter_type] = vector.type;
    }
    return types;
}

/// A script of one object, `Ticks TIMEBASE`, with a counter of each type, named as the type. A base after a
/// counter serves the types that need one; the others ignore it.
json script_of(const TypesByTimeBase::value_type& clock) {
    json counters = json::array();
    for (const auto& [type, name] : clock.second) {
        counters.push_back({{"name", name}, {"type", type}});
        counters.push_back({{"name", name + " base"}, {"type", PERF_LARGE_RAW_BASE}});
    }
    const json object{
        {"name", "Ticks " + std::to_string(clock.first)}, {"instances", "none"}, {"counters", counters}};
    return {{"perfFreq", clock.first}, {"objects", json::array({object})}, {"samples", json::array()}};
}

/// Writes a script for each time base into the folder and puts them in use, in one list of sources.
void use_scripts(const TemporaryFolder& folder, const TypesByTimeBase& types) {
    std::string sources;
    for (const auto& clock : types) {
        const std::string file = folder.write(std::to_string(clock.first) + ".json", script_of(clock).dump());
        sources += (sources.empty() ? "\"script:" : ",\"script:") + file + '"';
    }
    REQUIRE(pdh_shim_set_sources(sources.c_str()) == ERROR_SUCCESS);
}

/// A query with the counters that the lines need.
class Counters {
  public:
    explicit Counters(const TypesByTimeBase& types) {
        REQUIRE(PdhOpenQuery(nullptr, 0, &query_) == ERROR_SUCCESS);
        for (const auto& [time_base, names] : types) {
            for (const auto& [type, name] : names) {
                add(time_base, type, name);
            }
        }
    }
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;
    Counters(Counters&&) = delete;
    Counters& operator=(Counters&&) = delete;
    ~Counters() { PdhCloseQuery(query_); }

    [[nodiscard]] PDH_HCOUNTER of(const FormatVector& vector) const {
        return counters_.at({time_base_of_counter(vector), vector.counter_type});
    }

  private:
    void add(LONGLONG time_base, DWORD type, const std::string& name) {
        const std::string path = "\\Ticks " + std::to_string(time_base) + "\\" + name;
        CAPTURE(path);
        PDH_HCOUNTER counter = nullptr;
        const PDH_STATUS status = PdhAddEnglishCounter(
            query_, std::basic_string<TCHAR>(path.begin(), path.end()).c_str(), 0, &counter);
        REQUIRE((status == ERROR_SUCCESS) == has_value(type));
        counters_[{time_base, type}] = counter;
    }

    PDH_HQUERY query_ = nullptr;
    std::map<std::pair<LONGLONG, DWORD>, PDH_HCOUNTER> counters_;
};

// -- The calls and their answers --------------------------------------------------------------------

// Values that no call writes.
PDH_FMT_COUNTERVALUE unwritten_value() {
    PDH_FMT_COUNTERVALUE value{};
    value.CStatus = 42;
    value.largeValue = 42;
    return value;
}

PDH_RAW_COUNTER raw_counter(const RawValue& raw) {
    PDH_RAW_COUNTER counter{};
    counter.CStatus = raw.cstatus;
    counter.FirstValue = raw.first;
    counter.SecondValue = raw.second;
    counter.MultiCount = raw.multi;
    return counter;
}

void check_value(const FormatVector& vector, const PDH_FMT_COUNTERVALUE& value) {
    switch (vector.format & (PDH_FMT_LONG | PDH_FMT_DOUBLE | PDH_FMT_LARGE)) {
    case PDH_FMT_LONG:
        CHECK(agrees(vector, std::int64_t{value.longValue}));
        break;
    case PDH_FMT_DOUBLE:
        CHECK(agrees(vector, value.doubleValue));
        break;
    default:
        CHECK(agrees(vector, std::int64_t{value.largeValue}));
    }
}

void check(const FormatVector& vector, PDH_STATUS status, const PDH_FMT_COUNTERVALUE& value) {
    CHECK(static_cast<DWORD>(status) == vector.status);
    CHECK(value.CStatus == vector.cstatus);
    check_value(vector, value);
}

void format_from_raw_value(const FormatVector& vector) {
    LONGLONG time_base = vector.time_base;
    PDH_RAW_COUNTER newer = raw_counter(vector.newer);
    PDH_RAW_COUNTER older = raw_counter(vector.older.value_or(RawValue{}));
    PDH_FMT_COUNTERVALUE value = unwritten_value();
    const PDH_STATUS status = PdhFormatFromRawValue(
        vector.counter_type, vector.format, &time_base, &newer, vector.older ? &older : nullptr, &value);
    check(vector, status, value);
}

LONGLONG formatted(const WholeAnswer& call) {
    LONGLONG time_base = call.time_base;
    PDH_RAW_COUNTER newer = raw_counter(call.newer);
    PDH_RAW_COUNTER older = raw_counter(call.older);
    PDH_FMT_COUNTERVALUE value = unwritten_value();
    const DWORD thousand = call.power_of_ten == 3 ? PDH_FMT_1000 : 0;
    const DWORD format = (call.is_long ? PDH_FMT_LONG : PDH_FMT_LARGE) | PDH_FMT_NOCAP100 | thousand;
    const PDH_STATUS status =
        PdhFormatFromRawValue(call.counter_type, format, &time_base, &newer, &older, &value);
    REQUIRE(status == ERROR_SUCCESS);
    return call.is_long ? value.longValue : value.largeValue;
}

void calculate_counter_from_raw_value(const FormatVector& vector, PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER newer = raw_counter(vector.newer);
    PDH_RAW_COUNTER older = raw_counter(vector.older.value_or(RawValue{}));
    PDH_FMT_COUNTERVALUE value = unwritten_value();
    REQUIRE(PdhSetCounterScaleFactor(counter, vector.scale) == ERROR_SUCCESS);
    const PDH_STATUS status = PdhCalculateCounterFromRawValue(
        counter, vector.format, &newer, vector.older ? &older : nullptr, &value);
    check(vector, status, value);
}

} // namespace

TEST_CASE("PdhFormatFromRawValue answers as the golden vectors without a factor") {
    const auto vectors = pdh_shim::test::read_format_vectors();
    int calls = 0;
    for (const FormatVector& vector : vectors) {
        if (vector.scale != 0 && goes_through_counter(vector)) {
            continue;
        }
        CAPTURE(vector.line);
        // The function has no factor: it could not have changed what fails.
        REQUIRE((vector.scale == 0 || vector.status != ERROR_SUCCESS));
        format_from_raw_value(vector);
        ++calls;
    }
    MESSAGE(calls << " of " << vectors.size() << " vectors");
    CHECK(calls >= 2000);
}

TEST_CASE("PdhCalculateCounterFromRawValue answers as the golden vectors with factors") {
    const auto vectors = pdh_shim::test::read_format_vectors();
    const TypesByTimeBase types = types_of(vectors);
    const TemporaryFolder folder;
    use_scripts(folder, types);
    const Counters counters(types);
    int calls = 0;
    for (const FormatVector& vector : vectors) {
        if (goes_through_counter(vector)) {
            CAPTURE(vector.line);
            calculate_counter_from_raw_value(vector, counters.of(vector));
            ++calls;
        }
    }
    MESSAGE(calls << " of " << vectors.size() << " vectors");
    CHECK(calls >= 2300);
}

TEST_CASE("PdhFormatFromRawValue gives the bits of each cell that Windows 10 computed") {
    const auto cells = pdh_shim::test::read_windows_cells();
    CHECK(cells.size() == 217);
    for (const FormatVector& cell : cells) {
        CAPTURE(cell.line);
        LONGLONG time_base = cell.time_base;
        PDH_RAW_COUNTER newer = raw_counter(cell.newer);
        PDH_RAW_COUNTER older = raw_counter(cell.older.value_or(RawValue{}));
        PDH_FMT_COUNTERVALUE value = unwritten_value();
        const PDH_STATUS status = PdhFormatFromRawValue(
            cell.counter_type, cell.format, &time_base, &newer, cell.older ? &older : nullptr, &value);
        REQUIRE(status == ERROR_SUCCESS);
        CHECK(value.doubleValue == cell.real);
    }
}

TEST_CASE("PdhFormatFromRawValue cuts none of 200,000 whole answers to the number below it") {
    WholeAnswers calls;
    for (int i = 0; i < 200'000; ++i) {
        const WholeAnswer call = calls.next(std::array{0, 3});
        if (formatted(call) != call.answer) {
            CAPTURE(call.counter_type);
            CAPTURE(call.time_base);
            CAPTURE(call.newer.first);
            CAPTURE(call.newer.second);
            CAPTURE(call.older.first);
            CAPTURE(call.older.second);
            CAPTURE(call.newer.multi);
            CHECK(formatted(call) == call.answer);
        }
    }
}
