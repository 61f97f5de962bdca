// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "calc/counter_type.h"
#include "calc/format.h"
#include "calc/formula.h"

#include <cstdint>
#include <optional>

namespace pdh_shim::calc {

/// The answer of PdhComputeCounterStatistics. A datum that cannot be computed is 0 with
/// PDH_CSTATUS_INVALID_DATA; the status is success all the same.
struct Statistics {
    Status status = Status::success;
    std::uint32_t count = 0; ///< entries in the ring, valid or not
    Datum minimum;
    Datum maximum;
    Datum mean;
};

/// Adds whole numbers up, fewer than 2^32 of them, without losing any.
class CountSum {
  public:
    constexpr void add(std::int64_t count) noexcept {
        high_ += count >> half_bits;
        low_ += static_cast<std::uint64_t>(count) & low_half;
    }

    /// Over at least one number.
    [[nodiscard]] constexpr Count mean(std::uint64_t numbers) const noexcept {
        const std::int64_t high = high_ + static_cast<std::int64_t>(low_ >> half_bits);
        const std::uint64_t low = low_ & low_half;
        Count mean{.negative = high < 0, .parts = numbers};
        const std::uint64_t borrowed = mean.negative && low != 0 ? 1 : 0;
        const std::uint64_t upper = magnitude(high) - borrowed;
        const std::uint64_t lower = borrowed != 0 ? (low_half + 1) - low : low;
        const std::uint64_t left = (upper % numbers) << half_bits | lower;
        mean.whole = (upper / numbers << half_bits) + left / numbers;
        mean.rest = left % numbers;
        return mean;
    }

  private:
    static constexpr unsigned half_bits = 32;
    static constexpr std::uint64_t low_half = 0xFFFFFFFF;

    std::int64_t high_ = 0; // the sum is high * 2^32 + low
    std::uint64_t low_ = 0;
};

/// Adds doubles up with the error of one rounding (Neumaier's sum), so that a mean over many equal values is
/// that value, which an integer then takes for the whole number beside it.
class RealSum {
  public:
    constexpr void add(double number) noexcept {
        const double sum = sum_ + number;
        const bool is_smaller = (number < 0 ? -number : number) < (sum_ < 0 ? -sum_ : sum_);
        lost_ += is_smaller ? (sum_ - sum) + number : (number - sum) + sum_;
        sum_ = sum;
    }

    [[nodiscard]] constexpr double sum() const noexcept {
        return lost_ == lost_ ? sum_ + lost_ : sum_; // NaN beside an infinite sum
    }

  private:
    double sum_ = 0;
    double lost_ = 0;
};

/// Smallest, largest and mean value over raw samples of one counter, given in the order of time.
///
/// Samples whose CStatus is not valid are passed over: the interval then runs from the last valid sample to
/// the next. Smallest and largest are taken of the formatted values, one an interval (one a sample for types
/// of one sample); an interval without a value (the counter went backwards) counts for neither. The mean is
/// the type's own average: over all values for raw counts, raw fractions and displayed values, from the first
/// sample to the last for all others.
class StatisticsBuilder {
  public:
    constexpr StatisticsBuilder(
        const TypeInfo& type, const Format& format, std::optional<std::int64_t> time_base) noexcept
        : type_{type}, format_{format}, time_base_{time_base} {}

    constexpr void add(const RawSample& sample) noexcept {
        if (!is_valid_data(sample.cstatus)) {
            return;
        }
        const Formatted formatted =
            calc::format(type_, format_, time_base_, sample, samples_ == 0 ? nullptr : &last_);
        if (formatted.status == Status::success) {
            add_value(formatted.datum);
            if (type_.samples() == 1) {
                count_sum_.add(sample.first);
                real_sum_.add(evaluate(type_.formula, sample, sample, 0).real);
            }
        }
        if (samples_ == 0) {
            first_ = sample;
        }
        last_ = sample;
        ++samples_;
    }

