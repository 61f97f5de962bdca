// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/folder.h"
#include "base/platform/win32/handle.h"
#include "base/platform/win32/system_function.h"
#include "base/platform/win32/wide_text.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace pdh_shim::platform {
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
