// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Reading and writing logs: bytes per second, against reading or writing the same bytes in pieces of 1 MiB in
// the same run. The targets are a quarter of plain reading for a binary log, and 0.15 for all others. A
// reader that needs all columns of a CSV log stays below: a plain read takes less than 3 ns for the 24
// characters of a cell, their conversion takes ten times that. Columns that nobody needs are not converted.
#include "base/clock.h"
#include "base/data_file.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"

#include <pdh.h>

#include <benchmark/benchmark.h>
#include <boost/noncopyable.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pdh_shim;

constexpr std::size_t piece_size = std::size_t{1} << 20U;
constexpr std::size_t cycle = 64; // records that differ; a log repeats them
constexpr std::uint64_t log_size = std::uint64_t{64} << 20U;

constexpr std::size_t counters = 10;
constexpr std::size_t instances = 9;
constexpr std::size_t columns = 20;

/// A folder for the logs, which goes with the program.
class Folder : boost::noncopyable {
  public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("pdh-shim-bench-" + std::to_string(std::random_device()()))) {
        std::filesystem::create_directory(path_);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

std::string path_of(const char* name) {
    static const Folder folder;
    return folder.file(name);
}

std::vector<model::LogEntry> blg_entries() {
    model::LogEntry entry;
    entry.machine = u"HOST";
    entry.object = u"Object";
    entry.counter = u"Counter";
    entry.type = 0x10410500;
    std::vector entries(counters, entry);
    entry.kind = model::LogEntryKind::instances;
    entry.instance = u"*";
    entries.push_back(entry);
    return entries;
}

std::vector<model::LogRecord> blg_records() {
    std::mt19937_64 random(1);
    const auto value = [&] {
        return model::LogValue{0, 134'000'000'000'000'000, static_cast<std::int64_t>(random()),
            static_cast<std::int64_t>(random()), 1};
    };
    std::vector<model::LogRecord> records(cycle);
    for (model::LogRecord& record : records) {
        record.cells.resize(counters + 1);
        for (model::LogCell& cell : record.cells) {
            cell = {true, value(), {}};
        }
        for (std::size_t i = 0; i < instances; ++i) {
            const bool is_total = i + 1 == instances;
            record.cells.back().instances.push_back(
                {is_total ? u"_Total" : std::u16string(1, static_cast<char16_t>(u'0' + i)), value()});
        }
    }
    return records;
}

std::vector<model::LogRecord> csv_records() {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> percent(0, 100);
    std::vector<model::LogRecord> records(cycle);
    for (model::LogRecord& record : records) {
        record.time_stamp = 134'000'000'000'000'000;
        for (std::size_t i = 0; i < columns; ++i) { // shares, bytes, and here and there nothing
            const double value = i % 3 == 0 ? static_cast<double>(random() >> 30U) : percent(random);
            model::LogCell cell;
            cell.is_there = i % 10 != 9;
            cell.value.first = std::bit_cast<std::int64_t>(value);
            record.cells.push_back(cell);
        }
    }
    return records;
}

template <class T, class Error>
T need(Result<T, Error> result) {
    if (!result) {
        std::abort();
    }
    return std::move(result).value();
}

std::unique_ptr<model::LogWriter> blg_writer(const char* name) {
    return need(log::blg::BlgWriter::begin(
        need(open_writable_file(path_of(name), Creation::create_always)), {}, blg_entries(), system_clock()));
}

std::unique_ptr<model::LogWriter> csv_writer(const char* name) {
    log::text::HeaderToWrite header{',', "UTC", 0, {}};
    for (std::size_t i = 0; i < columns; ++i) {
        header.columns.push_back(u"\\\\HOST\\Object(instance)\\Counter ");
        header.columns.back() += static_cast<char16_t>(u'a' + i);
    }
    return need(log::text::TextWriter::begin(
        need(open_writable_file(path_of(name), Creation::create_always, Writing::at_end)), header, false));
}

using MakeWriter = std::unique_ptr<model::LogWriter> (*)(const char*);

/// @return how many records
std::size_t write_log(const char* name, MakeWriter make, const std::vector<model::LogRecord>& records) {
    const auto writer = make(name);
    std::size_t count = 0;
    while (writer->size() < log_size) {
        if (!writer->write(records[count++ % cycle])) {
            return 0;
        }
    }
    return writer->close() ? count : 0;
}

std::size_t read_log(model::LogReader& reader) {
    std::size_t count = 0;
    model::LogRecord record;
    while (need(reader.next(record))) {
        benchmark::DoNotOptimize(record.cells.data());
        ++count;
    }
    return count;
}

std::size_t write_blg() {
    static const auto records = blg_records();
    return write_log("log.blg", blg_writer, records);
}

std::size_t write_csv() {
    static const auto records = csv_records();
    return write_log("log.csv", csv_writer, records);
}

std::int64_t bytes_of(const char* name) {
    return static_cast<std::int64_t>(std::filesystem::file_size(path_of(name)));
}

void count_bytes(benchmark::State& state, const char* name) {
    state.SetBytesProcessed(state.iterations() * bytes_of(name));
}

void read_plainly(benchmark::State& state, std::size_t (*write)(), const char* name) {
    write();
    std::vector<std::byte> piece(piece_size);
    for (auto round : state) {
        const auto file = need(open_data_file(path_of(name)));
        std::uint64_t place = 0;
        while (const std::size_t count = need(file->read(place, piece))) {
            benchmark::DoNotOptimize(piece.data());
            place += count;
        }
    }
    count_bytes(state, name);
}

template <class Reader>
void read_records(benchmark::State& state, std::size_t (*write)(), const char* name) {
    const std::size_t records = write();
    for (auto round : state) {
        const auto reader = need(Reader::open(need(open_data_file(path_of(name)))));
        if (read_log(*reader) != records) {
            state.SkipWithError("not all records were read");
            break;
        }
    }
    count_bytes(state, name);
}

/// Reads one column in the middle.
void read_csv_column(benchmark::State& state) {
    const std::size_t records = write_csv();
    for (auto round : state) {
        const auto reader = need(log::text::TextReader::open(need(open_data_file(path_of("log.csv")))));
        reader->choose({columns / 2});
        if (read_log(*reader) != records) {
            state.SkipWithError("not all records were read");
            break;
        }
    }
    count_bytes(state, "log.csv");
}

void need(PDH_STATUS status) {
    if (status != ERROR_SUCCESS) {
        std::abort();
    }
}

/// A query on the log with the counters of some columns.
class CsvQuery : boost::noncopyable {
  public:
    CsvQuery(std::size_t first, std::size_t count) {
        need(PdhOpenQueryA(path_of("log.csv").c_str(), 0, &query_));
        for (std::size_t i = first; i < first + count; ++i) {
            const std::string path =
                std::string("\\\\HOST\\Object(instance)\\Counter ") + static_cast<char>('a' + i);
            need(PdhAddCounterA(query_, path.c_str(), 0, &counters_.emplace_back()));
        }
    }
    ~CsvQuery() { PdhCloseQuery(query_); }

    /// @return how many records
    std::size_t read_values() {
        std::size_t count = 0;
        while (PdhCollectQueryData(query_) == ERROR_SUCCESS) {
            for (PDH_HCOUNTER const counter : counters_) {
                PDH_FMT_COUNTERVALUE value{};
                benchmark::DoNotOptimize(
                    PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value));
            }
            ++count;
        }
        return count;
    }

  private:
    PDH_HQUERY query_ = nullptr;
    std::vector<PDH_HCOUNTER> counters_;
};

