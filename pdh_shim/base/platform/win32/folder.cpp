#include "base/platform/win32/folder.h"

#include <string_view>

namespace pdh_shim::platform {
namespace {

struct Search {
    HANDLE handle;
    explicit Search(HANDLE search) noexcept : handle(search) {}
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;
    Search(Search&&) = delete;
    Search& operator=(Search&&) = delete;
    ~Search() { FindClose(handle); }
};

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
    auto* const search = FindFirstFileExW(pattern.c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch,
        nullptr, FIND_FIRST_EX_CASE_SENSITIVE | FIND_FIRST_EX_LARGE_FETCH);
    if (search == INVALID_HANDLE_VALUE) {
        return file_error(GetLastError());
    }
    const Search closer{search};
    do {
        if (!is_dots(static_cast<const wchar_t*>(entry.cFileName))) {
            visit(entry);
        }
    } while (FindNextFileW(search, &entry) != 0);
    if (GetLastError() != ERROR_NO_MORE_FILES) {
        return file_error(GetLastError());
    }
    return outcome::success();
}

} // namespace pdh_shim::platform
