// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/listing.h"

#include "tools/command/paths.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <winperf.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace pdh_shim::tools::command {

ListResult read_list(const std::function<PDH_STATUS(char* buffer, DWORD* size)>& fill) {
    std::string buffer;
    bool has_loss = false;
    for (;;) {
        auto size = static_cast<DWORD>(buffer.size());
        const auto status = static_cast<DWORD>(fill(buffer.empty() ? nullptr : buffer.data(), &size));
        has_loss = has_loss || !last_reason(PDH_BINARY_LOG_CORRUPT).empty();
        if (status == ERROR_SUCCESS) {
            return {status, strings_of(buffer), has_loss};
        }
        if (status != PDH_MORE_DATA) {
            return {status, {}, has_loss};
        }
        // Larger than requested, and larger than last time: the list may have grown.
        constexpr std::size_t slack = 1024;
        buffer.assign(std::max<std::size_t>(size, buffer.size()) + slack, '\0');
    }
}

void check_list(DWORD status, const std::string& what) {
    switch (status) {
    case PDH_INVALID_ARGUMENT:
    case PDH_INVALID_HANDLE:
    case PDH_MEMORY_ALLOCATION_FAILURE:
    case PDH_INSUFFICIENT_BUFFER:
    case PDH_NOT_IMPLEMENTED:
        throw status_error(what + " cannot be listed", status);
    default:
        break;
    }
}

ListResult expand(PDH_HLOG source, const std::string& path, DWORD flags) {
    return read_list([&](char* buffer, DWORD* size) {
        return PdhExpandWildCardPathHA(source, path.c_str(), buffer, size, flags);
    });
}

