// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Calculated values: PdhGetFormattedCounterValue, PdhGetFormattedCounterArray,
// PdhCalculateCounterFromRawValue, PdhFormatFromRawValue, PdhComputeCounterStatistics. Expected values are
// worked out by hand from the formulas in Windows' documentation.
#include "support.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string>

using namespace conformance;

namespace {

constexpr DWORD no_flags = 0;

// -- Every type, from the script through a query --------------------------------------------------

// types.json has three samples. Between the first two pass 2 s of the performance clock (2,000,000 ticks of
// 1 MHz), 4 s of the 100 ns clock (40,000,000) and 8 s of the object's clock (8,000 ticks of 1 kHz): a type
// that reads another's clock shows another value. In the third sample the clocks and the instance `steady`
// stand still.
struct TypeRow {
    const TCHAR* name; // also of the counter in the script
    DWORD type;
    int samples;      // that a value needs
    double first;     // value of `steady` at the first sample, if one will do
    double second;    // value of `steady` at the second sample
    double over;      // value of `over` at the second sample, uncapped
    LONGLONG clock;   // SecondValue of `steady` at the second sample
    LONGLONG seconds; // of PdhGetCounterTimeBase, or no_time_base
};

constexpr LONGLONG no_time_base = -1;
constexpr LONGLONG perf_clock = 3'000'000;
constexpr LONGLONG perf_freq = 1'000'000;
constexpr LONGLONG clock_100ns = 50'000'000;
constexpr LONGLONG freq_100ns = 10'000'000;
constexpr LONGLONG object_clock = 13'000;
constexpr LONGLONG object_freq = 1000;

#define TYPE_ROW(type, ...)                                                                                  \
    { TEXT(#type), type, __VA_ARGS__ }

const std::array type_rows{
    // One sample.
    TypeRow TYPE_ROW(PERF_COUNTER_RAWCOUNT_HEX, 1, 10, 30, 250, 0, perf_freq),
    TypeRow TYPE_ROW(PERF_COUNTER_LARGE_RAWCOUNT_HEX, 1, 10, 30, 250, 0, perf_freq),
    TypeRow TYPE_ROW(PERF_COUNTER_RAWCOUNT, 1, 10, 30, 250, 0, perf_freq),
    TypeRow TYPE_ROW(PERF_COUNTER_LARGE_RAWCOUNT, 1, 10, 30, 250, 0, perf_freq),
    TypeRow TYPE_ROW(PERF_RAW_FRACTION, 1, 25, 75, 250, 40, perf_freq),            // 100 * 30 / 40
    TypeRow TYPE_ROW(PERF_LARGE_RAW_FRACTION, 1, 12.5, 37.5, 250, 8, perf_freq),   // 100 * 3 / 8
    TypeRow TYPE_ROW(PERF_ELAPSED_TIME, 1, 4, 12, 250, object_clock, object_freq), // (13000 - 1000) / 1000 Hz
    // The difference alone.
    TypeRow TYPE_ROW(PERF_COUNTER_DELTA, 2, 0, 75, 250, 0, no_time_base),
    TypeRow TYPE_ROW(PERF_COUNTER_LARGE_DELTA, 2, 0, 3, 250, 0, no_time_base),
    // A second.
    TypeRow TYPE_ROW(PERF_SAMPLE_COUNTER, 2, 0, 12.5, 250, perf_clock, perf_freq),       // 25 / 2 s
    TypeRow TYPE_ROW(PERF_COUNTER_COUNTER, 2, 0, 2.5, 250, perf_clock, perf_freq),       // 5 / 2 s
    TypeRow TYPE_ROW(PERF_COUNTER_BULK_COUNT, 2, 0, 1500.5, 250, perf_clock, perf_freq), // 3001 / 2 s
    // A tick.
    TypeRow TYPE_ROW(PERF_COUNTER_QUEUELEN_TYPE, 2, 0, 1.5, 250, perf_clock, perf_freq), // 3e6 / 2e6
    TypeRow TYPE_ROW(PERF_COUNTER_LARGE_QUEUELEN_TYPE, 2, 0, 2.5, 250, perf_clock, perf_freq),
    TypeRow TYPE_ROW(PERF_COUNTER_100NS_QUEUELEN_TYPE, 2, 0, 1.5, 250, clock_100ns, freq_100ns), // 6e7 / 4e7
    TypeRow TYPE_ROW(PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE, 2, 0, 2.5, 250, object_clock, object_freq),
    // Percentages of the time.
    TypeRow TYPE_ROW(PERF_COUNTER_TIMER, 2, 0, 25, 250, perf_clock, perf_freq),     // 100 * 5e5 / 2e6
    TypeRow TYPE_ROW(PERF_100NSEC_TIMER, 2, 0, 37.5, 250, clock_100ns, freq_100ns), // 100 * 1.5e7 / 4e7
    TypeRow TYPE_ROW(PERF_OBJ_TIME_TIMER, 2, 0, 75, 250, object_clock, object_freq),
    TypeRow TYPE_ROW(
        PERF_PRECISION_SYSTEM_TIMER, 2, 0, 25, 250, 1120, perf_freq), // 100 * 30 / 120 of the base
    TypeRow TYPE_ROW(PERF_PRECISION_100NS_TIMER, 2, 0, 50, 250, 1120, freq_100ns),
    TypeRow TYPE_ROW(PERF_PRECISION_OBJECT_TIMER, 2, 0, 12.5, 250, 1120, object_freq),
    TypeRow TYPE_ROW(PERF_COUNTER_TIMER_INV, 2, 0, 75, 100, perf_clock, perf_freq), // 100 * (1 - 1/4)
    TypeRow TYPE_ROW(PERF_100NSEC_TIMER_INV, 2, 0, 62.5, 100, clock_100ns, freq_100ns),
    TypeRow TYPE_ROW(PERF_COUNTER_MULTI_TIMER, 2, 0, 75, 250, perf_clock, perf_freq), // 100 * 3 s / 2 s / 2
    TypeRow TYPE_ROW(PERF_100NSEC_MULTI_TIMER, 2, 0, 75, 250, clock_100ns, freq_100ns),
    TypeRow TYPE_ROW(PERF_COUNTER_MULTI_TIMER_INV, 2, 0, 50, 250, perf_clock, perf_freq), // 100 * (2 - 1.5)
    TypeRow TYPE_ROW(PERF_100NSEC_MULTI_TIMER_INV, 2, 0, 50, 250, clock_100ns, freq_100ns),
    // Shares and averages of a base.
    TypeRow TYPE_ROW(PERF_SAMPLE_FRACTION, 2, 0, 75, 250, 240, no_time_base), // 100 * 30 / 40
    TypeRow TYPE_ROW(PERF_AVERAGE_TIMER, 2, 0, 0.75, 250, 14, perf_freq),     // 3 s / 4
    TypeRow TYPE_ROW(PERF_AVERAGE_BULK, 2, 0, 37.5, 250, 18, perf_freq),      // 300 / 8
};

bool is_percent(const TypeRow& row) {
    return (row.type & 0x70000000U) == PERF_DISPLAY_PERCENT;
}

bool has_base(const TypeRow& row) {
    return row.clock != 0 && row.clock != perf_clock && row.clock != clock_100ns && row.clock != object_clock;
}

Text path_of(const TypeRow& row, const TCHAR* instance) {
    return Text(TEXT("\\Types(")) + instance + TEXT(")\\") + row.name;
}

// A query on one instance of a type of the table. A second counter keeps an instance that is missing from
// being the query's only one.
class TypeQuery {
  public:
    TypeQuery(const TypeRow& row, const TCHAR* instance, int collects) {
        CAPTURE(utf8(row.name));
        counter_ = query_.add(path_of(row, instance).c_str());
        static_cast<void>(query_.add(TEXT("\\Numbers\\Negative")));
        query_.collect(collects);
    }

    [[nodiscard]] PDH_HCOUNTER counter() const { return counter_; }

  private:
    Query query_;
    PDH_HCOUNTER counter_ = nullptr;
};

void check_all_formats(PDH_HCOUNTER counter, double value, DWORD flags) {
    CAPTURE(flags);
    CHECK(double_value(counter, flags) == value);
    CHECK(large_value(counter, flags) == static_cast<LONGLONG>(value));
    CHECK(long_value(counter, flags) == static_cast<LONG>(value));
}

double number_of(const PDH_FMT_COUNTERVALUE& value, DWORD format) {
    if ((format & PDH_FMT_DOUBLE) != 0) {
        return value.doubleValue;
    }
    return static_cast<double>((format & PDH_FMT_LARGE) != 0 ? value.largeValue : LONGLONG{value.longValue});
}

// Each item of the array has the status and the value that the counter of this instance has. An array fails
// as a whole if no instance has a value.
void check_agreement(PDH_HCOUNTER all, const std::map<std::string, PDH_HCOUNTER>& singles, DWORD format) {
    CAPTURE(format);
    std::array<PDH_FMT_COUNTERVALUE_ITEM, 20> items{};
    DWORD size = sizeof items;
    DWORD count = 0;
    const PDH_STATUS status = PdhGetFormattedCounterArray(all, format, &size, &count, items.data());
    REQUIRE(count == 6);
    const auto has_value = [](const PDH_FMT_COUNTERVALUE_ITEM& item) {
        return item.FmtValue.CStatus == PDH_CSTATUS_VALID_DATA;
    };
    CHECK((status == ERROR_SUCCESS) == std::any_of(items.begin(), items.begin() + 6, has_value));
    for (DWORD i = 0; i < count; ++i) {
        const std::string name = utf8(items.at(i).szName);
        CAPTURE(name);
        const PDH_FMT_COUNTERVALUE& item = items.at(i).FmtValue;
        PDH_FMT_COUNTERVALUE value{};
        const PDH_STATUS single = PdhGetFormattedCounterValue(singles.at(name), format, nullptr, &value);
        CHECK((single == ERROR_SUCCESS) == (item.CStatus == PDH_CSTATUS_VALID_DATA));
        CHECK_STATUS(item.CStatus, value.CStatus);
        CHECK(number_of(item, format) == number_of(value, format));
    }
}

} // namespace

TEST_CASE("every type: the first collect" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("steady"), 1);
        if (row.samples == 1) {
            check_all_formats(query.counter(), row.first, no_flags);
        } else {
            CHECK(failure(query.counter()) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
        }
    }
}

TEST_CASE("every type: the second collect" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("steady"), 2);
        check_all_formats(query.counter(), row.second, no_flags);
    }
}

