// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The functions of this area that take or give text; paths.cpp has the functions for paths.
#include "files/file.h"
#include "files/mapping.h"
#include "system/system.h"
#include "text/tchar_text.h"

#include <algorithm>
#include <array>

namespace compat = pdh_shim::compat;
using compat::Char;
using compat::Text;
using compat::units;

namespace {

std::string host_path(LPCTSTR path) {
    return compat::with_slashes(compat::utf8_or_empty(path));
}

DWORD give(const std::string& path, DWORD size, LPTSTR to) {
    return compat::give_path<Char>(compat::to_tchar(path), size, to == nullptr ? nullptr : units(to));
}

/// A WIN32_FIND_DATA begins as a WIN32_FILE_ATTRIBUTE_DATA does.
template <class Data>
void give_status(const compat::FileStatus& status, Data& to) {
    to.dwFileAttributes = status.attributes;
    to.ftCreationTime = status.creation;
    to.ftLastAccessTime = status.access;
    to.ftLastWriteTime = status.write;
    to.nFileSizeHigh = static_cast<DWORD>(status.size >> 32);
    to.nFileSizeLow = static_cast<DWORD>(status.size);
}

void give_found(const compat::FoundFile& file, WIN32_FIND_DATA& to) {
    to = {};
    give_status(file.status, to);
    to.dwReserved0 = file.status.reparse_tag;
    compat::copy_text<Char>(compat::to_tchar(file.name), units(to.cFileName), MAX_PATH);
}

} // namespace

HANDLE WINAPI CreateFile(LPCTSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES attributes,
    DWORD disposition, DWORD flags, HANDLE) {
    return compat::create_file(
        host_path(name), {.access = access,
                             .share = share,
                             .disposition = disposition,
                             .flags = flags,
                             .inherited = attributes != nullptr && attributes->bInheritHandle != 0});
}

DWORD WINAPI GetFileAttributes(LPCTSTR name) {
    const auto status = compat::status_of(host_path(name));
    return status ? status->attributes : INVALID_FILE_ATTRIBUTES;
}

BOOL WINAPI GetFileAttributesEx(LPCTSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID data) {
    if (level != GetFileExInfoStandard || data == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    const auto status = compat::status_of(host_path(name));
    if (!status) {
        return FALSE;
    }
    give_status(*status, *static_cast<LPWIN32_FILE_ATTRIBUTE_DATA>(data));
    return TRUE;
}

BOOL WINAPI SetFileAttributes(LPCTSTR name, DWORD attributes) {
    return compat::set_attributes(host_path(name), attributes);
}

BOOL WINAPI DeleteFile(LPCTSTR name) {
    return compat::delete_file(host_path(name));
}

BOOL WINAPI MoveFileEx(LPCTSTR from, LPCTSTR to, DWORD flags) {
    return compat::move_file(host_path(from), host_path(to), flags);
}

BOOL WINAPI MoveFile(LPCTSTR from, LPCTSTR to) {
    return MoveFileEx(from, to, MOVEFILE_COPY_ALLOWED);
}

BOOL WINAPI CopyFile(LPCTSTR from, LPCTSTR to, BOOL fail_if_exists) {
    return compat::copy_file(host_path(from), host_path(to), fail_if_exists != 0);
}

BOOL WINAPI CreateDirectory(LPCTSTR name, LPSECURITY_ATTRIBUTES) {
    return compat::create_folder(host_path(name));
}

BOOL WINAPI RemoveDirectory(LPCTSTR name) {
    return compat::remove_folder(host_path(name));
}

DWORD WINAPI GetTempPath(DWORD size, LPTSTR path) {
    constexpr std::array<const char*, 3> variables = {"TMP", "TEMP", "TMPDIR"};
    const DWORD before = GetLastError();
    std::string folder;
    for (const char* const variable : variables) {
        if (folder.empty()) {
            folder = compat::with_slashes(compat::environment_variable(variable).value_or(""));
        }
    }
    SetLastError(before); // the variable may be unset
    folder = compat::absolute_path(folder.empty() ? "/tmp" : folder);
    if (folder.empty()) {
        return 0;
    }
    return give(folder.ends_with('/') ? folder : folder + '/', size, path);
}

UINT WINAPI GetTempFileName(LPCTSTR folder, LPCTSTR prefix, UINT number, LPTSTR name) {
    constexpr std::size_t prefix_length = 3;
    constexpr std::size_t longest_name = 14;
    if (folder == nullptr || name == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    if (compat::view(folder).size() > MAX_PATH - longest_name) {
        SetLastError(ERROR_BUFFER_OVERFLOW);
        return 0;
    }
    const Text start(compat::view_or_empty(prefix).substr(0, prefix_length));
    std::string made;
    const UINT chosen = compat::temporary_file(host_path(folder), compat::utf8_of(start), number, made);
    if (chosen != 0) {
        compat::copy_text<Char>(compat::to_tchar(made), units(name), MAX_PATH);
    }
    return chosen;
}

DWORD WINAPI GetCurrentDirectory(DWORD size, LPTSTR path) {
    const std::string folder = compat::working_folder();
    return folder.empty() ? 0 : give(folder, size, path);
}

BOOL WINAPI SetCurrentDirectory(LPCTSTR path) {
    return compat::change_folder(host_path(path));
}

HANDLE WINAPI FindFirstFile(LPCTSTR name, LPWIN32_FIND_DATA data) {
    if (data == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return INVALID_HANDLE_VALUE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)
    }
    compat::FoundFile file;
    auto* const search = compat::find_first(host_path(name), file);
    if (search != INVALID_HANDLE_VALUE) { // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)
        give_found(file, *data);
    }
    return search;
}

BOOL WINAPI FindNextFile(HANDLE search, LPWIN32_FIND_DATA data) {
    if (data == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    compat::FoundFile file;
    if (compat::find_next(search, file) == 0) {
        return FALSE;
    }
    give_found(file, *data);
    return TRUE;
}

HANDLE WINAPI CreateFileMapping(HANDLE hFile, LPSECURITY_ATTRIBUTES, DWORD flProtect, DWORD dwMaximumSizeHigh,
    DWORD dwMaximumSizeLow, LPCTSTR lpName) {
    const ULONGLONG size = static_cast<ULONGLONG>(dwMaximumSizeHigh) << 32 | dwMaximumSizeLow;
    return compat::create_mapping(hFile, flProtect, size, compat::utf8_or_empty(lpName));
}

HANDLE WINAPI OpenFileMapping(DWORD dwDesiredAccess, BOOL, LPCTSTR lpName) {
    return compat::open_mapping(dwDesiredAccess, compat::utf8_or_empty(lpName));
}
