// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/inputs.h"

#include "tools/command/listing.h"
#include "tools/command/output_file.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

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

namespace {

std::int64_t number_of(LONGLONG time) {
    return static_cast<std::int64_t>(time);
}

// The names as a list of PDH: each with its NUL, and another NUL.
std::string joined(const std::vector<std::string>& files) {
    std::string list;
    for (const auto& file : files) {
        list.append(file).push_back('\0');
    }
    return list;
}

void check(DWORD status, const std::string& what) {
    if (status != ERROR_SUCCESS) {
        throw command::status_error(what, status);
    }
}

} // namespace

InputLogs::InputLogs(const std::vector<std::string>& paths, const std::vector<std::string>& names)
    : name_(names.size() == 1 ? names.front() : "") {
    if (paths.size() > 1) { // a list of names ends for the library at a text file that is not there
        std::for_each(paths.begin(), paths.end(), [](const std::string& path) { (void)type_of(path); });
    }
    const auto status = static_cast<DWORD>(PdhBindInputDataSourceA(&source_, joined(paths).c_str()));
    if (status == PDH_INCORRECT_APPEND_TIME) {
        throw terminal::ProgramError(
            "The time zone of one log is known, and that of another is not: say it with -tz.");
    }
    if (status != ERROR_SUCCESS && names.size() == 1) {
        throw named(command::SourceError(status));
    }
    check(status, "The logs cannot be read together, as up to 32 binary logs can");
    are_binary_ = type_of(paths.front()) == "Binary"; // several logs all are, or none is
}

InputLogs::~InputLogs() {
    (void)PdhCloseLog(source_, 0);
}

terminal::ProgramError InputLogs::named(const command::SourceError& error) const {
    if (name_.empty()) {
        return error;
    }
    const auto said = error.with("The log \"" + name_ + "\" cannot be read");
    const bool may_have_two_meanings = error.pdh_status() == PDH_UNKNOWN_LOG_FORMAT;
    return terminal::ProgramError(
        said.what() +
            std::string(may_have_two_meanings
                            ? " If it is a text log whose times or numbers have two meanings, -dates mdy"
                              " or -dates dmy, and -decimal point or -decimal comma decide."
                            : ""),
        said.status(), said.on_windows());
}

RecordRange InputLogs::range() const {
    PDH_TIME_INFO info = {};
    DWORD entries = 0;
    DWORD size = sizeof info;
    const auto status = static_cast<DWORD>(PdhGetDataSourceTimeRangeH(source_, &entries, &info, &size));
    if (status == PDH_NO_DATA) {
        return {}; // there is no record
    }
    check(status, "The times of the records cannot be read");
    return {number_of(info.StartTime), number_of(info.EndTime), info.SampleCount};
}

std::optional<int> InputLogs::bias_minutes(std::int64_t local_time) const {
    LONG minutes = 0;
    const bool is_known = pdh_shim_log_bias(source_, local_time, &minutes) == ERROR_SUCCESS;
    return is_known ? std::optional(static_cast<int>(minutes)) : std::nullopt;
}

std::int64_t InputLogs::local(std::int64_t time, std::optional<int> bias) const {
    constexpr std::int64_t ticks_per_minute = 600'000'000;
    if (!bias) {
        return time;
    }
    const auto of_log = bias_minutes(time); // the records may be of two seasons
    if (!of_log) {
        throw terminal::ProgramError(
            "The zone of the log is not known: -tz says it, or a time without a distance from UTC is local.");
    }
    const auto nearly = time + (*bias - *of_log) * ticks_per_minute;
    return time + (*bias - bias_minutes(nearly).value_or(*of_log)) * ticks_per_minute;
}

TimeRange InputLogs::local(const TimeRange& range) const {
    const TimeRange here{local(range.begin, range.begin_bias), local(range.end, range.end_bias)};
    if (here.end < here.begin) {
        throw terminal::UsageError("The end is before the begin.");
    }
    return here;
}

std::optional<command::TimeZone> InputLogs::zone(std::int64_t local_time) const {
    const auto bias = bias_minutes(local_time);
    if (!bias) {
        return std::nullopt;
    }
    const auto name = command::read_list(
        [&](char* buffer, DWORD* size) { return pdh_shim_log_zone_name(source_, local_time, buffer, size); });
    return command::TimeZone{name.strings.empty() ? std::string() : name.strings.front(), *bias};
}

std::vector<std::string> InputLogs::computers() const {
    auto list = command::read_list(
        [&](char* buffer, DWORD* size) { return PdhEnumMachinesHA(source_, buffer, size); });
    check(list.status, "The computers of the log cannot be listed");
    std::replace(list.strings.begin(), list.strings.end(), std::string("\\\\"), std::string());
    return std::move(list.strings);
}

std::vector<std::string> InputLogs::counters(bool with_instances, bool* has_loss) const {
    auto list = command::read_list([&](char* buffer, DWORD* size) {
        return pdh_shim_log_counters(source_, with_instances ? 0 : PDH_NOEXPANDINSTANCES, buffer, size);
    });
    check(list.status, "The counters of the log cannot be listed");
    if (has_loss != nullptr) {
        *has_loss = list.has_loss;
    }
    return std::move(list.strings);
}

std::vector<std::string> InputLogs::counters_of_objects() const {
    std::vector<std::string> paths;
    for (const auto& computer : computers()) {
        const auto name = computer.substr(std::min<std::size_t>(computer.size(), 2));
        command::list_counters(
            source_, {}, name, false, [&](const std::string& path) { paths.push_back(path); },
            [](const std::string& why) { throw terminal::ProgramError(why); });
    }
    return paths;
}

std::uint64_t InputLogs::comments(std::int64_t begin, std::int64_t end) const {
    DWORD records = 0;
    check(static_cast<DWORD>(pdh_shim_log_comments(source_, begin, end, &records)),
        "The comments of the log cannot be counted");
    return records;
}

std::string type_of(const std::string& file) {
    DWORD type = PDH_LOG_TYPE_UNDEFINED;
    check(static_cast<DWORD>(PdhGetLogFileTypeA(file.c_str(), &type)),
        "The log \"" + file + "\" cannot be read");
    switch (type) {
    case PDH_LOG_TYPE_CSV:
        return "CSV";
    case PDH_LOG_TYPE_TSV:
        return "TSV";
    case PDH_LOG_TYPE_SQL:
        return "SQL";
    default:
        return file.starts_with("pcp:") ? "Archive" : "Binary";
    }
}

} // namespace pdh_shim::tools::relog
