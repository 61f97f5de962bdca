// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/text_reader.h"

#include "base/bytes.h"
#include "base/platform.h"
#include "base/text.h"
#include "block/block.h"
#include "log/text/line_reader.h"
#include "log/text/number.h"
#include "log/text/time_stamp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pdh_shim::log::text {
namespace {

constexpr std::int64_t ticks_per_minute = 600'000'000;
constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool begins_with_time(std::string_view line, char separator) {
    const std::optional<TimeParts> parts = read_time_parts(cell_at(line, 0, separator).text);
    return parts &&
           (file_time_of(*parts, DateOrder::month_first) || file_time_of(*parts, DateOrder::day_first) ||
               (parts->is_year_first && file_time_of(*parts, DateOrder::year_first)));
}

/// Whether a line without a time does not belong to the log: a blank one, or what typeperf prints behind its
/// rows, in any language. Rows have digits.
bool is_ignorable_line(std::string_view line) noexcept {
    const std::string_view text = trimmed(line);
    if (text.empty()) {
        return true;
    }
    const auto first = static_cast<unsigned char>(text.front());
    const auto lower = static_cast<unsigned char>(first | 0x20U);
    const bool is_letter = (lower >= 'a' && lower <= 'z') || first >= 0x80 || first == '?'; // see NarrowFile
    return is_letter && text.find_first_of("\"0123456789") == std::string_view::npos;
}

/// A value of a program that was not a number. Nothing is lost with it.
bool is_word_for_no_number(std::string_view text) noexcept {
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    std::string lower(text.substr(0, 3)); // nothing is allocated for it
    std::ranges::transform(lower, lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
    });
    return lower.starts_with("nan") || lower.starts_with("inf") || lower.starts_with("1.#");
}

/// What stands behind the text of a line that has an end, or should stand behind one that lacks it.
std::string_view end_of(const Line& line) noexcept {
    const std::uint64_t size = line.next - line.place - line.text.size();
    return size == 1 ? "\n" : "\r\n";
}

std::string_view missing_end(const Line& line) noexcept {
    return line.has_end ? "" : end_of(line);
}

/// Text in an encoding, as UTF-8. A log can only have an encoding in which the bytes of ASCII text are ASCII:
/// its lines and cells are found by them.
Result<std::string, Failure> decoded(std::string_view text, const std::string& encoding) {
    constexpr std::string_view ascii = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\";
    const auto probe = platform::decode(encoding, ascii);
    if (!probe || !std::ranges::equal(probe.value(), ascii)) {
        const bool is_unknown = !probe && probe.error() == Status::not_implemented;
        return Failure(Status::unable_read_log_header, {},
            "the encoding " + escaped(encoding) +
                (is_unknown ? " is not known here" : " has no ASCII letters"));
    }
    const auto wide = platform::decode(encoding, text);
    if (!wide) {
        return Failure(Status::unable_read_log_header, "line 1", "is not text in " + escaped(encoding));
    }
    std::string narrow;
    append_utf16_lossy(narrow, wide.value());
    return narrow;
}

/// The number that a quoted cell begins with; its size is 0 if there is none in a common form.
NumberAtStart quoted_number_at(std::string_view line, std::size_t start) noexcept {
    return start < line.size() && line[start] == '"'
               ? number_at_start({line.data() + start + 1, line.size() - start - 1})
               : NumberAtStart{};
}

/// Whether a quoted cell ends with the quotation mark at this place.
bool ends_quoted_cell(std::string_view line, std::size_t quote, char separator) noexcept {
    return quote < line.size() && line[quote] == '"' &&
           (quote + 1 == line.size() || line[quote + 1] == separator);
}

/// Whether a number has neither a decimal sign nor groups.
bool is_plain_whole(std::string_view number) noexcept {
    return number.find('.') == std::string_view::npos;
}

void set_number(model::LogCell& cell, std::int64_t time_stamp, double value, NumberForm form) noexcept {
    cell.is_there = true;
    cell.value = {0, time_stamp, std::bit_cast<std::int64_t>(value), 0, form};
}

} // namespace

