// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs in real files, whose writer is killed or finds no room.
#include "base/clock.h"
#include "base/data_file.h"
#include "contract.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"
#include "require_value.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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
using namespace pdh_shim::test;

namespace {

constexpr std::size_t columns = 40;

/// A format whose logs are files.
struct Blg {
    static constexpr const char* file = "log.blg";
    static constexpr Writing writing = Writing::anywhere;
    static auto begin(std::unique_ptr<WritableFile> file, std::size_t columns) {
        model::LogEntry entry;
        entry.machine = u"HOST";
        entry.object = u"Object";
        entry.counter = u"Counter";
        return log::blg::BlgWriter::begin(std::move(file), {}, std::vector(columns, entry), system_clock());
    }
    static auto open(std::unique_ptr<DataFile> file) { return log::blg::BlgReader::open(std::move(file)); }
};

template <char Separator, bool IsUtf16 = false>
struct Text {
    static constexpr const char* file = "log.csv";
    static constexpr Writing writing = Writing::at_end;
    static auto begin(std::unique_ptr<WritableFile> file, std::size_t columns) {
        log::text::HeaderToWrite header{Separator, "UTC", 0, {}};
        for (std::size_t i = 0; i < columns; ++i) {
            header.columns.push_back(u"\\\\HOST\\O\\C" + std::u16string(i + 1, u'c'));
        }
        return log::text::TextWriter::begin(
            std::move(file), header, false, IsUtf16 ? std::optional(std::endian::little) : std::nullopt);
    }
    static auto open(std::unique_ptr<DataFile> file) { return log::text::TextReader::open(std::move(file)); }
};

/// A log in a file of its own.
template <class Format>
class FileLog {
  public:
    std::unique_ptr<model::LogWriter> begin(std::size_t columns) {
        return require_value(Format::begin(
            require_value(open_writable_file(name(), Creation::create_always, Format::writing)), columns));
    }
    std::unique_ptr<model::LogReader> open() {
        return require_value(Format::open(require_value(open_data_file(name()))));
    }

  private:
    std::string name() const { return folder_.path(Format::file); }

    const TemporaryFolder folder_;
};

using Csv = Text<','>;

/// How many records a file has, which must be the first ones that were written. A file whose writer did not
/// come so far as to begin a log has none.
template <class Format>
std::uint64_t records_in(const std::string& name) {
    const auto reader = Format::open(require_value(open_data_file(name)));
    std::uint64_t count = 0;
    while (reader && is_next(*reader.value(), count, columns)) {
        ++count;
    }
    REQUIRE((!reader || is_at_end(*reader.value())));
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
class SharedNumber : boost::noncopyable {
  public:
    SharedNumber()
        : number_(static_cast<std::uint64_t*>(mmap(
              nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
        REQUIRE(number_ != MAP_FAILED);
    }
    ~SharedNumber() { munmap(number_, sizeof(std::uint64_t)); }

    std::uint64_t& value() { return *number_; }

  private:
    std::uint64_t* number_;
};

/// Writes records, of which each `flush_every`-th is flushed, until the file kills the process.
template <class Format>
bool write_until_killed(
    const std::string& name, std::size_t bytes, std::uint64_t flush_every, std::uint64_t& flushed) {
    auto file = open_writable_file(name, Creation::create_always, Format::writing);
    auto writer = Format::begin(std::make_unique<DeadlyFile>(std::move(file).value(), bytes), columns);
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        if (!writer.value()->write(log_record(i, columns))) {
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
template <class Format>
bool write_beyond_limit(const std::string& name, rlim_t bytes, std::uint64_t records) {
    auto file = open_writable_file(name, Creation::create_always, Format::writing);
    auto writer = Format::begin(std::move(file).value(), columns);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{bytes, limit.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    bool was_full = false;
    for (std::uint64_t i = 0; i < records; ++i) {
        auto written = writer.value()->write(log_record(i, columns));
        if (!written) {
            was_full = written.error().status() == Status::log_file_create_error;
            setrlimit(RLIMIT_FSIZE, &limit);
            written = writer.value()->write(log_record(i, columns));
        }
        if (!written) {
            return false;
        }
    }
    setrlimit(RLIMIT_FSIZE, &limit);
    return was_full && writer.value()->close().has_value();
}

} // namespace

TEST_LOG_FORMATS(
    FileLog<Blg>, FileLog<Csv>, FileLog<Text<'\t'>>, FileLog<Text<';'>>, FileLog<Text<',', true>>);

TEST_CASE_TEMPLATE("a writer that is killed at any byte loses no record that was flushed", Format, Blg, Csv) {
    const TemporaryFolder folder;
    SharedNumber flushed;
    std::mt19937 random(17);
    const std::string name = folder.path(Format::file);
    for (int i = 0; i < 100; ++i) {
        const std::size_t bytes = random() % 250'000;
        CAPTURE(bytes);
        flushed.value() = 0;
        const int status = status_of_child(
            [&] { return write_until_killed<Format>(name, bytes, 1 + bytes % 20, flushed.value()); });
        REQUIRE(WIFSIGNALED(status));
        REQUIRE(WTERMSIG(status) == SIGKILL);
        CHECK(records_in<Format>(name) >= flushed.value());
    }
}

TEST_CASE_TEMPLATE(
    "a file that may not grow is a status, keeps what it has and grows later", Format, Blg, Csv) {
    const TemporaryFolder folder;
    const std::string name = folder.path(Format::file);
    for (const rlim_t bytes : {140'000U, 200'000U, 262'144U, 300'001U}) {
        CAPTURE(bytes);
        CHECK(status_of_child([&] { return write_beyond_limit<Format>(name, bytes, 1000); }) == 0);
        CHECK(records_in<Format>(name) == 1000);
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
