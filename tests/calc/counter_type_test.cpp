// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter_type.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

namespace calc = pdh_shim::calc;
using calc::counter_types;
using calc::CounterType;
using calc::find_type;
using calc::Formula;
using calc::SizeClass;
using calc::Suffix;
using calc::TypeInfo;

namespace {

// The bits of a counter type, as winperf.h describes them.
constexpr std::uint32_t delta_counter = 0x00400000;
constexpr std::uint32_t delta_base = 0x00800000;
constexpr std::uint32_t inverse_counter = 0x01000000;
constexpr std::uint32_t multi_counter = 0x02000000;
constexpr std::uint32_t timer_bits = 0x00300000;
constexpr std::uint32_t timer_100ns = 0x00100000;
constexpr std::uint32_t object_timer = 0x00200000;

constexpr bool has(const TypeInfo& type, std::uint32_t bit) {
    return (type.value() & bit) != 0;
}

struct Constant {
    std::string_view name;
    std::uint32_t value;
};

// The constants as winperf.h lists them.
constexpr std::array constants{
    Constant{"PERF_COUNTER_COUNTER", 0x10410400},
    Constant{"PERF_COUNTER_TIMER", 0x20410500},
    Constant{"PERF_COUNTER_QUEUELEN_TYPE", 0x00450400},
    Constant{"PERF_COUNTER_LARGE_QUEUELEN_TYPE", 0x00450500},
    Constant{"PERF_COUNTER_100NS_QUEUELEN_TYPE", 0x00550500},
    Constant{"PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE", 0x00650500},
    Constant{"PERF_COUNTER_BULK_COUNT", 0x10410500},
    Constant{"PERF_COUNTER_TEXT", 0x00000B00},
    Constant{"PERF_COUNTER_RAWCOUNT", 0x00010000},
    Constant{"PERF_COUNTER_LARGE_RAWCOUNT", 0x00010100},
    Constant{"PERF_DOUBLE_RAW", 0x00012000}, // of Windows' management interface
    Constant{"PERF_COUNTER_RAWCOUNT_HEX", 0x00000000},
    Constant{"PERF_COUNTER_LARGE_RAWCOUNT_HEX", 0x00000100},
    Constant{"PERF_SAMPLE_FRACTION", 0x20C20400},
    Constant{"PERF_SAMPLE_COUNTER", 0x00410400},
    Constant{"PERF_COUNTER_NODATA", 0x40000200},
    Constant{"PERF_COUNTER_TIMER_INV", 0x21410500},
    Constant{"PERF_SAMPLE_BASE", 0x40030401},
    Constant{"PERF_AVERAGE_TIMER", 0x30020400},
    Constant{"PERF_AVERAGE_BASE", 0x40030402},
    Constant{"PERF_AVERAGE_BULK", 0x40020500},
    Constant{"PERF_OBJ_TIME_TIMER", 0x20610500},
    Constant{"PERF_100NSEC_TIMER", 0x20510500},
    Constant{"PERF_100NSEC_TIMER_INV", 0x21510500},
    Constant{"PERF_COUNTER_MULTI_TIMER", 0x22410500},
    Constant{"PERF_COUNTER_MULTI_TIMER_INV", 0x23410500},
    Constant{"PERF_COUNTER_MULTI_BASE", 0x42030500},
    Constant{"PERF_100NSEC_MULTI_TIMER", 0x22510500},
    Constant{"PERF_100NSEC_MULTI_TIMER_INV", 0x23510500},
    Constant{"PERF_RAW_FRACTION", 0x20020400},
    Constant{"PERF_LARGE_RAW_FRACTION", 0x20020500},
    Constant{"PERF_RAW_BASE", 0x40030403},
    Constant{"PERF_LARGE_RAW_BASE", 0x40030500},
    Constant{"PERF_ELAPSED_TIME", 0x30240500},
    Constant{"PERF_COUNTER_HISTOGRAM_TYPE", 0x80000000},
    Constant{"PERF_COUNTER_DELTA", 0x00400400},
    Constant{"PERF_COUNTER_LARGE_DELTA", 0x00400500},
    Constant{"PERF_PRECISION_SYSTEM_TIMER", 0x20470500},
    Constant{"PERF_PRECISION_100NS_TIMER", 0x20570500},
    Constant{"PERF_PRECISION_OBJECT_TIMER", 0x20670500},
    Constant{"PERF_PRECISION_TIMESTAMP", 0x40030500},
};

} // namespace

