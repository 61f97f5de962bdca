// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Writing a log into a database, against plain ODBC that inserts the same rows in the same number of
// transactions with a prepared statement of several rows. The target is half of its speed. PDH_SHIM_TEST_DSN
// names the database: see tests/log/sql/databases.py.
#include "base/clock.h"
#include "log/sql/odbc_connection.h"
#include "log/sql/sql_reader.h"
#include "log/sql/sql_writer.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::log::sql;

constexpr std::size_t counters = 100;
constexpr std::int64_t records = 1000;
constexpr std::size_t rows_at_once = 64;
constexpr std::size_t rows_of_transaction = 16400; // as many whole records as the writer collects

template <class T>
T need(Result<T, Failure> result) {
    if (!result) {
        std::abort();
    }
    return std::move(result).value();
}

void need(const Result<void, Failure>& result) {
    if (!result) {
        std::abort();
    }
}

std::u16string data_source() {
    const char* const name = std::getenv("PDH_SHIM_TEST_DSN");
    const std::string text = name == nullptr ? "" : name;
    return {text.begin(), text.end()};
}

void empty_the_database() {
    const auto connection = need(OdbcConnection::open(data_source()));
    for (const char* const table : {"CounterData", "CounterDetails", "DisplayToID"}) {
        static_cast<void>(connection->run(std::string("DROP TABLE ") + table));
    }
    need(create_tables(*connection));
}

model::LogRecord record_of(std::int64_t number) {
    model::LogRecord record;
    record.time_stamp = 134'116'992'000'000'000 + number * ticks_per_second;
    for (std::size_t i = 0; i < counters; ++i) {
        const auto value = number * 1'000'003 + static_cast<std::int64_t>(i);
        record.cells.push_back({true, {0, record.time_stamp, value, value * 7, 1}, {}});
    }
    return record;
}

std::vector<model::LogEntry> entries() {
    std::vector<model::LogEntry> all(counters);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].machine = u"HOST";
        all[i].object = u"Object";
        all[i].counter = u"Counter " + std::u16string(1, static_cast<char16_t>(0x4E00 + i));
        all[i].type = 0x10410500;
        all[i].time_base = ticks_per_second;
    }
    return all;
}

void write_log(std::uint8_t run) {
    model::Guid guid{};
    guid[0] = run;
    const auto writer =
        need(SqlWriter::begin({data_source(), u"set", false, guid}, entries(), system_clock()));
    for (std::int64_t i = 0; i < records; ++i) {
        need(writer->write(record_of(i)));
    }
    need(writer->close());
}

/// A row as a program has it that does nothing else.
struct PlainRow {
    std::int32_t counter = 0;
    std::int32_t record = 0;
    std::array<char, 24> time{"2026-01-01 00:00:00.000"};
    double value = 1.5;
    std::array<std::int32_t, 4> halves{1, 2, 3, 4};
    std::int32_t multi = 1;
    std::int32_t ticks = 0;
};

void insert_plainly(std::uint8_t run) {
    const auto connection = need(OdbcConnection::open(data_source()));
    model::Guid guid{};
    guid[0] = run;
    TextParameter guid_text(model::make_guid_text(guid));
    std::array<PlainRow, rows_at_once> rows;
    std::string text = "INSERT INTO CounterData VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    for (std::size_t i = 1; i < rows_at_once; ++i) {
        text += ", (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    }
    Statement insert(*connection);
    need(insert.prepare(text));
    for (const PlainRow& row : rows) {
        insert.bind(guid_text);
        insert.bind(row.counter);
        insert.bind(row.record);
        insert.bind(row.time);
        insert.bind(row.value);
        for (const std::int32_t& half : row.halves) {
            insert.bind(half);
        }
        insert.bind(row.multi);
        insert.bind(row.ticks);
    }
    const std::size_t all = counters * static_cast<std::size_t>(records) / rows_at_once * rows_at_once;
    need(connection->begin());
    for (std::size_t i = 0; i < all; i += rows_at_once) {
        for (std::size_t j = 0; j < rows_at_once; ++j) {
            rows[j].record = static_cast<std::int32_t>((i + j) / counters);
            rows[j].counter = static_cast<std::int32_t>((i + j) % counters);
        }
        need(insert.execute());
        if ((i + rows_at_once) % rows_of_transaction < rows_at_once) {
            need(connection->commit());
            need(connection->begin());
        }
    }
    need(connection->commit());
}

void count_rows(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(counters) * records);
}

template <class Write>
void write_runs(benchmark::State& state, Write write) {
    std::uint8_t run = 0;
    for (auto _ : state) {
        state.PauseTiming();
        empty_the_database();
        state.ResumeTiming();
        write(++run);
    }
    count_rows(state);
}

void bm_plain_inserts(benchmark::State& state) {
    write_runs(state, insert_plainly);
}
BENCHMARK(bm_plain_inserts)->Unit(benchmark::kMillisecond)->UseRealTime();

void bm_write(benchmark::State& state) {
    write_runs(state, write_log);
}
BENCHMARK(bm_write)->Unit(benchmark::kMillisecond)->UseRealTime();

void bm_read(benchmark::State& state) {
    empty_the_database();
    write_log(1);
    for (auto _ : state) {
        SqlReader reader(need(read_log_set(data_source(), u"set")), {0});
        model::LogRecord record;
        while (need(reader.next(record))) {
            benchmark::DoNotOptimize(record.cells.data());
        }
    }
    count_rows(state);
}
BENCHMARK(bm_read)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
