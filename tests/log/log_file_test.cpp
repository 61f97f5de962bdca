// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs in real files, whose writer is killed or finds no room.
#include "base/clock.h"
#include "base/data_file.h"
#include "child_process.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace pdh_shim;
using test::status_of_child;
using test::TemporaryFolder;

namespace {

constexpr std::int64_t start_time = 134'116'992'000'000'000; // 2026
constexpr std::size_t columns = 40;

/// One of the formats, with records of `columns` numbers.
struct Format {
    const char* file;
    Writing writing;
    Result<std::unique_ptr<model::LogWriter>, Failure> (*begin)(std::unique_ptr<WritableFile> file);
    Result<std::unique_ptr<model::LogReader>, Failure> (*open)(std::unique_ptr<DataFile> file);
};

template <class T>
Result<std::unique_ptr<T>, Failure> as_log(auto result) {
    if (!result) {
        return std::move(result).error();
    }
    return std::unique_ptr<T>(std::move(result).value());
}

const Format blg_format{"log.blg", Writing::anywhere,
    [](std::unique_ptr<WritableFile> file) {
        model::LogEntry entry;
        entry.machine = u"HOST";
        entry.object = u"Object";
        entry.counter = u"Counter";
        return as_log<model::LogWriter>(
            log::blg::BlgWriter::begin(std::move(file), {}, std::vector(columns, entry), system_clock()));
    },
    [](std::unique_ptr<DataFile> file) {
        return as_log<model::LogReader>(log::blg::BlgReader::open(std::move(file)));
    }};

const Format csv_format{"log.csv", Writing::at_end,
    [](std::unique_ptr<WritableFile> file) {
        log::text::HeaderToWrite header{',', "UTC", 0, {}};
        for (std::size_t i = 0; i < columns; ++i) {
            header.columns.push_back(u"\\\\HOST\\O\\C" + std::u16string(i + 1, u'c'));
        }
        return as_log<model::LogWriter>(log::text::TextWriter::begin(std::move(file), header, false));
    },
    [](std::unique_ptr<DataFile> file) {
        return as_log<model::LogReader>(log::text::TextReader::open(std::move(file)));
    }};

model::LogRecord record_of(std::uint64_t number) {
    model::LogRecord record;
    record.time_stamp = start_time + static_cast<std::int64_t>(number) * 10'000'000;
    record.cells.resize(columns);
    for (std::size_t i = 0; i < columns; ++i) {
        const double value = static_cast<double>(number) + static_cast<double>(i) / 64;
        record.cells[i].is_there = true;
        record.cells[i].value = {0, record.time_stamp, std::bit_cast<std::int64_t>(value), 0, 1};
    }
    return record;
}

/// How many records a file has, which must be the first ones that were written. A file whose writer did not
/// come so far as to begin a log has none.
std::uint64_t records_in(const Format& format, const std::string& name) {
    auto file = open_data_file(name);
    REQUIRE(file.has_value());
    auto reader = format.open(std::move(file).value());
    std::uint64_t count = 0;
    model::LogRecord record;
    while (reader) {
        const auto next = reader.value()->next(record);
        REQUIRE(next.has_value());
        if (!next.value()) {
            break;
        }
        const model::LogRecord expected = record_of(count++);
        REQUIRE(record.time_stamp == expected.time_stamp);
        REQUIRE(record.cells == expected.cells);
    }
    return count;
}

/// A file that kills the process when it has taken so many bytes, in the middle of a write.
class DeadlyFile final : public WritableFile {
  public:
    DeadlyFile(std::unique_ptr<WritableFile> file, std::size_t bytes)
        : file_(std::move(file)), left_(bytes) {}

    Result<std::uint64_t, Failure> size() override { return file_->size(); }
    Result<void, Failure> write(std::uint64_t offset, std::span<const std::byte> bytes) override {
        const std::size_t count = std::min(bytes.size(), left_);
        auto written = file_->write(offset, bytes.first(count));
        left_ -= count;
        if (count < bytes.size()) {
            raise(SIGKILL);
        }
        return written;
    }
    Result<void, Failure> append(std::span<const std::byte> bytes) override {
        return write(file_->size().value(), bytes);
    }
    Result<void, Failure> sync() override { return file_->sync(); }
    Result<void, Failure> cut(std::uint64_t size) override { return file_->cut(size); }

