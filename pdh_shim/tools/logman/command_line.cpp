// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_line.h"

#include "tools/command/text_file.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_error.h"

#include <algorithm>
#include <array>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::logman {

namespace {

using command::GivenOption;
using command::OptionValues;
using terminal::UsageError;
using Texts = std::vector<std::string>;

constexpr std::string_view name_option = "n";
constexpr std::string_view long_name_option = "name";

struct NamedVerb {
    std::string_view name;
    Verb verb;
};
constexpr std::array verbs = {
    NamedVerb{"create", Verb::create},
    NamedVerb{"update", Verb::update},
    NamedVerb{"delete", Verb::remove},
    NamedVerb{"start", Verb::start},
    NamedVerb{"stop", Verb::stop},
    NamedVerb{"query", Verb::query},
    NamedVerb{"import", Verb::import_set},
    NamedVerb{"export", Verb::export_set},
    NamedVerb{"run", Verb::run},
};

bool changes_set(Verb verb) {
    return verb == Verb::create || verb == Verb::update;
}

command::Grammar command_grammar() {
    command::Grammar grammar{"logman", name_option, false, {}};
    for (const auto& option : set_options()) {
        grammar.options.push_back(option.spec);
    }
    grammar.options.push_back({name_option, OptionValues::many, {}, false});
    grammar.options.push_back({long_name_option, OptionValues::many, {}, false});
    grammar.options.push_back({"as", OptionValues::none, {}, false}); // every command returns at once
    grammar.options.push_back({"xml", OptionValues::one, {}, false});
    grammar.options.push_back({"s", OptionValues::one});
    grammar.options.push_back({"y", OptionValues::none});
    grammar.options.push_back({"system", OptionValues::none, {}, false});
    grammar.options.push_back({"background", OptionValues::none, {}, false});
    grammar.options.push_back({command::help_option, OptionValues::none, {}, false});
    grammar.options.push_back({command::long_help_option, OptionValues::none, {}, false});
    grammar.options.push_back({command::version_option, OptionValues::none, {}, false});
    grammar.options.push_back({command::settings_option, OptionValues::input, {}, false});
    return grammar;
}

const SetOption* find_negatable(const std::string& name) {
    const auto options = set_options();
    const auto found = std::ranges::find_if(options,
        [&](const SetOption& option) { return option.negate != nullptr && option.spec.name == name; });
    return found == options.end() ? nullptr : &*found;
}

// Takes `--v` and its like out of the arguments: a second `-` negates an option.
Texts take_negated(Texts& arguments) {
    Texts negated;
    const auto is_negated = [](const std::string& argument) {
        return argument.starts_with("--") &&
               find_negatable(command::lower_case(argument.substr(2))) != nullptr;
    };
    const auto behind = std::ranges::find(arguments, "--");
    const auto first = std::stable_partition(
        arguments.begin(), behind, [&](const std::string& argument) { return !is_negated(argument); });
    std::transform(first, behind, std::back_inserter(negated),
        [](const std::string& argument) { return command::lower_case(argument.substr(2)); });
    arguments.erase(first, behind);
    return negated;
}

// The first word that is not an option.
Verb take_verb(Texts& arguments) {
    if (arguments.empty()) {
        throw UsageError("No command is given; logman -? lists them.");
    }
    const auto word = command::lower_case(arguments.front());
    const auto* const found =
        std::ranges::find_if(verbs, [&](const NamedVerb& verb) { return verb.name == word; });
    if (found == verbs.end()) {
        throw UsageError("\"" + arguments.front() + "\" is not a command; logman -? lists them.");
    }
    arguments.erase(arguments.begin());
    return found->verb;
}

// Before the options are looked at, some of which are only of these sets.
void refuse_kinds_of_windows(const Texts& arguments) {
    const auto verb = arguments.size() < 2 ? std::string() : command::lower_case(arguments[0]);
    const auto word = verb == "create" || verb == "update" ? command::lower_case(arguments[1]) : "";
    if (word == "trace" || word == "cfg" || word == "api") {
        throw UsageError("\"" + word +
                         "\" sets collect events or settings of Windows, which are not here; "
                         "the sets of counters are made with create counter and create alert.");
    }
}

void take_kind(Texts& arguments, CommandLine& line) {
    const auto word = arguments.empty() ? std::string() : command::lower_case(arguments.front());
    const bool is_kind = word == "counter" || word == "alert";
    if (is_kind) {
        line.kind = word == "alert" ? SetKind::alert : SetKind::counter;
        arguments.erase(arguments.begin());
    } else if (line.verb == Verb::create) {
        throw UsageError("It is not said what is created: create counter, or create alert.");
    }
}

const GivenOption* find_given(const std::vector<GivenOption>& all, std::string_view option) {
    const auto found =
        std::ranges::find_if(all, [&](const GivenOption& given) { return given.option == option; });
    return found == all.end() ? nullptr : &*found;
}

bool is_set_option(std::string_view name) {
    return std::ranges::any_of(
        set_options(), [&](const SetOption& option) { return option.spec.name == name; });
}

void take_name(const std::vector<GivenOption>& all, CommandLine& line) {
    Texts names;
    for (const auto& given : all) {
        if (given.option == name_option || given.option == long_name_option) {
            names.insert(names.end(), given.values.begin(), given.values.end());
        }
    }
    if (names.empty()) {
        if (line.verb != Verb::query) {
            throw UsageError("No set is named.");
        }
        return;
    }
    if (names.size() > 1) {
        throw UsageError("Two sets are named, \"" + names[0] + "\" and \"" + names[1] +
                         "\"; a name with blanks needs quotes.");
    }
    line.name = names.front();
    check_set_name(line.name);
}

void take_xml(const std::vector<GivenOption>& all, CommandLine& line) {
    const auto* const given = find_given(all, "xml");
    const bool is_needed = line.verb == Verb::import_set || line.verb == Verb::export_set;
    if (is_needed != (given != nullptr)) {
        throw UsageError(
            is_needed ? "-xml names the file of the template." : "-xml is for import and export.");
    }
    line.xml = is_needed ? given->values.front() : std::string();
}

// Scripts always pass -s, with the name of the computer that they run on.
bool is_this_computer(std::string_view name) {
    name.remove_prefix(name.starts_with("\\\\") ? 2 : 0);
    std::array<char, 256> host = {};
    const bool is_known = ::gethostname(host.data(), host.size() - 1) == 0;
    const std::string_view own(host.data());
    const auto given = command::lower_case(name);
    return given == "localhost" || given == "." ||
           (is_known && !given.empty() &&
               (given == command::lower_case(own) ||
                   given == command::lower_case(own.substr(0, own.find('.')))));
}

// Refuses what the verb does not take.
void check_options(const std::vector<GivenOption>& all, const CommandLine& line) {
    if (const auto* const given = find_given(all, "s");
        given != nullptr && !is_this_computer(given->values.front())) {
        throw UsageError(
            "-s, another computer, is not possible: a set is kept and run where logman is started. "
            "Counters of other computers are collected with paths \\\\COMPUTER\\...");
    }
    for (const auto& given : all) {
        if (is_set_option(given.option) && !changes_set(line.verb)) {
            throw UsageError("-" + given.option + " is for create and update.");
        }
    }
    if (!line.negated.empty() && !changes_set(line.verb)) {
        throw UsageError("--" + line.negated.front() + " is for create and update.");
    }
    if (find_given(all, "background") != nullptr && line.verb != Verb::run) {
        throw UsageError("-background is for run.");
    }
}

} // namespace

