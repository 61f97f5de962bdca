// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/meaning.h"

#include "base/lazy.h"
#include "base/text.h"

#include <array>
#include <utility>

namespace pdh_shim::log::text {
namespace {

// Not in a function: the guard of such a static costs a first query under Wine a third of its time.
constinit Singleton<TextOptions> options_of_all_logs;

} // namespace

const TextOptions& text_options() {
    return options_of_all_logs.get();
}

void set_text_options(TextOptions options) {
    options_of_all_logs.get() = std::move(options);
}

namespace {

Failure refused(std::string what) {
    return {Status::unknown_log_format, {}, std::move(what)};
}

Failure two_dates(std::string_view text) {
    return refused("the day or the month may be first in " + escaped(text) +
                   ": relog's -dates mdy or -dates dmy decides, or PDH_SHIM_LOG_DATES");
}

Failure two_numbers(std::string_view text) {
    return refused("the comma or the point may be the decimal sign in " + escaped(text) +
                   ": relog's -decimal comma or -decimal point decides, or PDH_SHIM_LOG_DECIMAL");
}

bool has_sign(std::string_view text) noexcept {
    return text.find_first_of(",.") != std::string_view::npos;
}

DecimalSign other(DecimalSign sign) noexcept {
    return sign == DecimalSign::point ? DecimalSign::comma : DecimalSign::point;
}

} // namespace

bool TimeMeaning::has_this_form(const TimeParts& parts) const noexcept {
    return parts.mark == form_->mark && parts.is_year_first == form_->is_year_first &&
           parts.has_half_days == form_->has_half_days;
}

/// Takes the form of the first time for that of all. Windows writes the month first in every locale, and
/// programs that imitate it quote the time as it does. Spreadsheets do not quote it, and leave the fraction
/// out. Nobody writes points behind a month.
void TimeMeaning::begin(const TimeCell& time) {
    const TimeParts& parts = time.parts;
    form_ = parts;
    is_windows_form_ = parts.is_padded && (parts.has_fraction || time.is_quoted);
    can_be_month_first_ = parts.mark != '.' && chosen_ != DateOrder::day_first;
    can_be_day_first_ = !parts.is_year_first && (parts.mark == '.' || chosen_ != DateOrder::month_first);
}

/// Excludes an order of day and month in which the time would be none.
Result<void, Failure> TimeMeaning::narrow(const TimeCell& time, bool is_month_first, bool is_day_first) {
    const bool stays_month_first = can_be_month_first_ && is_month_first;
    const bool stays_day_first = can_be_day_first_ && is_day_first;
    if (!stays_month_first && !stays_day_first) {
        return refused("the time " + escaped(time.text) + " contradicts those before it");
    }
    can_be_month_first_ = stays_month_first;
    can_be_day_first_ = stays_day_first;
    if (!is_decided() && time.parts.date[0] != time.parts.date[1] && ambiguous_.empty()) {
        ambiguous_ = time.text;
        place_ = time.place;
    }
    return outcome::success();
}

Result<void, Failure> TimeMeaning::see(const TimeCell& time) {
    const TimeParts& parts = time.parts;
    const bool is_month_first = file_time_of(parts, DateOrder::month_first).has_value();
    const bool is_day_first = file_time_of(parts, DateOrder::day_first).has_value();
    if (!is_month_first && !is_day_first && !parts.is_year_first) {
        return outcome::success(); // damaged
    }
    if (!form_) {
        begin(time);
    }
    if (!has_this_form(parts)) {
        return refused("the time " + escaped(time.text) + " has another form than those before it");
    }
    return parts.is_year_first ? outcome::success() : narrow(time, is_month_first, is_day_first);
}

Result<void, Failure> TimeMeaning::conclude() {
    if (is_decided() || !form_ || ambiguous_.empty()) {
        return outcome::success();
    }
    if (!is_windows_form_) {
        return two_dates(ambiguous_);
    }
    can_be_day_first_ = false;
    return outcome::success();
}

DateOrder TimeMeaning::order() const noexcept {
    if (form_->is_year_first) {
        return DateOrder::year_first;
    }
    return can_be_month_first_ ? DateOrder::month_first : DateOrder::day_first;
}

Result<std::optional<std::int64_t>, Failure> TimeMeaning::read(const TimeCell& time) const {
    const std::optional<std::int64_t> meant =
        has_this_form(time.parts) ? file_time_of(time.parts, order()) : std::nullopt;
    if (meant) {
        if (!is_decided() && !is_windows_form_ && time.parts.date[0] != time.parts.date[1]) {
            return two_dates(time.text);
        }
        return meant;
    }
    for (const DateOrder order :
        std::array{DateOrder::month_first, DateOrder::day_first, DateOrder::year_first}) {
        const bool is_year_first = order == DateOrder::year_first;
        if (time.parts.is_year_first == is_year_first && file_time_of(time.parts, order)) {
            return refused("the time " + escaped(time.text) + " contradicts those before it");
        }
    }
    return std::optional<std::int64_t>();
}

void NumberMeaning::see(std::string_view text, std::uint64_t place) {
    if (sign_ || !has_sign(text)) {
        return;
    }
    const bool may_be_point = read_number(text, DecimalSign::point).has_value();
    const bool may_be_comma = read_number(text, DecimalSign::comma).has_value();
    if (may_be_point && may_be_comma) {
        const bool has_comma = text.find(',') != std::string_view::npos;
        (has_comma ? ambiguous_comma_ : ambiguous_point_) = text;
        place_ = place;
    } else if (may_be_point) {
        sign_ = DecimalSign::point;
    } else if (may_be_comma) {
        sign_ = DecimalSign::comma;
    }
}

/// Windows writes a point, and nothing between digits. Spreadsheets whose decimal sign is a comma separate
/// cells with semicolons.
Result<void, Failure> NumberMeaning::conclude() {
    if (sign_) {
        return outcome::success();
    }
    if (!ambiguous_comma_.empty() || (!ambiguous_point_.empty() && separator_ == ';')) {
        return two_numbers(ambiguous_comma_.empty() ? ambiguous_point_ : ambiguous_comma_);
    }
    if (!ambiguous_point_.empty()) {
        sign_ = DecimalSign::point;
    }
    return outcome::success();
}

Result<std::optional<ParsedNumber>, Failure> NumberMeaning::read(std::string_view text) {
    if (!sign_ && has_sign(text)) {
        see(text, 0);
        PDH_SHIM_CHECK(conclude());
    }
    const DecimalSign sign = sign_.value_or(DecimalSign::point);
    std::optional<ParsedNumber> number = read_number(text, sign);
    if (!number && has_sign(text) && read_number(text, other(sign))) {
        return refused(escaped(text) + " is no number with a decimal " +
                       (sign == DecimalSign::point ? "point" : "comma") + ", as those before it are");
    }
    return number;
}

} // namespace pdh_shim::log::text
