// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What two raw samples make: made-up samples, so that the answers are the same everywhere.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <array>

namespace oracle {

namespace {

// The types, by winperf.h's numbers.
constexpr DWORD raw_count = 0x00010000;
constexpr DWORD large_raw_count = 0x00010100;
constexpr DWORD rate = 0x10410400;              // PERF_COUNTER_COUNTER
constexpr DWORD large_rate = 0x10410500;        // PERF_COUNTER_BULK_COUNT
constexpr DWORD timer = 0x20510500;             // PERF_100NSEC_TIMER
constexpr DWORD inverse_timer = 0x21510500;     // PERF_100NSEC_TIMER_INV
constexpr DWORD fraction = 0x20020400;          // PERF_RAW_FRACTION
constexpr DWORD average_timer = 0x30020400;     // PERF_AVERAGE_TIMER
constexpr DWORD average_bulk = 0x40020500;      // PERF_AVERAGE_BULK
constexpr DWORD sample_fraction = 0x20C20400;   // PERF_SAMPLE_FRACTION
constexpr DWORD elapsed_time = 0x30240500;      // PERF_ELAPSED_TIME
constexpr DWORD queue_length_type = 0x00450400; // PERF_COUNTER_QUEUELEN_TYPE
constexpr DWORD delta = 0x00400400;             // PERF_COUNTER_DELTA
constexpr DWORD multi_timer = 0x22410500;       // PERF_COUNTER_MULTI_TIMER
constexpr DWORD multi_timer_inv = 0x23410500;   // PERF_COUNTER_MULTI_TIMER_INV
constexpr DWORD multi_timer_100 = 0x22510500;   // PERF_100NSEC_MULTI_TIMER
constexpr DWORD multi_timer_100_inv = 0x23510500;
constexpr DWORD precision_timer = 0x20570500; // PERF_PRECISION_100NS_TIMER
constexpr DWORD text_type = 0x00000B00;       // PERF_COUNTER_TEXT
constexpr DWORD base_type = 0x40030403;       // PERF_RAW_BASE

struct Sample {
    LONGLONG first;
    LONGLONG second;
    DWORD count = 1;
    DWORD status = 0;
};

PDH_RAW_COUNTER raw(const Sample& sample) {
    PDH_RAW_COUNTER raw{};
    raw.CStatus = sample.status;
    raw.FirstValue = sample.first;
    raw.SecondValue = sample.second;
    raw.MultiCount = sample.count;
    return raw;
}

/// A formula's row: the older and the newer sample.
struct Row {
    const char* what;
    DWORD type;
    Sample older;
    Sample newer;
    DWORD how = PDH_FMT_DOUBLE;
    LONGLONG ticks = 10'000'000;
};

void say_row(Answer& answer, const Row& row) {
    PDH_RAW_COUNTER older = raw(row.older);
    PDH_RAW_COUNTER newer = raw(row.newer);
    LONGLONG ticks = row.ticks;
    PDH_FMT_COUNTERVALUE value{};
    const PDH_STATUS status = PdhFormatFromRawValue(row.type, row.how, &ticks, &newer, &older, &value);
    say_value(answer, row.what, {status, value}, row.how);
}

template <std::size_t size>
void say_rows(Answer& answer, const std::array<Row, size>& rows) {
    for (const Row& row : rows) {
        say_row(answer, row);
    }
}

constexpr DWORD uncapped = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;

void every_type(Answer& answer) {
    constexpr Sample older = {1'000, 1'000'000, 1};
    constexpr Sample newer = {501'000, 2'000'000, 2};
    say_rows(answer,
        std::array{Row{"RAWCOUNT", raw_count, older, newer},
            Row{"LARGE_RAWCOUNT", large_raw_count, older, newer}, Row{"COUNTER", rate, older, newer},
            Row{"BULK_COUNT", large_rate, older, newer}, Row{"100NSEC_TIMER", timer, older, newer},
            Row{"100NSEC_TIMER_INV", inverse_timer, older, newer},
            Row{"RAW_FRACTION", fraction, older, newer}, Row{"AVERAGE_TIMER", average_timer, older, newer},
            Row{"AVERAGE_BULK", average_bulk, older, newer},
            Row{"SAMPLE_FRACTION", sample_fraction, older, newer},
            Row{"QUEUELEN", queue_length_type, older, newer}, Row{"DELTA", delta, older, newer},
            Row{"PRECISION_100NS_TIMER", precision_timer, older, newer}, Row{"TEXT", text_type, older, newer},
            Row{"RAW_BASE", base_type, older, newer}, Row{"0x00012000", 0x00012000, older, newer},
            Row{"0x12345678", 0x12345678, older, newer}});
}

void percentages(Answer& answer) {
    constexpr Sample older = {0, 0, 1};
    constexpr Sample newer = {2'500, 1'000, 1};
    say_rows(answer, std::array{Row{"timer of 250 %", timer, older, newer},
                         Row{"the same, NOCAP100", timer, older, newer, uncapped},
                         Row{"the same, 1000", timer, older, newer, PDH_FMT_DOUBLE | PDH_FMT_1000},
                         Row{"the same, 1000 and NOCAP100", timer, older, newer, uncapped | PDH_FMT_1000},
                         Row{"the same, LONG", timer, older, newer, PDH_FMT_LONG},
                         Row{"the same, LARGE", timer, older, newer, PDH_FMT_LARGE},
                         Row{"fraction of 250 %", fraction, older, newer},
                         Row{"the same, NOCAP100 (fraction)", fraction, older, newer, uncapped},
                         Row{"sample fraction of 250 %", sample_fraction, older, newer},
                         Row{"precision timer of 250 %", precision_timer, older, newer},
                         Row{"multi timer of 250 %", multi_timer_100, older, newer},
                         Row{"a rate of 2500", rate, older, {2'500, 10'000'000, 1}}});
}

void rounding(Answer& answer) {
    say_rows(answer, std::array{Row{"2.9 as LONG", average_bulk, {0, 0}, {29, 10}, PDH_FMT_LONG},
                         Row{"2.9 as LARGE", average_bulk, {0, 0}, {29, 10}, PDH_FMT_LARGE},
                         Row{"2.9996 as LONG and 1000", average_bulk, {0, 0}, {29'996, 10'000},
                             PDH_FMT_LONG | PDH_FMT_1000},
                         Row{"99.99 % as LONG", timer, {0, 0}, {9'999, 10'000}, PDH_FMT_LONG}});
}

void going_backwards(Answer& answer) {
    say_rows(answer,
        std::array{Row{"COUNTER that wraps at 32 bits", rate, {0xFFFFFFF0, 0}, {16, 10'000'000}},
            Row{"COUNTER that falls", rate, {500, 0}, {400, 10'000'000}},
            Row{"BULK_COUNT that falls", large_rate, {500, 0}, {400, 10'000'000}},
            Row{"COUNTER, the clock falls", rate, {400, 10'000'000}, {500, 0}},
            Row{"COUNTER, both fall", rate, {500, 10'000'000}, {400, 0}},
            Row{"timer that falls", timer, {500, 0}, {400, 1'000}},
            Row{"inverse timer, idle for longer than the interval", inverse_timer, {0, 0}, {1'500, 1'000}},
            Row{"inverse timer that falls", inverse_timer, {500, 0}, {400, 1'000}},
            Row{"average, the base falls", average_bulk, {0, 10}, {100, 5}},
            Row{"average that falls", average_bulk, {100, 0}, {50, 10}},
            Row{"delta that falls", delta, {100, 0}, {50, 0}},
            Row{"RAWCOUNT that falls", raw_count, {100, 0}, {50, 0}},
            Row{"RAWCOUNT below 0", raw_count, {0, 0}, {-5, 0}},
            Row{"fraction below 0", fraction, {0, 0}, {-5, 10}},
            Row{"fraction of a base below 0", fraction, {0, 0}, {5, -10}}});
}

void nothing_between(Answer& answer) {
    constexpr Sample same = {500, 1'000};
    say_rows(answer,
        std::array{Row{"COUNTER", rate, same, same}, Row{"timer", timer, same, same},
            Row{"inverse timer", inverse_timer, same, same}, Row{"average bulk", average_bulk, same, same},
            Row{"average timer", average_timer, same, same},
            Row{"sample fraction", sample_fraction, same, same},
            Row{"COUNTER, only the counter advanced", rate, same, {600, 1'000}},
            Row{"timer, only the counter advanced", timer, same, {600, 1'000}},
            Row{"inverse timer, only the counter advanced", inverse_timer, same, {600, 1'000}},
            Row{"average bulk, only the counter advanced", average_bulk, same, {600, 1'000}},
            Row{"fraction of 0", fraction, same, {5, 0}}, Row{"fraction 0 of 0", fraction, same, {0, 0}}});
}

void multi_timers(Answer& answer) {
    constexpr Sample older = {0, 0, 4};
    constexpr Sample newer = {8'000'000, 10'000'000, 4};
    say_rows(answer,
        std::array{Row{"MULTI_TIMER", multi_timer, older, newer, uncapped},
            Row{"MULTI_TIMER_INV", multi_timer_inv, older, newer, uncapped},
            Row{"100NSEC_MULTI_TIMER", multi_timer_100, older, newer, uncapped},
            Row{"100NSEC_MULTI_TIMER_INV", multi_timer_100_inv, older, newer, uncapped},
            Row{"MULTI_TIMER, a count of 0", multi_timer, {0, 0, 0}, {8'000'000, 10'000'000, 0}, uncapped},
            Row{"100NSEC_MULTI_TIMER, a count of 0", multi_timer_100, {0, 0, 0}, {8'000'000, 10'000'000, 0},
                uncapped},
            Row{"100NSEC_MULTI_TIMER_INV, a count of 0", multi_timer_100_inv, {0, 0, 0},
                {8'000'000, 10'000'000, 0}, uncapped}});
}

void time_base_of_a_format(Answer& answer) {
    constexpr Sample older = {0, 0};
    constexpr Sample newer = {500, 1'000};
    for (const LONGLONG ticks : std::array<LONGLONG, 3>{0, -1, 1'000}) {
        const std::string with = " with " + std::to_string(ticks);
        say_row(answer, Row{("COUNTER" + with).c_str(), rate, older, newer, PDH_FMT_DOUBLE, ticks});
        say_row(answer, Row{("timer" + with).c_str(), timer, older, newer, PDH_FMT_DOUBLE, ticks});
        say_row(answer, Row{("raw count" + with).c_str(), raw_count, older, newer, PDH_FMT_DOUBLE, ticks});
        say_row(answer,
            Row{("average timer" + with).c_str(), average_timer, older, newer, PDH_FMT_DOUBLE, ticks});
        say_row(
            answer, Row{("elapsed time" + with).c_str(), elapsed_time, older, newer, PDH_FMT_DOUBLE, ticks});
    }
}

void absent_arguments_of_a_format(Answer& answer) {
    PDH_RAW_COUNTER older = raw({0, 0});
    PDH_RAW_COUNTER newer = raw({500, 1'000});
    LONGLONG ticks = 1'000;
    PDH_FMT_COUNTERVALUE value{};
    answer.status("COUNTER without a time base",
        PdhFormatFromRawValue(rate, PDH_FMT_DOUBLE, nullptr, &newer, &older, &value));
    answer.status("RAWCOUNT without a time base",
        PdhFormatFromRawValue(raw_count, PDH_FMT_DOUBLE, nullptr, &newer, &older, &value));
    answer.status("RAWCOUNT without an older sample",
        PdhFormatFromRawValue(raw_count, PDH_FMT_DOUBLE, &ticks, &newer, nullptr, &value));
    answer.status("COUNTER without an older sample",
        PdhFormatFromRawValue(rate, PDH_FMT_DOUBLE, &ticks, &newer, nullptr, &value));
    answer.cstatus("COUNTER without an older sample: CStatus", value.CStatus);
    answer.status("without a newer sample",
        PdhFormatFromRawValue(rate, PDH_FMT_DOUBLE, &ticks, nullptr, &older, &value));
    answer.status(
        "without a value", PdhFormatFromRawValue(rate, PDH_FMT_DOUBLE, &ticks, &newer, &older, nullptr));
    answer.status("without a format", PdhFormatFromRawValue(rate, 0, &ticks, &newer, &older, &value));
}

void integer_limits(Answer& answer) {
    constexpr LONGLONG large = 9'007'199'254'740'993; // 2^53 + 1
    say_rows(answer,
        std::array{Row{"3000000000 as LONG", large_raw_count, {0, 0}, {3'000'000'000, 0}, PDH_FMT_LONG},
            Row{"-3000000000 as LONG", large_raw_count, {0, 0}, {-3'000'000'000, 0}, PDH_FMT_LONG},
            Row{"4000000000 of 32 bits as LONG", raw_count, {0, 0}, {4'000'000'000, 0}, PDH_FMT_LONG},
            Row{"4000000000 of 32 bits as LARGE", raw_count, {0, 0}, {4'000'000'000, 0}, PDH_FMT_LARGE},
            Row{"9007199254740993 as LARGE", large_raw_count, {0, 0}, {large, 0}, PDH_FMT_LARGE},
            Row{"the largest as LARGE and 1000", large_raw_count, {0, 0}, {INT64_MAX, 0},
                PDH_FMT_LARGE | PDH_FMT_1000}});
}

void statuses_of_samples(Answer& answer) {
    constexpr DWORD no_instance = 0x800007D1;
    constexpr DWORD invalid = 0xC0000BBA;
    constexpr DWORD new_data = 1;
    say_rows(answer,
        std::array{Row{"the older one has no instance", rate, {0, 0, 1, no_instance}, {500, 10'000'000}},
            Row{"the newer one has no instance", rate, {0, 0}, {500, 10'000'000, 1, no_instance}},
            Row{"the older one is invalid", rate, {0, 0, 1, invalid}, {500, 10'000'000}},
            Row{"the newer one is invalid", rate, {0, 0}, {500, 10'000'000, 1, invalid}},
            Row{"both are new", rate, {0, 0, 1, new_data}, {500, 10'000'000, 1, new_data}},
            Row{"one sample, without an instance", raw_count, {0, 0}, {500, 0, 1, no_instance}}});
}

void elapsed(Answer& answer) {
    say_rows(answer, std::array{Row{"started at 0", elapsed_time, {0, 0}, {0, 10'000'000}},
                         Row{"started a second ago", elapsed_time, {0, 0}, {10'000'000, 20'000'000}},
                         Row{"starts in the future", elapsed_time, {0, 0}, {20'000'000, 10'000'000}}});
}

void calculate(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    const auto calculated = [&](const char* what, const Sample& older, const Sample& newer, DWORD how) {
        PDH_RAW_COUNTER first = raw(older);
        PDH_RAW_COUNTER second = raw(newer);
        PDH_FMT_COUNTERVALUE value{};
        const PDH_STATUS status = PdhCalculateCounterFromRawValue(counter, how, &second, &first, &value);
        say_value(answer, what, {status, value});
    };
    calculated("a quarter idle", {0, 0}, {250, 1'000}, PDH_FMT_DOUBLE);
    calculated("idle for longer than the interval", {0, 0}, {1'500, 1'000}, PDH_FMT_DOUBLE);
    calculated("the clock falls", {0, 1'000}, {250, 0}, PDH_FMT_DOUBLE);
    calculated("idle time falls", {500, 0}, {400, 1'000}, PDH_FMT_DOUBLE);
    calculated("idle time falls, NOCAP100", {500, 0}, {400, 1'000}, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100);
    calculated("both fall", {500, 1'000}, {400, 0}, PDH_FMT_DOUBLE);
    calculated("nothing advances", {500, 1'000}, {500, 1'000}, PDH_FMT_DOUBLE);
    PDH_RAW_COUNTER newer = raw({250, 1'000});
    PDH_FMT_COUNTERVALUE value{};
    answer.status("without an older sample",
        PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &newer, nullptr, &value));
    answer.status("without a newer sample",
        PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, nullptr, &newer, &value));
    answer.status("without a counter",
        PdhCalculateCounterFromRawValue(nullptr, PDH_FMT_DOUBLE, &newer, &newer, &value));
}

void calculate_with_a_scale(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    for (const LONG factor : std::array<LONG, 3>{0, 2, -1}) {
        PdhSetCounterScaleFactor(counter, factor);
        for (const auto& [what, how] : std::array{std::pair{"", DWORD{PDH_FMT_DOUBLE}},
                 std::pair{", NOSCALE", DWORD{PDH_FMT_DOUBLE | PDH_FMT_NOSCALE}},
                 std::pair{", NOCAP100", DWORD{PDH_FMT_DOUBLE | PDH_FMT_NOCAP100}}}) {
            PDH_RAW_COUNTER older = raw({0, 0});
            PDH_RAW_COUNTER newer = raw({250, 1'000});
            PDH_FMT_COUNTERVALUE value{};
            const PDH_STATUS status = PdhCalculateCounterFromRawValue(counter, how, &newer, &older, &value);
            say_value(answer, "75 % with the factor " + std::to_string(factor) + what, {status, value});
        }
    }
}

void say_statistics(Answer& answer, const std::string& what, PDH_HCOUNTER counter, DWORD first,
    std::vector<PDH_RAW_COUNTER> samples) {
    PDH_STATISTICS statistics{};
    const auto count = static_cast<DWORD>(samples.size());
    const PDH_STATUS status =
        PdhComputeCounterStatistics(counter, PDH_FMT_DOUBLE, first, count, samples.data(), &statistics);
    answer.status(what, status);
    if (status == ERROR_SUCCESS) {
        answer.number(what + ": count", statistics.count);
        say_value(
            answer, what + ": least", {static_cast<PDH_STATUS>(statistics.min.CStatus), statistics.min});
        say_value(
            answer, what + ": greatest", {static_cast<PDH_STATUS>(statistics.max.CStatus), statistics.max});
        say_value(
            answer, what + ": mean", {static_cast<PDH_STATUS>(statistics.mean.CStatus), statistics.mean});
    }
}

void statistics_of_a_rate(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    // Idle for 10 % of a short interval, and for 90 % of one that is four times as long.
    say_statistics(
        answer, "three samples", counter, 0, {raw({0, 0}), raw({100, 1'000}), raw({3'700, 5'000})});
    say_statistics(answer, "the oldest is the second", counter, 1,
        {raw({3'700, 5'000}), raw({0, 0}), raw({100, 1'000})});
    say_statistics(answer, "one sample", counter, 0, {raw({0, 0})});
    say_statistics(answer, "one without data", counter, 0,
        {raw({0, 0}), raw({0, 0, 1, 0x800007D1}), raw({100, 1'000}), raw({200, 2'000})});
    say_statistics(
        answer, "outside the ring", counter, 3, {raw({0, 0}), raw({100, 1'000}), raw({3'700, 5'000})});
}

void statistics_of_a_count(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(processes);
    PdhSetCounterScaleFactor(counter, 0);
    say_statistics(answer, "three samples", counter, 0, {raw({10, 0}), raw({20, 0}), raw({60, 0})});
    say_statistics(answer, "one sample", counter, 0, {raw({10, 0})});
    say_statistics(
        answer, "one without data", counter, 0, {raw({10, 0}), raw({0, 0, 1, 0x800007D1}), raw({30, 0})});
    say_statistics(answer, "none with data", counter, 0, {raw({0, 0, 1, 0x800007D1})});
    PDH_STATISTICS statistics{};
    PDH_RAW_COUNTER sample = raw({10, 0});
    answer.status(
        "no samples", PdhComputeCounterStatistics(counter, PDH_FMT_DOUBLE, 0, 0, &sample, &statistics));
    answer.status("NULL for the samples",
        PdhComputeCounterStatistics(counter, PDH_FMT_DOUBLE, 0, 1, nullptr, &statistics));
    answer.status(
        "no counter", PdhComputeCounterStatistics(nullptr, PDH_FMT_DOUBLE, 0, 1, &sample, &statistics));
    answer.status("no format", PdhComputeCounterStatistics(counter, 0, 0, 1, &sample, &statistics));
}

} // namespace

std::span<const Probe> formula_probes() {
    static constexpr std::array probes = {
        Probe{"formula.every-type", "-", every_type},
        Probe{"formula.percentages", "-", percentages},
        Probe{"formula.rounding", "-", rounding},
        Probe{"formula.backwards", "-", going_backwards},
        Probe{"formula.nothing-between", "-", nothing_between},
        Probe{"formula.multi-timers", "-", multi_timers},
        Probe{"formula.time-bases", "-", time_base_of_a_format},
        Probe{"formula.absent-arguments", "-", absent_arguments_of_a_format},
        Probe{"formula.integer-limits", "-", integer_limits},
        Probe{"formula.statuses-of-samples", "-", statuses_of_samples},
        Probe{"formula.elapsed-time", "-", elapsed},
        Probe{"calculate.inverse-timer", "live", calculate},
        Probe{"calculate.scale", "live", calculate_with_a_scale},
        Probe{"statistics.rate", "live", statistics_of_a_rate},
        Probe{"statistics.count", "live", statistics_of_a_count},
    };
    return probes;
}

} // namespace oracle
