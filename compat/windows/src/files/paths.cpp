// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Paths and strings of the shell's library. Compiled twice: for 32-bit wchar_t, and for 16-bit.
#include "sync/handle.h"
#include "text/wide_text.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <optional>
#include <shlwapi.h>
#include <sys/stat.h>
#include <vector>

namespace compat = pdh_shim::compat;
using compat::Unit;
using compat::units;
using compat::wide;

namespace {

template <class Char>
using View = std::basic_string_view<Char>;
template <class Char>
using Text = std::basic_string<Char>;

[[maybe_unused]] View<char> view_of(const char* text) {
    return text == nullptr ? View<char>() : View<char>(text);
}

View<Unit> view_of(const wchar_t* text) {
    return text == nullptr ? View<Unit>() : compat::view(text);
}

template <class Char>
bool is_separator(Char unit) {
    return unit == '\\' || unit == '/';
}

template <class Char>
bool has_drive(View<Char> path) {
    return path.size() >= 2 && path[1] == ':';
}

/// Length of the root of a path, which is never removed: `/`, `C:\`, `C:`, `\\`.
template <class Char>
std::size_t root_length(View<Char> path) {
    std::size_t length = has_drive(path) ? 2 : 0;
    while (length < path.size() && is_separator(path[length])) {
        ++length;
    }
    return length;
}

template <class Char>
std::size_t name_at(View<Char> path) {
    std::size_t start = 0;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        if ((is_separator(path[i]) || path[i] == ':') && !is_separator(path[i + 1])) {
            start = i + 1;
        }
    }
    return start;
}

