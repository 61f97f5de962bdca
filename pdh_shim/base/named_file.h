// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Files and folders by the names that a program or its user gives them: in UTF-8, absolute or from the
// current folder, with the separators of the system (Windows takes a slash too). Bytes of a POSIX name that
// are not UTF-8 pass as they are. std::filesystem is not for the rooms: with its iostreams and locales it was
// two fifths of the DLL. Why something cannot be read is one of base/file_failure.h, without the name.

namespace pdh_shim {

enum class FileKind : std::uint8_t {
    none, ///< nothing has that name, or access is denied
    file,
    folder,
    other ///< a device, a pipe
};

struct FolderEntry {
    std::string name;
    FileKind kind;
};

/// Of the target, if it is a symbolic link.
[[nodiscard]] FileKind file_kind(const std::string& name);

/// The entries of a folder except `.` and `..`, in no order; links have the kind of their target, if known.
[[nodiscard]] Result<std::vector<FolderEntry>, Failure> folder_entries(const std::string& folder);

/// From a root, without `.`, `..` and a separator at its end. The empty name is the current folder.
[[nodiscard]] std::string absolute_name(const std::string& name);

/// The name without its last part: empty if there is one part only, a root for a root.
[[nodiscard]] std::string folder_of(const std::string& name);
/// The part after the last separator.
[[nodiscard]] std::string last_part(const std::string& name);
/// Resolves a name relative to a folder. One with a root stays as it is; on Windows a name that begins with a
/// separator is on the folder's drive, and `C:name` is in the folder if that is on the same drive.
[[nodiscard]] std::string name_below(const std::string& folder, const std::string& name);

struct CloseFile {
    void operator()(std::FILE* file) const noexcept { static_cast<void>(std::fclose(file)); }
};
using FileStream = std::unique_ptr<std::FILE, CloseFile>;

/// Opens a regular file, or a link to one, to read its bytes. Anything else is refused at once: opening a
/// pipe would wait for a writer, and a device may have no end.
[[nodiscard]] Result<FileStream, Failure> open_regular_file(const std::string& name);

/// The bytes of a regular file; of one with more than `longest` bytes its first `longest` + 1.
/// @retval "open_regular_file()"
[[nodiscard]] Result<std::vector<std::byte>, Failure> read_named_file(
    const std::string& name, std::size_t longest);

} // namespace pdh_shim
