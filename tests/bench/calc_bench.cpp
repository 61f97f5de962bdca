// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter_type.h"
#include "calc/format.h"
#include "calc/formula.h"
#include "calc/statistics.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

// What one formatting call costs, kind by kind, against a baseline that subtracts, converts and divides the
// same two samples in doubles and does nothing else. Samples lie one second apart.

namespace {

namespace calc = pdh_shim::calc;
using calc::CounterType;
using calc::Format;
using calc::RawSample;

constexpr std::int64_t ticks_per_second = 10'000'000;
constexpr std::uint32_t fmt_double = 0x0200;
constexpr std::uint32_t fmt_large = 0x0400;
constexpr RawSample older{1'000, ticks_per_second};
constexpr RawSample newer{251'000, 2 * ticks_per_second};

/// 2.5 GB more than the older sample: ticks times bytes is more than a double holds exactly.
constexpr RawSample newer_by_gigabytes{2'500'001'000, 2 * ticks_per_second};

/// A rate whose exact value does not fit in 64 bits on its way.
constexpr RawSample newer_by_petabytes{2'500'000'000'001'000, 2 * ticks_per_second + 1};

void baseline_double_division(benchmark::State& state) {
    RawSample first = older;
    RawSample second = newer;
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(first);
        benchmark::DoNotOptimize(second);
        const double value = static_cast<double>(second.first - first.first) /
                             static_cast<double>(second.second - first.second);
        benchmark::DoNotOptimize(value);
    }
}
BENCHMARK(baseline_double_division);

void format_samples(
    benchmark::State& state, CounterType counter_type, std::uint32_t word, const RawSample& newer_sample) {
    const calc::TypeInfo* type = &calc::type_info(counter_type);
    const Format format = calc::parse_format(word, 0).value_or(Format{});
    RawSample first = older;
    RawSample second = newer_sample;
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(type);
        benchmark::DoNotOptimize(first);
        benchmark::DoNotOptimize(second);
        benchmark::DoNotOptimize(calc::format(*type, format, ticks_per_second, second, &first));
    }
}

#define FORMAT_BENCH(name, type, word, sample)                                                               \
    BENCHMARK_CAPTURE(format_samples, name, CounterType::type, word, sample)
FORMAT_BENCH(raw_count, perf_counter_large_rawcount, fmt_double, newer);
FORMAT_BENCH(raw_count_large, perf_counter_large_rawcount, fmt_large, newer);
FORMAT_BENCH(delta, perf_counter_large_delta, fmt_double, newer);
FORMAT_BENCH(rate, perf_counter_bulk_count, fmt_double, newer);
FORMAT_BENCH(rate_large, perf_counter_bulk_count, fmt_large, newer);
FORMAT_BENCH(rate_of_gigabytes, perf_counter_bulk_count, fmt_double, newer_by_gigabytes);
FORMAT_BENCH(rate_of_petabytes, perf_counter_bulk_count, fmt_double, newer_by_petabytes);
FORMAT_BENCH(queue_length, perf_counter_100ns_queuelen_type, fmt_double, newer);
FORMAT_BENCH(timer, perf_100nsec_timer, fmt_double, newer);
FORMAT_BENCH(timer_inverse, perf_100nsec_timer_inv, fmt_double, newer);
FORMAT_BENCH(multi_timer, perf_100nsec_multi_timer, fmt_double, newer);
FORMAT_BENCH(multi_timer_inverse, perf_100nsec_multi_timer_inv, fmt_double, newer);
FORMAT_BENCH(raw_fraction, perf_raw_fraction, fmt_double, newer);
FORMAT_BENCH(sample_fraction, perf_sample_fraction, fmt_double, newer);
FORMAT_BENCH(average_timer, perf_average_timer, fmt_double, newer);
FORMAT_BENCH(average_bulk, perf_average_bulk, fmt_double, newer);
FORMAT_BENCH(elapsed, perf_elapsed_time, fmt_double, newer);
#undef FORMAT_BENCH

/// The same from the words of PdhFormatFromRawValue: finds the type and reads the format word as well.
void format_from_words(benchmark::State& state) {
    auto type = static_cast<std::uint32_t>(CounterType::perf_counter_bulk_count);
    std::uint32_t word = fmt_double;
    RawSample first = older;
    RawSample second = newer;
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(type);
        benchmark::DoNotOptimize(word);
        benchmark::DoNotOptimize(first);
        benchmark::DoNotOptimize(second);
        benchmark::DoNotOptimize(calc::format(type, word, 0, ticks_per_second, second, &first));
    }
}
BENCHMARK(format_from_words);

void statistics_of_60_samples(benchmark::State& state, CounterType counter_type) {
    std::array<RawSample, 60> ring;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const auto seconds = static_cast<std::int64_t>(i) + 1;
        ring[i] = RawSample{seconds * seconds * 1000, seconds * ticks_per_second};
    }
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(ring);
        benchmark::DoNotOptimize(calc::statistics(calc::type_info(counter_type), Format{}, ticks_per_second,
            60, 0, [&](std::uint32_t index) { return ring[index]; }));
    }
}
BENCHMARK_CAPTURE(statistics_of_60_samples, rate, CounterType::perf_counter_bulk_count);
BENCHMARK_CAPTURE(statistics_of_60_samples, raw_fraction, CounterType::perf_raw_fraction);

} // namespace

BENCHMARK_MAIN();