TEST_CASE("every type: each flag of the format" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("steady"), 2);
        check_all_formats(query.counter(), row.second, PDH_FMT_NOSCALE);
        check_all_formats(query.counter(), row.second, PDH_FMT_NOCAP100);
        check_all_formats(query.counter(), row.second, PDH_FMT_NOSCALE | PDH_FMT_NOCAP100);
        check_all_formats(query.counter(), row.second * 1000, PDH_FMT_1000);
        REQUIRE_SUCCESS(PdhSetCounterScaleFactor(query.counter(), 1));
        check_all_formats(query.counter(), row.second * 10, no_flags);
        check_all_formats(query.counter(), row.second * 10, PDH_FMT_NOCAP100);
        check_all_formats(query.counter(), row.second * 10'000, PDH_FMT_1000);
        check_all_formats(query.counter(), row.second, PDH_FMT_NOSCALE);
        check_all_formats(query.counter(), row.second * 1000, PDH_FMT_NOSCALE | PDH_FMT_1000);
    }
}

TEST_CASE("every type: only percentages are cut at 100, before scaling" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("over"), 2);
        const double capped = is_percent(row) ? 100 : row.over;
        check_all_formats(query.counter(), capped, no_flags);
        check_all_formats(query.counter(), row.over, PDH_FMT_NOCAP100);
        check_all_formats(query.counter(), capped * 1000, PDH_FMT_1000);
        REQUIRE_SUCCESS(PdhSetCounterScaleFactor(query.counter(), 1));
        check_all_formats(query.counter(), capped * 10, no_flags);
        check_all_formats(query.counter(), row.over * 10, PDH_FMT_NOCAP100);
    }
}

TEST_CASE("every type: nothing happened between two samples" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("steady"), 3);
        check_all_formats(query.counter(), row.samples == 1 ? row.second : 0, no_flags);
    }
}

TEST_CASE("every type: a counter that falls has no value, unless it needs one sample" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("back"), 2);
        if (row.samples == 1) {
            check_all_formats(query.counter(), row.second, no_flags);
        } else {
            CHECK(failure(query.counter()) == failure_of(PDH_CALC_NEGATIVE_VALUE, PDH_CSTATUS_INVALID_DATA));
        }
    }
}

TEST_CASE("every type: a missing instance") {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("leaver"), 2);
        CHECK(failure(query.counter()) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
        CHECK_STATUS(raw_value(query.counter()).CStatus, PDH_CSTATUS_NO_INSTANCE);
    }
}

TEST_CASE("every type: an instance that came after the first sample" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("late"), 2);
        if (row.samples == 1) {
            check_all_formats(query.counter(), row.second, no_flags);
        } else {
            // The reason is the older sample's.
            CHECK(failure(query.counter()) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
        }
    }
}

TEST_CASE("every type: a value that could not be read" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("blind"), 2);
        CHECK(failure(query.counter()) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
        CHECK_STATUS(raw_value(query.counter()).CStatus, PDH_CSTATUS_INVALID_DATA);
        const TypeQuery later(row, TEXT("blind"), 3);
        if (row.samples == 1) {
            check_all_formats(later.counter(), row.second, no_flags);
        } else {
            CHECK(failure(later.counter()) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
        }
    }
}

TEST_CASE("every type: a base that could not be read" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("blind base"), 2);
        if (has_base(row)) {
            CHECK(failure(query.counter()) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
        } else {
            check_all_formats(query.counter(), row.second, no_flags);
        }
    }
}

TEST_CASE("every type: an array and the single value of each of its instances agree") {
    use_script("types.json");
    constexpr std::array numbers{PDH_FMT_DOUBLE, PDH_FMT_LARGE, PDH_FMT_LONG};
    constexpr std::array flags{
        no_flags, DWORD{PDH_FMT_NOSCALE}, DWORD{PDH_FMT_1000}, DWORD{PDH_FMT_NOCAP100}};
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const Query query;
        PDH_HCOUNTER const all = query.add(path_of(row, TEXT("*")).c_str());
        std::map<std::string, PDH_HCOUNTER> singles;
        for (const TCHAR* const name : {TEXT("steady"), TEXT("over"), TEXT("back"), TEXT("late"),
                 TEXT("leaver"), TEXT("blind"), TEXT("blind base")}) {
            singles[utf8(name)] = query.add(path_of(row, name).c_str());
        }
        for (int collects = 1; collects <= 3; ++collects) {
            CAPTURE(collects);
            query.collect();
            for (const DWORD number : numbers) {
                for (const DWORD flag : flags) {
                    check_agreement(all, singles, number | flag);
                }
            }
        }
    }
}

TEST_CASE("every type: the raw sample holds the clock or base of the type" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const TypeQuery query(row, TEXT("steady"), 2);
        DWORD type = 0xFFFFFFFF;
        PDH_RAW_COUNTER raw{};
        REQUIRE_SUCCESS(PdhGetRawCounterValue(query.counter(), &type, &raw));
        CHECK(type == row.type);
        CHECK(raw.SecondValue == row.clock);
        const bool multi = (row.type & PERF_MULTI_COUNTER) != 0;
        CHECK(raw.MultiCount == (multi ? 2U : 1U));
    }
}

TEST_CASE("collected multi timers of the performance clock are multiplied by its frequency" * needs_script) {
    use_script("types.json");
    for (const TCHAR* const path : {TEXT("\\Types(steady)\\PERF_COUNTER_MULTI_TIMER"),
             TEXT("\\Types(steady)\\PERF_COUNTER_MULTI_TIMER_INV")}) {
        const Query query;
        PDH_HCOUNTER const counter = query.add(path);
        query.collect();
        CHECK(raw_value(counter).FirstValue == 5 * perf_freq);
    }
}

TEST_CASE("the base after a counter may hold its multi count" * needs_script) {
    use_script("types.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Multi\\By base"));
    query.collect(2);
    CHECK(raw_value(counter).MultiCount == 4);
    CHECK(double_value(counter) == 37.5); // 100 * 6e7 / 4e7 / 4
}

