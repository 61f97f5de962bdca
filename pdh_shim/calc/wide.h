// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace pdh_shim::calc {

struct WideDivision;

/// A natural number of up to 384 bits. The formulas multiply and divide 64-bit fields by each other; every
/// product they can form fits with room to spare (see Ratio), so a displayed value is exact until its one
/// rounding. Portable, because 32-bit targets have no 128-bit integer.
///
/// A cpp_int of 384 bits (Boost.Multiprecision) was measured in its place: the golden vectors stay the same
/// and calc_bench takes 0.9 to 1.2 of the time, but the code of a formatting call grows by 11 KB on x86-64
/// and by 27 KB on i686, and a file that includes format.h takes 3.1 s to compile instead of 0.6.
class Wide {
  public:
    constexpr Wide() noexcept = default;
    constexpr explicit Wide(std::uint64_t value) noexcept
        : limbs_{low_limb(value), low_limb(value >> limb_bits)}, size_{2} {
        trim();
    }

    friend constexpr bool operator==(const Wide&, const Wide&) noexcept = default;

    friend constexpr std::strong_ordering operator<=>(const Wide& left, const Wide& right) noexcept {
        for (std::size_t i = std::max(left.size_, right.size_); i-- > 0;) {
            if (left.limbs_[i] != right.limbs_[i]) {
                return left.limbs_[i] <=> right.limbs_[i];
            }
        }
        return std::strong_ordering::equal;
    }

    constexpr Wide& operator+=(const Wide& other) noexcept {
        size_ = std::max(size_, other.size_) + 1;
        add_at(other, 0, size_);
        trim();
        return *this;
    }

    /// `other` is not larger.
    constexpr Wide& operator-=(const Wide& other) noexcept {
        subtract_product(other, 1, 0, size_);
        trim();
        return *this;
    }

    constexpr Wide& operator*=(std::uint64_t factor) noexcept {
        const std::uint32_t high_factor = low_limb(factor >> limb_bits);
        if (high_factor == 0) {
            multiply_by_limb(low_limb(factor));
            return *this;
        }
        Wide high = *this;
        high.multiply_by_limb(high_factor);
        high <<= limb_bits;
        multiply_by_limb(low_limb(factor));
        return *this += high;
    }

    constexpr Wide& operator<<=(int bits) noexcept {
        const auto whole = static_cast<std::size_t>(bits / limb_bits);
        const int rest = bits % limb_bits;
        size_ += whole + 1;
        for (std::size_t i = size_; i-- > 0;) {
            const std::uint64_t upper = i >= whole ? limbs_[i - whole] : 0;
            const std::uint64_t lower = i > whole ? limbs_[i - whole - 1] : 0;
            limbs_[i] = low_limb((upper << limb_bits | lower) >> (limb_bits - rest));
        }
        trim();
        return *this;
    }

    /// The position of the highest bit set, counted from 1; 0 for zero.
    [[nodiscard]] constexpr int bit_length() const noexcept {
        return size_ == 0 ? 0 : static_cast<int>(size_) * limb_bits - std::countl_zero(limbs_[size_ - 1]);
    }

    /// The lowest 64 bits.
    [[nodiscard]] constexpr std::uint64_t low_bits() const noexcept {
        return std::uint64_t{limbs_[1]} << limb_bits | limbs_[0];
    }

    friend constexpr WideDivision divide(Wide dividend, Wide divisor) noexcept;

  private:
    static constexpr int limb_bits = 32;
    static constexpr std::size_t limb_count = 12;
    static constexpr std::uint32_t max_limb = 0xFFFFFFFF;

    static constexpr std::uint32_t low_limb(std::uint64_t value) noexcept {
        return static_cast<std::uint32_t>(value);
    }

    constexpr void trim() noexcept {
        while (size_ > 0 && limbs_[size_ - 1] == 0) {
            --size_;
        }
    }

    constexpr void multiply_by_limb(std::uint32_t factor) noexcept {
        std::uint64_t carry = 0;
        ++size_;
        for (std::size_t i = 0; i < size_; ++i) {
            carry += std::uint64_t{limbs_[i]} * factor;
            limbs_[i] = low_limb(carry);
            carry >>= limb_bits;
        }
        trim();
    }

    /// Subtracts other * factor from the `count` limbs at `at`; true when that was more than they held.
    constexpr bool subtract_product(
        const Wide& other, std::uint32_t factor, std::size_t at, std::size_t count) noexcept {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < count; ++i) {
            borrow += std::uint64_t{other.limbs_[i]} * factor;
            const std::uint32_t taken = low_limb(borrow);
            borrow >>= limb_bits;
            borrow += limbs_[at + i] < taken ? 1U : 0U;
            limbs_[at + i] -= taken;
        }
        return borrow != 0;
    }

    /// Adds other to the `count` limbs at `at`; true when the sum was more than they hold.
    constexpr bool add_at(const Wide& other, std::size_t at, std::size_t count) noexcept {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < count; ++i) {
            carry += std::uint64_t{limbs_[at + i]} + other.limbs_[i];
            limbs_[at + i] = low_limb(carry);
            carry >>= limb_bits;
        }
        return carry != 0;
    }

    /// One step of the long division by a divisor of `used` limbs with its top bit set: takes the divisor as
    /// often as it fits from the limbs at `at` and returns how often. The two top limbs guess that, at most 2
    /// too high.
    constexpr std::uint32_t take_digit(const Wide& divisor, std::size_t at, std::size_t used) noexcept {
        const std::uint64_t top = std::uint64_t{limbs_[at + used]} << limb_bits | limbs_[at + used - 1];
        const std::uint64_t guess = top / divisor.limbs_[used - 1];
        std::uint32_t digit = guess > max_limb ? max_limb : low_limb(guess);
        bool too_much = subtract_product(divisor, digit, at, used + 1);
        while (too_much) {
            --digit;
            too_much = !add_at(divisor, at, used + 1);
        }
        return digit;
    }

    std::array<std::uint32_t, limb_count> limbs_{}; ///< lowest first; 0 above those in use
    std::size_t size_ = 0;                          ///< limbs in use
};

/// The whole part of a quotient, and whether nothing was left over.
struct WideDivision {
    Wide quotient;
    bool exact = true;
};

/// `divisor` is not 0, and both have 32 bits free at the top.
[[nodiscard]] constexpr WideDivision divide(Wide dividend, Wide divisor) noexcept {
    const std::size_t used = divisor.size_;
    const int shift = std::countl_zero(divisor.limbs_[used - 1]);
    divisor <<= shift;
    dividend <<= shift;
    const std::size_t digits = dividend.size_ < used ? 0 : dividend.size_ - used + 1;
    WideDivision result;
    result.quotient.size_ = digits;
    for (std::size_t i = digits; i-- > 0;) {
        result.quotient.limbs_[i] = dividend.take_digit(divisor, i, used);
    }
    result.quotient.trim();
    dividend.trim();
    result.exact = dividend.size_ == 0;
    return result;
}

} // namespace pdh_shim::calc
