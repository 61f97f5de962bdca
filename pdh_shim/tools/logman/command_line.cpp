// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_line.h"

#include "base/platform.h"
#include "tools/command/text_file.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::logman {

namespace {

using command::GivenOption;
using enum command::OptionValues;
using command::OptionSpec;
using command::Texts;
using terminal::UsageError;

constexpr std::string_view name_option = "n";
constexpr std::string_view long_name_option = "name";
constexpr std::string_view sessions_option = "ets";

// What the command line has before the options of a set, and what it has after them.
constexpr std::array first_options = {
    OptionSpec{"", none, "Options:"},
    OptionSpec{
        name_option, many, "<name>", "Name of the set, if it could be taken for something else.", {}, false},
    OptionSpec{long_name_option, many, "<name>", "The same.", {}, false},
};
constexpr std::array last_options = {
    OptionSpec{"system", none, "", "Sets of the system, which only root may change.", {}, false},
    OptionSpec{"background", none, "",
        "With run: write messages to a file once it runs, as start does.\n"
        "With start: say nothing if it succeeds.",
        {}, false},
    OptionSpec{"xml", one, "<file>", "Template of import and export.", {}, false},
    OptionSpec{"s", one, "<computer>", "This computer; for another one run logman there."},
    OptionSpec{"as", none, "", "Nothing: for scripts of Windows, where it does not wait.", {}, false},
    OptionSpec{sessions_option, none, "", "The same, for start and stop.", {}, false},
    OptionSpec{"y", none, "", "Answer all questions with yes."},
    OptionSpec{command::settings_option, input, "<file>",
        "Read more options from a file: a line [option], then a line for its\n"
        "value.",
        {}, false},
};

// Options that Windows' pages know for sets of other kinds.
struct ForeignOptions {
    std::string_view kind;
    std::array<std::string_view, 11> names; ///< the rest is empty
};
constexpr std::array foreign_options = {
    ForeignOptions{"trace", {"p", "pf", "mode", "ct", "ln", "ft", "rt", "ul", "bs", "nb", "fd"}},
    ForeignOptions{"cfg", {"ni", "reg", "mgt", "ftc"}},
    ForeignOptions{"api", {"mods", "inapis", "exapis", "ano", "recursive", "exe"}},
};

// Those of an alert without a log make it write one.
constexpr std::array<std::string_view, 9> log_options = {"c", "cf", "f", "o", "a", "ow", "v", "max", "cnf"};

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

constexpr std::string_view usage = R"(
Logman keeps sets of performance counters, and collects them in the background, for weeks.

Usage:
  logman create { counter | alert } <name> [options]
  logman update <name> [options]
  logman { start | stop | delete } <name>
  logman query [name]
  logman { import | export } <name> -xml <file>
  logman run <name>

Commands:
  create counter            Make a set that writes logs.
  create alert              Make a set that reports when a counter crosses a threshold.
  update                    Change a set; a run that goes on keeps its old options until it is
                            started again.
  start                     Collect in the background.
  stop                      End that.
  delete                    Remove a set. Its logs stay.
  query                     List all sets, or show one: whether it runs, and why it fails.
  import                    Make a set of a template that Performance Monitor saved.
  export                    Save a set as such a template.
  run                       Collect in the foreground until Ctrl+C.)";

constexpr std::string_view notes = R"(
Options may begin with / instead of -. A second - negates -a, -ow, -v, -max, -cnf, -rf, -r, -rc,
-rcmax, -u, -el, -rdcs, -tn and -targ: logman update web --max. What has no meaning in a set is left
out and named, with the status 3. A set is a file in ~/.config/pdh-shim/sets, or in
/etc/pdh-shim/sets.)";

constexpr std::string_view examples = R"x(
Examples:
  logman create counter web -c "\Processor(*)\% Processor Time" "\Memory\*" -si 10 -cnf 24:00:00 -o web
  logman start web
  logman query web
  logman create alert busy -th "\Processor(_Total)\% Processor Time>50"
  logman create alert full -th "\LogicalDisk(*)\% Free Space<5" -rc /usr/local/bin/say)x";

const command::Grammar& command_grammar() {
    static const auto whole = [] {
        command::Grammar grammar{"logman", name_option, false, {}};
        auto& options = grammar.options;
        options.assign(first_options.begin(), first_options.end());
        std::ranges::transform(
            set_options(), std::back_inserter(options), [](const auto& row) { return row.spec; });
        options.insert(options.end(), last_options.begin(), last_options.end());
        for (const auto& [kind, names] : foreign_options) {
            for (const auto name : names) {
                if (!name.empty()) {
                    options.push_back({name, many, {}, {}, {}, false});
                }
            }
        }
        options.insert(options.end(), command::common_options().begin(), command::common_options().end());
        return grammar;
    }();
    return whole;
}

