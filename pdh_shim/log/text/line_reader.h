// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::log::text {

/// One line of a file, without its end.
struct Line {
    std::string_view text;   ///< until the next line is read
    std::uint64_t place = 0; ///< where it begins in the file
    std::uint64_t next = 0;  ///< where the line behind it begins
    bool has_end = false;    ///< false for a last line behind which no line feed stands
};

/// Reads the lines of a file of any size. They end with LF or CRLF.
class LineReader {
  public:
    explicit LineReader(std::unique_ptr<DataFile> file) noexcept : file_(std::move(file)) {}

    /// None at the end.
    /// @retval log_file_open_error the file cannot be read @retval unknown_log_format a line is too long
    [[nodiscard]] Result<std::optional<Line>, Failure> next();

    /// Where the next line begins.
    [[nodiscard]] std::uint64_t place() const noexcept { return place_ + start_; }

    /// Goes on with the line that begins at this place.
    void go_to(std::uint64_t place) noexcept;

    [[nodiscard]] Result<std::uint64_t, Failure> size();

    /// The number of the line that begins at this place, from 1. Reads the file up to it.
    [[nodiscard]] Result<std::uint64_t, Failure> number_at(std::uint64_t place);

  private:
    static constexpr std::size_t smallest_piece = std::size_t{1} << 14U;

    void make_room(std::size_t bytes);
    [[nodiscard]] Result<bool, Failure> read_more();
    [[nodiscard]] Result<std::optional<std::size_t>, Failure> find_line_feed();

    std::unique_ptr<DataFile> file_;
    std::unique_ptr<std::byte[]> bytes_; // from place_ on
    std::size_t capacity_ = 0;
    std::size_t filled_ = 0;
    std::size_t piece_ = smallest_piece; // bytes to read next
    std::uint64_t place_ = 0;            // of bytes_ in the file
    std::size_t start_ = 0;              // of the next line in bytes_
    bool is_at_end_ = false;
};

/// A cell of a line, without the quotation marks that it may stand in.
struct TextCell {
    std::string_view text;
    std::size_t next = 0; ///< where the cell behind it begins; beyond the line if it was the last one
};

/// The cell that begins at `start` of a line without its end. The quotation mark that ends a cell has a
/// separator or nothing behind it. Two of them are one that belongs to the text, as CSV has it; one alone
/// within a cell does so too, as Windows writes names.
[[nodiscard]] TextCell cell_at(std::string_view line, std::size_t start, char separator) noexcept;

/// Where the cell begins that stands `count` cells behind the one at `start`; beyond a line that has fewer.
[[nodiscard]] std::size_t skip_cells(
    std::string_view line, std::size_t start, std::size_t count, char separator) noexcept;

/// The text of a cell, in which two quotation marks are one.
[[nodiscard]] std::string unquoted(std::string_view cell);

/// All cells of a line.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);

/// Finds out whether a text ends within the quotation marks of a cell: then its line goes on behind the line
/// feed.
class OpenCell {
  public:
    explicit OpenCell(char separator) noexcept : separator_(separator) {}

    /// @param text the previous text, extended. @return whether its last cell is open
    [[nodiscard]] bool is_open(std::string_view text) noexcept;

  private:
    char separator_;
    bool is_open_ = false;
    std::size_t next_ = 0; // where to go on, in a cell that is open or with the next one
};

} // namespace pdh_shim::log::text
