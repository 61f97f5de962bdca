// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What every format of logs promises. A format is a class with the log of one case:
//
//   std::unique_ptr<model::LogWriter> begin(std::size_t columns);   writes it anew
//   std::unique_ptr<model::LogReader> open();                       reads what is flushed
//
// TEST_LOG_FORMATS(Format...) in a test runs all of it. What only files promise is in log_file_test.cpp.

#include "child_process.h"
#include "model/log.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pdh_shim::test {

inline constexpr std::int64_t log_start = 134'116'992'000'000'000; // 2026
inline constexpr std::int64_t log_second = 10'000'000;
inline constexpr std::size_t log_columns = 4;

/// The record of this number, a second behind the one before; its cells are doubles.
inline model::LogRecord log_record(std::uint64_t number, std::size_t columns = log_columns) {
    model::LogRecord record;
    record.time_stamp = log_start + static_cast<std::int64_t>(number) * log_second;
    record.cells.resize(columns);
    for (std::size_t i = 0; i < columns; ++i) {
        const double value = static_cast<double>(number) + static_cast<double>(i) / 64;
        record.cells[i].is_there = true;
        record.cells[i].value = {0, record.time_stamp, std::bit_cast<std::int64_t>(value), 0, 1};
    }
    return record;
}

inline bool is_next(model::LogReader& reader, std::uint64_t number, std::size_t columns = log_columns) {
    model::LogRecord record;
    const auto next = reader.next(record);
    const model::LogRecord expected = log_record(number, columns);
    return next.has_value() && next.value() && record.time_stamp == expected.time_stamp &&
           record.cells == expected.cells;
}

inline bool is_at_end(model::LogReader& reader) {
    model::LogRecord record;
    const auto next = reader.next(record);
    return next.has_value() && !next.value();
}

/// Writes the records from one number to another, and flushes them.
inline void add_records(model::LogWriter& writer, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
        REQUIRE(writer.write(log_record(i)).has_value());
    }
    REQUIRE(writer.flush().has_value());
}

template <class Format>
std::unique_ptr<model::LogReader> log_of(Format& format, std::uint64_t records) {
    const auto writer = format.begin(log_columns);
    add_records(*writer, 0, records);
    REQUIRE(writer->close().has_value());
    return format.open();
}

TEST_CASE_TEMPLATE_DEFINE("a log is read as it was written", Format, read_of_log) {
    Format format;
    const auto reader = log_of(format, 1000);
    CHECK(reader->entries().size() == log_columns);
    reader->forget_entries();
    for (std::uint64_t i = 0; i < 1000; ++i) {
        REQUIRE(is_next(*reader, i));
    }
    CHECK(is_at_end(*reader));
}

TEST_CASE_TEMPLATE_DEFINE("a seek goes to the first record that is not before a time", Format, seek_in_log) {
    Format format;
    const auto reader = log_of(format, 3000);
    for (const std::uint64_t i : {0U, 1U, 100U, 1500U, 2998U, 2999U}) {
        for (const std::int64_t distance : {-1, 0}) {
            CAPTURE(i);
            REQUIRE(reader->seek(log_record(i).time_stamp + distance).has_value());
            CHECK(is_next(*reader, i));
        }
    }
    REQUIRE(reader->seek(log_record(3000).time_stamp).has_value());
    CHECK(is_at_end(*reader));
    REQUIRE(reader->seek(0).has_value());
    CHECK(is_next(*reader, 0));
}

TEST_CASE_TEMPLATE_DEFINE("a log has a range, and none without a record", Format, range_of_log) {
    Format format;
    CHECK(log_of(format, 0)->range().error().status() == Status::no_data);
    const auto reader = log_of(format, 1234);
    const auto range = reader->range();
    REQUIRE(range.has_value());
    CHECK(range.value().first == log_start);
    CHECK(range.value().last == log_record(1233).time_stamp);
    CHECK(range.value().records == 1234);
    CHECK(is_next(*reader, 0));
}

TEST_CASE_TEMPLATE_DEFINE("a log is read while it is written", Format, log_while_written) {
    Format format;
    const auto writer = format.begin(log_columns);
    for (std::uint64_t i = 0; i < 100; ++i) {
        add_records(*writer, i, i + 1);
        REQUIRE(format.open()->range().value().records == i + 1);
    }
}

TEST_CASE_TEMPLATE_DEFINE(
    "a child of fork() reads on, and leaves a log to its parent", Format, log_and_fork) {
    Format format;
    auto writer = format.begin(log_columns);
    add_records(*writer, 0, 2);
    auto reader = format.open();
    REQUIRE(is_next(*reader, 0));
    CHECK(status_of_child([&] {
        const bool reads_on = is_next(*reader, 1);
        writer.reset();
        reader.reset();
        return reads_on;
    }) == 0);
    CHECK(is_next(*reader, 1));
    add_records(*writer, 2, 3);
    CHECK(format.open()->range().value().records == 3);
}

#define TEST_LOG_FORMATS(...)                                                                                \
    TEST_CASE_TEMPLATE_INVOKE(read_of_log, __VA_ARGS__);                                                     \
    TEST_CASE_TEMPLATE_INVOKE(seek_in_log, __VA_ARGS__);                                                     \
    TEST_CASE_TEMPLATE_INVOKE(range_of_log, __VA_ARGS__);                                                    \
    TEST_CASE_TEMPLATE_INVOKE(log_while_written, __VA_ARGS__);                                               \
    TEST_CASE_TEMPLATE_INVOKE(log_and_fork, __VA_ARGS__)

} // namespace pdh_shim::test
