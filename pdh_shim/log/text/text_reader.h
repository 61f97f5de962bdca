// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"
#include "log/text/header.h"
#include "log/text/lines.h"
#include "log/text/narrow_file.h"
#include "model/log.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::log::text {

/// Where rows can be added to a log, and how its rows are.
struct TextEnd {
    std::uint64_t bytes = 0;  ///< what a writer left unfinished stands behind them
    std::string_view missing; ///< of the end of the last line: it has to be written first
    char separator = ',';
    bool has_comments = false;
};

/// Reads text logs: those of all versions of Windows, and of other programs that write the format. Lines that
/// do not begin with a time are passed over, and so is a last line that was cut. A record has nothing
/// (is_there) of a cell that is blank, or that the line lacks.
class TextReader final : public model::LogReader {
  public:
    /// @retval unable_read_log_header see read_header()
    /// @retval log_file_open_error    the file cannot be read
    [[nodiscard]] static Result<std::unique_ptr<TextReader>, Failure> open(std::unique_ptr<DataFile> file);

    [[nodiscard]] const Header& header() const noexcept { return header_; }

    /// The reader is then anywhere. @retval log_file_open_error nothing can be added to a file in UTF-16
    [[nodiscard]] Result<TextEnd, Failure> end();

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return header_.entries; }
    [[nodiscard]] model::LogZone zone() const override {
        return header_.bias ? model::LogZone::fixed(*header_.bias, header_.zone) : model::LogZone();
    }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    void choose(const std::vector<std::size_t>& entries) override { chosen_ = entries; }
    [[nodiscard]] Result<bool, Failure> next(model::LogRecord& record) override;
    [[nodiscard]] std::span<const std::byte> bytes() const override {
        return std::as_bytes(std::span(newest_));
    }
    [[nodiscard]] Result<void, Failure> seek(std::int64_t local_time) override;
    [[nodiscard]] Result<model::LogRange, Failure> range() override;
    [[nodiscard]] Result<std::uint64_t, Failure> size() override { return lines_.size(); }
    [[nodiscard]] Result<std::uint64_t, Failure> whole_size() override;

  private:
    /// A line that is a record.
    struct Row {
        std::int64_t time_stamp = 0;
        Line line;
    };

    TextReader(std::unique_ptr<DataFile> file, NarrowFile* wide) noexcept
        : lines_(std::move(file)), wide_(wide) {}

    [[nodiscard]] Result<void, Failure> read_head();
    [[nodiscard]] Result<std::string, Failure> whole_head(const Line& first);
    [[nodiscard]] Result<std::string, Failure> join_lines(const Line& first);

    [[nodiscard]] Result<std::optional<Row>, Failure> next_row();
    [[nodiscard]] Result<std::optional<Row>, Failure> next_row_behind(std::uint64_t place);
    [[nodiscard]] bool is_whole(const Line& line);

    Lines lines_;
    NarrowFile* wide_; // the file of lines_ if it is in UTF-16, or null
    Header header_;
    std::string_view missing_head_end_; // see TextEnd
    std::vector<std::size_t> chosen_;   // columns behind the time
    std::uint64_t start_ = 0;           // of the first line behind the header
    std::vector<std::string_view> cells_;
    std::string_view newest_; // line of a record
};

} // namespace pdh_shim::log::text
