// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/ntdll.h"
#include "base/platform/win32/wide.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

// One call of ntdll returns all processes with their starts: a snapshot of toolhelp and the handle of each
// process take Wine's server four times as long.

namespace pdh_shim::platform {
namespace {

/// SYSTEM_INFORMATION_CLASS
constexpr int system_processes = 5;
constexpr int system_handles = 64;

/// The beginning of SYSTEM_PROCESS_INFORMATION, as public headers declare it.
struct ProcessEntry {
    ULONG next; // offset from this entry; 0 = it is the last one
    ULONG threads;
    std::array<LARGE_INTEGER, 3> unused;
    LARGE_INTEGER created;
    std::array<LARGE_INTEGER, 2> times;
    USHORT name_bytes;
    USHORT name_room;
    const wchar_t* name;
    LONG priority;
    ULONG_PTR id;
    ULONG_PTR parent;
};
static_assert(offsetof(ProcessEntry, created) == 32);
static_assert(offsetof(ProcessEntry, id) == (sizeof(void*) == 8 ? 80 : 68));

/// SYSTEM_HANDLE_INFORMATION_EX and its entries.
struct HandlesHeader {
    ULONG_PTR count;
    ULONG_PTR unused;
};
struct HandleEntry {
    ULONG_PTR object;
    ULONG_PTR process;
    ULONG_PTR value;
    std::array<ULONG, 4> unused;
};
static_assert(sizeof(HandleEntry) == (sizeof(void*) == 8 ? 40 : 28));

/// What the system returns for this class of information; empty if it has none.
/// @param expected a size that is usually enough
std::vector<std::byte> query_system(int information, std::size_t expected) {
    using Query = LONG(WINAPI*)(int, void*, ULONG, ULONG*);
    constexpr auto too_short = static_cast<LONG>(0xC0000004);
    constexpr std::size_t most_bytes = std::size_t{64} << 20U;
    const auto query = find_in_ntdll<Query>("NtQuerySystemInformation");
    std::vector<std::byte> buffer(expected);
    LONG status = query == nullptr ? -1 : too_short;
    ULONG length = 0;
    while (status == too_short && buffer.size() <= most_bytes) {
        status = query(information, buffer.data(), static_cast<ULONG>(buffer.size()), &length);
        if (status == too_short) {
            buffer.resize(buffer.size() * 2);
        }
    }
    buffer.resize(status < 0 ? 0 : std::min<std::size_t>(length, buffer.size()));
    return buffer;
}

} // namespace

std::vector<WindowsProcess> windows_processes() {
    const std::vector<std::byte> buffer = query_system(system_processes, std::size_t{64} << 10U);
    std::vector<WindowsProcess> processes;
    std::size_t place = 0;
    while (place + sizeof(ProcessEntry) <= buffer.size()) {
        const auto& entry = *reinterpret_cast<const ProcessEntry*>(buffer.data() + place);
        const std::wstring_view name(entry.name, entry.name_bytes / sizeof(wchar_t));
        processes.push_back({.name = from_wide(name),
            .id = static_cast<std::int64_t>(entry.id),
            .parent = static_cast<std::int64_t>(entry.parent),
            .started = entry.created.QuadPart,
            .is_self = entry.id == GetCurrentProcessId()});
        if (entry.next == 0) {
            break;
        }
        place += entry.next;
    }
    return processes;
}

std::vector<std::int64_t> windows_process_ids() {
    const std::vector<std::byte> buffer = query_system(system_handles, std::size_t{64} << 10U);
    std::vector<std::int64_t> ids;
    if (buffer.size() < sizeof(HandlesHeader)) {
        return ids;
    }
    const std::size_t room = (buffer.size() - sizeof(HandlesHeader)) / sizeof(HandleEntry);
    const std::size_t count =
        std::min<std::size_t>(reinterpret_cast<const HandlesHeader*>(buffer.data())->count, room);
    const auto* const entries = reinterpret_cast<const HandleEntry*>(buffer.data() + sizeof(HandlesHeader));
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = static_cast<std::int64_t>(entries[i].process);
        if (ids.empty() || ids.back() != id) { // the handles of a process stand together
            ids.push_back(id);
        }
    }
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    return ids;
}

} // namespace pdh_shim::platform
