// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/own_files.h"

#include <string>

namespace pdh_shim::tools::lodctr {

/// A folder that one program at a time may use, while this object exists. It is made if necessary. Only this
/// user may write it and its files, and none of them is a symbolic link.
class LockedFolder {
  public:
    /// Waits until others are done. Throws terminal::ProgramError.
    /// @param is_for_all all users may read it; it is refused if others than its owner and root can change it
    LockedFolder(std::string path, bool is_for_all);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    /// Writes or replaces a file, atomically and durably.
    void write(const std::string& name, const std::string& text) const;
    /// Removes a file, if it exists.
    void remove(const std::string& name) const;

  private:
    std::string path_;
    bool is_for_all_;
    terminal::LockFile lock_;
};

/// Writes a file at any place. Throws terminal::ProgramError.
void write_file(const std::string& path, const std::string& text);

} // namespace pdh_shim::tools::lodctr
