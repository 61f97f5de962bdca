// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/arguments.h"

#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

std::string named(std::string_view option) {
    return "The option -" + std::string(option);
}

const OptionSpec* find_spec(const Grammar& grammar, std::string_view option) {
    const auto found = std::find_if(grammar.options.begin(), grammar.options.end(),
        [&](const OptionSpec& spec) { return !option.empty() && spec.name == option; });
    return found == grammar.options.end() ? nullptr : &*found;
}

// The name of an argument that begins as an option does.
std::string option_name(std::string_view argument) {
    return lower_case(argument.substr(argument.starts_with("--") ? 2 : 1));
}

// The value in `-oweb.csv`; empty for any other argument. `-out`, `-output` and `-o=web.csv` are not that:
// they are mistakes.
std::string joined_value(const Grammar& grammar, const std::string& argument) {
    const auto name = option_name(argument);
    const bool is_joined = grammar.joined != '\0' && !argument.starts_with("--") &&
                           name.starts_with(grammar.joined) && !name.starts_with("out") &&
                           name.find('=') != 1 && find_spec(grammar, name) == nullptr;
    return is_joined ? argument.substr(2) : std::string();
}

bool is_option(const Grammar& grammar, const std::string& argument) {
    if (argument == "-" && grammar.positional_are_files) {
        return false; // standard input
    }
    if (argument.starts_with('/') && grammar.positional_are_files) {
        return find_spec(grammar, option_name(argument)) != nullptr;
    }
    return argument.starts_with('-') || argument.starts_with('/');
}

// Whether the argument after an option is its value. A file may have a name that begins with a slash; objects
// and counters never do.
bool is_value(const Grammar& grammar, OptionValues values, const std::string& argument) {
    switch (values) {
    case OptionValues::input:
        return argument == "-" || !argument.starts_with('-');
    case OptionValues::one:
    case OptionValues::time:
    case OptionValues::two:
        return !argument.starts_with('-');
    case OptionValues::number:
        return !argument.starts_with('-') || argument.find_first_not_of("0123456789", 1) == std::string::npos;
    case OptionValues::optional:
    case OptionValues::many:
        return !is_option(grammar, argument);
    case OptionValues::text:
        return true;
    case OptionValues::none:
        break;
    }
    return false;
}

GivenOption& given_of(const Grammar& grammar, std::vector<GivenOption>& all, const std::string& option) {
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const GivenOption& given) { return given.option == option; });
    if (found == all.end()) {
        return all.emplace_back(GivenOption{option, {}});
    }
    if (spec_of(grammar, option).values != OptionValues::many) {
        throw terminal::UsageError(named(option) + " is given more than once.");
    }
    return *found;
}

// The words of a time that is not in quotes: a date, a time of day, AM or PM.
void join_time(std::string& time, Texts::const_iterator& next, Texts::const_iterator last) {
    const auto has_clock = [](const std::string& word) { return word.find(':') != std::string::npos; };
    if (next != last && !has_clock(time) && has_clock(*next)) {
        time.append(" ").append(*next++);
    }
    if (next != last && (lower_case(*next) == "am" || lower_case(*next) == "pm")) {
        time.append(" ").append(*next++);
    }
}

// Moves the values of an option from the arguments to it.
void take_values(
    const Grammar& grammar, GivenOption& given, Texts::const_iterator& next, Texts::const_iterator last) {
    const auto values = spec_of(grammar, given.option).values;
    bool goes_on = values != OptionValues::none;
    while (goes_on && next != last && is_value(grammar, values, *next)) {
        given.values.push_back(*next++);
        if (values == OptionValues::time) {
            join_time(given.values.back(), next, last);
        }
        goes_on = values == OptionValues::many || (values == OptionValues::two && given.values.size() < 2);
    }
}

void check_values(const Grammar& grammar, const GivenOption& given) {
    const auto count = given.values.size();
    switch (spec_of(grammar, given.option).values) {
    case OptionValues::none:
        if (count > 0) {
            throw terminal::UsageError(named(given.option) + " takes no value.");
        }
        break;
    case OptionValues::optional:
        if (count > 1) {
            throw terminal::UsageError(named(given.option) + " takes one value.");
        }
        break;
    case OptionValues::one:
    case OptionValues::input:
    case OptionValues::number:
    case OptionValues::time:
    case OptionValues::text:
        if (count != 1) {
            throw terminal::UsageError(named(given.option) + " needs a value.");
        }
        break;
    case OptionValues::two:
        if (count != 2) {
            throw terminal::UsageError(named(given.option) + " needs two values.");
        }
        break;
    case OptionValues::many:
        if (count == 0) {
            throw terminal::UsageError(named(given.option) + " needs a value.");
        }
        break;
    }
    // A variable of the shell may not be set. What may be left out may be empty.
    const bool has_empty = std::find(given.values.begin(), given.values.end(), "") != given.values.end();
    if (has_empty && spec_of(grammar, given.option).values != OptionValues::optional) {
        throw terminal::UsageError(given.option == grammar.positional
                                       ? "An argument is empty."
                                       : named(given.option) + " has an empty value.");
    }
}

// Whether an option of the command line replaces this one of the settings.
bool replaces(const Grammar& grammar, const GivenOption& given, const GivenOption& setting) {
    const auto group = spec_of(grammar, setting.option).group;
    return given.option == setting.option ||
           (!group.empty() && spec_of(grammar, given.option).group == group);
}

void add_settings(
    const Grammar& grammar, std::vector<GivenOption>& all, const std::vector<GivenOption>& settings) {
    const std::vector<GivenOption> command_line = all;
    for (const auto& setting : settings) {
        if (std::none_of(command_line.begin(), command_line.end(),
                [&](const GivenOption& given) { return replaces(grammar, given, setting); })) {
            all.push_back(setting);
        }
    }
}