TEST_CASE("every type: the time base" * needs_script) {
    use_script("types.json");
    for (const TypeRow& row : type_rows) {
        CAPTURE(utf8(row.name));
        const Query query;
        LONGLONG time_base = -1;
        const PDH_STATUS status =
            PdhGetCounterTimeBase(query.add(path_of(row, TEXT("steady")).c_str()), &time_base);
        CHECK_STATUS(status, row.seconds == no_time_base ? PDH_INVALID_ARGUMENT : DWORD{ERROR_SUCCESS});
        CHECK(time_base == row.seconds);
    }
}

TEST_CASE("counters of types without a value cannot be added") {
    use_script("types.json");
    const Query query;
    for (const TCHAR* const name : {TEXT("PERF_COUNTER_TEXT"), TEXT("PERF_COUNTER_NODATA"),
             TEXT("PERF_COUNTER_HISTOGRAM_TYPE"), TEXT("PERF_SAMPLE_BASE"), TEXT("PERF_AVERAGE_BASE"),
             TEXT("PERF_RAW_BASE"), TEXT("PERF_LARGE_RAW_BASE"), TEXT("PERF_COUNTER_MULTI_BASE"),
             TEXT("PERF_PRECISION_TIMESTAMP"), TEXT("PERF_DOUBLE_RAW")}) {
        CAPTURE(utf8(name));
        auto* counter = static_cast<PDH_HCOUNTER>(query.handle());
        const Text path = Text(TEXT("\\Valueless\\")) + name;
        CHECK_STATUS(PdhAddCounter(query.handle(), path.c_str(), 0, &counter), PDH_FUNCTION_NOT_FOUND);
        CHECK(counter == nullptr);
    }
}

// -- Numbers --------------------------------------------------------------------------------------

TEST_CASE("LARGE keeps integers that a double cannot hold") {
    use_script("types.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Numbers\\Beyond 2^53"));
    query.collect();
    CHECK(large_value(counter) == 9'007'199'254'740'993);
    CHECK(double_value(counter) == 9'007'199'254'740'992.0);
}

TEST_CASE("LONG and LARGE stop at their ends") {
    use_script("types.json");
    const Query query;
    PDH_HCOUNTER const large = query.add(TEXT("\\Numbers\\Beyond LONG"));
    PDH_HCOUNTER const negative = query.add(TEXT("\\Numbers\\Negative"));
    PDH_HCOUNTER const lowest = query.add(TEXT("\\Numbers\\Lowest"));
    query.collect();
    CHECK(long_value(large) == 0x7FFFFFFF);
    CHECK(large_value(large) == 5'000'000'000);
    CHECK(long_value(negative) == -7);
    CHECK(double_value(negative) == -7.0);
    CHECK(long_value(lowest) == -0x7FFFFFFF - 1);
    CHECK(large_value(lowest) == INT64_MIN);
    CHECK(large_value(lowest, PDH_FMT_1000) == INT64_MIN);
}

TEST_CASE("integers are cut towards zero, after scaling") {
    use_script("types.json");
    const Query query;
    PDH_HCOUNTER const fraction = query.add(TEXT("\\Numbers\\Fraction")); // 19.9 %
    PDH_HCOUNTER const negative = query.add(TEXT("\\Numbers\\Negative")); // -7
    query.collect();
    CHECK(double_value(fraction) == 19.900000000000002); // 199 / 1000 * 100
    CHECK(long_value(fraction) == 19);
    CHECK(large_value(fraction) == 19);
    CHECK(long_value(fraction, PDH_FMT_1000) == 19'900);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(fraction, 1));
    CHECK(long_value(fraction) == 199);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(negative, -1));
    CHECK(long_value(negative) == 0);
    CHECK(double_value(negative) == -0.7);
}

TEST_CASE("the unused half of a LONG value is zero") {
    use_script("types.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Numbers\\Beyond LONG"));
    query.collect();
    PDH_FMT_COUNTERVALUE value{};
    value.largeValue = -1;
    REQUIRE_SUCCESS(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value));
    std::array<LONG, 2> halves{};
    std::memcpy(halves.data(), &value.largeValue, sizeof halves);
    CHECK(halves == std::array<LONG, 2>{0x7FFFFFFF, 0});
}

// -- The format word ------------------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "a format names exactly one number") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    const std::array refused{no_flags, PDH_FMT_NOSCALE, PDH_FMT_1000, PDH_FMT_NOCAP100,
        PDH_FMT_LONG | PDH_FMT_LARGE, PDH_FMT_LONG | PDH_FMT_DOUBLE, PDH_FMT_DOUBLE | PDH_FMT_LARGE,
        PDH_FMT_LONG | PDH_FMT_DOUBLE | PDH_FMT_LARGE, PDH_FMT_RAW, PDH_FMT_ANSI, PDH_FMT_UNICODE,
        PDH_FMT_NODATA, PDH_FMT_DOUBLE | PDH_FMT_RAW, PDH_FMT_DOUBLE | PDH_FMT_ANSI,
        PDH_FMT_DOUBLE | PDH_FMT_UNICODE, PDH_FMT_DOUBLE | PDH_FMT_NODATA};
    for (const DWORD format : refused) {
        CAPTURE(format);
        DWORD type = 42;
        PDH_FMT_COUNTERVALUE value{};
        value.CStatus = 42;
        value.largeValue = 42;
        CHECK_STATUS(PdhGetFormattedCounterValue(counter, format, &type, &value), PDH_INVALID_ARGUMENT);
        CHECK(value.CStatus == static_cast<DWORD>(PDH_CSTATUS_INVALID_DATA));
        CHECK(value.largeValue == 0);
        CHECK(type == 42);
        DWORD size = 0;
        DWORD count = 42;
        CHECK_STATUS(
            PdhGetFormattedCounterArray(counter, format, &size, &count, nullptr), PDH_INVALID_ARGUMENT);
        CHECK(size == 0);
        CHECK(count == 42);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "bits of a format that mean nothing are ignored") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    for (const DWORD bits : {0x1U, 0x8U, 0x800U, 0x10000U, 0x80000000U}) {
        CHECK(double_value(counter, bits) == 7);
    }
}

// -- PdhGetFormattedCounterValue ------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "with an invalid counter handle the outputs of formatting are unchanged") {
    PDH_RAW_COUNTER raw{};
    for (const BadHandle& bad : not_a_counter(query.handle())) {
        CAPTURE(bad.what);
        PDH_FMT_COUNTERVALUE value{};
        value.largeValue = 42;
        DWORD type = 42;
        DWORD size = 0;
        DWORD count = 42;
        PDH_STATISTICS statistics{};
        statistics.count = 42;
        CHECK_STATUS(
            PdhGetFormattedCounterValue(bad.handle, PDH_FMT_DOUBLE, &type, &value), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCalculateCounterFromRawValue(bad.handle, PDH_FMT_DOUBLE, &raw, nullptr, &value),
            PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhGetFormattedCounterArray(bad.handle, PDH_FMT_DOUBLE, &size, &count, nullptr),
            PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhComputeCounterStatistics(bad.handle, PDH_FMT_DOUBLE, 0, 1, &raw, &statistics),
            PDH_INVALID_HANDLE);
        CHECK(value.largeValue == 42);
        CHECK(type == 42);
        CHECK(size == 0);
        CHECK(count == 42);
        CHECK(statistics.count == 42);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "client: the type may go unasked for everywhere") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    PDH_FMT_COUNTERVALUE value{};
    PDH_RAW_COUNTER raw{};
    CHECK_SUCCESS(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value));
    CHECK_SUCCESS(PdhGetRawCounterValue(counter, nullptr, &raw));
    CHECK(value.longValue == 7);
    CHECK(raw.FirstValue == 7);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "client: CStatus of a formatted value is 0, of a raw value 0 or 1" * needs_script) {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"));
    query.collect(2);
    CHECK(raw_value(counter).CStatus <= PDH_CSTATUS_NEW_DATA);
    PDH_FMT_COUNTERVALUE value{};
    value.CStatus = 42;
    REQUIRE_SUCCESS(PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value));
    CHECK(value.CStatus == 0);
    CHECK(value.doubleValue == 5);
}