static_assert(find_type(0x10410400)->formula == Formula::rate);
static_assert(find_type(0x10410401) == nullptr);
static_assert(calc::type_info(CounterType::perf_counter_counter).name == "PERF_COUNTER_COUNTER");

TEST_CASE("the table holds every constant of winperf.h under its value and its name") {
    for (const Constant& constant : constants) {
        CAPTURE(constant.name);
        const TypeInfo* const by_name = find_type(constant.name);
        REQUIRE(by_name != nullptr);
        CHECK(by_name->value() == constant.value);
        CHECK(find_type(constant.value) == by_name);
    }
}

TEST_CASE("the table holds nothing else, in the order of the values and without duplicates") {
    CHECK(counter_types.size() == 40);
    CHECK(std::ranges::adjacent_find(counter_types, std::ranges::greater_equal{}, &TypeInfo::value) ==
          counter_types.end());
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        CHECK(std::ranges::find(constants, type.name, &Constant::name) != constants.end());
    }
}

TEST_CASE("a type is found by its whole value only") {
    CHECK(find_type(0x10410401) == nullptr);
    CHECK(find_type(0xFFFFFFFF) == nullptr);
    CHECK(find_type(0x40030503) == find_type(0x40030500)); // printed wrongly on one page
    CHECK(find_type("PERF_COUNTER") == nullptr);
    CHECK(find_type("") == nullptr);
}

TEST_CASE("the bits of a value agree with the columns of its row") {
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        const bool inverse =
            type.formula == Formula::timer_inverse || type.formula == Formula::multi_timer_inverse;
        CHECK(has(type, inverse_counter) == inverse);
        CHECK((type.multi() ? has(type, multi_counter) : !type.displayable() || !has(type, multi_counter)));
        CHECK(has(type, delta_base) == (type.formula == Formula::sample_fraction));
        const bool average = type.formula == Formula::average_timer || type.formula == Formula::average_bulk;
        CHECK(has(type, delta_counter) == (type.samples() == 2 && !average));
    }
}

TEST_CASE("the timer bits of a value name its time base") {
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        switch (type.time_base) {
        case calc::TimeBase::perf_freq:
            CHECK((type.value() & timer_bits) == 0);
            break;
        case calc::TimeBase::freq_100ns:
            CHECK((type.value() & timer_bits) == timer_100ns);
            break;
        case calc::TimeBase::object_freq:
            CHECK((type.value() & timer_bits) == object_timer);
            break;
        case calc::TimeBase::none:
            CHECK((type.value() & timer_bits) == 0);
            break;
        }
    }
}

TEST_CASE("the clock in SecondValue is the one of the time base, or a base takes its place") {
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        switch (type.second) {
        case calc::SecondField::perf_time:
            CHECK(type.time_base == calc::TimeBase::perf_freq);
            break;
        case calc::SecondField::time_100ns:
            CHECK(type.time_base == calc::TimeBase::freq_100ns);
            break;
        case calc::SecondField::object_time:
            CHECK(type.time_base == calc::TimeBase::object_freq);
            break;
        case calc::SecondField::base:
            CHECK(type.displayable());
            break;
        case calc::SecondField::none:
            CHECK(type.time_base == calc::TimeBase::none);
            break;
        }
    }
}

TEST_CASE("percentages are the types that display a percent sign") {
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        const bool percent_kind = type.formula == Formula::timer || type.formula == Formula::timer_inverse ||
                                  type.multi() || type.formula == Formula::raw_fraction ||
                                  type.formula == Formula::sample_fraction;
        CHECK(type.percent() == percent_kind);
    }
}

