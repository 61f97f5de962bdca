// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_file.h"

#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/command/times.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_error.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace pdh_shim::tools::logman {

namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kind_option = "type";
// Without it, a set was made when -max alone began new logs, and logs without -v had no numbers.
constexpr std::string_view version_option = "version";
constexpr std::string_view newest_version = "2";
constexpr std::string_view first_line = "# A data collector set of logman.\n";

/// Writes the options of a set, those that it does not have left out.
class SettingsText {
  public:
    // The quotes keep what a list of lines would leave out: comments, blanks, and quotes of the value.
    void add(std::string_view option, const Texts& values) {
        text_.append("[").append(option).append("]\n");
        for (const auto& value : values) {
            if (value.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
                throw terminal::UsageError(
                    "A value of -" + std::string(option) + " has the end of a line in it.");
            }
            text_.append("\"").append(value).append("\"\n");
        }
    }
    void add_unless_empty(std::string_view option, const std::string& value) {
        if (!value.empty()) {
            add(option, {value});
        }
    }
    void add_if(bool is_there, std::string_view option, const Texts& values = {}) {
        if (is_there) {
            add(option, values);
        }
    }
    void add_seconds(std::string_view option, std::optional<std::chrono::seconds> seconds) {
        add_if(
            seconds.has_value(), option, {std::to_string(seconds.value_or(std::chrono::seconds(0)).count())});
    }
    void add_number(std::string_view option, std::optional<std::uint64_t> number) {
        add_if(number.has_value(), option, {std::to_string(number.value_or(0))});
    }
    void add_time(std::string_view option, std::optional<std::int64_t> time) {
        add_if(time.has_value(), option, {command::shown_time(time.value_or(0))});
    }

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_ = std::string(first_line);
};

void add_output(SettingsText& text, const CollectorSet& set) {
    Texts counters;
    std::ranges::transform(set.counters, std::back_inserter(counters), command::listed_path);
    text.add_if(!counters.empty(), "c", counters);
    text.add_unless_empty("o", set.output);
    text.add("f", {set.is_circular ? "bincirc" : command::name_of_format(set.format)});
    text.add_if(!set.has_usual_names, "v",
        {set.versioning == Versioning::none
                ? "none"
                : (set.versioning == Versioning::number ? "nnnnnn" : "mmddhhmm")});
    text.add_number("max", set.megabytes);
    text.add_seconds("cnf", set.segment);
    text.add_if(set.megabytes && !set.segment && !set.ends_when_full, "cnf");
    text.add_if(set.is_appended, "a");
    text.add_if(set.is_overwritten, "ow");
}

command::Grammar file_grammar() {
    command::Grammar grammar{"logman", {}, false, {}};
    for (const auto& option : set_options()) {
        grammar.options.push_back(option.spec);
    }
    grammar.options.push_back({kind_option, command::OptionValues::one});
    grammar.options.push_back({version_option, command::OptionValues::one});
    return grammar;
}

SetKind kind_of(const std::vector<command::GivenOption>& given) {
    const auto found = std::ranges::find_if(
        given, [](const command::GivenOption& option) { return option.option == kind_option; });
    const bool is_alert =
        found != given.end() && command::one_of(found->values.front(), "counter", "alert") == "alert";
    return is_alert ? SetKind::alert : SetKind::counter;
}

bool is_of_earlier_version(const std::vector<command::GivenOption>& given) {
    const auto found = std::ranges::find_if(
        given, [](const command::GivenOption& option) { return option.option == version_option; });
    if (found != given.end() && found->values.front() != newest_version) {
        throw terminal::UsageError("It is that of another version of logman, " + found->values.front() + ".");
    }
    return found == given.end();
}

std::string options_text(const CollectorSet& set) {
    SettingsText text;
    Texts thresholds;
    std::ranges::transform(set.thresholds, std::back_inserter(thresholds), threshold_text);
    text.add(version_option, {std::string(newest_version)});
    text.add(kind_option, {set.kind == SetKind::alert ? "alert" : "counter"});
    text.add_if(!thresholds.empty(), "th", thresholds);
    text.add_seconds("si", set.interval);
    text.add_number("sc", set.samples);
    if (set.kind == SetKind::counter || !set.output.empty()) {
        add_output(text, set);
    }
    text.add_time("b", set.begin);
    text.add_time("e", set.end);
    text.add_seconds("rf", set.run_time);
    text.add_if(set.is_daily, "r");
    text.add_unless_empty("rc", set.command);
    text.add_if(
        set.most_commands != CollectorSet().most_commands, "rcmax", {std::to_string(set.most_commands)});
    text.add_unless_empty("u", set.user);
    text.add_if(set.is_in_system_log, "el");
    text.add_unless_empty("rdcs", set.started_set);
    text.add_unless_empty("tn", set.task);
    text.add_unless_empty("targ", set.task_arguments);
    return text.text();
}

} // namespace

std::string set_text(const CollectorSet& set) {
    auto text = options_text(set);
    // A value that reads as something else could be the program of -rc.
    if (parse_set(set.name, text) != set) {
        throw terminal::UsageError("A value of the set cannot stand in its file.");
    }
    return text;
}

CollectorSet parse_set(const std::string& name, std::string_view text) {
    const auto no_file = [](const std::string& file) -> std::string {
        throw terminal::UsageError("It names the file \"" + file + "\", which a set cannot read.");
    };
    const auto grammar = file_grammar();
    const auto given = command::with_settings(grammar, command::parse_settings(grammar, text), no_file);
    CollectorSet set;
    set.name = name;
    set.kind = kind_of(given);
    const bool is_earlier = is_of_earlier_version(given);
    set.has_usual_names = !is_earlier || set.kind == SetKind::alert; // whose logs came later
    apply_options(set, given, no_file);
    set.ends_when_full = set.ends_when_full && !is_earlier;
    check_set(set);
    return set;
}

} // namespace pdh_shim::tools::logman