TEST_CASE_FIXTURE(WidgetQuery, "before the first collect: a type of one sample has the value 0") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    CHECK(double_value(counter) == 0);
    PDH_HCOUNTER const instance = query.add(TEXT("\\Widget(a)\\Depth"));
    CHECK(double_value(instance) == 0);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "before the first collect a type of two samples and a wildcard have no value") {
    for (const TCHAR* const path :
        {TEXT("\\Widget(a)\\Items/sec"), TEXT("\\Widget(*)\\Depth"), TEXT("\\Widget(*)\\Items/sec")}) {
        CAPTURE(utf8(path));
        PDH_HCOUNTER const counter = query.add(path);
        CHECK(failure(counter) == failure_of(PDH_NO_DATA, PDH_CSTATUS_INVALID_DATA));
        DWORD size = 0;
        DWORD count = 42;
        CHECK_STATUS(
            PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, nullptr), PDH_NO_DATA);
        CHECK(size == 0);
        CHECK(count == 42);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "a wildcard counter's single value is that of its first instance") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    CHECK(double_value(counter) == 5);
    CHECK(raw_value(counter).FirstValue == 5);
}

TEST_CASE_FIXTURE(WidgetQuery, "a wildcard counter that matches nothing has no value") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Silo(*)\\Fill"));
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    query.collect();
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
    DWORD size = 0;
    DWORD count = 42;
    CHECK_STATUS(PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, nullptr),
        PDH_CSTATUS_NO_INSTANCE);
    CHECK_STATUS(PdhGetRawCounterArray(counter, &size, &count, nullptr), PDH_CSTATUS_NO_INSTANCE);
    CHECK(size == 0);
    CHECK(count == 42);
}

// -- PdhGetFormattedCounterArray ------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetFormattedCounterArray: the buffer") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    DWORD count = 0;
    const auto buffer = check_buffer_protocol<std::byte>([&](std::byte* data, DWORD* size) {
        return PdhGetFormattedCounterArray(
            counter, PDH_FMT_LONG, size, &count, reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM*>(data));
    });
    CHECK(count == 2);
    CHECK(buffer.size() == 2 * (sizeof(PDH_FMT_COUNTERVALUE_ITEM) + 2 * sizeof(TCHAR)));
}

TEST_CASE_FIXTURE(
    WidgetQuery, "PdhGetFormattedCounterArray: the names follow the items, in the caller's buffer") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    std::array<PDH_FMT_COUNTERVALUE_ITEM, 4> items{};
    DWORD size = sizeof items;
    DWORD count = 0;
    REQUIRE_SUCCESS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, items.data()));
    REQUIRE(count == 2);
    const auto* const behind = reinterpret_cast<const TCHAR*>(&items[count]);
    CHECK(items[0].szName == behind);
    CHECK(items[1].szName == behind + 2);
    CHECK(utf8(items[0].szName) == "a");
    CHECK(utf8(items[1].szName) == "b");
    CHECK(items[0].FmtValue.longValue == 5);
    CHECK(items[1].FmtValue.longValue == 1);
    CHECK(items[0].FmtValue.CStatus == PDH_CSTATUS_VALID_DATA);
}

TEST_CASE_FIXTURE(WidgetQuery, "client: an array without instances has one item with an empty name") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    DWORD size = 0;
    DWORD count = 0;
    REQUIRE_STATUS(
        PdhGetFormattedCounterArray(counter, PDH_FMT_LARGE, &size, &count, nullptr), PDH_MORE_DATA);
    CHECK(count == 1);
    CHECK(size == sizeof(PDH_FMT_COUNTERVALUE_ITEM) + sizeof(TCHAR));
    const auto before = formatted_items(counter);
    REQUIRE(before.size() == 1);
    CHECK(before[0].name.empty());
    CHECK(before[0].value == 0);
    query.collect();
    const auto after = formatted_items(counter);
    REQUIRE(after.size() == 1);
    CHECK(after[0].name.empty());
    CHECK(after[0].value == 7);
    CHECK(after[0].cstatus == PDH_CSTATUS_VALID_DATA);
}

TEST_CASE_FIXTURE(
    Widgets, "client: an instance * without instances has the object's value and one item *" * needs_script) {
    for (const auto& add : {PdhAddCounter, PdhAddEnglishCounter}) {
        const Query query;
        PDH_HCOUNTER counter = nullptr;
        PDH_HCOUNTER rate = nullptr;
        REQUIRE_SUCCESS(add(query.handle(), TEXT("\\Gadget(*)\\Depth"), 0, &counter));
        REQUIRE_SUCCESS(add(query.handle(), TEXT("\\Gadget(*)\\Turns/sec"), 0, &rate));
        CHECK(item_texts(counter) == "*=0"); // as before the first collect of the object
        query.collect();
        CHECK(double_value(counter) == 7);
        CHECK(item_texts(counter) == "*=7");
        CHECK(raw_value(counter).FirstValue == 7);
        CHECK(failure(rate) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
        query.collect();
        CHECK(double_value(rate) == 500);
        CHECK(item_texts(rate) == "*=500");
        std::vector<PDH_RAW_COUNTER_ITEM> items(2);
        auto size = static_cast<DWORD>(items.size() * sizeof(PDH_RAW_COUNTER_ITEM));
        DWORD count = 0;
        REQUIRE_SUCCESS(PdhGetRawCounterArray(counter, &size, &count, items.data()));
        CHECK(count == 1);
        CHECK(utf8(items[0].szName) == "*");
        CHECK(items[0].RawValue.FirstValue == 8);
        std::vector<PDH_COUNTER_INFO> info(10);
        size = static_cast<DWORD>(info.size() * sizeof(PDH_COUNTER_INFO));
        REQUIRE_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, info.data()));
        CHECK(utf8(info[0].szInstanceName) == "*");
        CHECK(utf8(info[0].szFullPath) == machine() + "\\Gadget(*)\\Depth");
    }
}

TEST_CASE_FIXTURE(
    WidgetQuery, "client: array calls on a counter of one instance give one item with its name") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(B)\\Depth"));
    CHECK(item_texts(counter) == "B=0"); // nothing is known yet but what was asked for
    query.collect();
    CHECK(item_texts(counter) == "b=1");
}

TEST_CASE_FIXTURE(WidgetQuery, "client: an array probe with a buffer and size 0") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    PDH_FMT_COUNTERVALUE_ITEM item{};
    DWORD size = 0;
    DWORD count = 0;
    CHECK_STATUS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, &item), PDH_MORE_DATA);
    CHECK(size > 2 * sizeof item);
    CHECK(count == 2);
}

// The array that a call fills, and its status.
std::string filled_array(PDH_HCOUNTER counter, DWORD size) {
    std::array<PDH_FMT_COUNTERVALUE_ITEM, 10> items{};
    REQUIRE(size <= sizeof items);
    DWORD count = 42;
    const PDH_STATUS status =
        PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, items.data());
    std::string text = status_name(status) + " " + std::to_string(count);
    REQUIRE(count < items.size());
    for (DWORD i = 0; i < count; ++i) {
        text += " " + utf8(items.at(i).szName) + ":" +
                status_name(static_cast<PDH_STATUS>(items.at(i).FmtValue.CStatus));
    }
    return text;
}