  private:
    std::unique_ptr<WritableFile> file_;
    std::size_t left_;
};

/// A number that a child of fork() tells its parent.
class SharedNumber {
  public:
    SharedNumber()
        : number_(static_cast<std::uint64_t*>(mmap(
              nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
        REQUIRE(number_ != MAP_FAILED);
    }
    SharedNumber(const SharedNumber&) = delete;
    SharedNumber& operator=(const SharedNumber&) = delete;
    SharedNumber(SharedNumber&&) = delete;
    SharedNumber& operator=(SharedNumber&&) = delete;
    ~SharedNumber() { munmap(number_, sizeof(std::uint64_t)); }

    std::uint64_t& value() { return *number_; }

  private:
    std::uint64_t* number_;
};

/// Writes records, of which each `flush_every`-th is flushed, until the file kills the process.
bool write_until_killed(const Format& format, const std::string& name, std::size_t bytes,
    std::uint64_t flush_every, std::uint64_t& flushed) {
    auto file = open_writable_file(name, Creation::create_always, format.writing);
    auto writer = format.begin(std::make_unique<DeadlyFile>(std::move(file).value(), bytes));
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        if (!writer.value()->write(record_of(i))) {
            return false;
        }
        if (i % flush_every == 0) {
            if (!writer.value()->flush()) {
                return false;
            }
            flushed = i + 1;
        }
    }
    return true;
}

/// Writes as many records as the file may take, and the rest once it may grow further.
bool write_beyond_limit(const Format& format, const std::string& name, rlim_t bytes, std::uint64_t records) {
    auto file = open_writable_file(name, Creation::create_always, format.writing);
    auto writer = format.begin(std::move(file).value());
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{bytes, limit.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    bool was_full = false;
    for (std::uint64_t i = 0; i < records; ++i) {
        auto written = writer.value()->write(record_of(i));
        if (!written) {
            was_full = written.error().status() == Status::log_file_create_error;
            setrlimit(RLIMIT_FSIZE, &limit);
            written = writer.value()->write(record_of(i));
        }
        if (!written) {
            return false;
        }
    }
    setrlimit(RLIMIT_FSIZE, &limit);
    return was_full && writer.value()->close().has_value();
}

} // namespace

TEST_CASE("a writer that is killed at any byte loses no record that was flushed") {
    const TemporaryFolder folder;
    SharedNumber flushed;
    std::mt19937 random(17);
    for (int i = 0; i < 200; ++i) {
        const Format& format = i % 2 == 0 ? blg_format : csv_format;
        const std::string name = folder.path(format.file);
        const std::size_t bytes = random() % 250'000;
        CAPTURE(bytes);
        flushed.value() = 0;
        const int status = status_of_child(
            [&] { return write_until_killed(format, name, bytes, 1 + bytes % 20, flushed.value()); });
        REQUIRE(WIFSIGNALED(status));
        REQUIRE(WTERMSIG(status) == SIGKILL);
        CHECK(records_in(format, name) >= flushed.value());
    }
}

TEST_CASE("a file that may not grow is a status, keeps what it has and grows later") {
    const TemporaryFolder folder;
    for (const Format& format : {blg_format, csv_format}) {
        for (const rlim_t bytes : {140'000U, 200'000U, 262'144U, 300'001U}) {
            CAPTURE(bytes);
            const std::string name = folder.path(format.file);
            CHECK(status_of_child([&] { return write_beyond_limit(format, name, bytes, 1000); }) == 0);
            CHECK(records_in(format, name) == 1000);
        }
    }
}

TEST_CASE("a file or folder that may not be written is denied") {
    const TemporaryFolder folder;
    const std::string name = folder.write("log.blg", "kept");
    REQUIRE(chmod(name.c_str(), 0444) == 0);
    REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
    const auto is_denied = [&] {
        if (geteuid() == 0 && setuid(65534) != 0) { // to root nothing is denied
            return false;
        }
        const auto old = open_writable_file(name, Creation::create_always);
        const auto other = open_writable_file(folder.path("new"), Creation::create_new);
        return !old && old.error().what() == "access is denied" && !other &&
               other.error().what() == "access is denied";
    };
    CHECK(status_of_child(is_denied) == 0);
    CHECK(folder.read("log.blg") == "kept");
    chmod(folder.path().c_str(), 0755);
}

TEST_CASE("a writer that ended leaves no lock behind, though a child of its lives on") {
    const TemporaryFolder folder;
    const std::string name = folder.path("log");
    std::array<int, 2> life{}; // the child lives until this is closed
    REQUIRE(pipe(life.data()) == 0);
    const auto ends_before_its_child = [&] {
        const auto file = open_writable_file(name, Creation::create_new);
        if (!file) {
            return false;
        }
        const pid_t child = fork();
        if (child == 0) {
            close(life[1]);
            char byte = 0;
            static_cast<void>(read(life[0], &byte, 1));
            _exit(0);
        }
        return child > 0 && !open_writable_file(name, Creation::open_always);
    };
    CHECK(status_of_child(ends_before_its_child) == 0);
    CHECK(open_writable_file(name, Creation::open_always).has_value());
    close(life[1]);
    close(life[0]);
}

TEST_CASE("a child that ends, or lets go of its copy, leaves the lock to its parent") {
    const TemporaryFolder folder;
    const std::string name = folder.path("log");
    auto file = open_writable_file(name, Creation::create_new);
    REQUIRE(file.has_value());
    CHECK(status_of_child([&] {
        std::move(file).value().reset();
        const auto second = open_writable_file(name, Creation::open_always);
        return !second && second.error().what() == "another log writer has it open";
    }) == 0);
    CHECK(open_writable_file(name, Creation::open_always).error().status() == Status::log_file_open_error);
    REQUIRE(file.value()->write(0, {}).has_value());
}

TEST_CASE("what is appended to a file that somebody else empties stands at its start") {
    const TemporaryFolder folder;
    const std::string name = folder.path("log");
    auto file = open_writable_file(name, Creation::create_new, Writing::at_end);
    REQUIRE(file.has_value());
    REQUIRE(file.value()->append(std::as_bytes(std::span("first", 5))).has_value());
    REQUIRE(truncate(name.c_str(), 0) == 0);
    REQUIRE(file.value()->append(std::as_bytes(std::span("second", 6))).has_value());
    CHECK(folder.read("log") == "second");
}

TEST_CASE("a log is read while it is written") {
    const TemporaryFolder folder;
    for (const Format& format : {blg_format, csv_format}) {
        auto file = open_writable_file(folder.path(format.file), Creation::create_new, format.writing);
        REQUIRE(file.has_value());
        auto writer = format.begin(std::move(file).value());
        REQUIRE(writer.has_value());
        for (std::uint64_t i = 0; i < 100; ++i) {
            REQUIRE(writer.value()->write(record_of(i)).has_value());
            REQUIRE(writer.value()->flush().has_value());
            REQUIRE(records_in(format, folder.path(format.file)) == i + 1);
        }
        CHECK(writer.value()->size() >= 100 * columns);
    }
}