    /// `count` is what Statistics reports as the number of entries.
    [[nodiscard]] constexpr Statistics finish(std::uint32_t count) const noexcept {
        if (values_ == 0) {
            const Datum none = failed(Status::invalid_data, format_.number).datum;
            return Statistics{.count = count, .minimum = none, .maximum = none, .mean = none};
        }
        return Statistics{.count = count, .minimum = minimum_, .maximum = maximum_, .mean = mean()};
    }

  private:
    [[nodiscard]] static constexpr bool less(const Value& left, const Value& right) noexcept {
        return left.number == NumberType::as_double ? left.real < right.real : left.integer < right.integer;
    }

    constexpr void add_value(const Datum& datum) noexcept {
        if (values_ == 0 || less(datum.value, minimum_.value)) {
            minimum_ = datum;
        }
        if (values_ == 0 || less(maximum_.value, datum.value)) {
            maximum_ = datum;
        }
        ++values_;
    }

    /// The average function of the type, from the first sample to the last, or over all of them.
    [[nodiscard]] constexpr Computed average() const noexcept {
        const std::int64_t time_base = time_base_.value_or(0);
        switch (type_.formula) {
        case Formula::raw_count:
            return mean_of_counts(count_sum_.mean(values_));
        case Formula::raw_fraction:
        case Formula::displayed:
            return Computed{.real = real_sum_.sum() / static_cast<double>(values_)};
        case Formula::elapsed:
            return elapsed(RawSample{.first = first_.first, .second = last_.second}, time_base);
        case Formula::delta: {
            const Computed change = evaluate(type_.formula, last_, first_, time_base);
            const std::uint64_t intervals = samples_ - 1;
            const std::uint64_t whole = change.count.whole;
            return change.status == Status::success
                       ? mean_of_counts(
                             {.whole = whole / intervals, .rest = whole % intervals, .parts = intervals})
                       : change;
        }
        default:
            return evaluate(type_.formula, last_, first_, time_base);
        }
    }

    [[nodiscard]] static constexpr Computed mean_of_counts(const Count& mean) noexcept {
        const double real = static_cast<double>(mean.whole) +
                            static_cast<double>(mean.rest) / static_cast<double>(mean.parts);
        return Computed{.counted = true, .real = mean.negative ? -real : real, .count = mean};
    }

    [[nodiscard]] constexpr Datum mean() const noexcept {
        const Computed computed = average();
        if (computed.status != Status::success) {
            return failed(Status::invalid_data, format_.number).datum;
        }
        Datum result;
        present(computed, type_.percent(), format_, result.value);
        return result;
    }

    const TypeInfo& type_;
    Format format_;
    std::optional<std::int64_t> time_base_;
    std::uint64_t samples_ = 0;
    std::uint64_t values_ = 0;
    RawSample first_;
    RawSample last_;
    Datum minimum_;
    Datum maximum_;
    CountSum count_sum_; // of raw counts
    RealSum real_sum_;   // of raw fractions and displayed values
};

/// PdhComputeCounterStatistics over a ring of `count` raw samples: `first_entry` is the index of the oldest,
/// and the newest precedes it. `sample_at(index)` gives the RawSample at an index below `count`.
///
/// PDH_INVALID_ARGUMENT: the ring is empty, `first_entry` lies outside it, the type has no value, or it needs
/// a time base and has none.
template <class SampleAt>
[[nodiscard]] constexpr Statistics statistics(const TypeInfo& type, const Format& format,
    std::optional<std::int64_t> time_base, std::uint32_t count, std::uint32_t first_entry,
    SampleAt&& sample_at) {
    const bool computable = type.displayable() && (time_base || !type.time_base_in_formula());
    if (!computable || first_entry >= count) {
        const Datum none = failed(Status::invalid_argument, format.number).datum;
        return Statistics{Status::invalid_argument, 0, none, none, none};
    }
    StatisticsBuilder builder{type, format, time_base};
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t left_in_array = count - first_entry;
        builder.add(sample_at(i < left_in_array ? first_entry + i : i - left_in_array));
    }
    return builder.finish(count);
}

} // namespace pdh_shim::calc