TEST_CASE("client: after one collect an array of rates has a size, and items with a reason" * needs_script) {
    // Class CPdhQuery, which has been copied into many programs, and X-Mem: any other answer to the size call
    // is an exception there. The data call fills the buffer, and returns the status.
    use_script("widgets.json");
    for (const TCHAR* const path : {TEXT("\\Widget(*)\\Items/sec"), TEXT("\\Widget(b)\\Items/sec"),
             TEXT("\\Widget(*)\\I*"), TEXT("\\Gadget\\Turns/sec")}) {
        CAPTURE(utf8(path));
        const Query query;
        PDH_HCOUNTER const counter = query.add(path);
        query.collect();
        DWORD size = 0;
        DWORD count = 42;
        CHECK_STATUS(
            PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, nullptr), PDH_MORE_DATA);
        const DWORD announced = size;
        CHECK(count == (utf8(path).find('*') != std::string::npos ? 2 : 1));
        CHECK(announced > count * sizeof(PDH_FMT_COUNTERVALUE_ITEM));
        std::array<PDH_FMT_COUNTERVALUE_ITEM, 10> items{};
        size = announced - 1;
        CHECK_STATUS(
            PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, items.data()), PDH_MORE_DATA);
        CHECK(size == announced);
        CHECK(items[0].szName == nullptr);
        const std::string kept = filled_array(counter, announced); // the answer to the size call
        CHECK(kept == filled_array(counter, sizeof items));        // a new one
        CHECK(kept.starts_with("PDH_CSTATUS_INVALID_DATA " + std::to_string(count)));
    }
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Items/sec"));
    query.collect();
    CHECK(filled_array(counter, sizeof(PDH_FMT_COUNTERVALUE_ITEM) * 10) ==
          "PDH_CSTATUS_INVALID_DATA 2 a:PDH_CSTATUS_INVALID_DATA b:PDH_CSTATUS_INVALID_DATA");
    query.collect();
    CHECK(item_texts(counter) == "a=5 b=20");
    query.collect();
    CHECK(item_texts(counter) == "a=10 b=0");
}

TEST_CASE("an array has every instance, each with its own CStatus" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Job(*)\\Steps/sec"));
    query.collect(6); // `with id` has become another one since the fifth sample
    const auto items = formatted_items(counter);
    REQUIRE(items.size() == 2);
    CHECK(items[0].name == "with id");
    CHECK_STATUS(items[0].cstatus, PDH_CSTATUS_INVALID_DATA);
    CHECK(items[0].value == 0);
    CHECK(items[1].name == "name alone");
    CHECK_STATUS(items[1].cstatus, PDH_CSTATUS_VALID_DATA);
    CHECK(items[1].value == 15);
}

TEST_CASE("client: arrays list instances of one name side by side, without #n") {
    use_script("names.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Crowd(*)\\Size"));
    PDH_HCOUNTER const parents = query.add(TEXT("\\Thread(*)\\Size"));
    query.collect();
    CHECK(item_texts(counter) == "x=1 X=4 x=8 y=2 y=32 z=16");
    CHECK(item_texts(parents) == "app/0=1 app/0=8 app/1=2 srv/0=4");
}

TEST_CASE_FIXTURE(WidgetQuery, "client: wildcards for a part of the instance") {
    PDH_HCOUNTER const all = query.add(TEXT("\\GPU Engine(*)\\Utilization Percentage"));
    PDH_HCOUNTER const engine = query.add(TEXT("\\GPU Engine(*engtype_3D)\\Utilization Percentage"));
    PDH_HCOUNTER const process = query.add(TEXT("\\GPU Engine(pid_1234_*)\\Utilization Percentage"));
    PDH_HCOUNTER const prefix = query.add(TEXT("\\GPU Engine(pid_1234*)\\Utilization Percentage"));
    PDH_HCOUNTER const other_case =
        query.add(TEXT("\\gpu engine(PID_*_Engtype_copy)\\UTILIZATION percentage"));
    query.collect();
    const auto total = [](PDH_HCOUNTER counter) {
        double sum = 0;
        for (const Item& item : formatted_items(counter)) {
            sum += item.value;
        }
        return sum;
    };
    CHECK(total(all) == 1 + 2 + 4);
    CHECK(total(engine) == 1 + 4);
    CHECK(total(process) == 1 + 2);
    CHECK(total(prefix) == 1 + 2 + 4);
    CHECK(total(other_case) == 2);
}

TEST_CASE("a wildcard counter sees instances that come and go") {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Job(*)\\Size"));
    query.collect();
    CHECK(item_texts(counter) == "name alone=1 with id=2");
    query.collect(2);
    CHECK(item_texts(counter) == "another=1");
    query.collect();
    CHECK(item_texts(counter) == "name alone=3 with id=4");
}

// -- Samples of the caller's ----------------------------------------------------------------------

