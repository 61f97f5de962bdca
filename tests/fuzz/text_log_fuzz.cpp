// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Text logs from anywhere: they are refused, or what was read and written again is read the same.
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

std::vector<model::LogRecord> read_all(TextReader& reader) {
    std::vector<model::LogRecord> records;
    model::LogRecord record;
    while (true) {
        const auto next = reader.next(record);
        require(next.has_value());
        if (!next.value()) {
            return records;
        }
        records.push_back(record);
    }
}

std::vector<std::byte> write(const std::vector<model::LogRecord>& records, std::size_t columns) {
    test::Disk disk;
    const HeaderToWrite header{',', "UTC", 0, std::vector<std::u16string>(columns, u"\\\\H\\O\\C")};
    auto writer = TextWriter::begin(test::writer_to(disk), header, false);
    require(writer.has_value());
    for (const model::LogRecord& record : records) {
        require(writer.value()->write(record).has_value());
    }
    require(writer.value()->close().has_value());
    return disk.bytes;
}

/// Reads every second column alone.
void require_chosen_as_all(TextReader& reader, const std::vector<model::LogRecord>& all) {
    std::vector<std::size_t> chosen;
    for (std::size_t column = 1; column < reader.entries().size(); column += 2) {
        chosen.push_back(column);
    }
    reader.choose(chosen);
    const auto some = read_all(reader);
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
        require(opened.error().status() == Status::unable_read_log_header);
        return 0;
    }
    TextReader& reader = *opened.value();
    const auto records = read_all(reader);
    if (!records.empty()) {
        require(reader.seek(records.front().time_stamp).has_value());
        require(reader.range().has_value());
        require_chosen_as_all(reader, records);
    }
    auto again = TextReader::open(test::file_of(write(records, reader.entries().size())));
    require(again.has_value());
    const auto read = read_all(*again.value());
    require(read.size() == records.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        require(read[i].time_stamp == records[i].time_stamp && read[i].cells == records[i].cells);
    }
    return 0;
}
