#include "text.h"

#include "failure.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace typeperf {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view line) {
    const auto first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

std::string_view unquoted(std::string_view line) {
    const bool is_quoted = line.size() >= 2 && line.front() == '"' && line.back() == '"';
    return is_quoted ? line.substr(1, line.size() - 2) : line;
}

} // namespace

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

std::vector<std::string> meaningful_lines(std::string_view text) {
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
        text.remove_prefix(byte_order_mark.size());
    }
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = unquoted(trimmed(text.substr(0, end)));
        if (!line.empty() && line.front() != ';' && line.front() != '#') {
            lines.emplace_back(line);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string read_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.is_open() || file.bad()) {
        throw Failure("The file \"" + name + "\" cannot be read.");
    }
    return content;
}

} // namespace typeperf
