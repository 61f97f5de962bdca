// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/time_zone_rules.h"

#include "base/bytes.h"
#include "base/named_file.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <utility>

namespace pdh_shim::platform {
namespace {

constexpr std::int64_t day_length = 86'400;
constexpr std::int32_t hour = 3600;
constexpr std::int32_t minute = 60;

// -- The form of POSIX's TZ -----------------------------------------------------------------------------

/// Reads a text from its start. After a mistake it is not ok, and what was read has no meaning.
class RuleText {
  public:
    explicit RuleText(std::string_view text) noexcept : rest_(text) {}

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

    [[nodiscard]] bool take(char letter) noexcept {
        const bool is_there = rest_.starts_with(letter);
        rest_.remove_prefix(is_there ? 1 : 0);
        return is_there;
    }
    void expect(char letter) noexcept { ok_ = take(letter) && ok_; }

    /// `CET` or `<+0330>`.
    std::string name() {
        const bool is_quoted = take('<');
        const auto is_part = [is_quoted](char letter) {
            const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
            return is_letter ||
                   (is_quoted && ((letter >= '0' && letter <= '9') || letter == '+' || letter == '-'));
        };
        constexpr std::size_t shortest = 3;
        std::string name;
        while (!rest_.empty() && is_part(rest_.front())) {
            name += rest_.front();
            rest_.remove_prefix(1);
        }
        ok_ = ok_ && name.size() >= shortest;
        if (is_quoted) {
            expect('>');
        }
        return name;
    }

    std::int32_t number(std::int32_t most) noexcept {
        std::int32_t value = 0;
        std::size_t digits = 0;
        while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9' && value <= most) {
            value = value * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
            ++digits;
        }
        ok_ = ok_ && digits != 0 && value <= most;
        return value;
    }

    /// `[+-]hours[:minutes[:seconds]]`, in seconds.
    std::int32_t time() noexcept {
        constexpr std::int32_t most_hours = 167;
        constexpr std::int32_t most = 59;
        const bool is_negative = take('-');
        static_cast<void>(!is_negative && take('+'));
        std::int32_t seconds = number(most_hours) * hour;
        if (take(':')) {
            seconds += number(most) * minute;
            if (take(':')) {
                seconds += number(most);
            }
        }
        return is_negative ? -seconds : seconds;
    }

    YearlyRules::Day day() noexcept {
        using Form = YearlyRules::Day::Form;
        constexpr std::int32_t last_day = 365;
        YearlyRules::Day day;
        day.seconds = 2 * hour;
        if (take('M')) {
            day.month = number(12);
            expect('.');
            day.week = number(5);
            expect('.');
            day.day = number(6);
            ok_ = ok_ && day.month != 0 && day.week != 0;
        } else {
            day.form = take('J') ? Form::without_leap_day : Form::of_year;
            day.day = number(last_day);
            ok_ = ok_ && (day.form == Form::of_year || day.day != 0);
        }
        if (take('/')) {
            day.seconds = time();
        }
        return day;
    }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

/// When a day of the rules comes in a year, in seconds since 1970 of the clocks that it is said in.
std::int64_t local_time_of(const YearlyRules::Day& day, std::chrono::year year) {
    using Form = YearlyRules::Day::Form;
    using std::chrono::sys_days;
    sys_days date = sys_days(year / 1 / 1);
    if (day.form == Form::of_week) {
        const std::chrono::month month(static_cast<unsigned>(day.month));
        const std::chrono::weekday weekday(static_cast<unsigned>(day.day));
        date = day.week == 5 ? sys_days(year / month / weekday[std::chrono::last])
                             : sys_days(year / month / weekday[static_cast<unsigned>(day.week)]);
    } else {
        constexpr std::int32_t last_of_february = 59;
        const bool counts_from_one = day.form == Form::without_leap_day;
        const bool is_behind_leap_day = counts_from_one && year.is_leap() && day.day > last_of_february;
        date += std::chrono::days(day.day - (counts_from_one && !is_behind_leap_day ? 1 : 0));
    }
    return date.time_since_epoch().count() * day_length + day.seconds;
}

// -- The format of the zone database --------------------------------------------------------------------

constexpr std::size_t header_size = 44;

struct Counts {
    std::size_t universal, standard, leaps, changes, types, letters;

