// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <string>

namespace pdh_shim::source::winhost {

/// A password, which is wiped when it ends.
class Password {
  public:
    explicit Password(std::string text) noexcept : text_(std::move(text)) {}
    Password(const Password&) = delete;
    Password& operator=(const Password&) = delete;
    Password(Password&& other) noexcept;
    Password& operator=(Password&&) = delete;
    ~Password();

    /// It ends at the first NUL.
    [[nodiscard]] char* data() noexcept { return text_.data(); }

  private:
    std::string text_;
};

/// Reads the first line of a file that only its owner may read, the user of this process or root, and that
/// nobody else can replace.
/// @param file absolute, or `credential:NAME`: of systemd, in CREDENTIALS_DIRECTORY
/// @retval access_denied others may read or replace it
/// @retval file_not_found, log_file_open_error it cannot be read
/// @retval invalid_data it has no password
[[nodiscard]] Result<Password, Failure> read_password(const std::string& file);

/// Another text after each change of the file; of one that is not there, an empty one.
[[nodiscard]] std::string file_mark(const std::string& file);

} // namespace pdh_shim::source::winhost
