// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/text_reader.h"

#include "base/bytes.h"
#include "log/text/cells.h"
#include "log/text/number.h"
#include "log/text/time_stamp.h"
#include "model/log_failure.h"

#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace pdh_shim::log::text {
namespace {

std::optional<std::int64_t> time_of(std::string_view line, char separator) {
    const bool is_quoted = line.starts_with('"');
    const std::string_view rest = is_quoted ? line.substr(1) : line;
    return parse_time_stamp(rest.substr(0, rest.find(is_quoted ? '"' : separator)));
}

/// What stands behind the text of a line that has an end, or should stand behind one that lacks it.
std::string_view end_of(const Line& line) noexcept {
    const std::uint64_t size = line.next - line.place - line.text.size();
    return size == 1 ? "\n" : "\r\n";
}

std::string_view missing_end(const Line& line) noexcept {
    return line.has_end ? "" : end_of(line);
}

/// The number of a cell, and where the cell behind it begins.
struct NumberCell {
    std::optional<double> number;
    std::size_t next = 0;
};

/// None where the line is too short.
NumberCell number_cell_at(std::string_view line, std::size_t start, char separator) {
    if (start > line.size()) {
        return {{}, start};
    }
    if (start < line.size() && line[start] == '"') {
        const NumberAtStart number = number_at_start(line.substr(start + 1));
        const std::string_view rest = line.substr(start + 1 + number.size);
        const bool is_whole =
            number.size > 0 && rest.starts_with('"') && (rest.size() == 1 || rest[1] == separator);
        if (is_whole) {
            return {number.value, line.size() - rest.size() + 2};
        }
    }
    const Cell cell = cell_at(line, start, separator);
    return {parse_number(cell.text), cell.next};
}

} // namespace

Result<std::unique_ptr<TextReader>, Failure> TextReader::open(std::unique_ptr<DataFile> file) {
    std::array<std::byte, 2> start{};
    PDH_SHIM_TRY(const std::size_t count, model::log_read(file->read(0, start)));
    NarrowFile* wide = nullptr;
    if (is_utf16(as_text(std::span(start).first(count)))) {
        auto narrow = std::make_unique<NarrowFile>(std::move(file));
        wide = narrow.get();
        file = std::move(narrow);
    }
    std::unique_ptr<TextReader> reader(new TextReader(std::move(file), wide));
    PDH_SHIM_CHECK(reader->read_head());
    reader->chosen_.resize(reader->header_.entries.size());
    std::iota(reader->chosen_.begin(), reader->chosen_.end(), std::size_t{0});
    return reader;
}

Result<void, Failure> TextReader::read_head() {
    PDH_SHIM_TRY(std::optional<Line> line, lines_.next());
    while (line && line->text.empty()) { // typeperf prints one before its header
        PDH_SHIM_TRY(line, lines_.next());
    }
    if (!line) {
        return Failure(Status::unable_read_log_header, {}, "is empty");
    }
    start_ = line->next;
    missing_head_end_ = missing_end(*line);
    PDH_SHIM_TRY(const std::string head, whole_head(*line));
    PDH_SHIM_TRY(header_, read_header(head));
    return outcome::success();
}

/// The header that begins with a line, with all letters that its names have.
Result<std::string, Failure> TextReader::whole_head(const Line& first) {
    const std::uint64_t place = first.place;
    PDH_SHIM_TRY(std::string head, join_lines(first));
    if (wide_ != nullptr) {
        PDH_SHIM_TRY(head, model::log_read(wide_->text(place, head.size())));
    }
    return head;
}

/// The header that begins with a line, with the lines over which it goes on: processes may have line ends in
/// their names. Where a record comes before the quotation mark that is missing, the header is the first line.
Result<std::string, Failure> TextReader::join_lines(const Line& first) {
    constexpr std::size_t longest_head = std::size_t{4} << 20U;
    const char separator = separator_in(first.text).value_or(',');
    std::string head(first.text);
    std::string joined = head;
    std::string_view line_end = end_of(first);
    std::string_view missing = missing_head_end_;
    OpenCell last_cell(separator);
    while (last_cell.is_open(joined)) {
        PDH_SHIM_TRY(const std::optional<Line> line, lines_.next());
        if (!line || time_of(line->text, separator) || joined.size() > longest_head) {
            lines_.go_to(start_);
            return head;
        }
        joined.append(line_end).append(line->text);
        line_end = end_of(*line);
        missing = missing_end(*line);
    }
    start_ = lines_.place();
    missing_head_end_ = missing;
    return joined;
}

