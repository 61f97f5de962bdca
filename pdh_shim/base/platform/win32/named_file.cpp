// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include "base/data_file.h"
#include "base/platform/win32/system.h"

#include <windows.h>

#include <algorithm>

namespace pdh_shim {
namespace {

constexpr std::string_view separators = "\\/";

FileKind kind_of(DWORD attributes) {
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::folder : FileKind::file;
}

bool has_separator(std::string_view name, std::size_t place) {
    return place < name.size() && separators.find(name[place]) != std::string_view::npos;
}

bool ends_with_separator(std::string_view name) {
    return !name.empty() && has_separator(name, name.size() - 1);
}

std::size_t end_of_part(std::string_view name, std::size_t from) {
    return std::min(name.find_first_of(separators, from), name.size());
}

/// Length of the drive, or the server and its share, in a name: `C:`, `\\server\share`, `\\?\C:`.
std::size_t root_name_size(std::string_view name) {
    constexpr std::string_view long_unc = R"(\\?\UNC\)";
    if (has_separator(name, 0) && has_separator(name, 1)) {
        const std::size_t server = name.starts_with(long_unc) ? long_unc.size() : 2;
        const std::size_t share = std::min(end_of_part(name, server) + 1, name.size());
        return end_of_part(name, share);
    }
    return name.size() > 1 && name[1] == ':' ? 2 : 0;
}

/// Length of that and the separator after it.
std::size_t root_size(std::string_view name) {
    const std::size_t size = root_name_size(name);
    return size + (has_separator(name, size) ? 1 : 0);
}

/// Where the last part begins.
std::size_t last_part_place(std::string_view name) {
    const std::size_t separator = name.find_last_of(separators);
    return std::max(root_size(name), separator == std::string_view::npos ? 0 : separator + 1);
}

bool is_same_drive(std::string_view left, std::string_view right) {
    constexpr unsigned case_bit = 0x20;
    return left.size() == 2 && right.size() == 2 &&
           (static_cast<unsigned>(left[0]) | case_bit) == (static_cast<unsigned>(right[0]) | case_bit);
}

} // namespace

FileKind file_kind(const std::string& name) {
    const auto file = platform::own<platform::Handle>(CreateFileW(platform::to_wide(name).c_str(), 0,
        platform::share_all, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (file == nullptr) {
        return FileKind::none;
    }
    BY_HANDLE_FILE_INFORMATION found{};
    if (GetFileType(file.get()) != FILE_TYPE_DISK || GetFileInformationByHandle(file.get(), &found) == 0) {
        return FileKind::other;
    }
    return kind_of(found.dwFileAttributes);
}

Result<std::vector<FolderEntry>, Failure> folder_entries(const std::string& folder) {
    std::vector<FolderEntry> entries;
    const auto listed = platform::list_folder(platform::to_wide(folder), [&](const WIN32_FIND_DATAW& entry) {
        entries.push_back({platform::from_wide(static_cast<const wchar_t*>(entry.cFileName)),
            kind_of(entry.dwFileAttributes)});
    });
    if (!listed) {
        return file_failure::of(listed.error());
    }
    return entries;
}

Result<FileStream, Failure> open_regular_file(const std::string& name) {
    const FileKind kind = file_kind(name);
    if (kind != FileKind::file) {
        return kind == FileKind::none ? file_failure::not_found() : file_failure::not_regular();
    }
    FileStream file(_wfopen(platform::to_wide(name).c_str(), L"rb"));
    if (file == nullptr) {
        return file_failure::denied();
    }
    return file;
}

std::string absolute_name(const std::string& name) {
    const std::wstring wide = platform::to_wide(name.empty() ? "." : name);
    std::wstring whole(GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr), L'\0');
    whole.resize(GetFullPathNameW(wide.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    std::string text = platform::from_wide(whole);
    if (text.size() > root_size(text) && ends_with_separator(text)) {
        text.pop_back();
    }
    return text;
}

std::string folder_of(const std::string& name) {
    std::string folder = name.substr(0, last_part_place(name));
    while (folder.size() > root_size(folder) && ends_with_separator(folder)) {
        folder.pop_back();
    }
    return folder;
}

std::string last_part(const std::string& name) {
    return name.substr(last_part_place(name));
}

std::string name_below(const std::string& folder, const std::string& name) {
    const std::string drive = name.substr(0, root_name_size(name));
    const std::string folder_drive = folder.substr(0, root_name_size(folder));
    const bool has_root_separator = root_size(name) > drive.size();
    if (drive.empty() && has_root_separator) {
        return folder_drive + name;
    }
    if (!drive.empty() && (has_root_separator || !is_same_drive(drive, folder_drive))) {
        return name;
    }
    const bool joined = folder.empty() || ends_with_separator(folder);
    return folder + (joined ? "" : "\\") + name.substr(drive.size());
}

} // namespace pdh_shim

namespace pdh_shim::platform {
namespace {

bool is_dots(std::wstring_view name) {
    return name == L"." || name == L"..";
}

} // namespace

FileError file_error(DWORD code) noexcept {
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_DIRECTORY:
    case ERROR_BAD_NETPATH:
    case ERROR_NOT_READY:
    case ERROR_INVALID_HANDLE:
        return FileError::not_found;
    case ERROR_ACCESS_DENIED:
        return FileError::denied;
    default:
        return FileError::failed;
    }
}

FileResult<void> list_folder(
    const std::wstring& folder, const std::function<void(const WIN32_FIND_DATAW&)>& visit) {
    const std::wstring pattern = folder + (folder.ends_with(L'\\') ? L"*" : L"\\*");
    WIN32_FIND_DATAW entry{};
    const auto search = own<Search>(FindFirstFileExW(pattern.c_str(), FindExInfoBasic, &entry,
        FindExSearchNameMatch, nullptr, FIND_FIRST_EX_CASE_SENSITIVE | FIND_FIRST_EX_LARGE_FETCH));
    if (search == nullptr) {
        return file_error(GetLastError());
    }
    do {
        if (!is_dots(static_cast<const wchar_t*>(entry.cFileName))) {
            visit(entry);
        }
    } while (FindNextFileW(search.get(), &entry) != 0);
    if (GetLastError() != ERROR_NO_MORE_FILES) {
        return file_error(GetLastError());
    }
    return outcome::success();
}

} // namespace pdh_shim::platform

namespace pdh_shim {

bool checks_trust() noexcept {
    return false;
}

std::string reason_for_distrust(const std::string& /*path*/) {
    return {};
}

std::string reason_for_distrust_by_anyone(const std::string& /*path*/) {
    return {};
}

std::string reason_not_own(const std::string& /*folder*/) {
    return {};
}

} // namespace pdh_shim
