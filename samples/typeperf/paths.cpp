#include "paths.h"

#include <algorithm>

namespace typeperf {

namespace {

constexpr std::string_view computer_mark = "\\\\";

} // namespace

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

std::vector<std::string> strings_of(std::string_view list) {
    std::vector<std::string> strings;
    while (!list.empty() && list.front() != '\0') {
        const auto end = std::min(list.find('\0'), list.size());
        strings.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return strings;
}

} // namespace typeperf