CommandLine parse_arguments(const Texts& given_arguments, const command::ReadFile& read_file) {
    const auto grammar = command_grammar();
    CommandLine line;
    auto arguments = given_arguments;
    refuse_kinds_of_windows(arguments);
    line.negated = take_negated(arguments);
    const auto asked = command::parse_command_line(grammar, arguments);
    if (command::is_help(asked) || command::is_given(asked, command::version_option)) {
        line.verb = command::is_help(asked) ? Verb::help : Verb::version;
        return line;
    }
    line.verb = take_verb(arguments);
    if (changes_set(line.verb)) {
        take_kind(arguments, line);
    }
    const auto all =
        command::with_settings(grammar, command::parse_command_line(grammar, arguments), read_file);
    check_options(all, line);
    take_name(all, line);
    take_xml(all, line);
    line.is_system = find_given(all, "system") != nullptr;
    line.yes_to_all = find_given(all, "y") != nullptr;
    line.is_background = find_given(all, "background") != nullptr;
    std::ranges::copy_if(all, std::back_inserter(line.changes),
        [](const GivenOption& given) { return is_set_option(given.option); });
    return line;
}

void change_set(CollectorSet& set, const CommandLine& line, const command::ReadFile& read_file) {
    set.has_usual_names = line.verb == Verb::create ? set.kind == SetKind::counter : set.has_usual_names;
    for (const auto& name : line.negated) {
        find_negatable(name)->negate(set);
    }
    apply_options(set, line.changes, read_file);
    check_set(set);
}

} // namespace pdh_shim::tools::logman
