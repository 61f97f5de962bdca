// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/runtime.h"

#include "base/descriptor_share.h"
#include "base/file.h"
#include "base/input_limits.h"
#include "base/platform.h"
#include "base/version.h"
#include "core/sources.h"
#include "log/text/text_options.h"
#include "recorded/assumed_zone.h"
#include "recorded/database_log.h"

#include <charconv>
#include <initializer_list>
#include <optional>
#include <string>
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

query::ScalePolicy parse_scale_policy(const std::optional<std::string>& setting) {
    if (setting == "apply") {
        return query::ScalePolicy::apply;
    }
    if (setting == "ignore") {
        return query::ScalePolicy::ignore;
    }
    return query::ScalePolicy::by_source;
}

std::uint32_t parse_language(const std::string& setting) {
    std::uint32_t language = 0;
    const char* const end = setting.data() + setting.size();
    const auto [rest, error] = std::from_chars(setting.data(), end, language, 16);
    if (error != std::errc{} || rest != end || language == 0 || language > machine::largest_language) {
        trace::write(trace::Level::error, "PDH_SHIM_LANGUAGE is not three hexadecimal digits: " + setting);
        return names::english_language;
    }
    return language;
}

// A variable that is a number from `least` to `most`; none if it is something else, which the log tells.
std::optional<std::size_t> parse_number(
    const std::string& name, const std::string& setting, std::size_t least, std::size_t most) {
    std::size_t number = 0;
    const char* const end = setting.data() + setting.size();
    const auto [rest, error] = std::from_chars(setting.data(), end, number);
    if (error != std::errc{} || rest != end || number < least || number > most) {
        trace::write(trace::Level::error, name + " is no number from " + std::to_string(least) + " to " +
                                              std::to_string(most) + ": " + setting);
        return std::nullopt;
    }
    return number;
}

void limit_descriptors(const std::string& setting) {
    if (const auto most = parse_number("PDH_SHIM_DESCRIPTORS", setting, 0, most_descriptors)) {
        set_descriptor_budget(*most);
    }
}

void limit_remote_answers(const std::string& setting, SourceContext& context) {
    constexpr std::size_t most_milliseconds = 600'000;
    if (const auto time = parse_number("PDH_SHIM_REMOTE_TIMEOUT", setting, 1, most_milliseconds)) {
        context.remote_timeout = static_cast<std::int64_t>(*time) * (ticks_per_second / 1000);
    }
}

void limit_database_answers(const std::string& setting) {
    constexpr std::size_t most_milliseconds = 3'600'000;
    if (const auto time = parse_number("PDH_SHIM_SQL_TIMEOUT", setting, 1, most_milliseconds)) {
        recorded::set_database_time_limit(static_cast<std::int64_t>(*time) * (ticks_per_second / 1000));
    }
}

void limit_inputs(const char* variable, void (*set)(std::uint64_t bytes)) {
    constexpr std::size_t most_mebibytes = 1'048'576;
    if (const auto setting = platform::environment(variable)) {
        if (const auto number = parse_number(variable, *setting, 1, most_mebibytes)) {
            set(*number * mebibyte);
        }
    }
}

void assume_zone(const std::string& setting) {
    if (!recorded::set_assumed_zone(setting)) {
        trace::write(trace::Level::error, "PDH_SHIM_LOG_ZONE is not UTC, local or minutes: " + setting);
    }
}

// What a variable means: the value of the name that it has. The log reports another name, and there is no
// value.
template <class Value>
std::optional<Value> named_value(
    const char* variable, std::initializer_list<std::pair<std::string_view, Value>> values) {
    const auto setting = platform::environment(variable);
    std::string names;
    for (const auto& [name, value] : values) {
        if (setting == name) {
            return value;
        }
        names.append(names.empty() ? "" : " or ").append(name);
    }
    if (setting) {
        trace::write(trace::Level::error, std::string(variable) + " is not " + names + ": " + *setting);
    }
    return std::nullopt;
}

log::text::TextOptions options_of_text_logs() {
    using log::text::DateOrder;
    using log::text::DecimalSign;
    return {.encoding = platform::environment("PDH_SHIM_LOG_ENCODING").value_or(""),
        .decimal = named_value<DecimalSign>(
            "PDH_SHIM_LOG_DECIMAL", {{"point", DecimalSign::point}, {"comma", DecimalSign::comma}}),
        .dates = named_value<DateOrder>(
            "PDH_SHIM_LOG_DATES", {{"mdy", DateOrder::month_first}, {"dmy", DateOrder::day_first}}),
        .has_apostrophes = platform::environment("PDH_SHIM_LOG_APOSTROPHES") == "yes"};
}

LiveSettings live_settings(Clock& clock) {
    LiveSettings settings{.context = {clock, platform::environment("PDH_SHIM_ROOT").value_or(""),
                              platform::environment("PDH_SHIM_CGROUP") == "1",
                              platform::environment("PDH_SHIM_UNMEASURED") == "refuse"},
        .sources = platform::environment("PDH_SHIM_SOURCE").value_or(""),
        .title_files = platform::environment("PDH_SHIM_TITLES").value_or(""),
        .language = parse_language(platform::environment("PDH_SHIM_LANGUAGE").value_or("009"))};
    if (const auto time = platform::environment("PDH_SHIM_REMOTE_TIMEOUT")) {
        limit_remote_answers(*time, settings.context);
    }
    return settings;
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
    if (const auto log = platform::environment("PDH_SHIM_LOG")) {
        configure_trace(*log); // first, because the lines below may log
    }
    if (const auto most = platform::environment("PDH_SHIM_DESCRIPTORS")) {
        limit_descriptors(*most);
    }
    if (const auto time = platform::environment("PDH_SHIM_SQL_TIMEOUT")) {
        limit_database_answers(*time);
    }
    if (const auto zone = platform::environment("PDH_SHIM_LOG_ZONE")) {
        assume_zone(*zone);
    }
    limit_inputs("PDH_SHIM_MEMORY_LIMIT", set_memory_limit);
    limit_inputs("PDH_SHIM_DISK_LIMIT", set_disk_limit);
    log::text::set_text_options(options_of_text_logs());
    counter_context_.scale_policy = parse_scale_policy(platform::environment("PDH_SHIM_DEFAULT_SCALE"));
    live_ = std::make_shared<LiveDataSource>(live_settings(clock_));
}

} // namespace pdh_shim::core
