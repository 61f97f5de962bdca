// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/lodctr/program.h"

#include "source/provider/settings.h"
#include "tools/lodctr/ini_text.h"
#include "tools/lodctr/store.h"
#include "tools/terminal/program_end.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

namespace pdh_shim::tools::lodctr {
namespace {

namespace provider = source::provider;

constexpr std::string_view system_option = "--system";
constexpr std::string_view lodctr_help =
    "Installs performance DLLs for this user: names, explanations and indexes of their counters.\n"
    "\n"
    "Usage:\n"
    "  lodctr FILE.ini     Install the DLL that the [performance] section of FILE.ini names.\n"
    "  lodctr /q           List what is installed.\n"
    "  lodctr /q:DRIVER    List what is installed under this driver name.\n"
    "  lodctr /d:DRIVER    Disable it: programs that start from now on do not see its counters.\n"
    "  lodctr /e:DRIVER    Enable it again.\n"
    "  lodctr /t:DRIVER    Does nothing: for setup programs, which mark DLLs as trusted on Windows.\n"
    "                      Here the library always checks what a DLL returns.\n"
    "  lodctr /s:FILE      Save what is installed.\n"
    "  lodctr /r:FILE      Restore what was saved; all other registrations are removed.\n"
    "  lodctr /r           Rebuild: assign new indexes, remove registrations that cannot be read.\n"
    "  unlodctr DRIVER     Remove what was installed under this driver name.\n"
    "\n"
    "Options:\n"
    "  --system            Must come first: act on what is installed for all users, not for this user.\n"
    "                      Only root may change it.\n"
    "  -?, --help          Show this help.\n"
    "  --version           Show the version.\n"
    "\n"
    "Options may begin with - instead of /. An argument after -- is a file or driver name.\n";

terminal::UsageError wrong_command_line(const std::string& what, const std::string& program) {
    return terminal::UsageError(what + "; " + program + " -? shows what it takes.");
}

// An option, with - or /: its letter and the text after the colon. A path may begin with a slash too.
struct Option {
    char letter = '\0'; ///< lower case; NUL = not an option
    std::string value;
    bool has_value = false;
};

Option parse_option(const std::string& argument) {
    constexpr std::string_view letters = "?hqsrdetmgpHQSRDETMGP";
    if (argument.size() < 2 || (argument[0] != '/' && argument[0] != '-') ||
        letters.find(argument[1]) == std::string_view::npos || (argument.size() > 2 && argument[2] != ':')) {
        return {};
    }
    Option option;
    option.letter = static_cast<char>(argument[1] | 0x20);
    option.letter = argument[1] == '?' ? '?' : option.letter;
    option.has_value = argument.size() > 2;
    option.value = option.has_value ? argument.substr(3) : "";
    return option;
}

// Whether an argument that is not an option of ours looks like one. A file may have such a name.
bool is_unknown_option(const std::string& argument) {
    const bool has_letter = argument.size() == 2 || (argument.size() > 2 && argument[2] == ':');
    std::error_code unknown;
    return (argument.starts_with('-') || (argument.starts_with('/') && has_letter)) &&
           !std::filesystem::exists(argument, unknown);
}

// The manifests of the second version of the API: `/m:FILE [FOLDER]`, and `/g:` and `/p:` of unlodctr.
void refuse_manifest(const std::vector<std::string>& arguments, const std::string& program) {
    constexpr std::string_view letters = "mgp";
    if (letters.find(parse_option(arguments.front()).letter) != std::string_view::npos) {
        throw terminal::ProgramError("\"" + arguments.front() +
                                     "\" is for counters of a manifest: their programs use version 2 of the "
                                     "API (PerfStartProvider), which is not here. " +
                                     program + " knows those of INI files only.");
    }
}

std::string hexadecimal(std::uint32_t number) {
    std::array<char, 8> digits{};
    return "0x" +
           std::string(
               digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr) +
           " (" + std::to_string(number) + ")";
}

void print(std::ostream& out, const Registration& registration) {
    const auto text = [&](std::u16string_view key) {
        return utf8(registration.ini.performance.text(key).value_or(u""));
    };
    out << "[" << registration.name << "] Performance Counters ("
        << (registration.enabled ? "Enabled" : "Disabled") << ")\n"
        << "    DLL Name: " << text(u"Library") << "\n"
        << "    Open Procedure: " << text(u"Open") << "\n"
        << "    Collect Procedure: " << text(u"Collect") << "\n"
        << "    Close Procedure: " << text(u"Close") << "\n"
        << "    First Counter ID: " << hexadecimal(registration.first_counter) << "\n"
        << "    Last Counter ID: " << hexadecimal(registration.last_counter) << "\n"
        << "    First Help ID: " << hexadecimal(registration.first_counter + 1) << "\n"
        << "    Last Help ID: " << hexadecimal(registration.last_counter + 1) << "\n\n";
}

// The options for one driver.
void run_driver_option(const Store& store, const Option& option, std::ostream& out) {
    if (option.letter == 'q') {
        print(out, store.find(option.value));
    } else if (option.letter == 't') {
        const Registration registration = store.find(option.value);
        out << "Info: The performance counters of " << registration.name
            << " need no mark: what a DLL returns is always checked\n";
    } else {
        const bool enabled = option.letter == 'e';
        store.set_enabled(option.value, enabled);
        out << "Info: Successfully " << (enabled ? "enabled" : "disabled") << " the performance counters of "
            << option.value << "\n";
    }
}

void run_option(const Store& store, const Option& option, std::ostream& out) {
    constexpr std::string_view driver_options = "qdet";
    if (option.letter == 'q' && !option.has_value) {
        for (const Registration& registration : store.list()) {
            print(out, registration);
        }
    } else if (driver_options.find(option.letter) != std::string_view::npos && !option.value.empty()) {
        run_driver_option(store, option, out);
    } else if (option.letter == 's' && !option.value.empty()) {
        store.save(option.value);
        out << "Info: Successfully saved the performance counter settings to " << option.value << "\n";
    } else if (option.letter == 'r' && !option.value.empty()) {
        store.restore(option.value);
        out << "Info: Successfully restored the performance counter settings from " << option.value << "\n";
    } else if (option.letter == 'r' && !option.has_value) {
        store.rebuild();
        // Windows' words, which scripts look for.
        out << "\nInfo: Successfully rebuilt performance counter setting from system backup store\n";
    } else if (option.letter == 's') {
        throw wrong_command_line("/s needs the name of a file, /s:FILE", "lodctr");
    } else if (option.letter == 'r') {
        throw wrong_command_line("The name of the file is missing behind /r:", "lodctr");
    } else {
        const std::string name(1, option.letter);
        throw wrong_command_line("/" + name + " needs the name of a driver, /" + name + ":DRIVER", "lodctr");
    }
}

void run_command(
    const Store& store, bool is_unlodctr, const std::vector<std::string>& arguments, std::ostream& out) {
    const std::string program = is_unlodctr ? "unlodctr" : "lodctr";
    const bool is_name = !arguments.empty() && arguments.front() == "--";
    const std::size_t before = is_name ? 1 : 0;
    if (arguments.size() == before) {
        throw wrong_command_line(
            is_unlodctr ? "No driver is named" : "Neither a file nor an option is given", program);
    }
    const Option option = is_name ? Option{} : parse_option(arguments.front());
    if (!is_name) {
        refuse_manifest(arguments, program);
        if ((is_unlodctr || option.letter == '\0') && is_unknown_option(arguments.front())) {
            throw wrong_command_line('"' + arguments.front() + "\" is not an option", program);
        }
    }
    if (arguments.size() > before + 1) {
        throw wrong_command_line('"' + arguments[before + 1] + "\" is one argument too many", program);
    }
    const std::string& argument = arguments.back();
    if (is_unlodctr) {
        store.remove(argument);
        out << "Info: Successfully uninstalled the performance counters of " << argument << "\n";
        return;
    }
    if (option.letter != '\0') {
        run_option(store, option, out);
        return;
    }
    store.add(argument);
    out << "Info: Successfully installed performance counters in " << argument << "\n";
}

std::string help() {
    std::string text(lodctr_help);
    for (const auto& line : terminal::exit_statuses(
             {terminal::ExitStatus::done, terminal::ExitStatus::cannot, terminal::ExitStatus::usage})) {
        text += line + "\n";
    }
    return text;
}

StoreLocation own_location() {
    auto folder = provider::registrations_folder();
    if (!folder) {
        throw terminal::ProgramError("Neither XDG_DATA_HOME nor HOME says where to install.");
    }
    return {.folder = std::move(*folder)};
}

bool is_help(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
        return false;
    }
    const char letter = parse_option(arguments.front()).letter;
    return letter == '?' || letter == 'h' || arguments.front() == "--help";
}

} // namespace

std::string program_name(const std::string& started_as) {
    return started_as.substr(started_as.rfind('/') + 1).starts_with("unlodctr") ? "unlodctr" : "lodctr";
}

std::string run(const std::string& name, const std::vector<std::string>& arguments) {
    if (is_help(arguments)) {
        return help();
    }
    if (!arguments.empty() && arguments.front() == "--version") {
        return terminal::version_line(name) + "\n";
    }
    const bool is_for_system = !arguments.empty() && arguments.front() == system_option;
    std::ostringstream out;
    run_command(
        Store(is_for_system ? system_location(provider::system_registrations_folder()) : own_location()),
        name == "unlodctr", {arguments.begin() + (is_for_system ? 1 : 0), arguments.end()}, out);
    return out.str();
}

} // namespace pdh_shim::tools::lodctr
