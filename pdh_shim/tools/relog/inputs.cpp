// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/inputs.h"

#include "tools/command/output_format.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_error.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace pdh_shim::tools::relog {

namespace {

namespace fs = std::filesystem;

bool is_pattern(const std::string& name) {
    return name.find_first_of("*?") != std::string::npos;
}

std::vector<std::string> files_of(const std::string& name) {
    const fs::path path(name);
    const auto folder = path.parent_path();
    const auto pattern = path.filename().string();
    std::vector<std::string> files;
    std::error_code unreadable; // a folder that is not there has no files
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, unreadable)) {
        std::error_code unknown;
        if (entry.is_regular_file(unknown) && matches(entry.path().filename().string(), pattern)) {
            files.push_back((folder / entry.path().filename()).string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// `name` and `pattern` in lower case.
bool matches_lower(std::string_view name, std::string_view pattern) {
    std::size_t at = 0;
    std::size_t star = std::string_view::npos; // the last `*` seen
    std::size_t taken = 0;                     // where in the name it ends
    std::size_t i = 0;
    while (i < name.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            taken = i;
        } else if (at < pattern.size() && (pattern[at] == name[i] || pattern[at] == '?')) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

} // namespace

bool matches(std::string_view name, std::string_view pattern) {
    return matches_lower(command::lower_case(name), command::lower_case(pattern));
}

std::vector<std::string> input_files(const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const auto& name : names) {
        std::error_code unknown;
        // A file may have such a name itself, and a log in a database.
        if (!is_pattern(name) || command::is_database_log(name) || fs::exists(name, unknown)) {
            all.push_back(name);
            continue;
        }
        const auto files = files_of(name);
        if (files.empty()) {
            throw terminal::ProgramError("No file matches \"" + name + "\".");
        }
        all.insert(all.end(), files.begin(), files.end());
    }
    return all;
}

} // namespace pdh_shim::tools::relog
