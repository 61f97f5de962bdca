// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/system_information.h"
#include "base/text.h"

#include <windows.h>

// One call of ntdll returns all processes with their starts: a snapshot of toolhelp and the handle of each
// process take Wine's server four times as long.

namespace pdh_shim::platform {
namespace {

constexpr std::size_t usual_size = std::size_t{64} << 10U;

} // namespace

std::vector<WindowsProcess> windows_processes() {
    std::vector<std::byte> buffer(usual_size);
    const auto entries = parse_processes(query_system_information(process_class, buffer), own_width);
    std::vector<WindowsProcess> processes;
    if (!entries) {
        return processes;
    }
    for (const ProcessEntry& entry : *entries) {
        WindowsProcess& process = processes.emplace_back();
        append_utf16_lossy(process.name, entry.name);
        process.id = entry.id;
        process.parent = entry.parent;
        process.started = entry.created;
        process.is_self = entry.id == static_cast<std::int64_t>(GetCurrentProcessId());
    }
    return processes;
}

} // namespace pdh_shim::platform
