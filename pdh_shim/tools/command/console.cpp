// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/console.h"

#include "tools/command/text_file.h"
#include "tools/terminal/program_error.h"
#include "tools/terminal/terminal_text.h"

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

} // namespace pdh_shim::tools::command
