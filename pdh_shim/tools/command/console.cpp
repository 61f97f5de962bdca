// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/console.h"

#include "tools/command/arguments.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <cstdint>

namespace pdh_shim::tools::command {

void Console::write_line(std::string_view line) {
    write(shown(line) + line_end_);
}

void Console::write_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        text += shown(line) + line_end_;
    }
    write(text);
}

void Console::write_data(std::string_view bytes) {
    const auto shown_bytes = is_terminal_ ? terminal::escaped_data(bytes) : std::string();
    terminal::check_output(platform_.write_console(is_terminal_ ? shown_bytes : bytes));
}

void Console::write_end(const std::vector<std::string>& lines) {
    if (audience_ == Audience::windows) {
        write_lines(lines);
        return;
    }
    std::string text;
    for (const auto& line : lines) {
        text += terminal::escaped(line) + line_end_;
    }
    platform_.write_error(text);
}

void Console::write_failure(std::string_view message, std::string_view status_text) {
    if (audience_ == Audience::system) {
        write_error_line(message);
    } else if (status_text.empty()) {
        write_lines({"", "Error: " + std::string(message)});
    } else {
        write_lines({"", "Error:", std::string(status_text)});
        warn(message);
    }
}

void Console::warn(std::string_view message) {
    if (audience_ == Audience::system || platform_.errors_are_terminal()) {
        write_error_line(message);
    }
}

void Console::write_error_line(std::string_view message) {
    platform_.write_error(program_ + ": " + terminal::escaped(message) + std::string(platform_.line_end()));
}

void Console::show_for_now(std::string_view line) {
    if (is_terminal_ && !is_output_data_) {
        write(shown(line));
        shown_for_now_ = line.size();
    }
}

bool Console::may_overwrite(const std::string& name) {
    const auto question = "The file \"" + name + "\" exists. Overwrite it? [y/n] ";
    if (audience_ == Audience::windows) {
        write(shown(question));
    } else {
        platform_.write_error(terminal::escaped(question));
    }
    const auto answer = lower_case(platform_.read_console_line().value_or(""));
    return answer == "y" || answer == "yes";
}

std::string Console::shown(std::string_view text) const {
    return is_terminal_ || is_output_data_ ? terminal::escaped(text) : std::string(text);
}

void Console::write(std::string_view text) {
    if (is_output_data_) {
        platform_.write_error(text);
        return;
    }
    std::string bytes;
    if (shown_for_now_ > 0) {
        bytes = '\r' + std::string(shown_for_now_, ' ') + '\r';
        shown_for_now_ = 0;
    }
    terminal::check_output(platform_.write_console(bytes.append(text)));
}

namespace {

// The name shows who reads the output: shells and other programs of this system use the program's own name.
// On Windows everybody is a program for Windows.
Audience audience_of(std::string_view own_name, std::string_view started_as, bool is_windows) {
    const bool is_own_name = started_as.substr(started_as.find_last_of("/\\") + 1) == own_name;
    return is_own_name && !is_windows ? Audience::system : Audience::windows;
}

} // namespace

int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<terminal::ExitStatus(Console& console)>& execute) {
    const bool is_windows = platform.line_end() == "\r\n"; // where an exit status has 32 bits
    Console console(platform, own_name, audience_of(own_name, started_as, is_windows));
    std::uint32_t status_on_windows = 0;
    const int status = terminal::run_to_the_end([&] { return execute(console); },
        [&](const terminal::ProgramError& error) {
            console.write_failure(error.what(), error.on_windows().text);
            status_on_windows = error.on_windows().status;
        },
        [&](const std::string& text) { console.write_error_line(text); });
    return is_windows && status_on_windows != 0 ? static_cast<int>(status_on_windows) : status;
}

MissingPolicy parse_missing_policy(const std::string& word) {
    return one_of(word, "report", "ignore") == "ignore" ? MissingPolicy::ignore : MissingPolicy::report;
}

void MissingCounters::leave_out(const std::string& counter, const std::string& why) {
    constexpr std::size_t longest = 1000; // a file of another kind may have lines of any length
    const auto shown = counter.size() > longest ? counter.substr(0, longest) + "..." : counter;
    if (says_next()) {
        say(shown + " is left out: " + why);
    }
    all_.push_back({counter, why});
}

void MissingCounters::say_number_of_others() {
    if (says_all_ || all_.size() <= most_said) {
        return;
    }
    const std::size_t others = all_.size() - most_said;
    say(std::to_string(others) + (others == 1 ? " more counter is" : " more counters are") +
        " left out; -v names all of them.");
}

void MissingCounters::refuse(const std::string& counter, const std::string& why) {
    console_.warn(counter + " is left out: " + why);
    has_refused_ = true;
}

void MissingCounters::say(const std::string& text) {
    if (missing_ == MissingPolicy::report) {
        console_.warn(text);
    }
}

terminal::ExitStatus MissingCounters::status() const {
    const bool is_loss = has_refused_ || (!all_.empty() && missing_ == MissingPolicy::report);
    return is_loss && console_.audience() == Audience::system ? terminal::ExitStatus::losses
                                                              : terminal::ExitStatus::done;
}

} // namespace pdh_shim::tools::command
