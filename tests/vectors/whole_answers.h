// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Random calls whose answer is a whole number. Counts stay below 2^53, which a double holds.

#include "vectors/raw_value.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>

namespace pdh_shim::test {

struct WholeAnswer {
    std::uint32_t counter_type = 0;
    std::int64_t time_base = 0;
    RawValue newer;
    RawValue older;
    bool is_long = false;
    int power_of_ten = 0; ///< the factor in force, and PDH_FMT_1000
    std::int64_t answer = 0;
};

enum class Quotient : std::uint8_t { plain, rate, average_time, elapsed, one_sample };

/// A counter type that divides.
struct DividingType {
    std::uint32_t value = 0;
    Quotient formula = Quotient::plain;
    bool is_percent = false;
    bool is_multi = false;
    bool is_inverse = false;
};

inline constexpr auto dividing_types = std::to_array<DividingType>({
    {0x00410400, Quotient::rate},                     // PERF_SAMPLE_COUNTER
    {0x00450400},                                     // PERF_COUNTER_QUEUELEN_TYPE
    {0x00450500},                                     // PERF_COUNTER_LARGE_QUEUELEN_TYPE
    {0x00550500},                                     // PERF_COUNTER_100NS_QUEUELEN_TYPE
    {0x00650500},                                     // PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE
    {0x10410400, Quotient::rate},                     // PERF_COUNTER_COUNTER
    {0x10410500, Quotient::rate},                     // PERF_COUNTER_BULK_COUNT
    {0x20020400, Quotient::one_sample, true},         // PERF_RAW_FRACTION
    {0x20020500, Quotient::one_sample, true},         // PERF_LARGE_RAW_FRACTION
    {0x20410500, Quotient::plain, true},              // PERF_COUNTER_TIMER
    {0x20470500, Quotient::plain, true},              // PERF_PRECISION_SYSTEM_TIMER
    {0x20510500, Quotient::plain, true},              // PERF_100NSEC_TIMER
    {0x20570500, Quotient::plain, true},              // PERF_PRECISION_100NS_TIMER
    {0x20610500, Quotient::plain, true},              // PERF_OBJ_TIME_TIMER
    {0x20670500, Quotient::plain, true},              // PERF_PRECISION_OBJECT_TIMER
    {0x20C20400, Quotient::plain, true},              // PERF_SAMPLE_FRACTION
    {0x21410500, Quotient::plain, true, false, true}, // PERF_COUNTER_TIMER_INV
    {0x21510500, Quotient::plain, true, false, true}, // PERF_100NSEC_TIMER_INV
    {0x22410500, Quotient::plain, true, true},        // PERF_COUNTER_MULTI_TIMER
    {0x22510500, Quotient::plain, true, true},        // PERF_100NSEC_MULTI_TIMER
    {0x23410500, Quotient::plain, true, true, true},  // PERF_COUNTER_MULTI_TIMER_INV
    {0x23510500, Quotient::plain, true, true, true},  // PERF_100NSEC_MULTI_TIMER_INV
    {0x30020400, Quotient::average_time},             // PERF_AVERAGE_TIMER
    {0x30240500, Quotient::elapsed},                  // PERF_ELAPSED_TIME
    {0x40020500},                                     // PERF_AVERAGE_BULK
});

class WholeAnswers {
  public:
    /// @param scales of which each answer has one
    template <std::size_t Count>
    WholeAnswer next(const std::array<int, Count>& scales) {
        constexpr std::uint64_t most = std::uint64_t{1} << 53;
        WholeAnswer call;
        const DividingType* type = nullptr;
        std::uint64_t multi = 1;
        Changes changes;
        do {
            type = &one_of(dividing_types);
            call.counter_type = type->value;
            call.time_base = below(2) == 0 ? 10'000'000 : static_cast<std::int64_t>(number_of_bits(28));
            call.is_long = below(2) == 0;
            call.power_of_ten = one_of(scales);
            multi = type->is_multi ? 1 + below(4096) : 1;
            changes = type->is_inverse ? inverse(call, multi) : plain(*type, call, multi);
        } while (std::max(changes.change, changes.over) > most ||
                 (type->formula == Quotient::elapsed && changes.over != 1));
        if (type->formula != Quotient::elapsed) {
            const std::uint64_t times = 1 + below(most / std::max(changes.change, changes.over));
            changes = {changes.change * times, changes.over * times};
        }
        put(*type, call, changes.change, changes.over, static_cast<std::uint32_t>(multi));
        return call;
    }

