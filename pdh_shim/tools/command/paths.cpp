// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/paths.h"

#include "tools/terminal/terminal_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace pdh_shim::tools::command {

namespace {

constexpr std::string_view computer_mark = "\\\\";
constexpr std::string_view quote_begin = "$'";
constexpr char quote_end = '\'';

// The characters that a backslash and these letters mean.
struct Escape {
    char letter;
    char meaning;
};

constexpr std::array escapes = {
    Escape{'n', '\n'},
    Escape{'r', '\r'},
    Escape{'t', '\t'},
    Escape{'\\', '\\'},
    Escape{'\'', '\''},
};

bool is_plain(char c) {
    return c >= ' ' && c <= '~';
}

std::string escape_of(char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (const auto& escape : escapes) {
        if (escape.meaning == c) {
            return {'\\', escape.letter};
        }
    }
    const auto value = static_cast<unsigned char>(c);
    return is_plain(c) ? std::string(1, c) : std::string{'\\', 'x', digits[value / 16], digits[value % 16]};
}

// Decodes and removes the sequence after a backslash, as the shell does: an unknown one means itself.
std::string take_escape(std::string_view& rest) {
    const char letter = rest.front();
    if (letter == 'x') {
        int value = 0;
        const auto* const first = rest.data() + 1;
        const auto* const last = rest.data() + std::min<std::size_t>(rest.size(), 3);
        const auto* const end = std::from_chars(first, last, value, 16).ptr;
        if (end != first) {
            rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
            return {static_cast<char>(value)};
        }
    }
    rest.remove_prefix(1);
    for (const auto& escape : escapes) {
        if (escape.letter == letter) {
            return {escape.meaning};
        }
    }
    return {'\\', letter};
}

std::string unquoted(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        result += c == '\\' && !text.empty() ? take_escape(text) : std::string(1, c);
    }
    return result;
}

} // namespace

std::string listed_path(const std::string& path) {
    const bool ends_blank = !path.empty() && (path.back() == ' ' || path.back() == '\t');
    if (!ends_blank && terminal::escaped(path) == path) {
        return path;
    }
    std::string quoted(quote_begin);
    for (const char c : path) {
        quoted += escape_of(c);
    }
    return quoted + quote_end;
}

std::string meant_name(std::string_view typed) {
    if (typed.ends_with('\r')) {
        typed.remove_suffix(1);
    }
    if (typed.size() > quote_begin.size() && typed.starts_with(quote_begin) && typed.ends_with(quote_end)) {
        return unquoted(typed.substr(quote_begin.size(), typed.size() - quote_begin.size() - 1));
    }
    return std::string(typed);
}

std::string complete_path(std::string_view typed, std::string_view computer) {
    std::string path(typed);
    if (path.empty() || path.front() != '\\') {
        path.insert(0, 1, '\\');
    }
    if (computer.empty() || !computer_of(path).empty()) {
        return path;
    }
    return std::string(computer_mark).append(computer) + path;
}

std::string computer_of(std::string_view path) {
    if (path.substr(0, computer_mark.size()) != computer_mark) {
        return {};
    }
    return std::string(path.substr(0, path.find('\\', computer_mark.size())));
}

std::string without_computer(std::string_view path) {
    return std::string(path.substr(computer_of(path).size()));
}

bool has_wildcard(std::string_view path) {
    return path.find('*') != std::string_view::npos;
}

std::string instance_text(const Column& column) {
    return (column.parent.empty() ? "" : column.parent + '/') + column.instance +
           (column.index == 0 ? "" : '#' + std::to_string(column.index));
}

std::vector<std::string> strings_of(std::string_view list) {
    std::vector<std::string> strings;
    while (!list.empty() && list.front() != '\0') {
        const auto end = std::min(list.find('\0'), list.size());
        strings.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return strings;
}

} // namespace pdh_shim::tools::command