/// A last line without an end may have been cut. It was not if the quotation mark behind its last value is
/// there: then only the end of the line is missing. Where nothing is quoted, a number that was cut looks like
/// another number.
bool TextReader::is_whole(const Line& line) {
    if (line.has_end) {
        return true;
    }
    split_cells(line.text, header_.separator, cells_);
    const std::string_view last = cells_.back();
    const auto start = static_cast<std::size_t>(last.data() - line.text.data());
    const bool is_quoted = start > 0 && line.text[start - 1] == '"';
    return cells_.size() > header_.entries.size() && is_quoted && line.text.size() == start + last.size() + 1;
}

Result<std::optional<TextReader::Row>, Failure> TextReader::next_row() {
    while (true) {
        PDH_SHIM_TRY(const std::optional<Line> line, lines_.next());
        if (!line) {
            return std::optional<Row>();
        }
        const auto time = time_of(line->text, header_.separator);
        if (time && is_whole(*line)) {
            return std::optional(Row{*time, *line});
        }
    }
}

Result<bool, Failure> TextReader::next(model::LogRecord& record) {
    PDH_SHIM_TRY(const std::optional<Row> row, next_row());
    if (!row) {
        return false;
    }
    const std::string_view line = row->line.text;
    std::size_t start = cell_at(line, 0, header_.separator).next;
    newest_ = line;
    record.time_stamp = row->time_stamp;
    record.cells.resize(header_.entries.size());
    std::size_t column = 0;
    for (const std::size_t chosen : chosen_) {
        start = skip_cells(line, start, chosen - column, header_.separator);
        const NumberCell read = number_cell_at(line, start, header_.separator);
        start = read.next;
        column = chosen + 1;
        model::LogCell& cell = record.cells[chosen];
        cell.is_there = read.number.has_value();
        cell.value = {0, row->time_stamp, std::bit_cast<std::int64_t>(read.number.value_or(0)), 0, 1};
    }
    return true;
}

/// The first row that begins behind a place that may lie within a line.
Result<std::optional<TextReader::Row>, Failure> TextReader::next_row_behind(std::uint64_t place) {
    lines_.go_to(place);
    if (place != start_) {
        PDH_SHIM_TRY(const std::optional<Line> rest, lines_.next());
        static_cast<void>(rest);
    }
    return next_row();
}

/// Halves the file until what is left is small enough to be read. Where the clocks were set back the times of
/// a file do not rise everywhere; then it is one of the places where such a record stands.
Result<void, Failure> TextReader::seek(std::int64_t local_time) {
    constexpr std::uint64_t small = 4096;
    std::uint64_t before = start_; // a place whose next row is earlier, or the start
    PDH_SHIM_TRY(std::uint64_t behind, size());
    while (behind > before + small) {
        const std::uint64_t middle = before + (behind - before) / 2;
        PDH_SHIM_TRY(const std::optional<Row> row, next_row_behind(middle));
        (row && row->time_stamp < local_time ? before : behind) = middle;
    }
    PDH_SHIM_TRY(std::optional<Row> row, next_row_behind(before));
    while (row && row->time_stamp < local_time) {
        PDH_SHIM_TRY(row, next_row());
    }
    if (row) {
        lines_.go_to(row->line.place);
    }
    return outcome::success();
}

/// Behind the last line that has an end, or is a whole row without one.
Result<TextEnd, Failure> TextReader::end() {
    constexpr std::uint64_t longest_line = std::uint64_t{8} << 20U;
    if (wide_ != nullptr) {
        return Failure(Status::log_file_open_error, {}, "is in UTF-16: nothing can be added to it");
    }
    PDH_SHIM_TRY(const std::uint64_t bytes, size());
    TextEnd end{start_, missing_head_end_, header_.separator, header_.has_comments};
    lines_.go_to(bytes > start_ + longest_line ? bytes - longest_line : start_);
    while (true) {
        PDH_SHIM_TRY(const std::optional<Line> line, lines_.next());
        if (!line) {
            return end;
        }
        if (line->has_end || (time_of(line->text, header_.separator) && is_whole(*line))) {
            end.bytes = line->next;
            end.missing = missing_end(*line);
        }
    }
}

Result<std::uint64_t, Failure> TextReader::whole_size() {
    PDH_SHIM_TRY(const TextEnd last, end());
    return last.bytes;
}

Result<model::LogRange, Failure> TextReader::range() {
    model::LogRange range;
    lines_.go_to(start_);
    PDH_SHIM_TRY(std::optional<Row> row, next_row());
    while (row) {
        range.add(row->time_stamp);
        PDH_SHIM_TRY(row, next_row());
    }
    lines_.go_to(start_);
    if (range.records == 0) {
        return Failure(Status::no_data, {}, "has no record");
    }
    return range;
}

} // namespace pdh_shim::log::text
