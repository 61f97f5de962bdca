#include "base/named_file.h"

#include "base/platform/win32/wide.h"

#include <windows.h>

#include <algorithm>
#include <string_view>

namespace pdh_shim {
namespace {

constexpr std::string_view separators = "\\/";

FileKind kind_of(DWORD attributes) {
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::folder
           : (attributes & FILE_ATTRIBUTE_DEVICE) != 0  ? FileKind::other
                                                        : FileKind::file;
}

std::size_t after_separator(std::string_view name, std::size_t from) {
    const std::size_t separator = name.find_first_of(separators, from);
    return separator == std::string_view::npos ? name.size() : separator + 1;
}

bool has_separator(std::string_view name, std::size_t place) {
    return place < name.size() && separators.find(name[place]) != std::string_view::npos;
}

/// How much of a name is its root: `C:\`, `C:`, `\\server\share\`, `\`.
std::size_t root_size(std::string_view name) {
    if (has_separator(name, 0) && has_separator(name, 1)) {
        return after_separator(name, after_separator(name, 2));
    }
    const std::size_t drive = name.size() > 1 && name[1] == ':' ? 2 : 0;
    return drive + (has_separator(name, drive) ? 1 : 0);
}

/// Where the last part begins.
std::size_t last_part_place(std::string_view name) {
    const std::size_t separator = name.find_last_of(separators);
    return std::max(root_size(name), separator == std::string_view::npos ? 0 : separator + 1);
}

} // namespace

FileKind file_kind(const std::string& name) {
    const DWORD attributes = GetFileAttributesW(platform::to_wide(name).c_str());
    return attributes == INVALID_FILE_ATTRIBUTES ? FileKind::none : kind_of(attributes);
}

std::string absolute_name(const std::string& name) {
    const std::wstring wide = platform::to_wide(name.empty() ? "." : name);
    std::wstring whole(GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr), L'\0');
    whole.resize(GetFullPathNameW(wide.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    std::string text = platform::from_wide(whole);
    if (text.size() > root_size(text) && has_separator(text, text.size() - 1)) {
        text.pop_back();
    }
    return text;
}

std::string folder_of(const std::string& name) {
    std::string folder = name.substr(0, last_part_place(name));
    while (folder.size() > root_size(folder) && has_separator(folder, folder.size() - 1)) {
        folder.pop_back();
    }
    return folder;
}

std::string last_part(const std::string& name) {
    return name.substr(last_part_place(name));
}

std::string name_below(const std::string& folder, const std::string& name) {
    const bool joined = folder.empty() || has_separator(folder, folder.size() - 1);
    return root_size(name) > 0 ? name : folder + (joined ? "" : "\\") + name;
}

} // namespace pdh_shim