namespace {

// How many letters have to be inserted, removed or replaced.
std::size_t letters_apart(const std::string& left, const std::string& right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        auto diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < right.size(); ++j) {
            const auto replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

const char* or_null(const std::string& text) {
    return text.empty() ? nullptr : text.c_str();
}

std::vector<std::string> similar_objects(
    PDH_HLOG source, const std::string& object, const std::string& computer) {
    constexpr std::size_t most = 3;
    constexpr std::size_t letters_of_a_mistake = 4; // one wrong letter of so many
    constexpr std::size_t shortest_part = 3;
    const auto objects = read_list([&](char* buffer, DWORD* size) {
        return PdhEnumObjectsHA(source, or_null(computer), buffer, size, PERF_DETAIL_WIZARD, FALSE);
    });
    const auto wanted = lower_case(object);
    std::multimap<std::pair<bool, std::size_t>, std::string> found; // those that contain it come first
    for (const auto& name : objects.strings) {
        const auto lower = lower_case(name);
        const auto wrong = letters_apart(wanted, lower);
        const bool is_part = wanted.size() >= shortest_part && lower.find(wanted) != std::string::npos;
        if (is_part || wrong <= 1 + wanted.size() / letters_of_a_mistake) {
            found.emplace(std::pair(!is_part, wrong), name);
        }
    }
    std::vector<std::string> similar;
    for (const auto& [order, name] : found) {
        if (similar.size() < most) {
            similar.push_back(name);
        }
    }
    return similar;
}

[[noreturn]] void fail(
    DWORD status, PDH_HLOG source, const std::string& object, const std::string& computer) {
    const auto on_windows = windows_error(status);
    if (status == PDH_CSTATUS_NO_MACHINE) {
        throw terminal::ProgramError(
            "The specified object was not found on the computer. " + unreached(computer, last_reason()),
            terminal::ExitStatus::cannot, on_windows);
    }
    if (status == PDH_CSTATUS_NO_OBJECT) {
        throw terminal::ProgramError("The object \"" + object + "\" was not found on the computer. " +
                                         similar_objects_text(source, object, computer),
            terminal::ExitStatus::cannot, on_windows);
    }
    throw status_error("The counters cannot be listed", status);
}

std::vector<std::string> all_objects(PDH_HLOG source, const std::string& computer) {
    auto objects = read_list([&](char* buffer, DWORD* size) {
        return PdhEnumObjectsHA(source, or_null(computer), buffer, size, PERF_DETAIL_WIZARD, FALSE);
    });
    if (objects.status != ERROR_SUCCESS) {
        fail(objects.status, source, {}, computer);
    }
    return std::move(objects.strings);
}

bool has_instances(PDH_HLOG source, const std::string& object, const std::string& computer) {
    const auto all_instances = computer + "\\" + object + "(*)\\*";
    if (expand(source, all_instances, PDH_NOEXPANDINSTANCES).status == ERROR_SUCCESS) {
        return true; // and a log was not read for them
    }
    DWORD counters_size = 0;
    DWORD instances_size = 0;
    const auto status = static_cast<DWORD>(PdhEnumObjectItemsHA(source, or_null(computer), object.c_str(),
        nullptr, &counters_size, nullptr, &instances_size, PERF_DETAIL_WIZARD, 0));
    if (status != ERROR_SUCCESS && status != PDH_MORE_DATA) {
        fail(status, source, object, computer);
    }
    // A list of instances that is empty now still has its terminators.
    return instances_size > 0;
}

// A path up to the end of its instance, and the number of that, which the path may spell.
std::pair<std::string, unsigned long> numbered_instance(const std::string& path) {
    const auto end = path.rfind(")\\");
    const auto sign = path.substr(0, end).find_last_not_of("0123456789");
    const bool is_numbered = sign != std::string::npos && path[sign] == '#' && sign + 1 != end;
    return {lower_case(path.substr(0, is_numbered ? sign : end)),
        is_numbered ? std::strtoul(path.c_str() + sign + 1, nullptr, 10) : 0};
}

// The instances of a running counter. Where several have one name an expansion has the last one first, as
// Windows does, but lists them as the provider does.
std::vector<std::string> running_instances(
    const std::string& counter, const std::function<void(const std::string& why)>& leave_out) {
    auto list = expand(nullptr, counter);
    if (list.status != ERROR_SUCCESS) {
        leave_out(status_error("The instances of " + counter + " cannot be listed", list.status).what());
    }
    auto& paths = list.strings;
    std::map<std::string, std::vector<std::size_t>> places;                 // by name
    std::map<std::string, std::multimap<unsigned long, std::string>> named; // by name and number
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto [name, number] = numbered_instance(paths[i]);
        places[name].push_back(i);
        named[name].emplace(number, paths[i]);
    }
    for (const auto& [name, of_name] : named) {
        auto place = places[name].begin();
        for (const auto& [number, path] : of_name) {
            paths[*place++] = path;
        }
    }
    return std::move(paths);
}

/// The paths of an object's counters.
std::vector<std::string> paths_of_object(PDH_HLOG source, const std::string& object,
    const std::string& prefix, bool with_instances,
    const std::function<void(const std::string& why)>& leave_out) {
    const bool object_has_instances = has_instances(source, object, prefix);
    const bool are_running = source == nullptr && with_instances && object_has_instances;
    auto paths = expand(source, prefix + '\\' + object + (object_has_instances ? "(*)\\*" : "\\*"),
        with_instances && !are_running ? 0 : PDH_NOEXPANDINSTANCES);
    if (paths.status != ERROR_SUCCESS) {
        leave_out(status_error("The counters of " + object + " cannot be listed", paths.status).what());
    }
    if (!are_running) {
        return std::move(paths.strings);
    }
    std::vector<std::string> running;
    for (const auto& path : paths.strings) {
        std::ranges::move(running_instances(path, leave_out), std::back_inserter(running));
    }
    return running;
}

} // namespace

std::string similar_objects_text(PDH_HLOG source, const std::string& object, const std::string& computer) {
    const auto similar = similar_objects(source, object, computer);
    if (similar.empty()) {
        return "typeperf -q lists all objects.";
    }
    std::string text = "Similar names: ";
    for (const auto& name : similar) {
        text += (&name == &similar.front() ? "" : ", ") + name;
    }
    return text + '.';
}

void list_counters(PDH_HLOG source, const std::string& object, const std::string& computer,
    bool with_instances, const std::function<void(const std::string& path)>& write,
    const std::function<void(const std::string& why)>& leave_out) {
    const auto prefix = computer.empty() ? std::string() : "\\\\" + computer;
    const auto objects = object.empty() ? all_objects(source, prefix) : std::vector<std::string>{object};
    for (const auto& name : objects) {
        for (const auto& path : paths_of_object(source, name, prefix, with_instances, leave_out)) {
            write(prefix + without_computer(path));
        }
    }
}

} // namespace pdh_shim::tools::command
