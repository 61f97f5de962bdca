// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Files by handles and by paths, for the functions of fileapi.h. Paths are the system's: UTF-8, with slashes.
// What fails sets the last error.

#include "sync/handle.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace pdh_shim::compat {

/// A descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) noexcept : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) {
            close(number_);
        }
    }

    [[nodiscard]] int get() const noexcept { return number_; }
    explicit operator bool() const noexcept { return number_ >= 0; }

  private:
    int number_;
};

/// What CreateFile is asked for, in its words.
struct OpenRequest {
    DWORD access = 0;
    DWORD share = 0;
    DWORD disposition = OPEN_EXISTING;
    DWORD flags = 0;
    bool inherited = false; ///< programs that this one starts have the file, too
};

/// Opens a file: its handle, or INVALID_HANDLE_VALUE.
[[nodiscard]] HANDLE create_file(const std::string& path, const OpenRequest& request);

/// The descriptor of an open file. -1 sets ERROR_INVALID_HANDLE.
[[nodiscard]] int file_descriptor(HANDLE handle);

/// What is known of a file.
struct FileStatus {
    DWORD attributes = 0;
    DWORD reparse_tag = 0;
    FILETIME creation{};
    FILETIME access{};
    FILETIME write{};
    ULONGLONG size = 0;
};

/// The status of a name in a folder (a descriptor, or AT_FDCWD); of a symbolic link it is that of its target,
/// with the attribute of a link. Empty: errno says why.
[[nodiscard]] std::optional<FileStatus> status_of(int folder, const char* name);
/// Empty sets the last error.
[[nodiscard]] std::optional<FileStatus> status_of(const std::string& path);

/// Sets the last error for a path that gave this errno: ENOENT can mean the file or a folder in front of it.
BOOL path_failure(int number, const std::string& path);

/// Whether Windows could not have a file of this name.
[[nodiscard]] bool is_refused_name(std::string_view path);

BOOL set_attributes(const std::string& path, DWORD attributes);
BOOL delete_file(const std::string& path);
/// `flags` are MoveFileEx's.
BOOL move_file(const std::string& from, const std::string& to, DWORD flags);
BOOL copy_file(const std::string& from, const std::string& to, bool fail_if_exists);
BOOL create_folder(const std::string& path);
BOOL remove_folder(const std::string& path);
BOOL change_folder(const std::string& path);

/// The working folder. Empty sets the last error.
[[nodiscard]] std::string working_folder();
/// A path from the root; its `.` and `..` stay. An empty result sets the last error.
[[nodiscard]] std::string absolute_path(const std::string& path);

/// Copies a path into a buffer of so many characters, and returns its length without the NUL; if it has no
/// room, the size that it needs.
template <class Char>
[[nodiscard]] DWORD give_path(std::basic_string_view<Char> path, DWORD size, Char* to) {
    if (to == nullptr || size <= path.size()) {
        return static_cast<DWORD>(path.size() + 1);
    }
    to[path.copy(to, size)] = 0;
    return static_cast<DWORD>(path.size());
}

/// The name of a temporary file: `number`, or if it is 0, a number for which the file could be made. Returns
/// the number; 0 sets the last error.
[[nodiscard]] UINT temporary_file(
    const std::string& folder, const std::string& prefix, UINT number, std::string& name);

/// A file that a search has found.
struct FoundFile {
    std::string name;
    FileStatus status;
};

/// Begins a search with a path whose last name may have wildcards. The first file goes into `file`.
/// INVALID_HANDLE_VALUE sets the last error.
[[nodiscard]] HANDLE find_first(const std::string& path, FoundFile& file);
BOOL find_next(HANDLE search, FoundFile& file);

} // namespace pdh_shim::compat