const command::OptionRow<CollectorSet>* find_negatable(const std::string& name) {
    const auto options = set_options();
    const auto found = std::ranges::find_if(
        options, [&](const auto& row) { return row.effect.negate != nullptr && row.spec.name == name; });
    return found == options.end() ? nullptr : &*found;
}

// Takes `--v` and its like out of the arguments: a second `-` negates an option. The value of -targ may look
// so.
Texts take_negated(Texts& arguments) {
    Texts negated;
    Texts others;
    bool is_text = false;
    bool is_name = false; // behind a lone `--`
    for (auto& argument : arguments) {
        const auto word = command::lower_case(argument);
        is_name = is_name || (word == "--" && !is_text);
        if (!is_name && !is_text && word.starts_with("--") && find_negatable(word.substr(2)) != nullptr) {
            negated.push_back(word.substr(2));
        } else {
            is_text = word == "-targ" || word == "/targ";
            others.push_back(std::move(argument));
        }
    }
    arguments = std::move(others);
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
    if (verb == "query" && command::lower_case(arguments[1]) == "providers") {
        throw UsageError("The providers of events are a part of Windows, and not here; typeperf -q lists the "
                         "counters, and logman query -n providers shows a set of that name.");
    }
}

// What becomes of the sessions of -ets, which Windows does not keep.
void check_sessions(Verb verb) {
    if (verb == Verb::create || verb == Verb::import_set) {
        throw UsageError("-ets would collect without keeping the set, which is not possible here: without "
                         "-ets it is kept, and logman start starts it.");
    }
    if (verb != Verb::start && verb != Verb::stop) {
        throw UsageError("-ets means the event trace sessions of Windows, which are not here; without it, "
                         "the command is for the sets of counters.");
    }
}

void refuse_foreign_options(const std::vector<GivenOption>& all) {
    for (const auto& [kind, names] : foreign_options) {
        for (const auto name : names) {
            if (command::is_given(all, name)) {
                throw UsageError("-" + std::string(name) + " is an option of " + std::string(kind) +
                                 " sets, which collect events or settings of Windows; these are not here.");
            }
        }
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
    return std::ranges::any_of(set_options(), [&](const auto& row) { return row.spec.name == name; });
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
    auto names = platform::full_host_names();
    if (const std::string_view own(host.data()); is_known && !own.empty()) {
        names.emplace_back(own);
        names.emplace_back(own.substr(0, own.find('.')));
    }
    auto given = command::lower_case(name);
    if (given == "localhost" || given == "." || platform::is_own_address(given)) {
        return true;
    }
    given.resize(given.size() - (given.ends_with('.') ? 1 : 0)); // the root of all domains
    return std::ranges::any_of(
        names, [&given](const std::string& own) { return command::lower_case(own) == given; });
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
    if (find_given(all, "background") != nullptr && line.verb != Verb::run && line.verb != Verb::start) {
        throw UsageError("-background is for run and start.");
    }
    if (find_given(all, sessions_option) != nullptr) {
        check_sessions(line.verb);
    }
}

} // namespace

CommandLine parse_arguments(const Texts& given_arguments, const command::ReadFile& read_file) {
    const auto& grammar = command_grammar();
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
    const auto given = command::parse_command_line(grammar, arguments);
    refuse_foreign_options(given); // before their values are checked
    const auto all = command::with_settings(grammar, given, read_file);
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

ChangeNotes change_set(CollectorSet& set, const CommandLine& line, const command::ReadFile& read_file,
    const std::string& usual_output) {
    if (line.verb == Verb::create) {
        set.has_usual_names = true;
        set.output = set.kind == SetKind::counter ? usual_output : std::string();
    }
    for (const auto& name : line.negated) {
        find_negatable(name)->effect.negate(set);
    }
    apply_options(set, line.changes, read_file);
    if (set.output.empty()) { // an alert
        const bool has_log = std::ranges::any_of(
            log_options, [&line](std::string_view option) { return is_given(line, option); });
        set.output = has_log ? usual_output : std::string();
        set.has_usual_names = set.has_usual_names || !has_log;
    }
    ChangeNotes notes{leave_out_meaningless(set), {}};
    check_set(set);
    if (const auto* const user = find_given(line.changes, "u"); user != nullptr && user->values.size() > 1) {
        notes.remarks.emplace_back("Passwords are neither needed nor kept here.");
    }
    return notes;
}

Texts help_lines() {
    using terminal::ExitStatus;
    return command::help_lines(
        command_grammar(), {usage, notes,
                               {ExitStatus::done, ExitStatus::cannot, ExitStatus::usage, ExitStatus::losses,
                                   ExitStatus::nothing},
                               examples});
}

bool is_given(const CommandLine& line, std::string_view option) {
    return find_given(line.changes, option) != nullptr;
}

} // namespace pdh_shim::tools::logman
