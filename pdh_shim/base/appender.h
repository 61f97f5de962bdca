#pragma once

#include "base/data_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim {

/// Collects text and writes it behind what a file has, in large pieces. What the file gets is whole: a piece
/// that cannot be written to its end is taken back.
class Appender {
  public:
    /// @param size  bytes that the file has
    Appender(std::unique_ptr<WritableFile> file, std::uint64_t size) noexcept;

    /// Adds text; when much is collected, that is written before.
    /// @retval "flush()" nothing was added
    [[nodiscard]] WriteResult<void> append(std::string_view text);

    /// Writes what is collected. After an error it is still collected.
    [[nodiscard]] WriteResult<void> flush();

    /// Bytes of the file, with what is collected.
    [[nodiscard]] std::uint64_t size() const noexcept { return written_ + collected_.size(); }

  private:
    std::unique_ptr<WritableFile> file_;
    std::uint64_t written_;
    std::string collected_;
};

} // namespace pdh_shim
