// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <string>

namespace lodctr {

/// A folder that one program at a time may use, while this object exists. It is made if necessary. It and its
/// files are accessible to this user only, and none of them is a symbolic link.
class LockedFolder : boost::noncopyable {
  public:
    /// Waits until others are done. Throws Failure.
    explicit LockedFolder(std::string path);
    ~LockedFolder();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    /// Writes or replaces a file, atomically and durably.
    void write(const std::string& name, const std::string& text) const;
    /// Removes a file, if it exists.
    void remove(const std::string& name) const;

  private:
    std::string path_;
    int lock_ = -1;
};

/// Writes a file at any place. Throws Failure.
void write_file(const std::string& path, const std::string& text);

} // namespace lodctr
