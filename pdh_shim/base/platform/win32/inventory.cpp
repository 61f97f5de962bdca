// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/system.h"
#include "base/process_information.h"
#include "base/text.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cwchar>
#include <optional>
#include <string_view>
#include <vector>

namespace pdh_shim::platform {
namespace {

constexpr std::size_t first_information = std::size_t{16} << 10U;
constexpr std::size_t largest_information = std::size_t{64} << 20U;
constexpr auto length_mismatch = static_cast<LONG>(0xC0000004);

using QueryInformation = LONG(NTAPI*)(ULONG information, void* buffer, ULONG size, ULONG* length);
constinit const SystemFunction<QueryInformation> query_information{L"ntdll.dll", "NtQuerySystemInformation"};

} // namespace

SystemAnswer query_system_information(std::uint32_t information, std::vector<std::byte>& buffer) {
    const QueryInformation query = query_information.get();
    buffer.resize(std::max(buffer.size(), first_information));
    std::size_t size = buffer.size();
    LONG status = length_mismatch;
    ULONG length = 0;
    while (query != nullptr) {
        std::ranges::fill(buffer, std::byte{0}); // what is not filled in must not be of an earlier answer
        length = 0;
        status = query(information, buffer.data(), static_cast<ULONG>(size), &length);
        if (status != length_mismatch || size >= largest_information) {
            break;
        }
        if (length != 0 && length < size && size == buffer.size()) {
            size = length; // some classes take no longer buffer
            continue;
        }
        buffer.resize(std::min(buffer.size() * 2, largest_information));
        size = buffer.size();
    }
    if (status < 0) {
        return {};
    }
    const auto bytes = std::span(buffer).first(std::min<std::size_t>(length, size));
    return {bytes, reinterpret_cast<std::uintptr_t>(buffer.data())};
}

} // namespace pdh_shim::platform

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

// user32 and gdi32 are loaded here only: they take long, and few programs ask about a GPU.

namespace pdh_shim::platform {
namespace {

/// D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME, and D3DKMT_CLOSEADAPTER.
struct OpenedAdapter {
    std::array<wchar_t, 32> display;
    UINT handle;
    LUID luid;
    UINT source;
};
struct ClosedAdapter {
    UINT handle;
};
/// D3DKMT_ADAPTERINFO, and D3DKMT_ENUMADAPTERS2.
struct ListedAdapter {
    UINT handle;
    LUID luid;
    ULONG sources;
    BOOL regions;
};
struct AdapterList {
    ULONG count;
    ListedAdapter* adapters;
};
static_assert(offsetof(OpenedAdapter, luid) == 68);
static_assert(sizeof(ListedAdapter) == 20);

using OpenAdapter = LONG(WINAPI*)(OpenedAdapter*);
using CloseAdapter = LONG(WINAPI*)(const ClosedAdapter*);
using ListAdapters = LONG(WINAPI*)(AdapterList*);
constinit const SystemFunction<decltype(&EnumDisplayDevicesW)> list_displays{
    L"user32.dll", "EnumDisplayDevicesW"};
constinit const SystemFunction<OpenAdapter> open_adapter{L"gdi32.dll", "D3DKMTOpenAdapterFromGdiDisplayName"};
constinit const SystemFunction<CloseAdapter> close_adapter{L"gdi32.dll", "D3DKMTCloseAdapter"};
constinit const SystemFunction<ListAdapters> list_all_adapters{L"gdi32.dll", "D3DKMTEnumAdapters2"};

std::int64_t as_number(LUID luid) {
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(luid.HighPart)) << 32U) | luid.LowPart);
}

/// The number behind a part of a hardware ID such as `PCI\VEN_1002&DEV_744C&...`; 0 = it is not there.
std::uint32_t part_of_id(std::wstring_view id, std::wstring_view part) {
    const std::size_t place = id.find(part);
    return place == std::wstring_view::npos
               ? 0
               : static_cast<std::uint32_t>(std::wcstoul(id.data() + place + part.size(), nullptr, 16));
}

class AdapterSearch {
  public:
    /// Those that have displays, which are known with their numbers on PCI.
    void add_of_displays() {
        const auto display = list_displays.get();
        const auto open = open_adapter.get();
        DISPLAY_DEVICEW device{};
        device.cb = sizeof device;
        for (DWORD i = 0; display != nullptr && open != nullptr && display(nullptr, i, &device, 0) != 0;
             ++i) {
            OpenedAdapter opened{};
            std::ranges::copy(device.DeviceName, opened.display.begin());
            if (open(&opened) >= 0) {
                close(opened.handle);
                const std::wstring_view id = static_cast<const wchar_t*>(device.DeviceID);
                add({.luid = as_number(opened.luid),
                    .vendor = part_of_id(id, L"VEN_"),
                    .device = part_of_id(id, L"DEV_")});
            }
        }
    }

    /// All, of which only the LUIDs are known. Wine 8 does not have the function.
    void add_listed() {
        const auto list = list_all_adapters.get();
        std::array<ListedAdapter, 34> adapters{}; // as many as the interface can return
        AdapterList listed{static_cast<ULONG>(adapters.size()), adapters.data()};
        if (list == nullptr || list(&listed) < 0) {
            return;
        }
        const std::size_t count = std::min<std::size_t>(listed.count, adapters.size());
        for (std::size_t i = 0; i < count; ++i) {
            close(adapters.at(i).handle);
            add({.luid = as_number(adapters.at(i).luid)});
        }
    }

    [[nodiscard]] std::vector<WindowsAdapter> take() { return std::move(found_); }

