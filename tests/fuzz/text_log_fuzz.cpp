// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Text logs from anywhere: they are refused, or what was read and written again is read the same.
#include "base/text.h"
#include "fuzz/require.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"
#include "memory_file.h"

#include <cstddef>
#include <cstdint>
#include <span>
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

std::vector<std::byte> write(const std::vector<model::LogRecord>& records, std::size_t columns) {
    test::Disk disk;
    HeaderToWrite header{',', "UTC", 0, {}};
    for (std::size_t column = 0; column < columns; ++column) {
        std::u16string path = u"\\\\H\\O(a";
        append_decimal(path, column);
        header.columns.push_back(path + u")\\C");
    }
    auto writer = TextWriter::begin(test::writer_to(disk), header, false);
    require(writer.has_value());
    for (const model::LogRecord& record : records) {
        require(writer.value()->write(record).has_value());
    }
    require(writer.value()->close().has_value());
    return disk.bytes;
}

void require_same_values(const model::LogRecord& left, const model::LogRecord& right) {
    require(left.cells.size() == right.cells.size());
    for (std::size_t i = 0; i < left.cells.size(); ++i) {
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
            require(some[i].cells[column] == all[i].cells[column]);
        }
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
    const auto written = write(records, reader.entries().size());
    auto again = TextReader::open(test::file_of(written));
    require(again.has_value());
    const auto read = read_all(*again.value());
    require(read.is_whole && read.records.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        require(read.records[i].time_stamp == records[i].time_stamp);
        require_same_values(read.records[i], records[i]);
    }
    require(write(read.records, reader.entries().size()) == written);
    return 0;
}
