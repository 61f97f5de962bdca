// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::command {

/// How many values an option has, and what its next argument may look like.
enum class OptionValues {
    none,
    optional,
    one,
    input,  ///< one, a file to read: `-` means standard input
    number, ///< one, which may be a negative number
    time,   ///< one, whose words may be arguments of their own: `1/2/2027 6:00:00 AM`
    two,    ///< neither begins with `-`
    text,   ///< one, whatever it begins with
    many    ///< all arguments up to the next option
};

/// An option of a program.
struct OptionSpec {
    std::string_view name; ///< lower case, without `-`
    OptionValues values = OptionValues::none;
    /// An option of the command line replaces options of a settings file that have the same group.
    std::string_view group = {};
    bool is_in_settings = true; ///< false: only for the command line
};

/// The command line of a program.
struct Grammar {
    std::string_view program;          ///< for messages
    std::string_view positional;       ///< the option whose values need not be marked
    bool positional_are_files = false; ///< a file may have a name that begins with `/`
    std::vector<OptionSpec> options;
    /// A letter whose value may follow it at once, `-oweb.csv`, if no option is called so; NUL = none.
    char joined = '\0';
};

/// One option and its values, from the command line or a settings file.
struct GivenOption {
    std::string option;
    std::vector<std::string> values;
};

/// How the files that options name are read.
using ReadFile = std::function<std::string(const std::string& name)>;

/// What an option does to the options of a program.
template <typename Options>
struct OptionRule {
    OptionSpec spec;
    void (*apply)(Options& options, const std::vector<std::string>& values, const ReadFile& read_file);
};

inline constexpr std::string_view help_option = "?";
inline constexpr std::string_view long_help_option = "help";
inline constexpr std::string_view version_option = "version";
inline constexpr std::string_view settings_option = "config";

/// The option of a grammar.
/// @throws terminal::ProgramError no option has this name
[[nodiscard]] const OptionSpec& spec_of(const Grammar& grammar, std::string_view option);

/// Options begin with `-` or `/`, in either case, before or after the positional values; after `--` all
/// arguments are such values.
/// @throws terminal::ProgramError
[[nodiscard]] std::vector<GivenOption> parse_command_line(
    const Grammar& grammar, const std::vector<std::string>& arguments);

/// A settings file: a line `[option]`, then a line for each of its values. A line in quotes is a value, also
/// if it looks like an option.
/// @throws terminal::ProgramError
[[nodiscard]] std::vector<GivenOption> parse_settings(const Grammar& grammar, std::string_view text);

/// Adds the settings of the file that `-config` names to the command line, which overrides them, and checks
/// that all options have as many values as they need.
/// @throws terminal::ProgramError
[[nodiscard]] std::vector<GivenOption> with_settings(
    const Grammar& grammar, std::vector<GivenOption> command_line, const ReadFile& read_file);

/// Whether -? or --help is given.
[[nodiscard]] bool is_help(const std::vector<GivenOption>& all);

[[nodiscard]] bool is_given(const std::vector<GivenOption>& all, std::string_view option);

/// Parses a program's options, of the command line and of settings files, by its rules. With --help or
/// --version it sets only `options.mode`.
/// @return all options that were given; none with --help or --version
/// @throws terminal::ProgramError
template <typename Options, typename Rules>
std::optional<std::vector<GivenOption>> parse_by_rules(const Grammar& grammar, const Rules& rules,
    const std::vector<std::string>& arguments, const ReadFile& read_file, Options& options) {
    using Mode = decltype(options.mode);
    const auto command_line = parse_command_line(grammar, arguments);
    if (is_help(command_line) || is_given(command_line, version_option)) {
        options.mode = is_help(command_line) ? Mode::help : Mode::version;
        return std::nullopt;
    }
    auto all = with_settings(grammar, command_line, read_file);
    for (const auto& given : all) {
        for (const auto& rule : rules) {
            if (rule.spec.name == given.option) {
                rule.apply(options, given.values, read_file);
            }
        }
    }
    return all;
}

/// The grammar of a program, from its rules and the options that every program has.
template <typename Rules>
Grammar grammar_of(Grammar grammar, const Rules& rules) {
    for (const auto& rule : rules) {
        grammar.options.push_back(rule.spec);
    }
    for (const auto option : {help_option, long_help_option, version_option}) {
        grammar.options.push_back({option, OptionValues::none, {}, false});
    }
    grammar.options.push_back({settings_option, OptionValues::input, {}, false});
    return grammar;
}

/// One of two words, in either case; returned in lower case.
/// @throws terminal::UsageError
[[nodiscard]] std::string one_of(
    const std::string& given, const std::string& first, const std::string& second);

/// A whole decimal number; none for any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);

} // namespace pdh_shim::tools::command
