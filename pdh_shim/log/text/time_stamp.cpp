// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/time_stamp.h"

#include "base/file_time.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pdh_shim::log::text {
namespace {

void append_digits(std::string& out, unsigned value, std::size_t count) {
    std::array<char, 8> digits{};
    for (std::size_t i = count; i > 0; --i) {
        digits[i - 1] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
    out.append(digits.data(), count);
}

/// Takes numbers and what stands between them from the front of a text.
class Taker {
  public:
    explicit Taker(std::string_view text) noexcept : text_(text) {}

    /// How many digits the last number had.
    [[nodiscard]] std::size_t digits() const noexcept { return digits_; }

    std::uint16_t number(std::size_t most_digits) noexcept {
        unsigned value = 0;
        const std::size_t most = std::min(most_digits, text_.size());
        digits_ = 0;
        for (; digits_ < most && is_digit(text_[digits_]); ++digits_) {
            value = value * 10 + static_cast<unsigned>(text_[digits_] - '0');
        }
        ok_ = ok_ && digits_ > 0;
        text_.remove_prefix(digits_);
        return static_cast<std::uint16_t>(value);
    }

    /// Takes a character if it is one of these; NUL if it is not.
    char take_one_of(std::string_view expected) noexcept {
        if (text_.empty() || expected.find(text_.front()) == std::string_view::npos) {
            return '\0';
        }
        const char found = text_.front();
        text_.remove_prefix(1);
        return found;
    }

    char mark(std::string_view expected) noexcept {
        const char found = take_one_of(expected);
        ok_ = ok_ && found != '\0';
        return found;
    }

    /// The digits behind the point, as milliseconds.
    std::uint16_t fraction() noexcept {
        unsigned value = 0;
        unsigned unit = 100;
        while (!text_.empty() && is_digit(text_.front())) {
            value += unit * static_cast<unsigned>(text_.front() - '0');
            unit /= 10;
            text_.remove_prefix(1);
        }
        return static_cast<std::uint16_t>(value);
    }

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    [[nodiscard]] bool is_at_end() const noexcept { return text_.empty(); }

  private:
    static bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

    std::string_view text_;
    std::size_t digits_ = 0;
    bool ok_ = true;
};

/// Two digits of a year mean one from 1970 to 2069.
std::uint16_t whole_year(std::uint16_t year, std::size_t digits) noexcept {
    constexpr std::uint16_t first_of_last_century = 70;
    if (digits != 2) {
        return year;
    }
    return static_cast<std::uint16_t>(year + (year < first_of_last_century ? 2000 : 1900));
}

/// The date, and whether each of its numbers has all its digits.
bool take_date(Taker& take, TimeParts& parts) noexcept {
    parts.date[0] = take.number(4);
    parts.is_year_first = take.digits() == 4;
    const std::size_t first_digits = take.digits();
    parts.mark = take.mark("/-.");
    parts.date[1] = take.number(2);
    const std::size_t second_digits = take.digits();
    take.mark(std::string_view(&parts.mark, 1));
    parts.date[2] = take.number(parts.is_year_first ? 2 : 4);
    const std::size_t last_digits = take.digits();
    if (parts.is_year_first) {
        return take.ok();
    }
    parts.is_padded = parts.mark == '/' && first_digits == 2 && second_digits == 2 && last_digits == 4;
    parts.date[2] = whole_year(parts.date[2], last_digits);
    return take.ok() && first_digits <= 2 && (last_digits == 2 || last_digits == 4);
}

bool take_clock(Taker& take, TimeParts& parts) noexcept {
    parts.hour = take.number(2);
    bool is_padded = take.digits() == 2;
    take.mark(":");
    parts.minute = take.number(2);
    const bool has_seconds = take.take_one_of(":") != '\0';
    if (has_seconds) {
        parts.second = take.number(2);
        is_padded = is_padded && take.digits() == 2;
        parts.has_fraction = take.take_one_of(parts.is_year_first ? ".," : ".") != '\0';
        parts.millisecond = parts.has_fraction ? take.fraction() : std::uint16_t{0};
    }
    parts.is_padded = parts.is_padded && is_padded && has_seconds;
    return take.ok();
}

/// `AM` or `PM`, and what of it the hour means.
bool take_half_day(Taker& take, TimeParts& parts) noexcept {
    constexpr std::uint16_t half = 12;
    take.take_one_of(" ");
    const char letter = take.take_one_of("AaPp");
    if (letter == '\0') {
        return true;
    }
    take.take_one_of(".");
    take.mark("Mm");
    take.take_one_of(".");
    parts.has_half_days = true;
    parts.is_padded = false;
    if (parts.hour < 1 || parts.hour > half) {
        return false;
    }
    const bool is_afternoon = letter == 'P' || letter == 'p';
    parts.hour = static_cast<std::uint16_t>(parts.hour % half + (is_afternoon ? half : 0));
    return take.ok();
}

/// `Z`, `+02:00`, `+0200` or `+02`.
bool take_offset(Taker& take, TimeParts& parts) noexcept {
    if (take.take_one_of("Zz") != '\0') {
        parts.bias = 0;
        return true;
    }
    const char sign = take.take_one_of("+-");
    if (sign == '\0') {
        return true;
    }
    std::int32_t minutes = std::int32_t{60} * take.number(2);
    take.take_one_of(":");
    if (!take.is_at_end()) {
        minutes += take.number(2);
    }
    parts.bias = sign == '+' ? -minutes : minutes;
    return take.ok() && minutes <= 24 * 60;
}

} // namespace

void append_time_stamp(std::string& out, std::int64_t local_time) {
    const SystemTime time = to_system_time(local_time);
    append_digits(out, time[1], 2);
    out += '/';
    append_digits(out, time[3], 2);
    out += '/';
    append_digits(out, time[0], 4);
    out += ' ';
    append_digits(out, time[4], 2);
    out += ':';
    append_digits(out, time[5], 2);
    out += ':';
    append_digits(out, time[6], 2);
    out += '.';
    append_digits(out, time[7], 3);
}

std::optional<TimeParts> read_time_parts(std::string_view text) {
    TimeParts parts;
    Taker take(text);
    if (!take_date(take, parts)) {
        return std::nullopt;
    }
    take.mark(parts.is_year_first ? " T" : " ");
    const bool is_whole = take_clock(take, parts) && take_half_day(take, parts) &&
                          (!parts.is_year_first || take_offset(take, parts)) && take.is_at_end();
    return is_whole ? std::optional(parts) : std::nullopt;
}

std::optional<std::int64_t> file_time_of(const TimeParts& parts, DateOrder order) noexcept {
    SystemTime time{};
    const auto& date = parts.date;
    switch (order) {
    case DateOrder::month_first:
        time = {date[2], date[0], 0, date[1]};
        break;
    case DateOrder::day_first:
        time = {date[2], date[1], 0, date[0]};
        break;
    case DateOrder::year_first:
        time = {date[0], date[1], 0, date[2]};
        break;
    }
    time[4] = parts.hour;
    time[5] = parts.minute;
    time[6] = parts.second;
    time[7] = parts.millisecond;
    return to_file_time(time);
}

namespace {

/// The ticks since midnight of `hh:mm:ss.fff`; none for another text.
std::optional<std::int64_t> ticks_of_clock(std::string_view text) noexcept {
    constexpr std::string_view form = "00:00:00.000";
    constexpr std::int64_t ticks_per_millisecond = 10'000;
    std::array<unsigned, form.size()> digits{};
    bool has_form = text.size() == form.size();
    for (std::size_t i = 0; has_form && i < form.size(); ++i) {
        digits[i] = static_cast<unsigned char>(text[i]) - unsigned{'0'};
        has_form = form[i] == '0' ? digits[i] <= 9 : text[i] == form[i];
    }
    const unsigned hours = digits[0] * 10 + digits[1];
    const unsigned minutes = digits[3] * 10 + digits[4];
    const unsigned seconds = digits[6] * 10 + digits[7];
    if (!has_form || hours > 23 || minutes > 59 || seconds > 59) {
        return std::nullopt;
    }
    const unsigned milliseconds = digits[9] * 100 + digits[10] * 10 + digits[11];
    const unsigned whole = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
    return std::int64_t{whole} * ticks_per_millisecond;
}

} // namespace

std::optional<std::int64_t> TimesOfDay::read(std::string_view text) const noexcept {
    if (!midnight_ || !text.starts_with(std::string_view(day_.data(), day_.size()))) {
        return std::nullopt;
    }
    const auto clock = ticks_of_clock(text.substr(day_.size()));
    return clock ? std::optional(*midnight_ + *clock) : std::nullopt;
}

void TimesOfDay::keep(std::string_view text, std::int64_t time) noexcept {
    const auto clock = text.size() > day_.size() ? ticks_of_clock(text.substr(day_.size())) : std::nullopt;
    if (clock) {
        std::ranges::copy(text.substr(0, day_.size()), day_.begin());
        midnight_ = time - *clock;
    }
}

} // namespace pdh_shim::log::text
