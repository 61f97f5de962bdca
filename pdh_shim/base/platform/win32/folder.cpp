// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/win32/folder.h"

#include "base/platform/win32/handle.h"

#include <string_view>

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