Result<std::unique_ptr<TextReader>, Failure> TextReader::open(
    std::unique_ptr<DataFile> file, const TextOptions& options) {
    std::array<std::byte, 2> start{};
    PDH_SHIM_TRY(const std::size_t count, file->read(0, start));
    NarrowFile* wide = nullptr;
    if (const auto order = utf16_order(as_text(std::span(start).first(count)))) {
        auto narrow = std::make_unique<NarrowFile>(std::move(file), *order);
        wide = narrow.get();
        file = std::move(narrow);
    }
    std::unique_ptr<TextReader> reader(new TextReader(std::move(file), wide, options));
    PDH_SHIM_CHECK(reader->read_head());
    reader->numbers_ = NumberMeaning(reader->header_.separator, options.decimal);
    reader->find_repeats();
    PDH_SHIM_CHECK(reader->examine());
    PDH_SHIM_CHECK(reader->settle_repeats());
    reader->chosen_.resize(reader->columns_);
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
    columns_ = header_.entries.size();
    return outcome::success();
}

/// The header that begins with a line, with all letters that its names have.
Result<std::string, Failure> TextReader::whole_head(const Line& first) {
    const std::uint64_t place = first.place;
    PDH_SHIM_TRY(std::string head, join_lines(first));
    if (wide_ != nullptr) {
        PDH_SHIM_TRY(head, wide_->text(place, head.size()));
    } else if (!options_.encoding.empty() && !from_utf8(head)) {
        PDH_SHIM_TRY(head, decoded(head, options_.encoding));
    }
    return head;
}

