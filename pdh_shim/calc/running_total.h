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

/// Makes the values of one sample those before the next. Where one could not be read, the last that could
/// stays, if it `goes_on`, so that the growth since then is not missing in a total.
template <std::size_t Growing, std::size_t Count>
constexpr void remember(std::array<std::int64_t, Growing>& before, const std::array<std::int64_t, Count>& now,
    bool goes_on) noexcept {
    for (std::size_t i = 0; i < Growing; ++i) {
        if (now[i] != unread || !goes_on) {
            before[i] = now[i];
        }
    }
}

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
            if ((*rules_)[i] == Summing::none) {
                continue;
            }
            Sums& sums = sums_[i];
            if (now[i] == unread) {
                sums.lacks_a_part = true;
                continue;
            }
            ++sums.members;
            if (!continues(i)) {
                sums.level = sum_of({sums.level, now[i]});
            } else if (before != nullptr && (*before)[i] != unread) {
                sums.growth = sum_of({sums.growth, difference(now[i], (*before)[i])});
                ++sums.lasting;
            }
        }
    }

    /// Ends the sample.
    const Values& end() noexcept {
        for (std::size_t i = 0; i < Count; ++i) {
            values_[i] = has_total(i) ? total_of(i) : unread;
        }
        return values_;
    }

  private:
    struct Sums {
        std::int64_t level = 0;  // where there was no total, or none that grows
        std::int64_t growth = 0; // elsewhere
        std::int64_t members = 0;
        std::int64_t lasting = 0; // members that were there before
        bool lacks_a_part = false;
    };

    [[nodiscard]] bool has_total(std::size_t i) const noexcept {
        const Summing rule = (*rules_)[i];
        const bool must_be_whole = rule == Summing::whole_growth || rule == Summing::whole_sum;
        return sums_[i].members != 0 && !(must_be_whole && sums_[i].lacks_a_part);
    }

    /// Whether the field's total is what it was, and what the instances grew by.
    [[nodiscard]] bool continues(std::size_t i) const noexcept {
        const Summing rule = (*rules_)[i];
        const bool grows =
            rule == Summing::growth || rule == Summing::mean_growth || rule == Summing::whole_growth;
        return grows && values_[i] != unread;
    }

    std::int64_t total_of(std::size_t i) noexcept {
        const Sums& sums = sums_[i];
        const bool first = !continues(i);
        switch ((*rules_)[i]) {
        case Summing::growth:
        case Summing::whole_growth:
            return first ? sums.level : sum_of({values_[i], sums.growth});
        case Summing::mean_growth:
            return first ? divide(rests_[i], sums.level, sums.members)
                         : sum_of({values_[i], divide(rests_[i], sums.growth, sums.lasting)});
        case Summing::sum:
        case Summing::whole_sum:
            return sums.level;
        default:
            return sums.level / sums.members;
        }
    }

    /// What a division left over.
    struct Rest {
        std::int64_t value = 0;
        std::int64_t divisor = 0;
    };

    /// The mean; the remainder is carried over to the next one of the same number.
    static std::int64_t divide(Rest& rest, std::int64_t sum, std::int64_t count) noexcept {
        if (count == 0) {
            return 0;
        }
        sum += rest.divisor == count ? rest.value : 0;
        rest = {sum % count, count};
        return sum / count;
    }

    const std::array<Summing, Count>* rules_;
    Values values_{};
    std::array<Rest, Count> rests_{};
    std::array<Sums, Count> sums_{};
};

} // namespace pdh_shim::calc
