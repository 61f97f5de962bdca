// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"
#include "log/text/header.h"
#include "log/text/line_reader.h"
#include "log/text/meaning.h"
#include "log/text/narrow_file.h"
#include "log/text/time_stamp.h"
#include "model/log.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::log::text {

/// Where rows can be added to a log, and in which form.
struct TextEnd {
    std::uint64_t bytes = 0;  ///< what a writer left unfinished stands behind them
    std::string_view missing; ///< line end of the last line; write it before appending
    char separator = ',';
    bool has_comments = false;
    std::optional<std::endian> utf16; ///< the order of the bytes of a file in UTF-16
};

/// Reads text logs of all versions of Windows, and of other programs that write the format. What times
/// and commas mean is decided with the first 10,000 rows, or 16 MiB. Blank lines, text that a program printed
/// and a last line that was cut are passed over. Other lines that do not begin with a time, and rows with a
/// cell that is not a number, or with too many or too few cells, are counted by loss(). A cell that is blank,
/// not a number or missing in the line has no value in the record; a text is in LogRecord::texts.
class TextReader final : public model::LogReader {
  public:
    /// @retval unable_read_log_header see read_header(); or the header is not in the encoding of the options
    /// @retval unknown_log_format     its times or commas have two meanings, or contradict each other
    /// @retval log_file_open_error    the file cannot be read
    [[nodiscard]] static Result<std::unique_ptr<TextReader>, Failure> open(
        std::unique_ptr<DataFile> file, const TextOptions& options = {});

    [[nodiscard]] const Header& header() const noexcept { return header_; }

    /// The order of the bytes of a file in UTF-16.
    [[nodiscard]] std::optional<std::endian> utf16() const noexcept {
        return wide_ != nullptr ? std::optional(wide_->order()) : std::nullopt;
    }

    /// Leaves the reader at an undefined position.
    [[nodiscard]] Result<TextEnd, Failure> end();

    [[nodiscard]] std::optional<std::u16string> caption() const override { return header_.caption; }
    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return header_.entries; }
    void forget_entries() override { std::vector<model::LogEntry>().swap(header_.entries); }
    [[nodiscard]] model::LogZone zone() const override {
        return header_.bias ? model::LogZone::fixed(*header_.bias, header_.zone) : model::LogZone();
    }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    void choose(const std::vector<std::size_t>& entries) override { chosen_ = entries; }
    /// @retval unknown_log_format a time or a number contradicts those before it, or a column that repeats
    ///                            another one has another value
    [[nodiscard]] Result<bool, Failure> next(model::LogRecord& record) override;
    [[nodiscard]] model::LogLoss loss() const override;
    [[nodiscard]] std::span<const std::byte> bytes() const override {
        return std::as_bytes(std::span(newest_));
    }
    [[nodiscard]] Result<void, Failure> seek(std::int64_t local_time) override;
    [[nodiscard]] Result<model::LogRange, Failure> range() override;
    [[nodiscard]] Result<std::uint64_t, Failure> size() override { return lines_.size(); }
    [[nodiscard]] Result<std::uint64_t, Failure> whole_size() override;

  private:
    /// A line that is a record.
    struct RecordLine {
        std::int64_t time_stamp = 0;
        Line line;
        std::size_t values = 0; // where the cell behind the time begins in the line
    };

    /// Two columns of one counter.
    struct RepeatedColumn {
        std::size_t first = 0;
        std::size_t second = 0;
        bool differs = false;
    };

    TextReader(std::unique_ptr<DataFile> file, NarrowFile* wide, const TextOptions& options)
        : lines_(std::move(file)), wide_(wide), options_(options), times_(options.dates),
          numbers_(',', options.decimal) {}

    [[nodiscard]] Result<void, Failure> read_head();
    [[nodiscard]] Result<std::string, Failure> whole_head(const Line& first);
    [[nodiscard]] Result<std::string, Failure> join_lines(const Line& first);

    [[nodiscard]] Result<void, Failure> examine();
    [[nodiscard]] bool is_examined(std::uint64_t bytes) const noexcept;
    void see_numbers(const Line& line);
    void find_repeats();
    void see_repeats(const Line& line);
    [[nodiscard]] Result<void, Failure> settle_repeats();
    [[nodiscard]] Result<void, Failure> check_repeats(const Line& line, const model::LogRecord& record);

    [[nodiscard]] std::optional<TimeMeaning::TimeCell> time_in(const Line& line) const;
    [[nodiscard]] Result<std::optional<std::int64_t>, Failure> time_of(const TimeMeaning::TimeCell& seen);
    [[nodiscard]] Result<std::optional<Line>, Failure> next_line();
    [[nodiscard]] Result<std::optional<RecordLine>, Failure> next_row();
    [[nodiscard]] Result<std::optional<RecordLine>, Failure> next_row_behind(std::uint64_t place);
    [[nodiscard]] bool is_whole(const Line& line);
    [[nodiscard]] Failure at_line(std::uint64_t place, Failure&& failure);
    void pass_over(const Line& line, const std::string& why);
    [[nodiscard]] Result<std::size_t, Failure> read_cell(const RecordLine& row, std::size_t start,
        std::size_t column, model::LogRecord& record, std::string& damage);
    [[nodiscard]] Result<std::u16string, Failure> text_of(const Line& line, std::string_view cell) const;
    [[nodiscard]] Result<void, Failure> read_comment(
        const Line& line, std::size_t start, std::size_t column, model::LogRecord& record) const;
    void forget_loss();
    [[nodiscard]] bool has_more_cells(std::string_view line, std::size_t start) const;

    LineReader lines_;
    NarrowFile* wide_; // the file of lines_ if it is in UTF-16, or null
    TextOptions options_;
    Header header_;
    std::size_t columns_ = 0;           // behind the time, without comments
    std::string_view missing_head_end_; // see TextEnd
    std::vector<std::size_t> chosen_;   // of the columns
    std::uint64_t start_ = 0;           // of the first line behind the header
    TimesOfDay day_;                    // of the newest row
    TimeMeaning times_;
    NumberMeaning numbers_;
    std::vector<RepeatedColumn> repeats_;
    bool may_examine_ = true; // once more: there was no row yet
    std::vector<std::string_view> cells_;
    std::string_view newest_; // line of a record
    /// The cells of a column that are not numbers.
    struct TextCells {
        std::uint64_t cells = 0;
        std::string where; ///< of the first one
        std::string what;
    };

    model::LogLoss loss_;
    std::map<std::size_t, TextCells> text_cells_; // by column
    bool is_loss_of_range_ = false;               // until the next record is read
};

} // namespace pdh_shim::log::text