  private:
    static void close(UINT handle) {
        const auto close = close_adapter.get();
        const ClosedAdapter closed{handle};
        if (close != nullptr) {
            close(&closed);
        }
    }

    void add(const WindowsAdapter& adapter) {
        if (std::ranges::find(found_, adapter.luid, &WindowsAdapter::luid) == found_.end()) {
            found_.push_back(adapter);
        }
    }

    std::vector<WindowsAdapter> found_;
};

} // namespace

bool serves_windows_programs() noexcept {
    return true;
}

std::vector<WindowsAdapter> windows_adapters() {
    AdapterSearch search;
    search.add_of_displays();
    search.add_listed();
    return search.take();
}

namespace {

using UnixFileName = char*(__cdecl*)(const wchar_t* path);
constinit const SystemFunction<UnixFileName> unix_file_name{L"kernel32.dll", "wine_get_unix_file_name"};
constinit const SystemFunction<decltype(&RegGetValueW)> get_registry_value{L"advapi32.dll", "RegGetValueW"};

/// A file or folder of the Linux system in the form that Wine's functions accept.
std::wstring native(const std::string& path) {
    std::wstring name = L"\\\\?\\unix" + to_wide(path);
    std::ranges::replace(name, L'/', L'\\');
    return name;
}

bool is_disk(const std::wstring& root) {
    const UINT type = GetDriveTypeW(root.c_str());
    return type == DRIVE_FIXED || type == DRIVE_REMOVABLE || type == DRIVE_RAMDISK;
}

/// Where Wine looks for the drive: usually a symbolic link.
std::string link_of(const std::wstring& root) {
    const UnixFileName name_of = unix_file_name.get();
    char* const name = name_of == nullptr ? nullptr : name_of(root.c_str());
    if (name == nullptr) {
        return {};
    }
    std::string path(name);
    HeapFree(GetProcessHeap(), 0, name);
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    return path;
}

/// The target of that link: Wine stores it where Windows stores the identity of a drive's volume. For a
/// volume that has a number it stores the number instead.
std::optional<std::string> target_of(const std::wstring& drive) {
    const auto get_value = get_registry_value.get();
    std::array<char, 4096> text{}; // PATH_MAX of Linux
    auto size = static_cast<DWORD>(text.size());
    const std::wstring value = L"\\DosDevices\\" + drive;
    if (get_value == nullptr ||
        get_value(HKEY_LOCAL_MACHINE, L"SYSTEM\\MountedDevices", value.c_str(), RRF_RT_REG_BINARY, nullptr,
            text.data(), &size) != ERROR_SUCCESS ||
        size < 2 || text[size - 1] != '\0') {
        return std::nullopt;
    }
    const std::string_view target(text.data(), size - 1);
    const bool is_text =
        std::ranges::none_of(target, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return is_text ? std::optional(std::string(target)) : std::nullopt;
}

/// An absolute path without `.`, `..` and empty parts.
std::string normalized(std::string_view path) {
    std::string result;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (part == "..") {
            result.resize(result.empty() ? 0 : result.rfind('/'));
        } else if (!part.empty() && part != ".") {
            result += '/';
            result += part;
        }
    }
    return result.empty() ? "/" : result;
}

std::optional<BY_HANDLE_FILE_INFORMATION> identity_of(const std::wstring& folder) {
    const auto handle = own<Handle>(CreateFileW(
        folder.c_str(), 0, share_all, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    BY_HANDLE_FILE_INFORMATION information{};
    if (handle == nullptr || GetFileInformationByHandle(handle.get(), &information) == 0) {
        return std::nullopt;
    }
    return information;
}

/// By its number in the file system and the time of its last change: Wine does not report the file system.
bool is_same_folder(const std::wstring& one, const std::wstring& other) {
    const auto first = identity_of(one);
    const auto second = identity_of(other);
    return first && second && first->nFileIndexHigh == second->nFileIndexHigh &&
           first->nFileIndexLow == second->nFileIndexLow &&
           CompareFileTime(&first->ftLastWriteTime, &second->ftLastWriteTime) == 0;
}

std::string folder_of(const std::wstring& drive, const std::wstring& root) {
    const std::string link = link_of(root);
    const auto target = target_of(drive);
    if (link.empty() || !target) {
        return link;
    }
    const std::string followed =
        normalized(target->starts_with('/') ? *target : link.substr(0, link.rfind('/') + 1) + *target);
    return is_same_folder(root, native(followed)) ? followed : link;
}

std::vector<std::string> crossings_of(const std::string& folder) {
    std::vector<std::string> crossings;
    for (std::size_t end = 0; end < folder.size() && folder != "/";) {
        end = std::min(folder.find('/', end + 1), folder.size());
        std::string part = folder.substr(0, end);
        const DWORD attributes = GetFileAttributesW(native(part).c_str());
        if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
            crossings.push_back(std::move(part));
        }
    }
    return crossings;
}

} // namespace

std::vector<WindowsDrive> windows_drives() {
    std::vector<WindowsDrive> drives;
    const DWORD letters = has_linux_files() ? GetLogicalDrives() : 0;
    for (wchar_t letter = L'A'; letter <= L'Z'; ++letter) {
        const std::wstring drive{letter, L':'};
        const std::wstring root = drive + L'\\';
        if ((letters >> static_cast<unsigned>(letter - L'A') & 1U) == 0 || !is_disk(root)) {
            continue;
        }
        std::string folder = folder_of(drive, root);
        if (!folder.empty()) {
            auto crossings = crossings_of(folder);
            drives.push_back({from_wide(drive), std::move(folder), std::move(crossings)});
        }
    }
    return drives;
}

} // namespace pdh_shim::platform
