// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/listing.h"

#include "tools/command/list_result.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <winperf.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace pdh_shim::tools::command {

namespace {

[[noreturn]] void fail(DWORD status, const std::string& computer) {
    if (status == PDH_CSTATUS_NO_OBJECT || status == PDH_CSTATUS_NO_MACHINE) {
        const auto reason =
            status == PDH_CSTATUS_NO_MACHINE ? ' ' + unreached(computer, last_reason()) : std::string();
        throw terminal::ProgramError("The specified object was not found on the computer." + reason,
            terminal::ExitStatus::cannot, windows_error(status));
    }
    throw status_error("The counters cannot be listed", status);
}

const char* or_null(const std::string& text) {
    return text.empty() ? nullptr : text.c_str();
}

std::vector<std::string> all_objects(PDH_HLOG source, const std::string& computer) {
    auto objects = read_list([&](char* buffer, DWORD* size) {
        return PdhEnumObjectsHA(source, or_null(computer), buffer, size, PERF_DETAIL_WIZARD, FALSE);
    });
    if (objects.status != ERROR_SUCCESS) {
        fail(objects.status, computer);
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
        fail(status, computer);
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

} // namespace

void list_counters(PDH_HLOG source, const std::string& object, const std::string& computer,
    bool with_instances, const std::function<void(const std::string& path)>& write,
    const std::function<void(const std::string& why)>& leave_out) {
    const auto prefix = computer.empty() ? std::string() : "\\\\" + computer;
    const DWORD flags = with_instances ? 0 : PDH_NOEXPANDINSTANCES;
    const auto objects = object.empty() ? all_objects(source, prefix) : std::vector<std::string>{object};
    for (const auto& name : objects) {
        auto pattern = prefix;
        const bool object_has_instances = has_instances(source, name, prefix);
        pattern.append("\\").append(name).append(object_has_instances ? "(*)\\*" : "\\*");
        const bool are_running = source == nullptr && with_instances && object_has_instances;
        const auto paths = expand(source, pattern, are_running ? PDH_NOEXPANDINSTANCES : flags);
        if (paths.status != ERROR_SUCCESS) {
            leave_out(status_error("The counters of " + name + " cannot be listed", paths.status).what());
        }
        for (const auto& path : paths.strings) {
            for (const auto& one :
                are_running ? running_instances(path, leave_out) : std::vector<std::string>{path}) {
                write(prefix + without_computer(one));
            }
        }
    }
}

} // namespace pdh_shim::tools::command
