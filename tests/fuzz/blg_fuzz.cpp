// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Binary logs from anywhere: they are refused with a status of a log, or each record is read again as it was
// written again.
#include "fuzz/require.h"
#include "log/blg/blg_reader.h"
#include "log/blg/catalogue.h"
#include "log/blg/record.h"
#include "memory_file.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::log::blg;

void require_status(const Failure& failure) {
    const Status status = failure.status();
    require(status == Status::unable_read_log_header || status == Status::binary_log_corrupt ||
            status == Status::unmatched_append_counter || status == Status::no_data);
}

void read_catalogue_again(const std::vector<model::LogEntry>& entries) {
    std::vector<std::byte> payload;
    append_catalogue(entries, payload);
    const auto again = read_catalogue(payload);
    require(again.has_value() && again.value() == entries);
}

void read_again(const std::vector<model::LogEntry>& entries, const model::LogRecord& record) {
    std::vector<std::byte> payload;
    append_record(kinds_of(entries), record.cells, payload);
    model::LogRecord again;
    require(read_record(payload, kinds_of(entries), again).has_value());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        require(!record.cells[i].is_there || record.cells[i] == again.cells[i]);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    auto opened = BlgReader::open(test::file_of({bytes.begin(), bytes.end()}));
    if (!opened) {
        require_status(opened.error());
        return 0;
    }
    BlgReader& reader = *opened.value();
    read_catalogue_again(reader.entries());
    const auto range = reader.range();
    if (!range) {
        require_status(range.error());
    } else {
        // A buffer that was lost since one with its number came before it may be read now.
        for (const std::int64_t time : {range.value().last, std::int64_t{0}}) {
            if (const auto sought = reader.seek(time); !sought) {
                require_status(sought.error());
                return 0;
            }
        }
    }
    model::LogRecord record;
    for (int i = 0; i < 100; ++i) {
        const auto next = reader.next(record);
        if (!next) {
            require_status(next.error());
            break;
        }
        if (!next.value()) {
            break;
        }
        read_again(reader.entries(), record);
        if (!record.blocks.empty()) {
            const auto before = reader.loss().bytes;
            reader.lose(record.blocks.front(), "as whoever reads it may say");
            require(reader.loss().bytes == before + record.blocks.front().size());
        }
    }
    return 0;
}
