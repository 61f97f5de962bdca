// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/amounts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pdh_shim::calc {

/// How a field of `_Total` comes from the fields of the instances.
enum class Summing : std::uint8_t {
    growth,       ///< a count that only grows: the sum of what each instance grew by
    mean_growth,  ///< a time that only grows: the mean of what each instance grew by
    sum,          ///< a state: the sum
    mean,         ///< a state: the mean
    whole_growth, ///< as `growth`, but `unread` while that of an instance is
    whole_sum,    ///< as `sum`, but `unread` while that of an instance is
    none,         ///< it has no total: always `unread`
};

/// Keeps the values of a sample for the next one. A value that could not be read leaves the last one that
/// could in place, if the field `goes_on`, so that the growth since then is not missing in a total.
template <std::size_t Growing, std::size_t Count>
constexpr void remember(std::array<std::int64_t, Growing>& before, const std::array<std::int64_t, Count>& now,
    bool goes_on) noexcept {
    for (std::size_t i = 0; i < Growing; ++i) {
        if (now[i] != unread || !goes_on) {
            before[i] = now[i];
        }
    }
}

/// Adds the values of an instance to a `_Total` whose fields are all sums.
template <std::size_t Count>
constexpr void add_to_total(
    std::array<std::int64_t, Count>& total, const std::array<std::int64_t, Count>& values) noexcept {
    for (std::size_t i = 0; i < Count; ++i) {
        total[i] = sum_of({total[i], values[i]});
    }
}

/// What a mean left over, which is added to the next one of as many instances.
struct MeanRest {
    std::int64_t value = 0;
    std::int64_t divisor = 0;

    std::int64_t divide(std::int64_t sum, std::int64_t count) noexcept {
        if (count == 0) {
            return 0;
        }
        sum = saturated_add(sum, divisor == count ? value : 0);
        *this = {sum % count, count};
        return sum / count;
    }
};

/// Adds up one field of all instances in one sample, for `_Total`. The total of the sample before it,
/// `unread` without one, decides with the rule whether the total goes on from there.
class FieldSums {
  public:
    /// Adds an instance. `before` is the field at the last sample, `unread` if the instance was not there.
    void add(Summing rule, std::int64_t last_total, std::int64_t now, std::int64_t before) noexcept {
        if (now == unread) {
            lacks_a_part_ = true;
            return;
        }
        ++members_;
        if (!continues(rule, last_total)) {
            level_ = saturated_add(level_, now);
        } else if (before != unread) {
            growth_ = sum_of({growth_, difference(now, before)});
            ++lasting_;
        }
    }

    /// The total of the sample, or `unread`.
    [[nodiscard]] std::int64_t total(Summing rule, std::int64_t last_total, MeanRest& rest) const noexcept {
        const bool must_be_whole = rule == Summing::whole_growth || rule == Summing::whole_sum;
        if (members_ == 0 || (must_be_whole && lacks_a_part_)) {
            return unread;
        }
        const bool goes_on = continues(rule, last_total);
        switch (rule) {
        case Summing::mean_growth:
            return goes_on ? sum_of({last_total, rest.divide(growth_, lasting_)})
                           : bounded(rest.divide(level_, members_));
        case Summing::mean:
            return bounded(level_ / members_);
        default:
            return goes_on ? sum_of({last_total, growth_}) : bounded(level_);
        }
    }

  private:
    /// Whether the total is what it was, and what the instances grew by.
    [[nodiscard]] static bool continues(Summing rule, std::int64_t last_total) noexcept {
        const bool grows =
            rule == Summing::growth || rule == Summing::mean_growth || rule == Summing::whole_growth;
        return grows && last_total != unread;
    }

    std::int64_t level_ = 0;  // where there was no total, or none that grows
    std::int64_t growth_ = 0; // elsewhere
    std::int64_t members_ = 0;
    std::int64_t lasting_ = 0; // members that were there before
    bool lacks_a_part_ = false;
};

/// The values of `_Total`. Growing fields are built from growth, instance by instance, so that they neither
/// fall nor leap when instances come and go. They are among the first `Growing` ones.
template <std::size_t Count, std::size_t Growing = Count>
class RunningTotal {
  public:
    using Values = std::array<std::int64_t, Count>;
    using Before = std::array<std::int64_t, Growing>;

    explicit constexpr RunningTotal(const std::array<Summing, Count>& rules) noexcept : rules_(&rules) {
        values_.fill(unread);
    }

    /// Begins a sample.
    void begin() noexcept { sums_.fill({}); }

    /// Adds an instance; `before` holds its values at the last sample, null if it was not there. What is
    /// unread of it is left out, unless the total has to be whole.
    void add(const Values& now, const Before* before) noexcept {
        for (std::size_t i = 0; i < Count; ++i) {
            const Summing rule = (*rules_)[i];
            if (rule != Summing::none) {
                const bool has_before = i < Growing && before != nullptr;
                sums_[i].add(rule, values_[i], now[i], has_before ? (*before)[i] : unread);
            }
        }
    }

    /// Ends the sample.
    const Values& end() noexcept {
        for (std::size_t i = 0; i < Count; ++i) {
            values_[i] = sums_[i].total((*rules_)[i], values_[i], rests_[i]);
        }
        return values_;
    }

  private:
    const std::array<Summing, Count>* rules_;
    Values values_{};
    std::array<MeanRest, Count> rests_{};
    std::array<FieldSums, Count> sums_{};
};

} // namespace pdh_shim::calc
