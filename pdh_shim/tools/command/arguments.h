// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/program_end.h"

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

using Texts = std::vector<std::string>;

/// An option of a program, for the parser and for the help. A row without a name is only for the help.
struct OptionSpec {
    std::string_view name; ///< lower case, without `-`
    OptionValues values = OptionValues::none;
    std::string_view shown = {}; ///< how the help shows the values; without a name, what is explained
    std::string_view help = {};  ///< lines that explain it; empty: the help leaves it out, or it is a heading
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
    Texts values;
};

/// How the files that options name are read.
using ReadFile = std::function<std::string(const std::string& name)>;

/// What an option does to the options of a program.
template <typename Options>
struct OptionEffect {
    void (*apply)(Options& options, const Texts& values, const ReadFile& read_file);
    void (*negate)(Options& options) = nullptr; ///< what a second `-` does; NULL: it has no meaning
    /// The values that give the options again what they have; none = the option is not given.
    std::optional<Texts> (*written)(const Options& options) = nullptr;
};

/// All that a program knows of an option.
template <typename Options>
struct OptionRow {
    OptionSpec spec;
    OptionEffect<Options> effect = {};
};

template <typename Pointer>
struct ClassOfMember;
template <typename Class, typename Type>
struct ClassOfMember<Type Class::*> {
    using type = Class;
};
template <auto Member>
using ClassOf = typename ClassOfMember<decltype(Member)>::type;

/// An option that sets a member to true.
template <auto Member>
inline constexpr OptionEffect<ClassOf<Member>> flag{
    [](auto& options, const Texts& /*values*/, const ReadFile& /*read_file*/) { options.*Member = true; }};

/// An option that sets a member to its value.
template <auto Member>
inline constexpr OptionEffect<ClassOf<Member>> text{
    [](auto& options, const Texts& values, const ReadFile& /*read_file*/) {
        options.*Member = values.front();
    }};

/// An option that sets a member to what `Parse` makes of its value.
template <auto Member, auto Parse>
inline constexpr OptionEffect<ClassOf<Member>> parsed{
    [](auto& options, const Texts& values, const ReadFile& /*read_file*/) {
        options.*Member = Parse(values.front());
    }};

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
[[nodiscard]] std::vector<GivenOption> parse_command_line(const Grammar& grammar, const Texts& arguments);

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

/// Parses a program's options, of the command line and of settings files, by its rows. With --help or
/// --version it sets only `options.mode`.
/// @return all options that were given; none with --help or --version
/// @throws terminal::ProgramError
template <typename Options, typename Rows>
std::optional<std::vector<GivenOption>> parse_by_rows(const Grammar& grammar, const Rows& rows,
    const Texts& arguments, const ReadFile& read_file, Options& options) {
    using Mode = decltype(options.mode);
    const auto command_line = parse_command_line(grammar, arguments);
    if (is_help(command_line) || is_given(command_line, version_option)) {
        options.mode = is_help(command_line) ? Mode::help : Mode::version;
        return std::nullopt;
    }
    auto all = with_settings(grammar, command_line, read_file);
    for (const auto& given : all) {
        for (const auto& row : rows) {
            if (row.spec.name == given.option) {
                row.effect.apply(options, given.values, read_file);
            }
        }
    }
    return all;
}

/// The rows that every program has at the end: --help and --version.
[[nodiscard]] const std::vector<OptionSpec>& common_options();

/// The grammar of a program, from its rows and those that every program has.
template <typename Rows>
Grammar grammar_of(Grammar grammar, const Rows& rows) {
    for (const auto& row : rows) {
        grammar.options.push_back(row.spec);
    }
    grammar.options.insert(grammar.options.end(), common_options().begin(), common_options().end());
    return grammar;
}

/// What the help of a program has beside its options. A text begins with an empty line, where it has one.
struct HelpTexts {
    std::string_view usage;
    std::string_view notes; ///< after the options
    std::vector<terminal::ExitStatus> statuses;
    std::string_view examples;
};

/// The lines that --help shows.
[[nodiscard]] Texts help_lines(const Grammar& grammar, const HelpTexts& texts);

/// One of two words, in either case; returned in lower case.
/// @throws terminal::UsageError
[[nodiscard]] std::string one_of(
    const std::string& given, const std::string& first, const std::string& second);

/// The number of an option, from 1 to `most`.
/// @param number what was read of `text`
/// @throws terminal::UsageError `text` is not what `what` says
[[nodiscard]] std::uint64_t checked_number(std::optional<std::uint64_t> number, const std::string& text,
    const char* what, std::uint64_t most = UINT64_MAX);

/// A whole decimal number; none for any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);

} // namespace pdh_shim::tools::command
