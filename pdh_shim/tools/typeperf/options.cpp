#include "options.h"

#include "failure.h"
#include "paths.h"
#include "text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <limits>

namespace typeperf {

namespace {

enum class Values {
    none,
    optional,
    one,
    input, ///< one, a file to read: `-` means standard input
    many
};

struct Rule {
    std::string_view option;
    Values values;
    void (*apply)(Options& options, const std::vector<std::string>& values, const ReadFile& read_file);
};

std::string named(const std::string& option) {
    return "The option -" + option;
}

// Only a whole decimal number.
std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

// [[hh:]mm:]ss. The first part may be any number; minutes and seconds after it are below 60.
std::optional<std::uint64_t> parse_seconds(std::string_view text) {
    constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t total = 0;
    for (int part = 0; part < 3; ++part) {
        const auto colon = std::min(text.find(':'), text.size());
        const auto number = parse_number(text.substr(0, colon));
        if (!number || *number > (part == 0 ? limit : 59)) {
            return std::nullopt;
        }
        total = total * 60 + *number;
        if (colon == text.size()) {
            return total <= limit ? std::optional(total) : std::nullopt;
        }
        text.remove_prefix(colon + 1);
    }
    return std::nullopt;
}

void set_mode(Options& options, Mode mode, const std::vector<std::string>& values) {
    if (options.mode != Mode::sample || options.browse || !options.counters.empty()) {
        throw Failure("Counters to sample, -q and -qx cannot be combined.");
    }
    options.mode = mode;
    options.object = values.empty() ? std::string() : meant_name(values.front());
}

void add_counters(Options& options, const std::vector<std::string>& counters) {
    if (options.mode != Mode::sample) {
        throw Failure("Counters to sample, -q and -qx cannot be combined.");
    }
    std::transform(counters.begin(), counters.end(), std::back_inserter(options.counters), meant_name);
}

void set_counters(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    add_counters(options, values);
}

void set_browse(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    add_counters(options, values);
    options.browse = true;
}

void set_counter_file(Options& options, const std::vector<std::string>& values, const ReadFile& read_file) {
    add_counters(options, meaningful_lines(read_file(values.front())));
}

void set_list_counters(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    set_mode(options, Mode::list_counters, values);
}

void set_list_instances(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    set_mode(options, Mode::list_instances, values);
}

void set_format(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    const auto format = lower_case(values.front());
    if (format == "bin" || format == "sql") {
        throw Failure("Binary and SQL logs are not available; the formats are CSV and TSV.");
    }
    if (format != "csv" && format != "tsv") {
        throw Failure("\"" + values.front() + "\" is not a format; the formats are CSV and TSV.");
    }
    options.format = format == "csv" ? Format::csv : Format::tsv;
}

void set_interval(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    const auto seconds = parse_seconds(values.front());
    if (seconds.value_or(0) == 0) {
        throw Failure("\"" + values.front() + "\" is not a sample interval; it is written [[hh:]mm:]ss.");
    }
    options.interval = std::chrono::seconds(*seconds);
}

void set_samples(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.samples = parse_number(values.front());
    if (options.samples.value_or(0) == 0) {
        throw Failure("\"" + values.front() + "\" is not a number of samples.");
    }
}

void set_output(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.output = values.front();
}

void set_capture(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.capture = values.front();
}

void set_computer(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    const auto name = meant_name(values.front());
    options.computer = name.substr(std::min(name.find_first_not_of('\\'), name.size()));
    if (options.computer.empty()) {
        throw Failure("\"" + name + "\" is not the name of a computer.");
    }
}

void set_yes(Options& options, const std::vector<std::string>&, const ReadFile&) {
    options.yes_to_all = true;
}

constexpr std::string_view counter_option = "c";
constexpr std::string_view help_option = "?";
constexpr std::string_view long_help_option = "help";
constexpr std::string_view version_option = "version";
constexpr std::string_view settings_option = "config";

constexpr std::array rules = {
    Rule{counter_option, Values::many, set_counters},
    Rule{"b", Values::none, set_browse},
    Rule{"cf", Values::input, set_counter_file},
    Rule{"q", Values::optional, set_list_counters},
    Rule{"qx", Values::optional, set_list_instances},
    Rule{"f", Values::one, set_format},
    Rule{"si", Values::one, set_interval},
    Rule{"sc", Values::one, set_samples},
    Rule{"o", Values::one, set_output},
    Rule{"capture", Values::one, set_capture},
    Rule{"s", Values::one, set_computer},
    Rule{"y", Values::none, set_yes},
    // These are processed before the others, and only on the command line.
    Rule{help_option, Values::none, nullptr},
    Rule{long_help_option, Values::none, nullptr},
    Rule{version_option, Values::none, nullptr},
    Rule{settings_option, Values::input, nullptr},
};

const Rule& rule_of(const std::string& option) {
    for (const auto& rule : rules) {
        if (rule.option == option) {
            return rule;
        }
    }
    throw Failure("\"-" + option + "\" is not an option; typeperf -? lists them.");
}

bool is_option(const std::string& argument) {
    return !argument.empty() && (argument.front() == '-' || argument.front() == '/');
}

// Whether the argument after an option is its value. A file may have a name that begins with a slash; objects
// and counters never do.
bool is_value(Values values, const std::string& argument) {
    switch (values) {
    case Values::input:
        return argument == "-" || !argument.starts_with('-');
    case Values::one:
        return !argument.starts_with('-');
    default:
        return !is_option(argument);
    }
}

Given& given_of(std::vector<Given>& all, const std::string& option) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Given& given) { return given.option == option; });
    if (found == all.end()) {
        return all.emplace_back(Given{option, {}});
    }
    if (option != counter_option) {
        throw Failure(named(option) + " is given more than once.");
    }
    return *found;
}

