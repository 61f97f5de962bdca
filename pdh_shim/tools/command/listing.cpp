// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/listing.h"

#include "tools/command/list_result.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <winperf.h>

#include <utility>
#include <vector>

namespace pdh_shim::tools::command {

namespace {

[[noreturn]] void fail(DWORD status, const std::string& computer) {
    if (status == PDH_CSTATUS_NO_OBJECT || status == PDH_CSTATUS_NO_MACHINE) {
        const auto reason =
            status == PDH_CSTATUS_NO_MACHINE ? ' ' + unreached(computer, last_reason()) : std::string();
        throw terminal::ProgramError("The specified object was not found on the computer." + reason);
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

} // namespace

void list_counters(PDH_HLOG source, const std::string& object, const std::string& computer,
    bool with_instances, const std::function<void(const std::string& path)>& write) {
    const auto prefix = computer.empty() ? std::string() : "\\\\" + computer;
    const DWORD flags = with_instances ? 0 : PDH_NOEXPANDINSTANCES;
    const auto objects = object.empty() ? all_objects(source, prefix) : std::vector<std::string>{object};
    for (const auto& name : objects) {
        auto pattern = prefix;
        pattern.append("\\").append(name).append(has_instances(source, name, prefix) ? "(*)\\*" : "\\*");
        const auto paths = expand(source, pattern, flags);
        for (const auto& path : paths.strings) {
            write(prefix + without_computer(path));
        }
    }
}

} // namespace pdh_shim::tools::command