template <class Char>
std::size_t extension_at(View<Char> path) {
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
template <class Char>
std::size_t folder_length(View<Char> path) {
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
template <class Char>
Char separator_of(View<Char> path) {
    const typename View<Char>::const_iterator first =
        std::find_if(path.begin(), path.end(), is_separator<Char>);
    return first == path.end() ? Char('/') : *first;
}

template <class Char>
bool ends_name(View<Char> path) {
    return !path.empty() && is_separator(path.back());
}

template <class Char>
Text<Char> joined(View<Char> folder, View<Char> file) {
    Text<Char> path(folder);
    if (!path.empty() && !file.empty() && !ends_name(folder)) {
        path += separator_of(folder);
    }
    return path.append(file);
}

/// Without the names `.`, and without those that a `..` follows.
template <class Char>
Text<Char> resolved(View<Char> path) {
    const std::size_t root = root_length(path);
    std::vector<View<Char>> names;
    std::size_t position = root;
    while (position < path.size()) {
        const typename View<Char>::const_iterator end = std::find_if(
            path.begin() + static_cast<std::ptrdiff_t>(position), path.end(), is_separator<Char>);
        const auto stop = static_cast<std::size_t>(end - path.begin());
        const View<Char> name = path.substr(position, stop - position);
        position = stop + 1;
        const bool is_dots = name.size() == 2 && name[0] == '.' && name[1] == '.';
        if (is_dots && !names.empty()) {
            names.pop_back();
        }
        if (!is_dots && !name.empty() && !(name.size() == 1 && name[0] == '.')) {
            names.push_back(name);
        }
    }
    Text<Char> result(path.substr(0, root));
    for (const View<Char> name : names) {
        if (name.data() != names.front().data()) {
            result += separator_of(path);
        }
        result.append(name);
    }
    if (ends_name(path) && !names.empty()) {
        result += path.back();
    }
    return result.empty() ? Text<Char>(1, separator_of(path)) : result;
}

/// `folder` is empty for NULL, and so is `file`.
template <class Char>
Text<Char> combined(View<Char> folder, View<Char> file) {
    const bool from_root = !file.empty() && is_separator(file[0]);
    const bool of_drive = !file.empty() && file[0] == '\\' && !(file.size() >= 2 && file[1] == '\\');
    if (of_drive && has_drive(folder)) {
        return resolved<Char>(Text<Char>(folder.substr(0, 2)).append(file));
    }
    if (from_root || has_drive(file)) {
        return resolved(file);
    }
    return resolved<Char>(joined(folder, file));
}

/// Copies a path that has room in MAX_PATH characters, or leaves the buffer as it is.
template <class Char>
bool put_path(View<Char> path, Char* to) {
    return path.size() < MAX_PATH && compat::copy_text<Char>(path, to, MAX_PATH);
}

template <class Char>
Char* combine(Char* to, View<Char> folder, View<Char> file, bool given) {
    if (to == nullptr) {
        return nullptr;
    }
    if (!given || !put_path<Char>(combined(folder, file), to)) {
        to[0] = 0;
        return nullptr;
    }
    return to;
}

template <class Char>
bool append(Char* path, View<Char> old, View<Char> more) {
    while (!more.empty() && is_separator(more[0])) {
        more.remove_prefix(1);
    }
    return path != nullptr && put_path<Char>(combined<Char>(old, more), path);
}

template <class Char>
bool remove_file(Char* path, View<Char> old) {
    const std::size_t length = folder_length(old);
    if (path == nullptr || length == old.size()) {
        return false;
    }
    path[length] = 0;
    return true;
}

template <class Char>
bool rename_extension(Char* path, View<Char> old, View<Char> extension) {
    return path != nullptr &&
           put_path<Char>(Text<Char>(old.substr(0, extension_at(old))).append(extension), path);
}

template <class Char>
void strip_path(Char* path, View<Char> old) {
    if (path != nullptr) {
        const View<Char> name = old.substr(name_at(old));
        std::copy(name.begin(), name.end(), path); // forwards, to where it overlaps itself
        path[name.size()] = 0;
    }
}

template <class Char>
Char* add_separator(Char* path, View<Char> old) {
    if (path == nullptr) {
        return nullptr;
    }
    const std::size_t length = old.size();
    if (ends_name(old)) {
        return path + length;
    }
    if (length + 1 >= MAX_PATH) {
        return nullptr;
    }
    path[length] = separator_of(old);
    path[length + 1] = 0;
    return path + length + 1;
}

template <class Char>
bool is_relative(View<Char> path) {
    return path.empty() || (!is_separator(path[0]) && !has_drive(path));
}

/// What is there; nothing, and the last error, when nothing is.
std::optional<struct stat> status_of(const std::string& path) {
    struct stat status = {};
    if (stat(path.c_str(), &status) == 0) {
        return status;
    }
    switch (errno) {
    case ENOTDIR:
        SetLastError(ERROR_PATH_NOT_FOUND);
        break;
    case EACCES:
        SetLastError(ERROR_ACCESS_DENIED);
        break;
    case ENAMETOOLONG:
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        break;
    default:
        SetLastError(ERROR_FILE_NOT_FOUND);
        break;
    }
    return std::nullopt;
}

/// In lower case, with as many units.
[[maybe_unused]] Text<char> folded(View<char> text) {
    return compat::lower(text);
}

Text<Unit> folded(View<Unit> text) {
    return compat::to_wide<Unit>(compat::lower(compat::to_utf8(text)));
}

template <class Char>
int compare_folded(View<Char> first, View<Char> second, std::size_t limit = std::size_t(-1)) {
    const int order = folded(first.substr(0, limit)).compare(folded(second.substr(0, limit)));
    return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

template <class Char>
int compare_begin(View<Char> first, View<Char> second, int count) {
    return compare_folded(first, second, static_cast<std::size_t>(std::max(count, 0)));
}

/// Nothing when `part` is empty, as on Windows.
template <class Char>
std::optional<std::size_t> find(View<Char> text, View<Char> part) {
    const std::size_t position = text.find(part);
    return part.empty() || position == View<Char>::npos ? std::nullopt : std::optional(position);
}

template <class Char>
std::optional<std::size_t> find_folded(View<Char> text, View<Char> part) {
    return find<Char>(folded(text), folded(part));
}

template <class Char>
std::optional<unsigned> digit_of(Char unit, unsigned base) {
    if (unit >= '0' && unit <= '9') {
        return static_cast<unsigned>(unit - '0');
    }
    const auto letter = static_cast<unsigned>(unit) | 0x20U;
    return base == 16 && letter >= 'a' && letter <= 'f' ? std::optional(letter - 'a' + 10) : std::nullopt;
}

/// The number that a text begins with; what does not fit into 32 bits wraps.
template <class Char>
std::optional<unsigned> digits_of(View<Char> text, unsigned base) {
    if (text.empty() || !digit_of(text[0], base)) {
        return std::nullopt;
    }
    unsigned number = 0;
    for (const Char unit : text) {
        const auto digit = digit_of(unit, base);
        if (!digit) {
            break;
        }
        number = number * base + *digit;
    }
    return number;
}

template <class Char>
int to_int(View<Char> text) {
    const bool negative = !text.empty() && text[0] == '-';
    const unsigned number = digits_of(text.substr(negative ? 1 : 0), 10).value_or(0);
    return static_cast<int>(negative ? 0 - number : number);
}

template <class Char>
bool to_int(View<Char> text, DWORD flags, int* to) {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\n' || text[0] == '\r')) {
        text.remove_prefix(1);
    }
    const bool negative = !text.empty() && text[0] == '-';
    if (negative || (!text.empty() && text[0] == '+')) {
        text.remove_prefix(1);
    }
    const bool hexadecimal = (flags & STIF_SUPPORT_HEX) != 0 && text.size() >= 2 && text[0] == '0' &&
                             (text[1] == 'x' || text[1] == 'X');
    const auto number = hexadecimal ? digits_of(text.substr(2), 16) : digits_of(text, 10);
    if (to != nullptr) {
        *to = static_cast<int>(negative && !hexadecimal ? 0 - number.value_or(0) : number.value_or(0));
    }
    return number.has_value() && to != nullptr;
}

template <class Char>
Char* duplicate(View<Char> text) {
    void* const memory = LocalAlloc(LPTR, (text.size() + 1) * sizeof(Char));
    if (memory != nullptr) {
        std::memcpy(memory, text.data(), text.size() * sizeof(Char));
    }
    return static_cast<Char*>(memory);
}

template <class Char>
bool trim(Char* text, View<Char> old, View<Char> characters) {
    const std::size_t first = std::min(old.find_first_not_of(characters), old.size());
    const std::size_t last = old.find_last_not_of(characters);
    const std::size_t length = last == View<Char>::npos ? 0 : last + 1 - first;
    if (text == nullptr || length == old.size()) {
        return false;
    }
    std::copy_n(text + first, length, text);
    text[length] = 0;
    return true;
}

LPWSTR changeable(LPCWSTR text) {
    return const_cast<LPWSTR>(text);
}

LPWSTR at(LPCWSTR text, const std::optional<std::size_t>& position) {
    return position ? changeable(text) + *position : nullptr;
}

} // namespace

LPWSTR WINAPI PathFindFileNameW(LPCWSTR path) {
    return path == nullptr ? nullptr : changeable(path) + name_at(view_of(path));
}

LPWSTR WINAPI PathFindExtensionW(LPCWSTR path) {
    return path == nullptr ? nullptr : changeable(path) + extension_at(view_of(path));
}

BOOL WINAPI PathRemoveFileSpecW(LPWSTR path) {
    return remove_file(units(path), view_of(path)) ? TRUE : FALSE;
}

void WINAPI PathRemoveExtensionW(LPWSTR path) {
    if (path != nullptr) {
        *PathFindExtensionW(path) = 0;
    }
}

BOOL WINAPI PathRenameExtensionW(LPWSTR path, LPCWSTR extension) {
    return rename_extension(units(path), view_of(path), view_of(extension)) ? TRUE : FALSE;
}

void WINAPI PathStripPathW(LPWSTR path) {
    strip_path(units(path), view_of(path));
}

LPWSTR WINAPI PathAddBackslashW(LPWSTR path) {
    return wide(add_separator(units(path), view_of(path)));
}

LPWSTR WINAPI PathCombineW(LPWSTR to, LPCWSTR folder, LPCWSTR file) {
    return wide(combine(units(to), view_of(folder), view_of(file), folder != nullptr || file != nullptr));
}

BOOL WINAPI PathAppendW(LPWSTR path, LPCWSTR more) {
    return append(units(path), view_of(path), view_of(more)) ? TRUE : FALSE;
}

BOOL WINAPI PathIsRelativeW(LPCWSTR path) {
    return is_relative(view_of(path)) ? TRUE : FALSE;
}

BOOL WINAPI PathFileExistsW(LPCWSTR path) {
    return status_of(compat::to_utf8(view_of(path))) ? TRUE : FALSE;
}

BOOL WINAPI PathIsDirectoryW(LPCWSTR path) {
    const auto status = status_of(compat::to_utf8(view_of(path)));
    return status && S_ISDIR(status->st_mode) ? TRUE : FALSE;
}

int WINAPI StrCmpIW(LPCWSTR first, LPCWSTR second) {
    return compare_folded(view_of(first), view_of(second));
}

int WINAPI StrCmpNIW(LPCWSTR first, LPCWSTR second, int count) {
    return compare_begin(view_of(first), view_of(second), count);
}

LPWSTR WINAPI StrStrW(LPCWSTR text, LPCWSTR part) {
    return at(text, find(view_of(text), view_of(part)));
}

LPWSTR WINAPI StrStrIW(LPCWSTR text, LPCWSTR part) {
    return at(text, find_folded(view_of(text), view_of(part)));
}

LPWSTR WINAPI StrChrW(LPCWSTR text, WCHAR character) {
    return at(text, find<Unit>(view_of(text), View<Unit>(units(&character), 1)));
}

int WINAPI StrToIntW(LPCWSTR text) {
    return to_int(view_of(text));
}

BOOL WINAPI StrToIntExW(LPCWSTR text, DWORD flags, int* number) {
    return to_int(view_of(text), flags, number) ? TRUE : FALSE;
}

LPWSTR WINAPI StrDupW(LPCWSTR text) {
    return text == nullptr ? nullptr : wide(duplicate(view_of(text)));
}

BOOL WINAPI StrTrimW(LPWSTR text, LPCWSTR characters) {
    return trim(units(text), view_of(text), view_of(characters)) ? TRUE : FALSE;
}

// The functions with narrow text have one symbol for both widths.
#if __SIZEOF_WCHAR_T__ == 4
namespace {

LPSTR changeable(LPCSTR text) {
    return const_cast<LPSTR>(text);
}

LPSTR at(LPCSTR text, const std::optional<std::size_t>& position) {
    return position ? changeable(text) + *position : nullptr;
}

} // namespace

LPSTR WINAPI PathFindFileNameA(LPCSTR path) {
    return path == nullptr ? nullptr : changeable(path) + name_at(view_of(path));
}

LPSTR WINAPI PathFindExtensionA(LPCSTR path) {
    return path == nullptr ? nullptr : changeable(path) + extension_at(view_of(path));
}

BOOL WINAPI PathRemoveFileSpecA(LPSTR path) {
    return remove_file(path, view_of(path)) ? TRUE : FALSE;
}

void WINAPI PathRemoveExtensionA(LPSTR path) {
    if (path != nullptr) {
        *PathFindExtensionA(path) = 0;
    }
}

BOOL WINAPI PathRenameExtensionA(LPSTR path, LPCSTR extension) {
    return rename_extension(path, view_of(path), view_of(extension)) ? TRUE : FALSE;
}

void WINAPI PathStripPathA(LPSTR path) {
    strip_path(path, view_of(path));
}

LPSTR WINAPI PathAddBackslashA(LPSTR path) {
    return add_separator(path, view_of(path));
}

LPSTR WINAPI PathCombineA(LPSTR to, LPCSTR folder, LPCSTR file) {
    return combine(to, view_of(folder), view_of(file), folder != nullptr || file != nullptr);
}

BOOL WINAPI PathAppendA(LPSTR path, LPCSTR more) {
    return append(path, view_of(path), view_of(more)) ? TRUE : FALSE;
}

BOOL WINAPI PathIsRelativeA(LPCSTR path) {
    return is_relative(view_of(path)) ? TRUE : FALSE;
}

BOOL WINAPI PathFileExistsA(LPCSTR path) {
    return status_of(std::string(view_of(path))) ? TRUE : FALSE;
}

BOOL WINAPI PathIsDirectoryA(LPCSTR path) {
    const auto status = status_of(std::string(view_of(path)));
    return status && S_ISDIR(status->st_mode) ? TRUE : FALSE;
}

int WINAPI StrCmpIA(LPCSTR first, LPCSTR second) {
    return compare_folded(view_of(first), view_of(second));
}

int WINAPI StrCmpNIA(LPCSTR first, LPCSTR second, int count) {
    return compare_begin(view_of(first), view_of(second), count);
}

LPSTR WINAPI StrStrA(LPCSTR text, LPCSTR part) {
    return at(text, find(view_of(text), view_of(part)));
}

LPSTR WINAPI StrStrIA(LPCSTR text, LPCSTR part) {
    return at(text, find_folded(view_of(text), view_of(part)));
}

LPSTR WINAPI StrChrA(LPCSTR text, WORD character) {
    const auto byte = static_cast<char>(character);
    return at(text, find<char>(view_of(text), View<char>(&byte, 1)));
}

int WINAPI StrToIntA(LPCSTR text) {
    return to_int(view_of(text));
}

BOOL WINAPI StrToIntExA(LPCSTR text, DWORD flags, int* number) {
    return to_int(view_of(text), flags, number) ? TRUE : FALSE;
}

LPSTR WINAPI StrDupA(LPCSTR text) {
    return text == nullptr ? nullptr : duplicate(view_of(text));
}

BOOL WINAPI StrTrimA(LPSTR text, LPCSTR characters) {
    return trim(text, view_of(text), view_of(characters)) ? TRUE : FALSE;
}
#endif
