// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <filesystem>
#include <string>
#include <sys/types.h>

// Files that a program keeps for its user, or for all users: these may read them, and only their owner may
// write them, whatever the umask is. Each function throws ProgramError.

namespace pdh_shim::tools::terminal {

/// What a tool may be told to write to.
enum class WritableKind {
    file,          ///< a regular file
    file_or_stream ///< a pipe, whose reader is waited for, or a character device as well
};

/// Opens a file that a tool writes: each one but temporary files (streams/spool_file.h). Root follows only
/// links that others cannot change.
/// @param flags as those of open_to_write() (base/platform/posix/descriptor.h)
/// @return a descriptor whose writes wait
/// @throws ProgramError
[[nodiscard]] int open_file(
    const std::string& path, int flags, mode_t mode, WritableKind kind = WritableKind::file);

/// Makes a folder, and those above it. Nothing is made in the home of another user, which the environment may
/// name with `sudo -E` and `su`.
void make_own_folders(const std::filesystem::path& path, bool is_for_all);

/// Writes or replaces a regular file, or the one that a link leads to: root follows only links that others
/// cannot change. Others see the old text or the new one, also after the power failed. A caller at a time.
void replace_own_file(const std::filesystem::path& name, const std::string& text, bool is_for_all);

/// Writes all of a text to a file that is open, has the system store it, and closes the file.
/// @param path for messages
void write_and_close(int descriptor, const std::string& path, const std::string& text);

/// A file to be locked, which is made if necessary. Only its owner can open it, and so lock it.
class LockFile : boost::noncopyable {
  public:
    explicit LockFile(const std::string& path);
    ~LockFile();

    /// Waits until no other process has locked it so. The lock ends with this object, or its process.
    void lock() const;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

  private:
    std::string path_;
    int descriptor_;
};

/// Says why the system did not do something to a file: errno.
[[noreturn]] void fail_at(const std::string& path);

} // namespace pdh_shim::tools::terminal
