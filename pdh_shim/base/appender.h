// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim {

/// Collects text and writes it behind what a file has, in large pieces. What the file gets is whole: a piece
/// that cannot be written to its end is taken back. Others may empty the file at any time, as logrotate does
/// with `copytruncate`: what is written next then stands at its start, behind the head.
class Appender {
  public:
    /// @param file  opened with Writing::at_end
    /// @param size  bytes that the file has
    /// @param head  what a file begins with that is found empty
    Appender(std::unique_ptr<WritableFile> file, std::uint64_t size, std::string head) noexcept;

    /// Adds text; when much is collected, that is written before.
    /// @retval "flush()" nothing was added
    [[nodiscard]] Result<void, Failure> append(std::string_view text);

    /// Writes what is collected, and the head if the file is empty. After an error it is still collected.
    [[nodiscard]] Result<void, Failure> flush();

    /// See WritableFile::sync().
    [[nodiscard]] Result<void, Failure> sync() { return file_->sync(); }

    /// Bytes of the file, with what is collected.
    [[nodiscard]] std::uint64_t size() const noexcept { return written_ + collected_.size(); }

  private:
    std::unique_ptr<WritableFile> file_;
    std::uint64_t written_;
    std::string head_;
    std::string collected_;
};

} // namespace pdh_shim
