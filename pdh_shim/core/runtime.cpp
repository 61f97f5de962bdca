// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/runtime.h"

#include "base/descriptor_share.h"
#include "base/file.h"
#include "base/input_limits.h"
#include "base/platform.h"
#include "base/version.h"
#include "core/sources.h"
#include "log/text/meaning.h"
#include "recorded/database_log.h"
#include "recorded/log_file.h"

#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace pdh_shim::core {
namespace {

void configure_trace(const std::string& setting) {
    // PDH_SHIM_LOG=level or level:file
    const std::size_t colon = setting.find(':');
    trace::Level level = trace::Level::off;
    if (!trace::parse_level(std::string_view(setting).substr(0, colon), level)) {
        level = trace::Level::info;
    }
    start_log(level, colon == std::string::npos ? std::string{} : setting.substr(colon + 1));
}

// What the environment sets. Under Wine to ask for a variable is to go through all of them: that is done once
// where none is ours.
class Settings {
  public:
    [[nodiscard]] std::optional<std::string> of(const char* variable) const {
        return may_be_set_ ? platform::environment(variable) : std::nullopt;
    }
    // Empty if it is not set.
    [[nodiscard]] std::string text(const char* variable) const { return of(variable).value_or(""); }

  private:
    bool may_be_set_ = platform::may_have_variables("PDH_SHIM_");
};

void report_value(const char* variable, const std::string& expected, const std::string& setting) {
    trace::write(trace::Level::error, std::string(variable) + " is " + expected + ": " + setting);
}

template <class Number>
bool parse(const std::string& setting, Number& number, int base) {
    const char* const end = setting.data() + setting.size();
    const auto [rest, error] = std::from_chars(setting.data(), end, number, base);
    return error == std::errc{} && rest == end;
}

std::uint32_t language(const Settings& settings) {
    const auto setting = settings.of("PDH_SHIM_LANGUAGE");
    std::uint32_t number = 0;
    if (setting && parse(*setting, number, 16) && number != 0 && number <= machine::largest_language) {
        return number;
    }
    if (setting) {
        report_value("PDH_SHIM_LANGUAGE", "not three hexadecimal digits", *setting);
    }
    return names::english_language;
}

// Calls `set` with a variable that is a number from `least` to `most`, times `unit`. The log reports another
// value.
template <class Number, class Set>
void read_number(const Settings& settings, const char* variable, std::uint64_t least, std::uint64_t most,
    std::uint64_t unit, const Set& set) {
    const auto setting = settings.of(variable);
    std::uint64_t number = 0;
    if (setting && parse(*setting, number, 10) && number >= least && number <= most) {
        set(static_cast<Number>(number * unit));
    } else if (setting) {
        report_value(
            variable, "no number from " + std::to_string(least) + " to " + std::to_string(most), *setting);
    }
}

// What a variable means: the value of the name that it has. The log reports another name, and there is no
// value.
template <class Value>
std::optional<Value> named_value(const Settings& settings, const char* variable,
    std::initializer_list<std::pair<std::string_view, Value>> values) {
    const auto setting = settings.of(variable);
    std::string names;
    for (const auto& [name, value] : values) {
        if (setting == name) {
            return value;
        }
        names.append(names.empty() ? "" : " or ").append(name);
    }
    if (setting) {
        report_value(variable, "not " + names, *setting);
    }
    return std::nullopt;
}

log::text::TextOptions options_of_text_logs(const Settings& settings) {
    using log::text::DateOrder;
    using log::text::DecimalSign;
    return {.encoding = settings.text("PDH_SHIM_LOG_ENCODING"),
        .decimal = named_value<DecimalSign>(
            settings, "PDH_SHIM_LOG_DECIMAL", {{"point", DecimalSign::point}, {"comma", DecimalSign::comma}}),
        .dates = named_value<DateOrder>(
            settings, "PDH_SHIM_LOG_DATES", {{"mdy", DateOrder::month_first}, {"dmy", DateOrder::day_first}}),
        .has_apostrophes = settings.text("PDH_SHIM_LOG_APOSTROPHES") == "yes"};
}

} // namespace

bool start_log(trace::Level level, const std::string& file) {
    if (!trace::configure(level, file)) {
        return false;
    }
    trace::write(trace::Level::info, std::string("pdh-shim ").append(version()));
    return true;
}

Runtime::Runtime() : clock_(system_clock()) {
    constexpr std::uint64_t millisecond = ticks_per_second / 1000;
    constexpr std::uint64_t most_mebibytes = 1'048'576;
    using query::ScalePolicy;
    const Settings settings;
    LiveSettings live{
        .context = {clock_, settings.text("PDH_SHIM_ROOT"), settings.text("PDH_SHIM_CGROUP") == "1",
            settings.text("PDH_SHIM_UNMEASURED") == "refuse"},
        .sources = settings.text("PDH_SHIM_SOURCE"),
        .title_files = settings.text("PDH_SHIM_TITLES")};
    if (const auto log = settings.of("PDH_SHIM_LOG")) {
        configure_trace(*log); // first, because the lines below may log
    }
    read_number<std::size_t>(settings, "PDH_SHIM_DESCRIPTORS", 0, most_descriptors, 1, set_descriptor_budget);
    read_number<std::int64_t>(
        settings, "PDH_SHIM_SQL_TIMEOUT", 1, 3'600'000, millisecond, recorded::set_database_time_limit);
    read_number<std::int64_t>(settings, "PDH_SHIM_REMOTE_TIMEOUT", 1, 600'000, millisecond,
        [&](std::int64_t time) { live.context.remote_timeout = time; });
    read_number<std::uint64_t>(
        settings, "PDH_SHIM_MEMORY_LIMIT", 1, most_mebibytes, mebibyte, set_memory_limit);
    read_number<std::uint64_t>(settings, "PDH_SHIM_DISK_LIMIT", 1, most_mebibytes, mebibyte, set_disk_limit);
    if (const auto zone = settings.of("PDH_SHIM_LOG_ZONE"); zone && !recorded::set_assumed_zone(*zone)) {
        report_value("PDH_SHIM_LOG_ZONE", "not UTC, local or minutes", *zone);
    }
    log::text::set_text_options(options_of_text_logs(settings));
    const auto scale = named_value<ScalePolicy>(
        settings, "PDH_SHIM_DEFAULT_SCALE", {{"apply", ScalePolicy::apply}, {"ignore", ScalePolicy::ignore}});
    counter_context_.scale_policy = scale.value_or(ScalePolicy::by_source);
    live.language = language(settings);
    live_ = std::make_shared<LiveDataSource>(std::move(live));
}

} // namespace pdh_shim::core