using Arguments = std::vector<std::string>;

void add_counters_behind(
    Arguments::const_iterator first, Arguments::const_iterator last, std::vector<Given>& all) {
    if (first != last) {
        auto& counters = given_of(all, std::string(counter_option)).values;
        counters.insert(counters.end(), first, last);
    }
}

std::vector<Given> parse_command_line(const std::vector<std::string>& arguments) {
    std::vector<Given> all;
    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
        if (*argument == "--") {
            add_counters_behind(std::next(argument), arguments.end(), all);
            break;
        }
        if (!is_option(*argument)) {
            given_of(all, std::string(counter_option)).values.push_back(*argument);
            continue;
        }
        const auto option =
            lower_case(std::string_view(*argument).substr(argument->starts_with("--") ? 2 : 1));
        const auto values = rule_of(option).values;
        auto& given = given_of(all, option);
        const auto next = std::next(argument);
        if (values != Values::none && next != arguments.end() && is_value(values, *next)) {
            given.values.push_back(*next);
            ++argument;
        }
    }
    return all;
}

void check_values(const Given& given) {
    const auto count = given.values.size();
    switch (rule_of(given.option).values) {
    case Values::none:
        if (count > 0) {
            throw Failure(named(given.option) + " takes no value.");
        }
        break;
    case Values::optional:
        if (count > 1) {
            throw Failure(named(given.option) + " takes one value.");
        }
        break;
    case Values::one:
    case Values::input:
        if (count != 1) {
            throw Failure(named(given.option) + " needs a value.");
        }
        break;
    case Values::many:
        if (count == 0) {
            throw Failure(named(given.option) + " needs a value.");
        }
        break;
    }
}

bool is_given(const std::vector<Given>& all, std::string_view option) {
    return std::any_of(all.begin(), all.end(), [&](const Given& given) { return given.option == option; });
}

bool says_what_to_do(const Given& given) {
    return given.option == counter_option || given.option == "b" || given.option == "cf" ||
           given.option == "q" || given.option == "qx";
}

// Adds the settings that the command line does not override. Its counters, or its -q, replace all counters
// of the settings.
void add_settings(std::vector<Given>& all, const std::vector<Given>& settings) {
    const std::vector<Given> command_line = all;
    const bool is_told_what = std::any_of(command_line.begin(), command_line.end(), says_what_to_do);
    for (const auto& setting : settings) {
        const bool is_overridden = std::any_of(command_line.begin(), command_line.end(),
            [&](const Given& given) { return given.option == setting.option; });
        if (!is_overridden && !(is_told_what && says_what_to_do(setting))) {
            all.push_back(setting);
        }
    }
}

std::vector<Given> with_settings(std::vector<Given> all, const ReadFile& read_file) {
    const auto config = std::find_if(
        all.begin(), all.end(), [](const Given& given) { return given.option == settings_option; });
    if (config == all.end()) {
        return all;
    }
    check_values(*config);
    const auto settings = parse_settings(read_file(config->values.front()));
    all.erase(config);
    add_settings(all, settings);
    return all;
}

} // namespace

std::vector<Given> parse_settings(std::string_view text) {
    std::vector<Given> all;
    Given* current = nullptr;
    for (const auto& line : meaningful_lines(text)) {
        if (line.front() == '[' && line.back() == ']') {
            auto option = lower_case(std::string_view(line).substr(1, line.size() - 2));
            option.erase(0, is_option(option) ? 1 : 0);
            if (rule_of(option).apply == nullptr) {
                throw Failure(named(option) + " cannot stand in a settings file.");
            }
            current = &given_of(all, option);
        } else if (current == nullptr) {
            throw Failure("The settings begin with \"" + line + "\" in place of an [option].");
        } else {
            current->values.push_back(line);
        }
    }
    return all;
}

Options parse_options(const std::vector<std::string>& arguments, const ReadFile& read_file) {
    const auto command_line = parse_command_line(arguments);
    Options options;
    if (is_given(command_line, help_option) || is_given(command_line, long_help_option)) {
        options.mode = Mode::help;
        return options;
    }
    if (is_given(command_line, version_option)) {
        options.mode = Mode::version;
        return options;
    }
    const auto all = with_settings(command_line, read_file);
    for (const auto& given : all) {
        check_values(given);
        rule_of(given.option).apply(options, given.values, read_file);
    }
    if (std::none_of(all.begin(), all.end(), says_what_to_do)) {
        throw Failure("No counters are given; typeperf -? shows how.");
    }
    return options;
}

} // namespace typeperf