/// What a client does: it collects each record and takes the values of its counters.
void collect_csv(benchmark::State& state, std::size_t first, std::size_t count) {
    const std::size_t records = write_csv();
    for (auto round : state) {
        if (CsvQuery(first, count).read_values() != records) {
            state.SkipWithError("not all records were collected");
            break;
        }
    }
    count_bytes(state, "log.csv");
}

void write_plainly(benchmark::State& state, std::size_t (*write)(), const char* name) {
    write();
    const std::vector<std::byte> piece(piece_size, std::byte{'x'});
    const auto pieces = static_cast<std::uint64_t>(bytes_of(name)) / piece_size;
    for (auto round : state) {
        const auto file = need(open_writable_file(path_of("plain"), Creation::create_always));
        for (std::uint64_t i = 0; i < pieces; ++i) {
            need(file->write(i * piece_size, piece));
        }
    }
    count_bytes(state, "plain");
}

void write_records(benchmark::State& state, std::size_t (*write)(), const char* name) {
    for (auto round : state) {
        if (write() == 0) {
            state.SkipWithError("the log was not written");
            break;
        }
    }
    count_bytes(state, name);
}

constexpr auto* read_blg = read_records<log::blg::BlgReader>;
constexpr auto* read_csv = read_records<log::text::TextReader>;

BENCHMARK_CAPTURE(read_plainly, blg, write_blg, "log.blg")->UseRealTime();
BENCHMARK_CAPTURE(read_blg, blg, write_blg, "log.blg")->UseRealTime();
BENCHMARK_CAPTURE(read_plainly, csv, write_csv, "log.csv")->UseRealTime();
BENCHMARK_CAPTURE(read_csv, all_columns, write_csv, "log.csv")->UseRealTime();
BENCHMARK(read_csv_column)->Name("read_csv/one_column")->UseRealTime();
BENCHMARK_CAPTURE(collect_csv, all_columns, 0, columns)->UseRealTime();
BENCHMARK_CAPTURE(collect_csv, one_column, columns / 2, 1)->UseRealTime();
BENCHMARK_CAPTURE(write_plainly, blg, write_blg, "log.blg")->UseRealTime();
BENCHMARK_CAPTURE(write_records, blg, write_blg, "log.blg")->UseRealTime();
BENCHMARK_CAPTURE(write_plainly, csv, write_csv, "log.csv")->UseRealTime();
BENCHMARK_CAPTURE(write_records, csv, write_csv, "log.csv")->UseRealTime();

} // namespace

BENCHMARK_MAIN();
