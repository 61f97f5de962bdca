// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/line_reader.h"

#include "base/bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace pdh_shim::log::text {
namespace {

constexpr std::size_t largest_piece = std::size_t{1} << 18U; // stays in the processor's cache
constexpr std::size_t longest_line = std::size_t{64} << 20U; // 800,000 columns

} // namespace

/// Moves what is left of the last piece to the start of a buffer with room for so many bytes.
void LineReader::make_room(std::size_t bytes) {
    const std::size_t left = filled_ - start_;
    std::unique_ptr<std::byte[]> larger;
    if (bytes > capacity_) {
        capacity_ = std::max(bytes, 2 * capacity_);
        larger = std::make_unique_for_overwrite<std::byte[]>(capacity_);
    }
    std::copy_n(bytes_.get() + start_, left, (larger ? larger : bytes_).get());
    if (larger) {
        bytes_ = std::move(larger);
    }
    place_ += start_;
    start_ = 0;
    filled_ = left;
}

/// Reads the next piece behind what is left of the last one. Pieces grow, so that little is read where only a
/// line is asked for. @return false at the end of the file
Result<bool, Failure> LineReader::read_more() {
    const std::size_t left = filled_ - start_;
    if (left > longest_line) {
        return Failure(Status::unknown_log_format, {}, "a line is too long");
    }
    const std::size_t more = std::max(piece_, left); // a long line is not searched too often
    make_room(left + more);
    const std::span piece(bytes_.get() + left, more);
    PDH_SHIM_TRY(const std::size_t count, file_->read(place_ + left, piece));
    piece_ = std::min(2 * piece_, largest_piece);
    filled_ += count;
    return count > 0;
}

/// Reads until the next line is there as a whole. @return where its line feed stands; none if the file ends
/// before
Result<std::optional<std::size_t>, Failure> LineReader::find_line_feed() {
    std::size_t searched = start_;
    while (true) {
        const void* const found =
            searched < filled_ ? std::memchr(bytes_.get() + searched, '\n', filled_ - searched) : nullptr;
        if (found != nullptr) {
            return std::optional(
                static_cast<std::size_t>(static_cast<const std::byte*>(found) - bytes_.get()));
        }
        if (is_at_end_) {
            return std::optional<std::size_t>();
        }
        searched = filled_ - start_;
        PDH_SHIM_TRY(const bool is_more, read_more());
        is_at_end_ = !is_more;
    }
}

Result<std::optional<Line>, Failure> LineReader::next() {
    PDH_SHIM_TRY(const std::optional<std::size_t> feed, find_line_feed());
    if (!feed && start_ == filled_) {
        return std::optional<Line>();
    }
    const std::size_t stop = feed.value_or(filled_);
    Line line{as_text(std::span(bytes_.get() + start_, stop - start_)), place_ + start_, 0, feed.has_value()};
    if (line.text.ends_with('\r')) {
        line.text.remove_suffix(1);
    }
    start_ = feed ? stop + 1 : stop;
    line.next = place_ + start_;
    return std::optional(line);
}

void LineReader::go_to(std::uint64_t place) noexcept {
    if (capacity_ > 2 * largest_piece) { // the header may be much longer than the lines behind it
        bytes_.reset();
        capacity_ = 0;
    }
    filled_ = 0;
    place_ = place;
    start_ = 0;
    piece_ = smallest_piece;
    is_at_end_ = false;
}

Result<std::uint64_t, Failure> LineReader::size() {
    return file_->size();
}

Result<std::uint64_t, Failure> LineReader::number_at(std::uint64_t place) {
    std::vector<std::byte> piece(largest_piece);
    std::uint64_t number = 1;
    for (std::uint64_t at = 0; at < place;) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), place - at));
        PDH_SHIM_TRY(const std::size_t count, file_->read(at, std::span(piece).first(wanted)));
        if (count == 0) {
            break;
        }
        number += static_cast<std::uint64_t>(
            std::ranges::count(std::span(piece).first(count), static_cast<std::byte>('\n')));
        at += count;
    }
    return number;
}

namespace {

/// Where the quoted cell that begins at `start` ends: at a quotation mark with a separator or nothing behind
/// it, or with the line. Two quotation marks are one of the text.
std::size_t end_of_quoted(std::string_view line, std::size_t start, char separator) noexcept {
    std::size_t quote = line.find('"', start);
    while (quote != std::string_view::npos && quote + 1 < line.size() && line[quote + 1] != separator) {
        quote = line.find('"', quote + (line[quote + 1] == '"' ? 2 : 1));
    }
    return std::min(quote, line.size());
}

/// Where a cell's text begins and ends in its line, and where the next cell begins.
struct Bounds {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t next = 0;
};

Bounds bounds_at(std::string_view line, std::size_t start, char separator) noexcept {
    if (start < line.size() && line[start] == '"') {
        const std::size_t last = end_of_quoted(line, start + 1, separator);
        return {start + 1, last, last + 2};
    }
    const std::size_t last = std::min(line.find(separator, start), line.size());
    return {start, last, last + 1};
}

} // namespace

TextCell cell_at(std::string_view line, std::size_t start, char separator) noexcept {
    const Bounds bounds = bounds_at(line, start, separator);
    return {line.substr(bounds.first, bounds.last - bounds.first), bounds.next};
}

std::size_t skip_cells(std::string_view line, std::size_t start, std::size_t count, char separator) noexcept {
    for (; count > 0 && start <= line.size(); --count) {
        start = bounds_at(line, start, separator).next;
    }
    return start;
}

std::string unquoted(std::string_view cell) {
    std::string text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        text += cell[i];
        i += cell.substr(i).starts_with("\"\"") ? 1 : 0;
    }
    return text;
}

void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
    cells.clear();
    for (std::size_t start = 0; start <= line.size();) {
        const TextCell cell = cell_at(line, start, separator);
        cells.push_back(cell.text);
        start = cell.next;
    }
}

bool OpenCell::is_open(std::string_view text) noexcept {
    while (next_ < text.size()) {
        if (!is_open_ && text[next_] != '"') {
            next_ = bounds_at(text, next_, separator_).next;
            continue;
        }
        const std::size_t last = end_of_quoted(text, is_open_ ? next_ : next_ + 1, separator_);
        is_open_ = last == text.size();
        next_ = is_open_ ? last : last + 2;
    }
    return is_open_;
}

} // namespace pdh_shim::log::text
