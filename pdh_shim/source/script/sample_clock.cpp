// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/sample_clock.h"

#include "base/file_time.h"
#include "base/saturating.h"

#include <limits>

namespace pdh_shim::source::script {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

// Takes fields from the front of a text; sticks at the first that is not there.
class FieldReader {
  public:
    explicit FieldReader(std::string_view text) noexcept : rest_(text) {}

    /// At most four digits.
    [[nodiscard]] std::uint16_t digits(std::size_t count) noexcept {
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            value = value * 10 + digit();
        }
        return static_cast<std::uint16_t>(value);
    }

    void expect(char mark) noexcept { good_ = skip(mark) && good_; }

    bool skip(char mark) noexcept {
        const bool there = rest_.starts_with(mark);
        rest_.remove_prefix(there ? 1 : 0);
        return there;
    }

    /// A decimal fraction of a second in ticks.
    [[nodiscard]] std::int64_t fraction() noexcept {
        constexpr int max_digits = 9;
        std::int64_t nanoseconds = digit();
        for (int i = 1; i < max_digits; ++i) {
            nanoseconds = nanoseconds * 10 + (at_digit() ? digit() : 0);
        }
        return nanoseconds / 100;
    }

    /// True when all fields were there and nothing is left.
    [[nodiscard]] bool complete() const noexcept { return good_ && rest_.empty(); }

  private:
    [[nodiscard]] bool at_digit() const noexcept {
        return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
    }

    int digit() noexcept {
        if (!at_digit()) {
            good_ = false;
            return 0;
        }
        const int value = rest_.front() - '0';
        rest_.remove_prefix(1);
        return value;
    }

    std::string_view rest_;
    bool good_ = true;
};

// In units of 100 ns.
std::int64_t time_passed(const Instant& before, const GivenClocks& given, std::int64_t perf_freq) noexcept {
    if (given.perf_time.has_value()) {
        return rescale(saturated_subtract(*given.perf_time, before.perf_time), perf_freq, ticks_per_second);
    }
    if (given.time_100ns.has_value()) {
        return saturated_subtract(*given.time_100ns, before.time_100ns);
    }
    if (given.system_time.has_value()) {
        return saturated_subtract(*given.system_time, before.system_time);
    }
    return ticks_per_second;
}

} // namespace

std::optional<std::int64_t> parse_system_time(std::string_view text) noexcept {
    FieldReader reader(text);
    const auto year = reader.digits(4);
    reader.expect('-');
    const auto month = reader.digits(2);
    reader.expect('-');
    const auto day = reader.digits(2);
    reader.expect('T');
    const auto hour = reader.digits(2);
    reader.expect(':');
    const auto minute = reader.digits(2);
    reader.expect(':');
    const auto second = reader.digits(2);
    const std::int64_t fraction = reader.skip('.') ? reader.fraction() : 0;
    reader.expect('Z');

    const auto time =
        reader.complete() ? to_file_time({year, month, 0, day, hour, minute, second, 0}) : std::nullopt;
    return time ? std::optional(*time + fraction) : std::nullopt;
}

std::int64_t rescale(std::int64_t time, std::int64_t from_freq, std::int64_t to_freq) noexcept {
    if (from_freq == to_freq) {
        return time;
    }
    const bool negative = time < 0;
    const auto bits = static_cast<std::uint64_t>(time);
    const std::uint64_t ticks = negative ? 0 - bits : bits;
    const auto from = static_cast<std::uint64_t>(from_freq);
    const auto to = static_cast<std::uint64_t>(to_freq);
    // The product ticks * to may need more than 64 bits: whole seconds are multiplied, and the ticks that
    // remain go through a long division in base 2. What is left there is below `from`, and twice that fits.
    const std::uint64_t rest = ticks % from;
    std::uint64_t quotient = 0;
    std::uint64_t left = 0;
    const auto take_divisor = [&] {
        if (left >= from) {
            left -= from;
            ++quotient;
        }
    };
    for (int bit = 63; bit >= 0; --bit) {
        left *= 2;
        quotient *= 2;
        take_divisor();
        left += (to >> static_cast<unsigned>(bit) & 1U) != 0 ? rest : 0;
        take_divisor();
    }
    std::uint64_t result = 0;
    if (__builtin_mul_overflow(ticks / from, to, &result) ||
        __builtin_add_overflow(result, quotient, &result) ||
        result > static_cast<std::uint64_t>(Limits::max())) {
        return negative ? Limits::min() : Limits::max();
    }
    const auto magnitude = static_cast<std::int64_t>(result);
    return negative ? -magnitude : magnitude;
}

Instant start_clocks(const GivenClocks& given, std::int64_t perf_freq) noexcept {
    constexpr Instant origin{
        .perf_time = 0, .time_100ns = 0, .system_time = 134'116'992'000'000'000}; // 2026-01-01T00:00:00Z
    if (!given.perf_time.has_value() && !given.time_100ns.has_value()) {
        return {
            .perf_time = 0, .time_100ns = 0, .system_time = given.system_time.value_or(origin.system_time)};
    }
    return continue_clocks(origin, given, perf_freq);
}

Instant continue_clocks(const Instant& before, const GivenClocks& given, std::int64_t perf_freq) noexcept {
    const std::int64_t passed = time_passed(before, given, perf_freq);
    return {
        .perf_time = given.perf_time.value_or(
            saturated_add(before.perf_time, rescale(passed, ticks_per_second, perf_freq))),
        .time_100ns = given.time_100ns.value_or(saturated_add(before.time_100ns, passed)),
        .system_time = given.system_time.value_or(saturated_add(before.system_time, passed)),
    };
}

} // namespace pdh_shim::source::script
