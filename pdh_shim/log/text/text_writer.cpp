// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/text_writer.h"

#include "base/text.h"
#include "log/text/meaning.h"
#include "log/text/narrow_file.h"
#include "log/text/number.h"
#include "log/text/time_stamp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

namespace pdh_shim::log::text {
namespace {

constexpr std::string_view blank = "\" \"";

/// The displayed value of a cell that can be written.
std::optional<double> number_of(const model::LogRecord& record, std::size_t column) noexcept {
    constexpr std::uint32_t error_bit = 0x80000000U;
    if (column >= record.cells.size()) {
        return std::nullopt;
    }
    const model::LogCell& cell = record.cells[column];
    const auto number = std::bit_cast<double>(cell.value.first);
    const bool is_valid = cell.is_there && (cell.value.cstatus & error_bit) == 0 && std::isfinite(number);
    return is_valid ? std::optional(number) : std::nullopt;
}

/// A text of the cell of a column that has no number.
const std::u16string* text_of(const model::LogRecord& record, std::size_t column) noexcept {
    if (column >= record.cells.size() || record.cells[column].value.multi != model::multi_of_text) {
        return nullptr;
    }
    const auto place = static_cast<std::size_t>(record.cells[column].value.second);
    return place < record.texts.size() ? &record.texts[place] : nullptr;
}

/// A text in a cell, with quotation marks doubled. It cannot have what would end the line.
void append_text(std::string& row, std::u16string_view cell) {
    std::string text;
    append_utf16_lossy(text, cell.empty() ? u" " : with_apostrophe(std::u16string(cell)));
    row += '"';
    for (const char letter : text) {
        row.append(letter == '"' ? 2 : 1, letter == '\r' || letter == '\n' ? ' ' : letter);
    }
    row += '"';
}

std::string encoded_header(const HeaderToWrite& header, std::optional<std::endian> utf16) {
    std::string text = make_header(header);
    if (!utf16) {
        return text;
    }
    std::string bytes = utf16_mark(*utf16);
    append_utf16(bytes, text, *utf16);
    return bytes;
}

} // namespace

std::u16string with_apostrophe(std::u16string text) {
    const bool is_formula =
        !text.empty() && std::u16string_view(u"=+-@\t\r").find(text.front()) != std::u16string_view::npos;
    return is_formula && text_options().has_apostrophes ? u'\'' + text : text;
}

TextWriter::TextWriter(std::unique_ptr<WritableFile> file, const TextEnd& end, const HeaderToWrite& header)
    : out_(std::move(file), end.bytes, encoded_header(header, end.utf16)), separator_(end.separator),
      has_comments_(end.has_comments), utf16_(end.utf16),
      columns_(header.columns.size() - (end.has_comments ? 1 : 0)) {}

Result<std::unique_ptr<TextWriter>, Failure> TextWriter::begin(std::unique_ptr<WritableFile> file,
    const HeaderToWrite& header, bool has_comments, std::optional<std::endian> utf16) {
    const TextEnd start{0, {}, header.separator, has_comments, utf16};
    std::unique_ptr<TextWriter> writer(new TextWriter(std::move(file), start, header));
    PDH_SHIM_CHECK(writer->flush());
    return writer;
}

Result<std::unique_ptr<TextWriter>, Failure> TextWriter::resume(
    std::unique_ptr<WritableFile> file, const TextEnd& end, HeaderToWrite header) {
    PDH_SHIM_CHECK(file->cut(end.bytes));
    header.separator = end.separator;
    std::unique_ptr<TextWriter> writer(new TextWriter(std::move(file), end, header));
    PDH_SHIM_CHECK(writer->append(end.missing));
    return writer;
}

Result<void, Failure> TextWriter::write(const model::LogRecord& record) {
    row_ = '"';
    append_time_stamp(row_, record.time_stamp);
    row_ += '"';
    for (std::size_t i = 0; i < columns_; ++i) {
        row_ += separator_;
        const std::optional<double> number = number_of(record, i);
        if (!number) {
            if (const std::u16string* const text = text_of(record, i)) {
                append_text(row_, *text);
            } else {
                row_ += blank;
            }
            continue;
        }
        row_ += '"';
        append_number(row_, *number, record.cells[i].value.multi);
        row_ += '"';
    }
    if (has_comments_) {
        row_ += separator_;
        append_text(row_, record.comment);
    }
    row_ += "\r\n";
    return append(row_);
}

Result<void, Failure> TextWriter::append(std::string_view text) {
    if (!utf16_) {
        return out_.append(text);
    }
    wide_row_.clear();
    append_utf16(wide_row_, text, *utf16_);
    return out_.append(wide_row_);
}

Result<void, Failure> TextWriter::flush() {
    return out_.flush();
}

Result<void, Failure> TextWriter::sync() {
    return out_.sync();
}

Result<void, Failure> TextWriter::close() {
    PDH_SHIM_CHECK(flush());
    return sync();
}

} // namespace pdh_shim::log::text
