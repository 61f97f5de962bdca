// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Files and folders by the names that a program or its user gives them: in UTF-8, absolute or from the
// current folder, with the separators of the system (Windows takes a slash too). Bytes of a POSIX name that
// are not UTF-8 pass as they are. std::filesystem is not for the rooms: with its iostreams and locales it was
// two fifths of the DLL. Why something cannot be read is one of base/data_file.h, without the name.

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

/// The facts that decide who can change a file or the contents of a folder.
struct FileOwner {
    std::uint32_t user = 0;
    bool writable_by_others = false; ///< by more than the owner
    bool is_folder = false;
    bool is_sticky = false;            ///< users can remove only their own files in that folder
    std::optional<std::string> target; ///< of a symbolic link
};

/// Why this user must not run or trust the file at a path; empty if the user may: the file, every folder
/// above it and every link on the way belong to the user or to root, and nobody else may write there. In a
/// sticky folder nobody else can replace the user's own files.
/// @param path    absolute
/// @param look_up what is at a path, links not followed; none if nothing is
[[nodiscard]] std::string reason_for_distrust(const std::string& path, std::uint32_t user,
    const std::function<std::optional<FileOwner>(const std::string& path)>& look_up);

/// Whether this process is root or a set-id program: only their files are checked. Never on Windows.
[[nodiscard]] bool checks_trust() noexcept;

/// The same for the user of this process. Where checks_trust() is false the result is always empty: a group
/// may often write the files of other users.
[[nodiscard]] std::string reason_for_distrust(const std::string& path);
/// The same for what every user loads: also where checks_trust() is false.
[[nodiscard]] std::string reason_for_distrust_by_anyone(const std::string& path);
/// Refuses a file that the user of this process must not run or trust.
/// @retval access_denied
[[nodiscard]] Result<void, Failure> check_trust(const std::string& path);

/// Why a folder belongs neither to the user of this process nor to root; empty if it does, or does
/// not exist.
[[nodiscard]] std::string reason_not_own(const std::string& folder);

/// The path of the file that this code is in: the shared library, or the program that the static library is a
/// part of. Empty if the system does not say it with certainty.
[[nodiscard]] std::string own_file();

/// The paths at which a file that is installed with this library may be, in the order in which they are
/// searched: in the folder of own_file(), then in `folders`. A relative folder starts at the folder of
/// own_file().
[[nodiscard]] std::vector<std::string> companion_paths(
    std::string_view name, std::initializer_list<std::string_view> folders);

} // namespace pdh_shim