    /// Bytes of the tables, whose times have this size.
    [[nodiscard]] std::size_t size(std::size_t time) const noexcept {
        return changes * (time + 1) + types * 6 + letters + leaps * (time + 4) + standard + universal;
    }
};

/// The counts of the header at a place; empty without a header.
std::optional<Counts> counts_at(ByteReader& file, std::size_t place) {
    constexpr std::size_t most = 1U << 20U; // of anything: then no size can overflow
    constexpr std::size_t first_count = 20;
    if (as_text(file.part(place, 4)) != "TZif") {
        return std::nullopt;
    }
    const auto count = [&](std::size_t i) -> std::size_t { return file.u32(place + first_count + 4 * i); };
    const Counts counts{count(0), count(1), count(2), count(3), count(4), count(5)};
    const bool is_possible = std::max({counts.universal, counts.standard, counts.leaps, counts.changes,
                                 counts.types, counts.letters}) < most;
    return file.ok() && is_possible ? std::optional(counts) : std::nullopt;
}

/// The tables of a file's newest version, and where they are.
struct Tables {
    Counts counts;
    std::size_t times;
    std::size_t time_size;

    [[nodiscard]] std::size_t kinds() const noexcept { return times + counts.changes * time_size; }
    [[nodiscard]] std::size_t types() const noexcept { return kinds() + counts.changes; }
    [[nodiscard]] std::size_t letters() const noexcept { return types() + counts.types * 6; }
    [[nodiscard]] std::size_t end() const noexcept { return times + counts.size(time_size); }
};

std::optional<Tables> find_tables(ByteReader& file) {
    const auto first = counts_at(file, 0);
    const bool has_another = first && file.u8(4) >= '2'; // the same again, with times of 64 bits
    const std::size_t place = has_another ? header_size + first->size(4) : 0;
    const auto newest = has_another ? counts_at(file, place) : first;
    if (!newest || newest->types == 0) {
        return std::nullopt;
    }
    const Tables tables{*newest, place + header_size, has_another ? std::size_t{8} : std::size_t{4}};
    return tables.end() <= file.size() ? std::optional(tables) : std::nullopt;
}

std::vector<LocalTimeType> read_types(ByteReader& file, const Tables& tables) {
    const std::string_view names = as_text(file.part(tables.letters(), tables.counts.letters));
    std::vector<LocalTimeType> types;
    for (std::size_t i = 0; i < tables.counts.types; ++i) {
        const std::size_t at = tables.types() + 6 * i;
        const std::string_view name = names.substr(std::min<std::size_t>(file.u8(at + 5), names.size()));
        types.push_back({file.i32(at), file.u8(at + 4) != 0, std::string(name.substr(0, name.find('\0')))});
    }
    return types;
}

bool is_possible(const LocalTimeType& type) noexcept {
    constexpr std::int32_t most = 26 * hour; // RFC 8536
    return type.offset >= -most && type.offset <= most;
}

/// The text between the line ends behind the tables.
std::optional<YearlyRules> footer_in(std::string_view rest) {
    if (!rest.starts_with('\n')) {
        return std::nullopt;
    }
    rest.remove_prefix(1);
    return parse_yearly_rules(rest.substr(0, rest.find('\n')));
}

// -- The name of a zone ---------------------------------------------------------------------------------

std::optional<TimeZoneRules> load_file(const std::string& name) {
    constexpr std::size_t longest = std::size_t{1} << 20U; // usual are 4 KB
    const auto bytes = read_named_file(name, longest);
    return bytes ? TimeZoneRules::parse(bytes.value()) : std::nullopt;
}

std::optional<TimeZoneRules> load_named(const std::string& name, const std::vector<std::string>& folders) {
    if (name.starts_with('/')) {
        return load_file(name);
    }
    for (const std::string& folder : folders) {
        if (auto rules = load_file(std::string(folder).append("/").append(name))) {
            return rules;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<YearlyRules> parse_yearly_rules(std::string_view text) {
    RuleText rest(text);
    YearlyRules rules;
    rules.standard.name = rest.name();
    rules.standard.offset = -rest.time();
    if (rest.ok() && rest.at_end()) {
        return rules;
    }
    LocalTimeType summer{rules.standard.offset + hour, true, rest.name()};
    const bool has_days = rest.take(',');
    if (!has_days && !rest.at_end()) {
        summer.offset = -rest.time();
    }
    if (has_days || rest.take(',')) {
        rules.begin = rest.day();
        rest.expect(',');
        rules.end = rest.day();
    } else { // as in the United States: POSIX leaves it open
        using Form = YearlyRules::Day::Form;
        rules.begin = {Form::of_week, 3, 2, 0, 2 * hour};
        rules.end = {Form::of_week, 11, 1, 0, 2 * hour};
    }
    rules.summer = std::move(summer);
    return rest.ok() && rest.at_end() ? std::optional(std::move(rules)) : std::nullopt;
}

const LocalTimeType& YearlyRules::at(std::int64_t time) const {
    if (!summer) {
        return standard;
    }
    constexpr std::int64_t most =
        std::int64_t{10'000} * 365 * day_length; // the calendar of <chrono> has an end
    const std::chrono::sys_seconds within(std::chrono::seconds(std::clamp(time, -most, most)));
    const std::chrono::year year =
        std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(within)).year();
    const std::int64_t from = local_time_of(begin, year) - standard.offset;
    const std::int64_t to = local_time_of(end, year) - summer->offset;
    const bool is_summer = from < to ? time >= from && time < to : time >= from || time < to;
    return is_summer ? *summer : standard;
}

std::optional<TimeZoneRules> TimeZoneRules::parse(std::span<const std::byte> file) {
    ByteReader reader(file, std::endian::big);
    const auto tables = find_tables(reader);
    if (!tables) {
        return std::nullopt;
    }
    TimeZoneRules rules;
    rules.types_ = read_types(reader, *tables);
    for (std::size_t i = 0; i < tables->counts.changes; ++i) {
        const std::size_t at = tables->times + i * tables->time_size;
        rules.changes_.push_back(
            {tables->time_size == 8 ? reader.i64(at) : reader.i32(at), reader.u8(tables->kinds() + i)});
    }
    const auto has_type = [&](const Change& change) { return change.type < rules.types_.size(); };
    const bool are_possible =
        std::ranges::all_of(rules.types_, is_possible) && std::ranges::all_of(rules.changes_, has_type) &&
        std::ranges::is_sorted(rules.changes_, std::ranges::less_equal(), &Change::time);
    if (!reader.ok() || !are_possible) {
        return std::nullopt;
    }
    const auto first = std::ranges::find(rules.types_, false, &LocalTimeType::is_summer);
    rules.first_ = first == rules.types_.end() ? 0 : static_cast<std::size_t>(first - rules.types_.begin());
    rules.later_ = tables->time_size == 8 ? footer_in(as_text(file).substr(tables->end())) : std::nullopt;
    return rules;
}

const LocalTimeType& TimeZoneRules::at(std::int64_t time) const {
    if (later_ && (changes_.empty() || time >= changes_.back().time)) {
        return later_->at(time);
    }
    const auto next = std::ranges::upper_bound(changes_, time, {}, &Change::time);
    return types_[next == changes_.begin() ? first_ : std::prev(next)->type];
}

TimeZoneRules load_time_zone(
    const std::optional<std::string>& name, const std::vector<std::string>& folders) {
    if (!name) {
        return load_file("/etc/localtime").value_or(TimeZoneRules());
    }
    const std::string zone = name->substr(name->starts_with(':') ? 1 : 0);
    if (zone.empty()) {
        return {};
    }
    if (auto rules = load_named(zone, folders)) {
        return std::move(*rules);
    }
    auto rules = parse_yearly_rules(zone);
    return rules ? TimeZoneRules(std::move(*rules)) : TimeZoneRules();
}

} // namespace pdh_shim::platform