  private:
    // (change * factor) / (over * divisor) is the answer.
    struct Changes {
        std::uint64_t change = 0;
        std::uint64_t over = 0;
    };

    static std::uint64_t power_of_ten(int exponent) {
        return exponent <= 0 ? 1 : 10 * power_of_ten(exponent - 1);
    }

    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

    template <class Item, std::size_t Count>
    const Item& one_of(const std::array<Item, Count>& items) {
        return items.at(static_cast<std::size_t>(below(Count)));
    }

    // Small numbers are as likely as large ones.
    std::uint64_t number_of_bits(std::uint64_t most) {
        return 1 + below(std::uint64_t{1} << (1 + below(most)));
    }

    // answer * divisor * over = factor * change
    Changes plain(const DividingType& type, WholeAnswer& call, std::uint64_t multi) {
        const auto time_base = static_cast<std::uint64_t>(call.time_base);
        const bool multiplies = type.formula == Quotient::rate;
        const bool divides = type.formula == Quotient::average_time || type.formula == Quotient::elapsed;
        const std::uint64_t factor =
            (type.is_percent ? 100 : 1) * (multiplies ? time_base : 1) * power_of_ten(call.power_of_ten);
        const std::uint64_t divisor = (divides ? time_base : 1) * multi * power_of_ten(-call.power_of_ten);
        const int room = std::min(52 - static_cast<int>(std::bit_width(divisor)), call.is_long ? 30 : 40);
        const std::uint64_t answer = room < 1 ? 1 : number_of_bits(static_cast<std::uint64_t>(room));
        call.answer = static_cast<std::int64_t>(answer);
        const std::uint64_t common = std::gcd(answer * divisor, factor);
        return {answer * divisor / common, factor / common};
    }

    // answer = 100 * factor * (multi - change / over) / divisor
    Changes inverse(WholeAnswer& call, std::uint64_t multi) {
        const std::uint64_t hundredfold = 100 * power_of_ten(call.power_of_ten);
        const std::uint64_t divisor = power_of_ten(-call.power_of_ten);
        const std::uint64_t all = hundredfold * multi;
        const std::uint64_t most =
            std::min<std::uint64_t>(all / divisor, std::numeric_limits<std::int32_t>::max());
        const std::uint64_t answer = below(most + 1);
        call.answer = static_cast<std::int64_t>(answer);
        const std::uint64_t common = std::gcd(all - answer * divisor, hundredfold);
        return {(all - answer * divisor) / common, hundredfold / common};
    }

    void put(const DividingType& type, WholeAnswer& call, std::uint64_t change, std::uint64_t over,
        std::uint32_t multi) {
        const auto start = static_cast<std::int64_t>(1 + below(std::uint64_t{1} << 60));
        const auto changed = static_cast<std::int64_t>(change);
        const auto passed = static_cast<std::int64_t>(over);
        switch (type.formula) {
        case Quotient::one_sample:
            call.newer = {changed, passed, 1, 0};
            break;
        case Quotient::elapsed:
            call.newer = {start, start + changed, 1, 0};
            break;
        default:
            call.older = {start, start, multi, 0};
            call.newer = {start + changed, start + passed, multi, 0};
        }
    }

    std::mt19937_64 random_{2016}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same calls each time
};

} // namespace pdh_shim::test