TEST_CASE("bases are known by the counter type and subtype, not by single bits") {
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        const bool named_base = type.name.ends_with("BASE");
        CHECK(calc::is_base_type(type.value()) == named_base);
    }
    CHECK(calc::is_base_type(0x40030503));
    CHECK_FALSE(calc::is_base_type(0x20570500)); // PERF_PRECISION_100NS_TIMER has both bits of a base set
}

TEST_CASE("types with a value need one sample or two, the others none") {
    CHECK(calc::type_info(CounterType::perf_counter_rawcount).samples() == 1);
    CHECK(calc::type_info(CounterType::perf_raw_fraction).samples() == 1);
    CHECK(calc::type_info(CounterType::perf_elapsed_time).samples() == 1);
    CHECK(calc::type_info(CounterType::perf_average_timer).samples() == 2);
    CHECK(calc::type_info(CounterType::perf_average_bulk).samples() == 2);
    CHECK(calc::type_info(CounterType::perf_raw_base).samples() == 0);
    CHECK(calc::type_info(CounterType::perf_counter_text).samples() == 0);
    CHECK(std::ranges::count(counter_types, 0, &TypeInfo::samples) == 8);
    CHECK(std::ranges::count(counter_types, 1, &TypeInfo::samples) == 8);
}

TEST_CASE("sizes and suffixes are read from the value") {
    CHECK(calc::type_info(CounterType::perf_counter_counter).size_class() == SizeClass::dword);
    CHECK(calc::type_info(CounterType::perf_counter_bulk_count).size_class() == SizeClass::large);
    CHECK(calc::type_info(CounterType::perf_counter_nodata).size_class() == SizeClass::zero);
    CHECK(calc::type_info(CounterType::perf_counter_text).size_class() == SizeClass::variable);
    CHECK(calc::type_info(CounterType::perf_counter_rawcount).suffix() == Suffix::none);
    CHECK(calc::type_info(CounterType::perf_counter_counter).suffix() == Suffix::per_second);
    CHECK(calc::type_info(CounterType::perf_counter_timer).suffix() == Suffix::percent);
    CHECK(calc::type_info(CounterType::perf_elapsed_time).suffix() == Suffix::seconds);
    CHECK(calc::type_info(CounterType::perf_average_bulk).suffix() == Suffix::not_shown);
}

TEST_CASE("only multi timers of the performance clock multiply FirstValue by its frequency") {
    for (const TypeInfo& type : counter_types) {
        CAPTURE(type.name);
        CHECK(type.first_times_frequency() == type.name.starts_with("PERF_COUNTER_MULTI_TIMER"));
    }
}

TEST_CASE("the time base is the frequency of the type's clock, if it has a clock") {
    constexpr std::int64_t perf_freq = 3'579'545;
    constexpr std::int64_t object_freq = 1000;
    const auto time_base = [](CounterType type) {
        return calc::time_base_of(calc::type_info(type), perf_freq, object_freq);
    };
    CHECK(time_base(CounterType::perf_counter_counter) == perf_freq);
    CHECK(time_base(CounterType::perf_average_timer) == perf_freq);
    CHECK(time_base(CounterType::perf_precision_system_timer) == perf_freq);
    CHECK(time_base(CounterType::perf_100nsec_timer_inv) == 10'000'000);
    CHECK(time_base(CounterType::perf_precision_100ns_timer) == 10'000'000);
    CHECK(time_base(CounterType::perf_elapsed_time) == object_freq);
    CHECK(time_base(CounterType::perf_obj_time_timer) == object_freq);
    for (const CounterType type : {CounterType::perf_counter_rawcount, CounterType::perf_counter_delta,
             CounterType::perf_raw_fraction, CounterType::perf_sample_fraction,
             CounterType::perf_average_bulk, CounterType::perf_average_base}) {
        CHECK_FALSE(time_base(type).has_value());
    }
}
