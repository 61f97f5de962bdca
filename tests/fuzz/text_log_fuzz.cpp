// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Text logs from anywhere: they are refused, or what was read and written again is read the same.
#include "base/text.h"
#include "fuzz/require.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"
#include "memory_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::log::text;

/// The records up to the end, or to what contradicts those before it.
struct Read {
    std::vector<model::LogRecord> records;
    bool is_whole = true;
};

Read read_all(TextReader& reader) {
    Read read;
    model::LogRecord record;
    while (true) {
        const auto next = reader.next(record);
        require(next.has_value() || next.error().status() == Status::unknown_log_format);
        if (!next || !next.value()) {
            read.is_whole = next.has_value();
            return read;
        }
        read.records.push_back(record);
    }
}

std::vector<std::byte> write(
    const std::vector<model::LogRecord>& records, std::size_t columns, bool has_comments) {
    test::Disk disk;
    HeaderToWrite header{',', "UTC", 0, {}};
    for (std::size_t column = 0; column < columns; ++column) {
        std::u16string path = u"\\\\H\\O(a";
        append_decimal(path, column);
        header.columns.push_back(path + u")\\C");
    }
    if (has_comments) {
        header.columns.emplace_back(u"caption");
    }
    auto writer = TextWriter::begin(test::writer_to(disk), header, has_comments);
    require(writer.has_value());
    for (const model::LogRecord& record : records) {
        require(writer.value()->write(record).has_value());
    }
    require(writer.value()->close().has_value());
    return disk.bytes;
}

/// The text that a cell has in place of a number; null if it has none.
const std::u16string* text_of(const model::LogRecord& record, std::size_t column) {
    const model::LogValue& value = record.cells[column].value;
    if (value.multi != model::multi_of_text) {
        return nullptr;
    }
    require(static_cast<std::uint64_t>(value.second) < record.texts.size());
    return &record.texts[static_cast<std::size_t>(value.second)];
}

/// A text in an ANSI code page may be a number in UTF-8, and one that ends with a NUL blank, the next time.
void require_same_values(const model::LogRecord& left, const model::LogRecord& right) {
    require(left.cells.size() == right.cells.size());
    for (std::size_t i = 0; i < left.cells.size(); ++i) {
        if (text_of(left, i) != nullptr) {
            continue;
        }
        require(left.cells[i].is_there == right.cells[i].is_there &&
                left.cells[i].value.first == right.cells[i].value.first);
    }
}

/// Reads every second column alone.
void require_chosen_as_all(TextReader& reader, const std::vector<model::LogRecord>& all) {
    std::vector<std::size_t> chosen;
    for (std::size_t column = 1; column < reader.entries().size(); column += 2) {
        chosen.push_back(column);
    }
    reader.choose(chosen);
    const auto some = read_all(reader).records;
    require(some.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const std::size_t column : chosen) {
            const std::u16string* const text = text_of(all[i], column);
            require(text == nullptr ? some[i].cells[column] == all[i].cells[column]
                                    : *text == *text_of(some[i], column));
        }
        require(some[i].comment == all[i].comment);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    auto opened = TextReader::open(test::file_of({bytes.begin(), bytes.end()}));
    if (!opened) {
        require(opened.error().status() == Status::unable_read_log_header ||
                opened.error().status() == Status::unknown_log_format);
        return 0;
    }
    TextReader& reader = *opened.value();
    const auto [records, is_whole] = read_all(reader);
    if (is_whole && !records.empty()) {
        require(reader.loss().bytes <= size);
        require(reader.seek(records.front().time_stamp).has_value());
        require(reader.range().has_value());
        require_chosen_as_all(reader, records);
    }
    // What was written again is read the same, and written with the same characters.
    const bool has_comments = reader.caption().has_value();
    const auto written = write(records, reader.entries().size(), has_comments);
    auto again = TextReader::open(test::file_of(written));
    require(again.has_value());
    const auto read = read_all(*again.value());
    require(read.is_whole && read.records.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        require(read.records[i].time_stamp == records[i].time_stamp);
        require_same_values(records[i], read.records[i]);
        require(read.records[i].comment.empty() == records[i].comment.empty());
    }
    const bool has_texts =
        std::ranges::any_of(records, [](const model::LogRecord& record) { return !record.texts.empty(); });
    require(has_texts || write(read.records, reader.entries().size(), has_comments) == written);
    return 0;
}
