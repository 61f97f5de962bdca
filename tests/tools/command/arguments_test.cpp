// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/arguments.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <array>

using namespace pdh_shim::tools;

using command::GivenOption;
using command::OptionValues;
using terminal::ProgramError;
using Words = std::vector<std::string>;

namespace {

struct NoOptions {};

void ignore(NoOptions&, const Words&, const command::ReadFile&) {}

// A program that converts files: `-i` need not be written.
constexpr std::array rows = {
    command::OptionRow<NoOptions>{{"i", OptionValues::many}, {ignore}},
    command::OptionRow<NoOptions>{{"c", OptionValues::many, "<path>", "Paths.", "counters"}, {ignore}},
    command::OptionRow<NoOptions>{
        {"cf", OptionValues::input, "<the longest of all files>", "A file,\nwith paths.", "counters"},
        {ignore}},
    command::OptionRow<NoOptions>{{"", OptionValues::none, "More:"}},
    command::OptionRow<NoOptions>{{"f", OptionValues::one}, {ignore}},
    command::OptionRow<NoOptions>{{"top", OptionValues::two}, {ignore}},
    command::OptionRow<NoOptions>{{"text", OptionValues::text}, {ignore}},
    command::OptionRow<NoOptions>{{"y", OptionValues::none}, {ignore}},
    command::OptionRow<NoOptions>{{command::settings_option, OptionValues::input, {}, {}, {}, false}},
};

const command::Grammar grammar = command::grammar_of({"program", "i", true, {}}, rows);

Words values_of(const std::vector<GivenOption>& all, std::string_view option) {
    for (const auto& given : all) {
        if (given.option == option) {
            return given.values;
        }
    }
    return {"none"};
}

std::vector<GivenOption> parse(const Words& arguments, const std::string& settings = {}) {
    return command::with_settings(grammar, command::parse_command_line(grammar, arguments),
        [&](const std::string&) { return settings; });
}

std::string failure(const Words& arguments, const std::string& settings = {}) {
    try {
        (void)parse(arguments, settings);
    } catch (const ProgramError& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("an option with many values takes all up to the next option") {
    const auto all = parse({"a", "b", "-c", "\\x", "\\y", "-f", "csv", "d"});
    CHECK(values_of(all, "i") == Words{"a", "b", "d"});
    CHECK(values_of(all, "c") == Words{"\\x", "\\y"});
    CHECK(values_of(all, "f") == Words{"csv"});
}

TEST_CASE("where values are files, only a known option begins with a slash") {
    CHECK(values_of(parse({"/tmp/a", "/F", "csv"}), "i") == Words{"/tmp/a"});
    CHECK(values_of(parse({"/tmp/a", "/F", "csv"}), "f") == Words{"csv"});
    CHECK(failure({"-tmp"}) == "\"-tmp\" is not an option; program -? lists them.");
}

TEST_CASE("after two dashes all arguments are values without an option") {
    CHECK(values_of(parse({"a", "--", "-f", "--"}), "i") == Words{"a", "-f", "--"});
}

TEST_CASE("an option has as many values as it needs") {
    CHECK(failure({"-f"}) == "The option -f needs a value.");
    CHECK(failure({"-c"}) == "The option -c needs a value.");
    CHECK(failure({"-f", "a", "-f", "b"}) == "The option -f is given more than once.");
    CHECK(failure({"-config", "x"}, "[y]\n1\n") == "The option -y takes no value.");
}

TEST_CASE("the command line replaces options of its group, and adds to the others") {
    const std::string settings = "[cf]\nlist\n[f]\ntsv\n[i]\na\nb\n";
    const auto all = parse({"-c", "\\x", "-config", "settings"}, settings);
    CHECK(values_of(all, "cf") == Words{"none"});
    CHECK(values_of(all, "f") == Words{"tsv"});
    CHECK(values_of(all, "i") == Words{"a", "b"});
    CHECK(values_of(parse({"c", "-config", "settings"}, settings), "i") == Words{"c"});
}

TEST_CASE("options of the command line have no place in the settings") {
    CHECK(
        failure({"-config", "x"}, "[config]\ny\n") == "The option -config cannot stand in a settings file.");
}

TEST_CASE("an option with a text takes the next argument, whatever it looks like") {
    for (const auto* const text : {"-y", "--", "/f", "a b"}) {
        const auto all = parse({"-text", text, "d"});
        CHECK(values_of(all, "text") == Words{text});
        CHECK(values_of(all, "i") == Words{"d"});
        CHECK(values_of(all, "y") == Words{"none"});
    }
    CHECK(failure({"-text"}) == "The option -text needs a value.");
}

TEST_CASE("an option with two values takes just these") {
    const auto all = parse({"-top", "5", "mean", "a"});
    CHECK(values_of(all, "top") == Words{"5", "mean"});
    CHECK(values_of(all, "i") == Words{"a"});
    CHECK(failure({"-top", "5", "-y"}) == "The option -top needs two values.");
    CHECK(failure({"-config", "x"}, "[top]\n5\n") == "The option -top needs two values.");
}

TEST_CASE("a value may follow one letter at once, if no option is called so") {
    const auto joined = command::grammar_of({"program", "i", true, {}, 'f'}, rows);
    const auto given = [&](const Words& arguments) { return command::parse_command_line(joined, arguments); };
    CHECK(values_of(given({"a", "-fB.csv"}), "f") == Words{"B.csv"});
    CHECK(values_of(given({"-FB.csv", "a"}), "i") == Words{"a"});
    CHECK(values_of(given({"-f", "B.csv"}), "f") == Words{"B.csv"});
    CHECK(values_of(given({"/fB.csv"}), "i") == Words{"/fB.csv"});
    CHECK(values_of(given({"--", "-fB.csv"}), "i") == Words{"-fB.csv"});
    CHECK_THROWS_WITH(static_cast<void>(given({"-fa", "-fb"})), "The option -f is given more than once.");
    CHECK_THROWS_AS(static_cast<void>(given({"--fa"})), ProgramError);
    CHECK(failure({"-fB.csv"}) == "\"-fb.csv\" is not an option; program -? lists them.");
    const auto of_output = command::grammar_of({"program", "i", true, {}, 'o'}, rows);
    CHECK_THROWS_WITH(static_cast<void>(command::parse_command_line(of_output, {"-output"})),
        "\"-output\" is not an option; program -? lists them.");
    CHECK_THROWS_WITH(static_cast<void>(command::parse_command_line(of_output, {"-o=web.csv"})),
        "\"-o=web.csv\" is not an option; program -? lists them.");
}

TEST_CASE("the help explains options with a column of their own, then the common ones") {
    CHECK(command::help_lines(grammar, {"Usage.", "\nNote.", {terminal::ExitStatus::done}, "\nExample."}) ==
          Words{"Usage.", "  -c <path>                 Paths.", "  -cf <the longest of all files>",
              "                            A file,", "                            with paths.", "",
              "More:", "  -?, --help                Show this help.",
              "  --version                 Show the version.", "", "Note.", "", "Exit status:",
              "  0                         Done, or the reader of the output is gone.", "", "Example."});
}