// The texts of the help begin in this column.
constexpr std::size_t help_column = 28;

void add_lines(Texts& lines, std::string_view text) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void add_help(Texts& lines, const OptionSpec& spec) {
    if (spec.name.empty() && spec.help.empty()) {
        lines.insert(lines.end(), {"", std::string(spec.shown)});
        return;
    }
    std::string left = "  ";
    if (!spec.name.empty()) {
        left.append("-").append(spec.name).append(spec.shown.empty() ? "" : " ");
    }
    left.append(spec.shown);
    Texts explanation;
    add_lines(explanation, spec.help);
    if (left.size() >= help_column && !explanation.empty()) {
        lines.push_back(std::exchange(left, {}));
    }
    for (const auto& line : explanation) {
        left.resize(help_column, ' ');
        lines.push_back(std::exchange(left, {}) + line);
    }
}

} // namespace

const std::vector<OptionSpec>& common_options() {
    static const std::vector<OptionSpec> options = {
        {help_option, OptionValues::none, {}, {}, {}, false},
        {long_help_option, OptionValues::none, {}, {}, {}, false},
        {version_option, OptionValues::none, {}, {}, {}, false},
        {{}, OptionValues::none, "-?, --help", "Show this help."},
        {{}, OptionValues::none, "--version", "Show the version."},
    };
    return options;
}

Texts help_lines(const Grammar& grammar, const HelpTexts& texts) {
    Texts lines;
    add_lines(lines, texts.usage);
    for (const auto& spec : grammar.options) {
        add_help(lines, spec);
    }
    add_lines(lines, texts.notes);
    const auto statuses = terminal::exit_statuses(texts.statuses);
    lines.insert(lines.end(), statuses.begin(), statuses.end());
    add_lines(lines, texts.examples);
    return lines;
}

const OptionSpec& spec_of(const Grammar& grammar, std::string_view option) {
    const auto* const spec = find_spec(grammar, option);
    if (spec == nullptr) {
        throw terminal::UsageError("\"-" + std::string(option) + "\" is not an option; " +
                                   std::string(grammar.program) + " -? lists them.");
    }
    return *spec;
}

std::vector<GivenOption> parse_command_line(const Grammar& grammar, const Texts& arguments) {
    const std::string positional(grammar.positional);
    std::vector<GivenOption> all;
    for (auto next = arguments.begin(); next != arguments.end();) {
        const auto& argument = *next++;
        if (argument == "--") {
            if (next != arguments.end()) {
                auto& values = given_of(grammar, all, positional).values;
                values.insert(values.end(), next, arguments.end());
            }
            break;
        }
        const bool is_an_option = is_option(grammar, argument);
        if (auto value = is_an_option ? joined_value(grammar, argument) : ""; !value.empty()) {
            given_of(grammar, all, std::string(1, grammar.joined)).values.push_back(std::move(value));
        } else if (is_an_option) {
            take_values(grammar, given_of(grammar, all, option_name(argument)), next, arguments.end());
        } else {
            given_of(grammar, all, positional).values.push_back(argument);
        }
    }
    return all;
}

std::vector<GivenOption> parse_settings(const Grammar& grammar, std::string_view text) {
    std::vector<GivenOption> all;
    GivenOption* current = nullptr;
    for (const auto& [line, is_quoted] : list_lines(text)) {
        if (!is_quoted && line.front() == '[' && line.back() == ']') {
            auto option = lower_case(std::string_view(line).substr(1, line.size() - 2));
            option.erase(0, option.starts_with('-') || option.starts_with('/') ? 1 : 0);
            if (!spec_of(grammar, option).is_in_settings) {
                throw terminal::UsageError(named(option) + " cannot stand in a settings file.");
            }
            current = &given_of(grammar, all, option);
        } else if (current == nullptr) {
            throw terminal::UsageError("The settings begin with \"" + line + "\" in place of an [option].");
        } else {
            current->values.push_back(line);
        }
    }
    return all;
}

std::vector<GivenOption> with_settings(
    const Grammar& grammar, std::vector<GivenOption> command_line, const ReadFile& read_file) {
    const auto config = std::find_if(command_line.begin(), command_line.end(),
        [](const GivenOption& given) { return given.option == settings_option; });
    if (config != command_line.end()) {
        check_values(grammar, *config);
        const auto settings = parse_settings(grammar, read_file(config->values.front()));
        command_line.erase(config);
        add_settings(grammar, command_line, settings);
    }
    for (const auto& given : command_line) {
        check_values(grammar, given);
    }
    return command_line;
}

bool is_help(const std::vector<GivenOption>& all) {
    return is_given(all, help_option) || is_given(all, long_help_option);
}

bool is_given(const std::vector<GivenOption>& all, std::string_view option) {
    return std::any_of(
        all.begin(), all.end(), [&](const GivenOption& given) { return given.option == option; });
}

std::string one_of(const std::string& given, const std::string& first, const std::string& second) {
    auto value = lower_case(given);
    if (value != first && value != second) {
        throw terminal::UsageError("\"" + given + "\" is not " + first + " or " + second + ".");
    }
    return value;
}

std::uint64_t checked_number(
    std::optional<std::uint64_t> number, const std::string& text, const char* what, std::uint64_t most) {
    if (number.value_or(0) == 0 || *number > most) {
        throw terminal::UsageError("\"" + text + "\" is not " + what + ".");
    }
    return *number;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

} // namespace pdh_shim::tools::command