namespace {

PDH_RAW_COUNTER sample(
    LONGLONG first, LONGLONG second = 0, DWORD multi = 1, DWORD cstatus = PDH_CSTATUS_VALID_DATA) {
    PDH_RAW_COUNTER raw{};
    raw.CStatus = cstatus;
    raw.FirstValue = first;
    raw.SecondValue = second;
    raw.MultiCount = multi;
    return raw;
}

struct RawRow {
    std::string what;
    DWORD type;
    PDH_RAW_COUNTER newer;
    PDH_RAW_COUNTER older;
    DWORD status;
    DWORD cstatus;
    double value;
};

constexpr DWORD success = ERROR_SUCCESS;
constexpr LONGLONG thousand = 1000; // ticks per second of these rows

RawRow has_value(
    const std::string& what, DWORD type, PDH_RAW_COUNTER newer, PDH_RAW_COUNTER older, double value) {
    return {what, type, newer, older, success, PDH_CSTATUS_VALID_DATA, value};
}

RawRow fails(const std::string& what, DWORD type, PDH_RAW_COUNTER newer, PDH_RAW_COUNTER older, DWORD status,
    DWORD cstatus = PDH_CSTATUS_INVALID_DATA) {
    return {what, type, newer, older, status, cstatus, 0};
}

std::vector<RawRow> raw_rows() {
    const auto bad = [](DWORD cstatus) { return sample(0, 0, 1, cstatus); };
    return {
        has_value("raw fraction", PERF_RAW_FRACTION, sample(25, 100), sample(0), 25),
        has_value("large raw fraction", PERF_LARGE_RAW_FRACTION, sample(25, 100), sample(0), 25),
        has_value("sample fraction", PERF_SAMPLE_FRACTION, sample(130, 250), sample(100, 200), 60),
        has_value("average timer", PERF_AVERAGE_TIMER, sample(3000, 20), sample(1000, 10), 0.2),
        has_value("average bulk", PERF_AVERAGE_BULK, sample(4000, 20), sample(1000, 10), 300),
        has_value("rate", PERF_COUNTER_COUNTER, sample(30, 3000), sample(10, 1000), 10),
        has_value("64-bit rate", PERF_COUNTER_BULK_COUNT, sample(30, 3000), sample(10, 1000), 10),
        has_value("raw count", PERF_COUNTER_RAWCOUNT, sample(501), sample(1), 501),
        has_value("raw count went backwards", PERF_COUNTER_LARGE_RAWCOUNT, sample(50), sample(100), 50),
        has_value("raw count below 0", PERF_COUNTER_RAWCOUNT, sample(-5), sample(0), -5),
        has_value("timer", PERF_100NSEC_TIMER, sample(760, 2000), sample(10, 1000), 75),
        has_value("inverse timer", PERF_100NSEC_TIMER_INV, sample(760, 2000), sample(10, 1000), 25),
        has_value("precision timer", PERF_PRECISION_100NS_TIMER, sample(760, 2000), sample(10, 1000), 75),
        has_value("queue length", PERF_COUNTER_QUEUELEN_TYPE, sample(500, 2000), sample(0, 1000), 0.5),
        has_value("delta", PERF_COUNTER_DELTA, sample(30), sample(10), 20),
        has_value("multi timer", PERF_COUNTER_MULTI_TIMER, sample(800, 1000, 4), sample(0, 0, 4), 20),
        has_value(
            "multi timer of 100 ns", PERF_100NSEC_MULTI_TIMER, sample(800, 1000, 4), sample(0, 0, 4), 20),
        has_value(
            "inverse multi timer", PERF_COUNTER_MULTI_TIMER_INV, sample(3500, 1000, 4), sample(0, 0, 4), 50),
        has_value("inverse multi timer of 100 ns", PERF_100NSEC_MULTI_TIMER_INV, sample(3500, 1000, 4),
            sample(0, 0, 4), 50),

        fails("average went backwards", PERF_AVERAGE_BULK, sample(9, 20), sample(10, 10),
            PDH_CALC_NEGATIVE_VALUE),
        fails("the clock of a timer stands still", PERF_100NSEC_TIMER, sample(11, 1000), sample(10, 1000),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("the clock of an inverse timer stands still", PERF_100NSEC_TIMER_INV, sample(11, 1000),
            sample(10, 1000), PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("32-bit rate went backwards", PERF_COUNTER_COUNTER, sample(5, 3000), sample(0xFFFFFF80, 1000),
            PDH_CALC_NEGATIVE_VALUE),
        fails("64-bit rate went backwards", PERF_COUNTER_BULK_COUNT, sample(9, 3000), sample(10, 1000),
            PDH_CALC_NEGATIVE_VALUE),
        fails("delta went backwards", PERF_COUNTER_DELTA, sample(9), sample(10), PDH_CALC_NEGATIVE_VALUE),
        fails("timer went backwards", PERF_100NSEC_TIMER, sample(9, 3000), sample(10, 1000),
            PDH_CALC_NEGATIVE_VALUE),
        fails("inverse timer went backwards", PERF_100NSEC_TIMER_INV, sample(9, 3000), sample(10, 1000),
            PDH_CALC_NEGATIVE_VALUE),
        fails("idle for longer than the time that passed", PERF_100NSEC_TIMER_INV, sample(3001, 3000),
            sample(0, 1000), PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("all idle for longer than the time that passed", PERF_100NSEC_MULTI_TIMER_INV,
            sample(4001, 3000, 2), sample(0, 1000, 2), PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("clock went backwards", PERF_COUNTER_COUNTER, sample(20, 999), sample(10, 1000),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("base went backwards", PERF_AVERAGE_BULK, sample(20, 9), sample(10, 10),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("counter and clock went backwards", PERF_COUNTER_COUNTER, sample(9, 999), sample(10, 1000),
            PDH_CALC_NEGATIVE_VALUE),
        has_value(
            "clock and counter stand still", PERF_COUNTER_COUNTER, sample(10, 1000), sample(10, 1000), 0),
        has_value(
            "clock and idle time stand still", PERF_100NSEC_TIMER_INV, sample(10, 1000), sample(10, 1000), 0),
        fails("clock stands still", PERF_COUNTER_COUNTER, sample(11, 1000), sample(10, 1000),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        has_value("base stands still: average timer", PERF_AVERAGE_TIMER, sample(20, 10), sample(10, 10), 0),
        has_value("base stands still: average bulk", PERF_AVERAGE_BULK, sample(20, 10), sample(10, 10), 0),
        has_value(
            "base stands still: sample fraction", PERF_SAMPLE_FRACTION, sample(20, 10), sample(10, 10), 0),
        has_value("fraction of base 0", PERF_RAW_FRACTION, sample(20, 0), sample(0), 0),
        fails("fraction of a negative base", PERF_RAW_FRACTION, sample(20, -1), sample(0),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        fails(
            "negative fraction", PERF_LARGE_RAW_FRACTION, sample(-1, 10), sample(0), PDH_CALC_NEGATIVE_VALUE),
        has_value("never started", PERF_ELAPSED_TIME, sample(0, 5000), sample(0), 0),
        has_value("started", PERF_ELAPSED_TIME, sample(1500, 5000), sample(0), 3.5),
        fails("starts in the future", PERF_ELAPSED_TIME, sample(5001, 5000), sample(0),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("multi timer of nothing", PERF_100NSEC_MULTI_TIMER, sample(20, 3000, 0), sample(10, 1000, 0),
            PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("multi timer of the clock of nothing", PERF_COUNTER_MULTI_TIMER, sample(20, 3000, 0),
            sample(10, 1000, 0), PDH_CALC_NEGATIVE_DENOMINATOR),
        fails("inverse multi timer of nothing", PERF_100NSEC_MULTI_TIMER_INV, sample(20, 3000, 0),
            sample(10, 1000, 0), PDH_CALC_NEGATIVE_DENOMINATOR),

        fails("newer sample is invalid", PERF_COUNTER_COUNTER, bad(PDH_CSTATUS_INVALID_DATA),
            sample(10, 1000), PDH_INVALID_DATA),
        fails("older sample is invalid", PERF_COUNTER_COUNTER, sample(10, 1000),
            bad(PDH_CSTATUS_INVALID_DATA), PDH_INVALID_DATA),
        fails("the only sample has no instance", PERF_COUNTER_RAWCOUNT, bad(PDH_CSTATUS_NO_INSTANCE),
            sample(0), PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE),
        fails("newer sample has no instance", PERF_COUNTER_COUNTER, bad(PDH_CSTATUS_NO_INSTANCE),
            sample(10, 1000), PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE),
        fails("older sample has no instance", PERF_COUNTER_COUNTER, sample(10, 1000),
            bad(PDH_CSTATUS_NO_INSTANCE), PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE),
        fails("both are bad: the newer one's reason", PERF_COUNTER_COUNTER, bad(PDH_CSTATUS_NO_OBJECT),
            bad(PDH_CSTATUS_NO_INSTANCE), PDH_INVALID_DATA, PDH_CSTATUS_NO_OBJECT),
        has_value("a bad older sample of a type of one sample", PERF_COUNTER_RAWCOUNT, sample(10),
            bad(PDH_CSTATUS_NO_INSTANCE), 10),
        has_value("new data is valid data", PERF_COUNTER_RAWCOUNT, sample(10, 0, 1, PDH_CSTATUS_NEW_DATA),
            sample(0), 10),
        has_value("two new samples", PERF_COUNTER_COUNTER, sample(30, 3000, 1, PDH_CSTATUS_NEW_DATA),
            sample(10, 1000, 1, PDH_CSTATUS_NEW_DATA), 10),
    };
}

} // namespace

TEST_CASE("PdhFormatFromRawValue: values, and why there is none") {
    for (RawRow& row : raw_rows()) {
        CAPTURE(row.what);
        LONGLONG time_base = thousand;
        PDH_FMT_COUNTERVALUE value{};
        value.largeValue = -1;
        const PDH_STATUS status =
            PdhFormatFromRawValue(row.type, PDH_FMT_DOUBLE, &time_base, &row.newer, &row.older, &value);
        CHECK(failure_of(status, value.CStatus) == failure_of(row.status, row.cstatus));
        CHECK(value.doubleValue == row.value);
    }
}

TEST_CASE("PdhFormatFromRawValue: only percentages are cut at 100, before they are scaled") {
    struct Row {
        DWORD type;
        DWORD flags;
        double value;
    };
    PDH_RAW_COUNTER newer = sample(2500, 1000);
    PDH_RAW_COUNTER older = sample(0);
    for (const Row& row : {Row{PERF_100NSEC_TIMER, 0, 100}, Row{PERF_100NSEC_TIMER, PDH_FMT_NOCAP100, 250},
             Row{PERF_100NSEC_TIMER, PDH_FMT_1000, 100'000},
             Row{PERF_100NSEC_TIMER, PDH_FMT_1000 | PDH_FMT_NOCAP100, 250'000},
             Row{PERF_RAW_FRACTION, 0, 100}, Row{PERF_RAW_FRACTION, PDH_FMT_NOCAP100, 250},
             Row{PERF_SAMPLE_FRACTION, 0, 100}, Row{PERF_PRECISION_100NS_TIMER, 0, 100},
             Row{PERF_100NSEC_MULTI_TIMER, 0, 100}, Row{PERF_COUNTER_COUNTER, 0, 2500}}) {
        CAPTURE(row.type);
        CAPTURE(row.flags);
        LONGLONG time_base = thousand;
        PDH_FMT_COUNTERVALUE formatted{};
        CHECK_SUCCESS(PdhFormatFromRawValue(
            row.type, PDH_FMT_DOUBLE | row.flags, &time_base, &newer, &older, &formatted));
        CHECK(formatted.doubleValue == row.value);
        CHECK_SUCCESS(PdhFormatFromRawValue(
            row.type, PDH_FMT_LARGE | row.flags, &time_base, &newer, &older, &formatted));
        CHECK(formatted.largeValue == static_cast<LONGLONG>(row.value));
    }
}

TEST_CASE("PdhFormatFromRawValue: the older sample may be missing where one will do") {
    LONGLONG time_base = thousand;
    PDH_FMT_COUNTERVALUE value{};
    PDH_RAW_COUNTER newer = sample(25, 100);
    CHECK_SUCCESS(PdhFormatFromRawValue(PERF_RAW_FRACTION, PDH_FMT_DOUBLE, nullptr, &newer, nullptr, &value));
    CHECK(value.doubleValue == 25);
    CHECK_STATUS(
        PdhFormatFromRawValue(PERF_COUNTER_COUNTER, PDH_FMT_DOUBLE, &time_base, &newer, nullptr, &value),
        PDH_CSTATUS_INVALID_DATA);
    CHECK_STATUS(value.CStatus, PDH_CSTATUS_INVALID_DATA);
    CHECK(value.doubleValue == 0);
}

TEST_CASE("PdhFormatFromRawValue: the time base") {
    PDH_RAW_COUNTER newer = sample(30, 3000);
    PDH_RAW_COUNTER older = sample(10, 1000);
    PDH_FMT_COUNTERVALUE value{};
    const auto format = [&](DWORD type, LONGLONG* time_base) {
        return PdhFormatFromRawValue(type, PDH_FMT_DOUBLE, time_base, &newer, &older, &value);
    };
    for (const DWORD needs_one :
        std::initializer_list<DWORD>{PERF_COUNTER_COUNTER, PERF_AVERAGE_TIMER, PERF_ELAPSED_TIME}) {
        CAPTURE(needs_one);
        CHECK_STATUS(format(needs_one, nullptr), PDH_INVALID_ARGUMENT);
        for (LONGLONG bad : {0LL, -1LL}) {
            CHECK_STATUS(format(needs_one, &bad), PDH_CALC_NEGATIVE_TIMEBASE);
        }
    }
    CHECK_SUCCESS(format(PERF_COUNTER_TIMER, nullptr));
    LONGLONG ignored = -1;
    CHECK_SUCCESS(format(PERF_COUNTER_TIMER, &ignored));
    CHECK(value.doubleValue == 1); // 100 * 20 / 2000
    CHECK_SUCCESS(format(PERF_COUNTER_RAWCOUNT, nullptr));
    CHECK_SUCCESS(format(PERF_COUNTER_RAWCOUNT, &ignored));
}

TEST_CASE("PdhFormatFromRawValue: types without a value are refused") {
    PDH_RAW_COUNTER raw = sample(1, 2);
    LONGLONG time_base = thousand;
    for (const DWORD type : std::initializer_list<DWORD>{PERF_SAMPLE_BASE, PERF_AVERAGE_BASE, PERF_RAW_BASE,
             PERF_LARGE_RAW_BASE, PERF_COUNTER_MULTI_BASE, PERF_COUNTER_TEXT, PERF_COUNTER_NODATA,
             PERF_COUNTER_HISTOGRAM_TYPE, 0x00012000, 0xFFFFFFFF, PERF_COUNTER_COUNTER + 1}) {
        CAPTURE(type);
        PDH_FMT_COUNTERVALUE value{};
        value.CStatus = 42;
        value.largeValue = 42;
        CHECK_STATUS(PdhFormatFromRawValue(type, PDH_FMT_DOUBLE, &time_base, &raw, &raw, &value),
            PDH_INVALID_ARGUMENT);
        CHECK(value.CStatus == static_cast<DWORD>(PDH_CSTATUS_INVALID_DATA));
        CHECK(value.largeValue == 0);
    }
}

TEST_CASE("PdhFormatFromRawValue: missing arguments and bad formats") {
    PDH_RAW_COUNTER raw = sample(1, 2);
    LONGLONG time_base = thousand;
    PDH_FMT_COUNTERVALUE value{};
    CHECK_STATUS(
        PdhFormatFromRawValue(PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG, &time_base, nullptr, &raw, &value),
        PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhFormatFromRawValue(PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG, &time_base, &raw, &raw, nullptr),
        PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhFormatFromRawValue(PERF_COUNTER_RAWCOUNT, 0, &time_base, &raw, &raw, &value),
        PDH_INVALID_ARGUMENT);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhCalculateCounterFromRawValue: with the type and scale of a counter") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"));
    PDH_RAW_COUNTER newer = sample(30, 3 * one_second);
    PDH_RAW_COUNTER older = sample(10, one_second);
    PDH_FMT_COUNTERVALUE value{};
    CHECK_SUCCESS(PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &newer, &older, &value));
    CHECK(value.doubleValue == 10);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 2));
    CHECK_SUCCESS(PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &newer, &older, &value));
    CHECK(value.doubleValue == 1000);
    CHECK_SUCCESS(
        PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE | PDH_FMT_NOSCALE, &newer, &older, &value));
    CHECK(value.doubleValue == 10);
    CHECK_STATUS(PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &newer, nullptr, &value),
        PDH_CSTATUS_INVALID_DATA);
    CHECK(value.doubleValue == 0);
    CHECK_STATUS(PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &older, &newer, &value),
        PDH_CALC_NEGATIVE_VALUE);
    PDH_HCOUNTER const share = query.add(TEXT("\\Widget(a)\\Hit %"));
    newer = sample(75, 100);
    older = sample(0);
    for (const auto& scale : {std::pair{0, 75.0}, std::pair{2, 7500.0}, std::pair{-1, 7.5}}) {
        CAPTURE(scale.first);
        REQUIRE_SUCCESS(PdhSetCounterScaleFactor(share, scale.first));
        for (const DWORD flag : {DWORD{0}, DWORD{PDH_FMT_NOCAP100}, DWORD{PDH_FMT_NOSCALE}}) {
            CAPTURE(flag);
            CHECK_SUCCESS(
                PdhCalculateCounterFromRawValue(share, PDH_FMT_DOUBLE | flag, &newer, &older, &value));
            CHECK(value.doubleValue == (flag == PDH_FMT_NOSCALE ? 75 : scale.second));
        }
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "the raw samples of a counter give the value that it formats") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Hit %"));
    DWORD type = 0;
    query.collect();
    PDH_RAW_COUNTER older = raw_value(counter);
    query.collect();
    PDH_RAW_COUNTER newer{};
    REQUIRE_SUCCESS(PdhGetRawCounterValue(counter, &type, &newer));
    PDH_FMT_COUNTERVALUE value{};
    REQUIRE_SUCCESS(PdhFormatFromRawValue(type, PDH_FMT_DOUBLE, nullptr, &newer, &older, &value));
    CHECK(value.doubleValue == 40); // 100 * (14 - 10) / (30 - 20)
    CHECK(double_value(counter) == 40);
}

// -- Statistics -----------------------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "PdhComputeCounterStatistics: a ring of raw counts") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Total"));
    std::array ring{sample(4), sample(8), sample(1), sample(3)}; // the oldest is at 2
    PDH_STATISTICS statistics{};
    REQUIRE_SUCCESS(PdhComputeCounterStatistics(counter, PDH_FMT_DOUBLE, 2, 4, ring.data(), &statistics));
    CHECK(statistics.dwFormat == PDH_FMT_DOUBLE);
    CHECK(statistics.count == 4);
    CHECK(statistics.min.doubleValue == 1);
    CHECK(statistics.max.doubleValue == 8);
    CHECK(statistics.mean.doubleValue == 4);
    CHECK_STATUS(statistics.mean.CStatus, PDH_CSTATUS_VALID_DATA);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhComputeCounterStatistics: the mean of a rate spans first to last sample") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"));
    std::array ring{sample(100, 4 * one_second), sample(10, one_second), sample(20, 2 * one_second)};
    PDH_STATISTICS statistics{};
    REQUIRE_SUCCESS(PdhComputeCounterStatistics(counter, PDH_FMT_LARGE, 1, 3, ring.data(), &statistics));
    CHECK(statistics.min.largeValue == 10);  // 10 in 1 s
    CHECK(statistics.max.largeValue == 40);  // 80 in 2 s
    CHECK(statistics.mean.largeValue == 30); // 90 in 3 s
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhComputeCounterStatistics: one sample of a type that needs two") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"));
    PDH_RAW_COUNTER raw = sample(10, one_second);
    PDH_STATISTICS statistics{};
    REQUIRE_SUCCESS(PdhComputeCounterStatistics(counter, PDH_FMT_DOUBLE, 0, 1, &raw, &statistics));
    CHECK(statistics.count == 1);
    for (const PDH_FMT_COUNTERVALUE& value : {statistics.min, statistics.max, statistics.mean}) {
        CHECK(value.doubleValue == 0);
        CHECK_STATUS(value.CStatus, PDH_CSTATUS_INVALID_DATA);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhComputeCounterStatistics: samples without data are passed over") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Total"));
    std::array ring{sample(2), sample(0, 0, 1, PDH_CSTATUS_NO_INSTANCE), sample(6)};
    PDH_STATISTICS statistics{};
    REQUIRE_SUCCESS(PdhComputeCounterStatistics(counter, PDH_FMT_LONG, 0, 3, ring.data(), &statistics));
    CHECK(statistics.count == 3);
    CHECK(statistics.min.longValue == 2);
    CHECK(statistics.max.longValue == 6);
    CHECK(statistics.mean.longValue == 4);
    REQUIRE_SUCCESS(PdhComputeCounterStatistics(counter, PDH_FMT_LONG, 0, 1, &ring[1], &statistics));
    CHECK(statistics.count == 1);
    CHECK_STATUS(statistics.mean.CStatus, PDH_CSTATUS_INVALID_DATA);
    PDH_HCOUNTER const rate = query.add(TEXT("\\Widget(a)\\Items/sec"));
    std::array rates{sample(0), sample(0, 0, 1, PDH_CSTATUS_NO_INSTANCE), sample(10, one_second),
        sample(20, 2 * one_second)};
    REQUIRE_SUCCESS(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 0, 4, rates.data(), &statistics));
    CHECK(statistics.count == 4);
    CHECK(statistics.min.longValue == 10);
    CHECK(statistics.mean.longValue == 10);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "PdhComputeCounterStatistics refuses bad formats and entries outside the ring") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Total"));
    std::array ring{sample(1), sample(2)};
    PDH_STATISTICS statistics{};
    statistics.count = 42;
    const auto compute = [&](PDH_HCOUNTER of, DWORD format, DWORD first, DWORD entries) {
        return PdhComputeCounterStatistics(of, format, first, entries, ring.data(), &statistics);
    };
    CHECK_STATUS(compute(counter, 0, 0, 2), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(compute(counter, PDH_FMT_LONG, 2, 2), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(compute(counter, PDH_FMT_LONG, 0, 0), PDH_INVALID_ARGUMENT);
    CHECK(statistics.count == 42);
    CHECK_SUCCESS(compute(counter, PDH_FMT_LONG, 1, 2));
    CHECK(statistics.count == 2);
}

// -- The scale ------------------------------------------------------------------------------------

TEST_CASE("the default scale of a counter is the factor in force until another is set" * needs_script) {
    use_script("scale.json");
    const Query query;
    PDH_HCOUNTER const tenth = query.add(TEXT("\\Scaled\\Tenth"));
    PDH_HCOUNTER const thousandfold = query.add(TEXT("\\Scaled\\Thousand"));
    PDH_HCOUNTER const plain = query.add(TEXT("\\Scaled\\Plain"));
    query.collect();
    CHECK(double_value(plain) == 1234);
    CHECK(double_value(tenth) == 123.4);
    CHECK(long_value(tenth) == 123);
    CHECK(double_value(tenth, PDH_FMT_NOSCALE) == 1234);
    CHECK(double_value(tenth, PDH_FMT_1000) == 123'400);
    CHECK(double_value(thousandfold) == 5000);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(tenth, 0));
    CHECK(double_value(tenth) == 1234);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(tenth, 2));
    CHECK(double_value(tenth) == 123'400);
    CHECK(double_value(tenth, PDH_FMT_NOSCALE) == 1234);
}

TEST_CASE("a percentage is cut at 100 before it is scaled" * needs_script) {
    use_script("scale.json");
    const Query query;
    PDH_HCOUNTER const share = query.add(TEXT("\\Scaled\\Share")); // 250 %, default scale 1
    query.collect();
    CHECK(double_value(share) == 1000);
    CHECK(double_value(share, PDH_FMT_NOCAP100) == 2500);
    CHECK(double_value(share, PDH_FMT_NOSCALE) == 100);
    CHECK(double_value(share, PDH_FMT_NOSCALE | PDH_FMT_NOCAP100) == 250);
}

TEST_CASE("whether the default scale is applied can be chosen") {
    use_script("scale.json");
    const Query query;
    PDH_HCOUNTER const tenth = query.add(TEXT("\\Scaled\\Tenth"));
    query.collect();
    apply_default_scale(false);
    CHECK(double_value(tenth) == 1234);
    apply_default_scale(true);
    CHECK(double_value(tenth) == 123.4);
    reset_default_scale();
    CHECK(double_value(tenth) == 123.4);
}

// -- On counters of Windows' own ------------------------------------------------------------------

TEST_SUITE("live") {
    TEST_CASE("live: System Up Time formats before and after the first collect") {
        const Query query;
        PDH_HCOUNTER const counter = query.add(TEXT("\\System\\System Up Time"));
        PDH_FMT_COUNTERVALUE value{};
        CHECK_STATUS(
            PdhGetFormattedCounterValue(nullptr, PDH_FMT_LARGE, nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(
            PdhGetFormattedCounterValue(nullptr, PDH_FMT_LARGE, nullptr, &value), PDH_INVALID_HANDLE);
        CHECK_STATUS(
            PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_SUCCESS(PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value));
        query.collect();
        const LONGLONG seconds = large_value(counter);
        CHECK(seconds > 0);
        CHECK(large_value(counter, PDH_FMT_NOSCALE) == seconds);
        CHECK(large_value(counter, PDH_FMT_NOCAP100) == seconds);
        CHECK(large_value(counter, PDH_FMT_1000) / 1000 == seconds);
        REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 2));
        CHECK(large_value(counter) / 100 == seconds);
    }

    TEST_CASE("live: an array of System Up Time has one item without a name") {
        const Query query;
        PDH_HCOUNTER const counter = query.add(TEXT("\\System\\System Up Time"));
        DWORD size = 0;
        DWORD count = 0;
        CHECK_STATUS(PdhGetFormattedCounterArray(nullptr, PDH_FMT_LONG, nullptr, nullptr, nullptr),
            PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, nullptr, &count, nullptr),
            PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, nullptr, nullptr),
            PDH_INVALID_ARGUMENT);
        CHECK_STATUS(
            PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, nullptr), PDH_MORE_DATA);
        CHECK(count == 1);
        CHECK(size == sizeof(PDH_FMT_COUNTERVALUE_ITEM) + sizeof(TCHAR));
        std::array<PDH_FMT_COUNTERVALUE_ITEM, 8> items{};
        size = 0;
        CHECK_STATUS(
            PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, items.data()), PDH_MORE_DATA);
        size = sizeof items;
        CHECK_SUCCESS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, items.data()));
        CHECK(size == sizeof(PDH_FMT_COUNTERVALUE_ITEM) + sizeof(TCHAR));
        query.collect();
        for (const DWORD format :
            {PDH_FMT_LONG, PDH_FMT_DOUBLE, PDH_FMT_LARGE, PDH_FMT_LARGE | PDH_FMT_1000}) {
            CAPTURE(format);
            size = sizeof items;
            CHECK_SUCCESS(PdhGetFormattedCounterArray(counter, format, &size, &count, items.data()));
            CHECK(count == 1);
            CHECK(items[0].szName == reinterpret_cast<TCHAR*>(&items[1]));
            CHECK(*items[0].szName == 0);
            CHECK(items[0].FmtValue.CStatus == PDH_CSTATUS_VALID_DATA);
            PDH_FMT_COUNTERVALUE value{};
            REQUIRE_SUCCESS(PdhGetFormattedCounterValue(counter, format, nullptr, &value));
            CHECK(items[0].FmtValue.largeValue == value.largeValue);
        }
    }

    TEST_CASE("live: % Processor Time lies between 0 and 100 and needs two samples") {
        const FrozenClock clock;
        const Query query;
        PDH_HCOUNTER const total = query.add(TEXT("\\Processor(_Total)\\% Processor Time"));
        PDH_HCOUNTER const each = query.add(TEXT("\\Processor(*)\\% Processor Time"));
        query.collect();
        CHECK(failure(total) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
        FrozenClock::advance(600); // far more than this machine can have idled meanwhile
        query.collect();
        const double value = double_value(total);
        CHECK(value >= 0);
        CHECK(value <= 100);
        const auto items = formatted_items(each);
        REQUIRE(items.size() >= 2);
        CHECK(items.back().name == "_Total");
        CHECK(items.back().value == value);
    }
}
