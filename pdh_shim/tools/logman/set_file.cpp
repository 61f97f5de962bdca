// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_file.h"

#include "tools/command/text_file.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace pdh_shim::tools::logman {

namespace {

using command::Texts;

constexpr std::string_view kind_option = "type";
// Without it, a set was made when -max alone began new logs, and logs without -v had no numbers.
constexpr std::string_view version_option = "version";
constexpr std::string_view newest_version = "2";
constexpr std::string_view first_line = "# A data collector set of logman.\n";

// The quotes keep what a list of lines would leave out: comments, blanks, and quotes of the value.
void add_option(std::string& text, std::string_view option, const Texts& values) {
    text.append("[").append(option).append("]\n");
    for (const auto& value : values) {
        if (value.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
            throw terminal::UsageError(
                "A value of -" + std::string(option) + " has the end of a line in it.");
        }
        text.append("\"").append(value).append("\"\n");
    }
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

} // namespace

std::string set_text(const CollectorSet& set) {
    std::string text(first_line);
    add_option(text, version_option, {std::string(newest_version)});
    add_option(text, kind_option, {set.kind == SetKind::alert ? "alert" : "counter"});
    for (const auto& row : set_options()) {
        if (const auto values = row.effect.written == nullptr ? std::nullopt : row.effect.written(set)) {
            add_option(text, row.spec.name, *values);
        }
    }
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
