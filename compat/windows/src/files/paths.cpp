// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The path functions of the shell's library, and GetFullPathName.
#include "files/file.h"
#include "text/tchar_text.h"

#include <algorithm>
#include <shlwapi.h>
#include <vector>

namespace compat = pdh_shim::compat;
using compat::Char;
using compat::Text;
using compat::TextView;
using compat::units;
using compat::view_or_empty;

namespace {

bool is_separator(Char unit) {
    return unit == '\\' || unit == '/';
}

bool has_drive(TextView path) {
    return path.size() >= 2 && path[1] == ':';
}

/// Length of the root of a path, which is never removed: `/`, `C:\`, `C:`, `\\`.
std::size_t root_length(TextView path) {
    std::size_t length = has_drive(path) ? 2 : 0;
    while (length < path.size() && is_separator(path[length])) {
        ++length;
    }
    return length;
}

std::size_t name_at(TextView path) {
    std::size_t start = 0;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        if ((is_separator(path[i]) || path[i] == ':') && !is_separator(path[i + 1])) {
            start = i + 1;
        }
    }
    return start;
}

std::size_t extension_at(TextView path) {
    std::size_t start = path.size();
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '.') {
            start = i;
        } else if (is_separator(path[i]) || path[i] == ' ') { // an extension has no blank
            start = path.size();
        }
    }
    return start;
}

/// The length of a path without its last name and the separators in front of it.
std::size_t folder_length(TextView path) {
    const std::size_t root = root_length(path);
    std::size_t length = path.size();
    while (length > root && !is_separator(path[length - 1])) {
        --length;
    }
    while (length > root && is_separator(path[length - 1])) {
        --length;
    }
    return length;
}

/// The separator of a path: the one that it has already, or `/`, the separator of this system.
Char separator_of(TextView path) {
    const TextView::const_iterator first = std::find_if(path.begin(), path.end(), is_separator);
    return first == path.end() ? Char('/') : *first;
}

bool ends_name(TextView path) {
    return !path.empty() && is_separator(path.back());
}

Text joined(TextView folder, TextView file) {
    Text path(folder);
    if (!path.empty() && !file.empty() && !ends_name(folder)) {
        path += separator_of(folder);
    }
    return path.append(file);
}

/// Without the names `.`, and without those that a `..` follows.
Text resolved(TextView path) {
    const std::size_t root = root_length(path);
    std::vector<TextView> names;
    std::size_t position = root;
    while (position < path.size()) {
        const TextView::const_iterator end =
            std::find_if(path.begin() + static_cast<std::ptrdiff_t>(position), path.end(), is_separator);
        const auto stop = static_cast<std::size_t>(end - path.begin());
        const TextView name = path.substr(position, stop - position);
        position = stop + 1;
        const bool is_dots = name.size() == 2 && name[0] == '.' && name[1] == '.';
        if (is_dots && !names.empty()) {
            names.pop_back();
        }
        if (!is_dots && !name.empty() && !(name.size() == 1 && name[0] == '.')) {
            names.push_back(name);
        }
    }
    Text result(path.substr(0, root));
    for (const TextView name : names) {
        if (name.data() != names.front().data()) {
            result += separator_of(path);
        }
        result.append(name);
    }
    if (ends_name(path) && !names.empty()) {
        result += path.back();
    }
    return result.empty() ? Text(1, separator_of(path)) : result;
}

/// `folder` is empty for NULL, and so is `file`.
Text combined(TextView folder, TextView file) {
    const bool from_root = !file.empty() && is_separator(file[0]);
    const bool of_drive = !file.empty() && file[0] == '\\' && !(file.size() >= 2 && file[1] == '\\');
    if (of_drive && has_drive(folder)) {
        return resolved(Text(folder.substr(0, 2)).append(file));
    }
    if (from_root || has_drive(file)) {
        return resolved(file);
    }
    return resolved(joined(folder, file));
}

/// Copies a path that has room in MAX_PATH characters, or leaves the buffer as it is.
bool put_path(TextView path, LPTSTR to) {
    return path.size() < MAX_PATH && compat::copy_text<Char>(path, units(to), MAX_PATH);
}

} // namespace

