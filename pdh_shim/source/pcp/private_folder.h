// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/platform.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace pdh_shim::source::pcp {

/// A folder for temporary files that only this user can enter, in TMPDIR or /var/tmp. The destructor removes
/// it, in the process that made it. Folders that ended processes of this user have left behind, since they
/// crashed or were killed, are removed when the next one is made.
class PrivateFolder : boost::noncopyable {
  public:
    /// @retval log_file_open_error it cannot be made
    [[nodiscard]] static Result<std::unique_ptr<PrivateFolder>, Failure> make();
    ~PrivateFolder();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Whether this process has made it.
    [[nodiscard]] bool is_own() const noexcept;
    /// Bytes that may still be written there: half of what the file system has left.
    [[nodiscard]] std::uint64_t room() const noexcept;
    /// Makes a symbolic link there to an absolute name. @retval log_file_open_error it cannot be made
    [[nodiscard]] Result<void, Failure> link(const std::string& name, const std::string& target);

  private:
    explicit PrivateFolder(std::string path) : path_(std::move(path)), epoch_(fork_epoch()) {}

    const std::string path_;
    const std::uint32_t epoch_;
};

} // namespace pdh_shim::source::pcp