/// The header that begins with a line, with the lines over which it goes on: processes may have line ends in
/// their names. Where a record comes before the quotation mark that is missing, the header is the first line.
Result<std::string, Failure> TextReader::join_lines(const Line& first) {
    constexpr std::size_t longest_head = std::size_t{4} << 20U;
    const char separator = separator_in(first.text).value_or(',');
    std::string joined(first.text);
    std::string_view line_end = end_of(first);
    std::string_view missing = missing_head_end_;
    const std::size_t first_size = joined.size();
    OpenCell last_cell(separator);
    while (last_cell.is_open(joined)) {
        PDH_SHIM_TRY(const std::optional<Line> line, lines_.next());
        if (!line || begins_with_time(line->text, separator) || joined.size() > longest_head) {
            lines_.go_to(start_);
            joined.resize(first_size);
            return joined;
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
    return cells_.size() > columns_ && is_quoted && line.text.size() == start + last.size() + 1;
}

/// Reads the first rows until it is known what times and numbers mean. Times in Windows' form have a meaning
/// anyhow, so that less is read for them.
Result<void, Failure> TextReader::examine() {
    constexpr std::uint64_t most_rows = 10'000;
    lines_.go_to(start_);
    for (std::uint64_t rows = 0; rows < most_rows && !is_examined(lines_.place() - start_);) {
        PDH_SHIM_TRY(const std::optional<Line> line, lines_.next());
        if (!line) {
            break;
        }
        const auto time = time_in(*line);
        if (!time || !is_whole(*line)) {
            continue;
        }
        ++rows;
        if (auto seen = times_.see(*time); !seen) {
            return at_line(line->place, std::move(seen).error());
        }
        if (!header_.bias) {
            header_.bias = time->parts.bias;
        }
        see_numbers(*line);
        see_repeats(*line);
    }
    if (auto concluded = times_.conclude(); !concluded) {
        return at_line(times_.place(), std::move(concluded).error());
    }
    if (auto concluded = numbers_.conclude(); !concluded) {
        return at_line(numbers_.place(), std::move(concluded).error());
    }
    lines_.go_to(start_);
    return outcome::success();
}

bool TextReader::is_examined(std::uint64_t bytes) const noexcept {
    constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20U;
    constexpr std::uint64_t most_bytes_of_windows = std::uint64_t{1} << 20U;
    const bool are_numbers_known = numbers_.sign().has_value() && repeats_.empty();
    if (times_.is_windows_form() && are_numbers_known) {
        return times_.is_decided() || bytes > most_bytes_of_windows;
    }
    return bytes > most_bytes;
}

void TextReader::see_numbers(const Line& line) {
    std::size_t start = cell_at(line.text, 0, header_.separator).next;
    for (std::size_t i = 0; i < columns_ && !numbers_.sign() && start <= line.text.size(); ++i) {
        const TextCell cell = cell_at(line.text, start, header_.separator);
        numbers_.see(trimmed(cell.text), line.place);
        start = cell.next;
    }
}

/// Keeps hashes in place of keys: there may be 30,000 columns.
void TextReader::find_repeats() {
    std::unordered_multimap<std::size_t, std::size_t> known; // hash of the key, the first column that has it
    known.reserve(columns_);
    for (std::size_t i = 0; i < columns_; ++i) {
        const std::u16string key = model::path_key(header_.entries[i]);
        const std::size_t hash = std::hash<std::u16string>()(key);
        const auto [begin, end] = known.equal_range(hash);
        const auto same = std::find_if(begin, end,
            [&](const auto& column) { return model::path_key(header_.entries[column.second]) == key; });
        if (same != end) {
            repeats_.push_back({same->second, i});
        } else {
            known.emplace(hash, i);
        }
    }
}

void TextReader::see_repeats(const Line& line) {
    if (repeats_.empty()) {
        return;
    }
    split_cells(line.text, header_.separator, cells_);
    cells_.resize(std::max(cells_.size(), columns_ + 1));
    for (RepeatedColumn& repeat : repeats_) {
        repeat.differs = repeat.differs || cells_[repeat.first + 1] != cells_[repeat.second + 1];
    }
}

/// Columns of one counter are one while they have the same values. Others are columns of several instances
/// that have one name, which are told apart by their numbers.
Result<void, Failure> TextReader::settle_repeats() {
    if (std::ranges::none_of(repeats_, &RepeatedColumn::differs)) {
        return outcome::success();
    }
    std::unordered_set<std::u16string> known;
    std::ranges::transform(header_.entries, std::inserter(known, known.end()), model::path_key);
    std::unordered_map<std::size_t, std::uint32_t> numbers; // the highest, by the first column of the name
    for (const RepeatedColumn& repeat : repeats_) {
        model::LogEntry& entry = header_.entries[repeat.second];
        if (repeat.differs && entry.instance.empty()) {
            return Failure(Status::unable_read_log_header,
                "line 1, column " + std::to_string(repeat.second + 2),
                "has the counter of column " + std::to_string(repeat.first + 2) + ", and other values");
        }
        if (repeat.differs) {
            std::uint32_t& number = numbers.try_emplace(repeat.first, entry.duplicate).first->second;
            do {
                entry.duplicate = ++number;
            } while (!known.insert(model::path_key(entry)).second);
        }
    }
    std::erase_if(repeats_, [](const RepeatedColumn& repeat) { return repeat.differs; });
    return outcome::success();
}

Result<void, Failure> TextReader::check_repeats(const Line& line, const model::LogRecord& record) {
    for (const RepeatedColumn& repeat : repeats_) {
        const bool are_chosen = std::ranges::binary_search(chosen_, repeat.first) &&
                                std::ranges::binary_search(chosen_, repeat.second);
        const model::LogCell& first = record.cells[repeat.first];
        const model::LogCell& second = record.cells[repeat.second];
        const auto text = [&record](const model::LogCell& cell) {
            const bool is_text = cell.value.multi == model::multi_of_text;
            return is_text ? std::u16string_view(record.texts[static_cast<std::size_t>(cell.value.second)])
                           : std::u16string_view();
        };
        if (are_chosen && (first.is_there != second.is_there || first.value.first != second.value.first ||
                              text(first) != text(second))) {
            return at_line(line.place,
                {Status::unknown_log_format, {},
                    "columns " + std::to_string(repeat.first + 2) + " and " +
                        std::to_string(repeat.second + 2) + " have the same counter, and different values"});
        }
    }
    return outcome::success();
}

std::optional<TimeMeaning::TimeCell> TextReader::time_in(const Line& line) const {
    const std::string_view text = cell_at(line.text, 0, header_.separator).text;
    const std::optional<TimeParts> parts = read_time_parts(text);
    return parts ? std::optional(TimeMeaning::TimeCell{*parts, text, line.text.starts_with('"'), line.place})
                 : std::nullopt;
}

/// A time that says its distance from UTC becomes one of the log's zone.
Result<std::optional<std::int64_t>, Failure> TextReader::time_of(const TimeMeaning::TimeCell& seen) {
    if (!times_.has_seen()) { // not among the first lines
        PDH_SHIM_CHECK(times_.see(seen));
        PDH_SHIM_CHECK(times_.conclude());
        if (!times_.has_seen()) {
            return std::optional<std::int64_t>();
        }
    }
    PDH_SHIM_TRY(std::optional<std::int64_t> time, times_.read(seen));
    if (time && seen.parts.bias && header_.bias) {
        *time += (std::int64_t{*seen.parts.bias} - *header_.bias) * ticks_per_minute;
    }
    return time;
}

Failure TextReader::at_line(std::uint64_t place, Failure&& failure) {
    const auto number = lines_.number_at(place);
    return std::move(failure).within(
        number ? "line " + std::to_string(number.value()) : "byte " + std::to_string(place));
}

void TextReader::pass_over(const Line& line, const std::string& why) {
    Failure loss(Status::invalid_data, {}, why);
    loss_.add(
        loss_.places == 0 ? at_line(line.place, std::move(loss)) : std::move(loss), line.next - line.place);
}

/// Before the first one with a time it is found out what the file means, if no row had said it.
Result<std::optional<Line>, Failure> TextReader::next_line() {
    PDH_SHIM_TRY(std::optional<Line> line, lines_.next());
    if (!line || times_.has_seen() || !may_examine_ || !time_in(*line)) {
        return line;
    }
    may_examine_ = false;
    const std::uint64_t place = line->place;
    PDH_SHIM_CHECK(examine());
    lines_.go_to(place);
    return lines_.next();
}

Result<std::optional<TextReader::RecordLine>, Failure> TextReader::next_row() {
    while (true) {
        PDH_SHIM_TRY(const std::optional<Line> line, next_line());
        if (!line) {
            return std::optional<RecordLine>();
        }
        if (!is_whole(*line)) {
            continue;
        }
        const TextCell first = cell_at(line->text, 0, header_.separator);
        if (const auto time = day_.read(first.text)) {
            return std::optional(RecordLine{*time, *line, first.next});
        }
        const auto seen = time_in(*line);
        auto time = seen ? time_of(*seen) : std::optional<std::int64_t>();
        if (!time) {
            return at_line(line->place, std::move(time).error());
        }
        if (time.value()) {
            day_.keep(first.text, *time.value());
            return std::optional(RecordLine{*time.value(), *line, first.next});
        }
        if (!is_ignorable_line(line->text)) {
            pass_over(*line, "does not begin with a time");
        }
    }
}

model::LogLoss TextReader::loss() const {
    constexpr std::size_t most_columns = 100;
    model::LogLoss loss = loss_;
    for (const auto& [column, cells] : text_cells_) {
        if (loss.columns.size() == most_columns) {
            loss.columns.push_back(
                {{}, std::to_string(text_cells_.size() - most_columns) + " more columns have such values"});
            break;
        }
        loss.columns.push_back({cells.where, cells.what + " (" + std::to_string(cells.cells) +
                                                 (cells.cells == 1 ? " such value)" : " such values)")});
    }
    return loss;
}

void TextReader::forget_loss() {
    loss_ = {};
    text_cells_.clear();
}

/// The text of a cell, in the encoding of the log.
Result<std::u16string, Failure> TextReader::text_of(const Line& line, std::string_view cell) const {
    std::string text(cell);
    if (wide_ != nullptr) {
        const auto start = static_cast<std::size_t>(cell.data() - line.text.data());
        PDH_SHIM_TRY(text, wide_->text(line.place + start, cell.size()));
    } else if (!options_.encoding.empty() && !from_utf8(text)) {
        if (auto known = decoded(text, options_.encoding)) {
            text = std::move(known).value();
        }
    }
    text = unquoted(text);
    return block::ansi_text(std::as_bytes(std::span(text)));
}

/// @param start, column of the cell behind those that were read
Result<void, Failure> TextReader::read_comment(
    const Line& line, std::size_t start, std::size_t column, model::LogRecord& record) const {
    if (!header_.caption) {
        return outcome::success();
    }
    start = skip_cells(line.text, start, columns_ - column, header_.separator);
    const std::string_view text =
        start <= line.text.size() ? cell_at(line.text, start, header_.separator).text : std::string_view();
    if (!trimmed(text).empty()) {
        PDH_SHIM_TRY(record.comment, text_of(line, text));
    }
    return outcome::success();
}

/// Reads a cell that is not in Windows' form. @return where the next one begins
Result<std::size_t, Failure> TextReader::read_cell(const RecordLine& row, std::size_t start,
    std::size_t column, model::LogRecord& record, std::string& damage) {
    model::LogCell& cell = record.cells[column];
    cell.is_there = false;
    cell.value = {0, row.time_stamp, 0, 0, 1};
    if (start > row.line.text.size()) {
        damage = "has too few cells";
        return start;
    }
    const TextCell read = cell_at(row.line.text, start, header_.separator);
    const std::string_view text = trimmed(read.text);
    if (text.empty()) {
        return read.next;
    }
    const NumberAtStart fast = number_at_start(text);
    if (fast.size == text.size() && (numbers_.sign() == DecimalSign::point || is_plain_whole(text))) {
        set_number(cell, row.time_stamp, fast.value, fast.form);
        return read.next;
    }
    auto number = numbers_.read(text);
    if (!number) {
        return at_line(row.line.place, std::move(number).error());
    }
    if (number.value()) {
        set_number(cell, row.time_stamp, number.value()->value, number.value()->form);
        return read.next;
    }
    PDH_SHIM_TRY(auto kept, text_of(row.line, read.text));
    cell.is_there = true;
    cell.value = {static_cast<std::uint32_t>(Status::cstatus_invalid_data), row.time_stamp, 0,
        static_cast<std::int64_t>(record.texts.size()), model::multi_of_text};
    record.texts.push_back(std::move(kept));
    if (!is_word_for_no_number(text)) {
        damage = "has a value that is no number: " + escaped(text.substr(0, 64));
        TextCells& cells = text_cells_[column];
        if (cells.cells == 0) {
            const Failure first = at_line(row.line.place, Failure(Status::invalid_data, {}, damage));
            cells.where = std::string(first.where()) + ", column " + std::to_string(column + 2);
            cells.what = damage;
        }
        ++cells.cells;
    }
    return read.next;
}

bool TextReader::has_more_cells(std::string_view line, std::size_t start) const {
    if (header_.caption) {
        start = skip_cells(line, start, 1, header_.separator);
    }
    while (start <= line.size()) {
        const TextCell cell = cell_at(line, start, header_.separator);
        if (!trimmed(cell.text).empty()) {
            return true;
        }
        start = cell.next;
    }
    return false;
}

Result<bool, Failure> TextReader::next(model::LogRecord& record) {
    if (std::exchange(is_loss_of_range_, false)) {
        forget_loss();
    }
    PDH_SHIM_TRY(const std::optional<RecordLine> row, next_row());
    if (!row) {
        return false;
    }
    const std::string_view line = row->line.text;
    std::size_t start = row->values;
    newest_ = line;
    record.time_stamp = row->time_stamp;
    record.cells.resize(columns_);
    record.comment.clear();
    record.texts.clear();
    std::size_t column = 0;
    std::string damage;
    const bool are_points_known = numbers_.sign() == DecimalSign::point;
    for (const std::size_t chosen : chosen_) {
        if (chosen != column) {
            start = skip_cells(line, start, chosen - column, header_.separator);
        }
        column = chosen + 1;
        const NumberAtStart number = quoted_number_at(line, start);
        const std::size_t quote = start + 1 + number.size; // behind the number
        if (number.size != 0 && ends_quoted_cell(line, quote, header_.separator) &&
            (are_points_known || is_plain_whole(line.substr(start, number.size + 1)))) {
            set_number(record.cells[chosen], row->time_stamp, number.value, number.form);
            start = quote + 2; // behind the separator
        } else {
            PDH_SHIM_TRY(start, read_cell(*row, start, chosen, record, damage));
        }
    }
    if (column == columns_ && start <= line.size() && has_more_cells(line, start)) {
        damage = "has too many cells";
    }
    if (!damage.empty()) {
        pass_over(row->line, damage);
    }
    PDH_SHIM_CHECK(read_comment(row->line, start, column, record));
    PDH_SHIM_CHECK(check_repeats(row->line, record));
    return true;
}

/// The first row that begins behind a place that may lie within a line.
Result<std::optional<TextReader::RecordLine>, Failure> TextReader::next_row_behind(std::uint64_t place) {
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
        PDH_SHIM_TRY(const std::optional<RecordLine> row, next_row_behind(middle));
        (row && row->time_stamp < local_time ? before : behind) = middle;
    }
    PDH_SHIM_TRY(std::optional<RecordLine> row, next_row_behind(before));
    while (row && row->time_stamp < local_time) {
        PDH_SHIM_TRY(row, next_row());
    }
    if (row) {
        lines_.go_to(row->line.place);
    }
    forget_loss();
    return outcome::success();
}

/// Behind the last line that has an end, or is a whole row without one.
Result<TextEnd, Failure> TextReader::end() {
    constexpr std::uint64_t longest_line = std::uint64_t{8} << 20U;
    PDH_SHIM_TRY(const std::uint64_t bytes, size());
    TextEnd end{start_, missing_head_end_, header_.separator, header_.caption.has_value(), utf16()};
    lines_.go_to(bytes > start_ + longest_line ? bytes - longest_line : start_);
    while (true) {
        PDH_SHIM_TRY(const std::optional<Line> line, lines_.next());
        if (!line) {
            end.bytes = wide_ != nullptr ? NarrowFile::place_in_file(end.bytes) : end.bytes;
            return end;
        }
        if (line->has_end || (begins_with_time(line->text, header_.separator) && is_whole(*line))) {
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
    forget_loss();
    is_loss_of_range_ = true;
    lines_.go_to(start_);
    PDH_SHIM_TRY(std::optional<RecordLine> row, next_row());
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