LPTSTR WINAPI PathFindFileName(LPCTSTR path) {
    return path == nullptr ? nullptr : const_cast<LPTSTR>(path) + name_at(view_or_empty(path));
}

LPTSTR WINAPI PathFindExtension(LPCTSTR path) {
    return path == nullptr ? nullptr : const_cast<LPTSTR>(path) + extension_at(view_or_empty(path));
}

BOOL WINAPI PathRemoveFileSpec(LPTSTR path) {
    const TextView old = view_or_empty(path);
    const std::size_t length = folder_length(old);
    if (path == nullptr || length == old.size()) {
        return FALSE;
    }
    path[length] = 0;
    return TRUE;
}

void WINAPI PathRemoveExtension(LPTSTR path) {
    if (path != nullptr) {
        *PathFindExtension(path) = 0;
    }
}

BOOL WINAPI PathRenameExtension(LPTSTR path, LPCTSTR extension) {
    const TextView old = view_or_empty(path);
    const Text renamed = Text(old.substr(0, extension_at(old))).append(view_or_empty(extension));
    return path != nullptr && put_path(renamed, path) ? TRUE : FALSE;
}

void WINAPI PathStripPath(LPTSTR path) {
    if (path != nullptr) {
        const LPCTSTR name = PathFindFileName(path);
        std::copy_n(name, compat::view(name).size() + 1, path); // forwards, to where it overlaps itself
    }
}

LPTSTR WINAPI PathAddBackslash(LPTSTR path) {
    const TextView old = view_or_empty(path);
    const std::size_t length = old.size();
    if (path == nullptr || ends_name(old)) {
        return path == nullptr ? nullptr : path + length;
    }
    if (length + 1 >= MAX_PATH) {
        return nullptr;
    }
    path[length] = static_cast<TCHAR>(separator_of(old));
    path[length + 1] = 0;
    return path + length + 1;
}

LPTSTR WINAPI PathCombine(LPTSTR to, LPCTSTR folder, LPCTSTR file) {
    if (to == nullptr) {
        return nullptr;
    }
    const bool given = folder != nullptr || file != nullptr;
    if (!given || !put_path(combined(view_or_empty(folder), view_or_empty(file)), to)) {
        to[0] = 0;
        return nullptr;
    }
    return to;
}

BOOL WINAPI PathAppend(LPTSTR path, LPCTSTR more) {
    TextView name = view_or_empty(more);
    while (!name.empty() && is_separator(name[0])) {
        name.remove_prefix(1);
    }
    return path != nullptr && put_path(combined(view_or_empty(path), name), path) ? TRUE : FALSE;
}

BOOL WINAPI PathIsRelative(LPCTSTR path) {
    const TextView text = view_or_empty(path);
    return text.empty() || (!is_separator(text[0]) && !has_drive(text)) ? TRUE : FALSE;
}

BOOL WINAPI PathFileExists(LPCTSTR path) {
    return compat::status_of(compat::with_slashes(compat::utf8_or_empty(path))) ? TRUE : FALSE;
}

BOOL WINAPI PathIsDirectory(LPCTSTR path) {
    const auto status = compat::status_of(compat::with_slashes(compat::utf8_or_empty(path)));
    return status && (status->attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? TRUE : FALSE;
}

DWORD WINAPI GetFullPathName(LPCTSTR name, DWORD size, LPTSTR path, LPTSTR* file) {
    const std::string given = compat::with_slashes(compat::utf8_or_empty(name));
    if (given.empty()) {
        SetLastError(ERROR_INVALID_NAME);
        return 0;
    }
    const std::string absolute = compat::absolute_path(given);
    if (absolute.empty()) {
        return 0;
    }
    const Text full = resolved(compat::to_tchar(absolute));
    const DWORD length = compat::give_path<Char>(full, size, path == nullptr ? nullptr : units(path));
    if (file != nullptr && length < size) {
        const std::size_t last = full.rfind(Char('/')) + 1;
        *file = last == full.size() ? nullptr : path + last;
    }
    return length;
}
