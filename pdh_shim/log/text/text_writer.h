// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/appender.h"
#include "base/data_file.h"
#include "base/failure.h"
#include "log/text/header.h"
#include "log/text/text_reader.h"
#include "model/log.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::log::text {

/// A text as a cell has it: with an apostrophe before what a spreadsheet would take for a formula, if
/// text_options() say so.
[[nodiscard]] std::u16string with_apostrophe(std::u16string text);

/// Writes text logs as Windows 10 and 11 do. A record has a displayed value (model::displayed_value_type) for
/// each column; what is not there, or has a CStatus of an error, is a quoted blank, or the text that the
/// record has in its place. A file that somebody empties gets its header again before the next row. Files are
/// opened with Writing::at_end.
class TextWriter final : public model::LogWriter {
  public:
    /// Begins a log in an empty file.
    /// @param utf16 the order of the bytes of a file in UTF-16, which begins with a byte order mark
    /// @param has_comments the last column is a caption: each row ends with the record's comment
    /// @retval log_file_create_error it cannot be written
    [[nodiscard]] static Result<std::unique_ptr<TextWriter>, Failure> begin(
        std::unique_ptr<WritableFile> file, const HeaderToWrite& header, bool has_comments,
        std::optional<std::endian> utf16 = {});

    /// Adds to a log, as its rows are: with its separator, and comments only if it has them.
    /// @param end what is behind it is cut off
    /// @param header of the same columns, for a file that somebody empties meanwhile
    [[nodiscard]] static Result<std::unique_ptr<TextWriter>, Failure> resume(
        std::unique_ptr<WritableFile> file, const TextEnd& end, HeaderToWrite header);

    [[nodiscard]] Result<void, Failure> write(const model::LogRecord& record) override;
    [[nodiscard]] Result<void, Failure> flush() override;
    [[nodiscard]] std::uint64_t size() const override { return out_.size(); }
    [[nodiscard]] Result<void, Failure> sync() override;
    [[nodiscard]] Result<void, Failure> close() override;

  private:
    TextWriter(std::unique_ptr<WritableFile> file, const TextEnd& end, const HeaderToWrite& header);

    [[nodiscard]] Result<void, Failure> append(std::string_view text);

    Appender out_;
    char separator_;
    bool has_comments_;
    std::optional<std::endian> utf16_;
    std::size_t columns_; // with values
    std::string row_;
    std::string wide_row_;
};

} // namespace pdh_shim::log::text
