// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/text_file.h"

#include "base/text.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view utf16_little_mark = "\xFF\xFE";
constexpr std::string_view utf16_big_mark = "\xFE\xFF";
constexpr std::size_t longest_file = std::size_t{16} << 20U;
constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view line) {
    const auto first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

// UTF-16 as UTF-8; none if it is malformed.
std::optional<std::string> from_utf16(std::string_view bytes, bool is_big_endian) {
    if (bytes.size() % 2 != 0) {
        return std::nullopt;
    }
    std::u16string units;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        units += static_cast<char16_t>(is_big_endian ? first << 8U | second : second << 8U | first);
    }
    auto text = to_utf8(units);
    return text ? std::optional(std::move(text).value()) : std::nullopt;
}

std::string read_all(std::istream& stream, const std::string& name) {
    constexpr std::size_t block = std::size_t{64} << 10U;
    std::string content;
    while (stream) {
        const auto size = content.size();
        if (size > longest_file) {
            throw terminal::ProgramError("The file \"" + name + "\" holds more than 16 MiB.");
        }
        content.resize(size + block);
        stream.read(content.data() + size, block);
        content.resize(size + static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) {
        throw terminal::ProgramError(
            "The file \"" + name + "\" cannot be read: " + std::generic_category().message(errno) + '.');
    }
    return content;
}

// Neither a value nor an [option].
bool is_remark(std::string_view line) {
    return line.empty() || line.front() == ';' || line.front() == '#' || line == success_text ||
           line == "\"\"";
}

} // namespace

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

std::string decode_text(std::string_view bytes) {
    const bool is_big_endian = bytes.starts_with(utf16_big_mark);
    std::string text;
    if (is_big_endian || bytes.starts_with(utf16_little_mark)) {
        auto decoded = from_utf16(bytes.substr(utf16_big_mark.size()), is_big_endian);
        if (!decoded) {
            throw terminal::ProgramError("is not the UTF-16 text that its byte order mark says");
        }
        text = std::move(*decoded);
    } else {
        text = bytes.substr(bytes.starts_with(utf8_mark) ? utf8_mark.size() : 0);
    }
    if (text.find('\0') != std::string::npos) {
        throw terminal::ProgramError("is no text: it holds a NUL; UTF-16 needs a byte order mark");
    }
    return text;
}

std::vector<ListLine> list_lines(std::string_view text) {
    std::vector<ListLine> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = trimmed(text.substr(0, end));
        if (!is_remark(line)) {
            const bool is_quoted = line.size() > 2 && line.front() == '"' && line.back() == '"';
            lines.push_back({std::string(is_quoted ? line.substr(1, line.size() - 2) : line), is_quoted});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string> meaningful_lines(std::string_view text) {
    std::vector<std::string> lines;
    for (auto& line : list_lines(text)) {
        lines.push_back(std::move(line.text));
    }
    return lines;
}

std::string read_file(const std::string& name) {
    std::error_code unknown;
    if (std::filesystem::is_directory(name, unknown)) {
        throw terminal::ProgramError("\"" + name + "\" is a folder.");
    }
    std::ifstream file;
    if (name != "-") {
        file.open(name, std::ios::binary);
        if (!file.is_open()) {
            throw terminal::ProgramError(
                "The file \"" + name + "\" cannot be read: " + std::generic_category().message(errno) + '.');
        }
    }
    const auto bytes = read_all(name == "-" ? std::cin : file, name);
    try {
        return decode_text(bytes);
    } catch (const terminal::ProgramError& error) {
        throw terminal::ProgramError("The file \"" + name + "\" " + error.what() + ".");
    }
}

} // namespace pdh_shim::tools::command
