// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/status.h"
#include "calc/counter_type.h"
#include "calc/format.h"
#include "calc/formula.h"
#include "calc/wide.h"

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
            add_to_sum(sample);
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
    /// Binary places of the sum. A mean of fractions has no common denominator in reach, so each addend is
    /// rounded up to this place: 70 places finer than the smallest of them, and never below a whole number it
    /// should reach.
    static constexpr int sum_places = 128;

    [[nodiscard]] constexpr bool mean_is_of_all_values() const noexcept {
        return type_.formula == Formula::raw_count || type_.formula == Formula::raw_fraction;
    }

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

    constexpr void add_to_sum(const RawSample& sample) noexcept {
        if (type_.formula == Formula::displayed) {
            displayed_sum_ += displayed_value(sample);
        }
        if (!mean_is_of_all_values()) {
            return;
        }
        Ratio<Wide> ratio;
        static_cast<void>(expand(evaluate(type_.formula, sample, sample, 0), ratio));
        ratio.numerator <<= sum_places;
        const WideDivision addend = divide(ratio.numerator, ratio.denominator);
        Wide& sum = ratio.negative ? negative_sum_ : positive_sum_;
        sum += addend.quotient;
        sum += Wide{addend.exact ? 0U : 1U};
    }

    [[nodiscard]] constexpr Ratio<Wide> mean_of_all_values() const noexcept {
        const bool negative = negative_sum_ > positive_sum_;
        Ratio<Wide> mean{negative ? negative_sum_ : positive_sum_, Wide{values_}, negative};
        mean.numerator -= negative ? positive_sum_ : negative_sum_;
        mean.denominator <<= sum_places;
        return mean;
    }

    /// The average function of the types whose mean follows from the first and the last sample.
    [[nodiscard]] constexpr Term mean_from_first_to_last() const noexcept {
        if (type_.formula == Formula::elapsed) {
            const RawSample from_first_start{.first = first_.first, .second = last_.second};
            return evaluate(type_.formula, from_first_start, first_, time_base_.value_or(0));
        }
        Term term = evaluate(type_.formula, last_, first_, time_base_.value_or(0));
        if (type_.formula == Formula::delta) {
            term.per = samples_ - 1;
        }
        return term;
    }

    [[nodiscard]] constexpr Datum mean() const noexcept {
        Datum result;
        if (type_.formula == Formula::displayed) {
            present(displayed_sum_ / static_cast<double>(values_), format_, result.value);
            return result;
        }
        if (mean_is_of_all_values()) {
            Ratio<Wide> mean = mean_of_all_values();
            static_cast<void>(present(mean, type_.percent(), format_, result.value));
            return result;
        }
        const Term term = mean_from_first_to_last();
        if (term.status != Status::success) {
            return failed(Status::invalid_data, format_.number).datum;
        }
        present(term, type_.percent(), format_, result.value);
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
    Wide positive_sum_;
    Wide negative_sum_;
    double displayed_sum_ = 0;
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
