// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Lists of counters come from anywhere (typeperf -cf). Properties: a file is refused or becomes lines without
// line ends, NULs and surrounding blanks; UTF-8 and UTF-16 give the same; a path that is listed is read
// back unchanged, whatever it contains; a terminal gets no control characters.
#include "require.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::tools;

namespace {

bool is_control(char c) {
    return (c >= 0 && c < ' ' && c != '\t') || c == '\x7F';
}

void check_line(const std::string& line) {
    constexpr std::string_view never_inside("\n\0", 2);
    require(command::lower_case(line).size() == line.size());
    require(!line.empty() && line.find_first_of(never_inside) == std::string::npos);
    require(std::ranges::none_of(terminal::escaped(line), is_control));
}

void check_path(const std::string& path) {
    const std::string listed = command::listed_path(path);
    require(std::ranges::none_of(listed, is_control));
    const std::vector<std::string> lines = command::meaningful_lines(listed + "\r\n");
    require(lines.size() == 1 && command::meant_name(lines.front()) == path);
}

std::string as_utf16_file(std::string_view ascii) {
    std::string bytes = "\xFF\xFE";
    for (const char c : ascii) {
        bytes += {c, '\0'};
    }
    return bytes;
}

// From standard input.
std::string read_file(const std::string& bytes) {
    std::istringstream input(bytes);
    std::streambuf* const before = std::cin.rdbuf(input.rdbuf());
    std::cin.clear();
    try {
        std::string text = command::read_file("-");
        std::cin.rdbuf(before);
        return text;
    } catch (const terminal::ProgramError&) {
        std::cin.rdbuf(before);
        throw;
    }
}

void check_file(const std::string& bytes) {
    try {
        const std::string text = read_file(bytes);
        const std::vector<std::string> lines = command::meaningful_lines(text);
        std::ranges::for_each(lines, check_line);
        if (std::ranges::all_of(text, [](char c) { return c > 0; })) {
            require(command::decode_text(as_utf16_file(text)) == text);
        }
    } catch (const terminal::ProgramError& failure) {
        require(!std::string_view(failure.what()).empty());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    check_file(bytes);
    check_path("\\" + bytes);
    return 0;
}
