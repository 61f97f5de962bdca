// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"
#include "base/descriptor_share.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim;
using pdh_shim::test::TemporaryFolder;

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string read_at(DataFile& file, std::uint64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    const auto count = file.read(offset, std::as_writable_bytes(std::span(bytes)));
    REQUIRE(count.has_value());
    return bytes.substr(0, count.value());
}

std::unique_ptr<WritableFile> opened(const std::string& name, Creation creation) {
    auto file = open_writable_file(name, creation);
    REQUIRE(file.has_value());
    return std::move(file).value();
}

std::string refused(const std::string& name, Creation creation) {
    const auto file = open_writable_file(name, creation);
    REQUIRE_FALSE(file.has_value());
    return file.error().message();
}

} // namespace

TEST_CASE("a data file is read at any place, and less only at its end") {
    const TemporaryFolder folder;
    const auto file = open_data_file(folder.write("file", "0123456789"));
    REQUIRE(file.has_value());
    CHECK(file.value()->size().value() == 10);
    CHECK(read_at(*file.value(), 0, 4) == "0123");
    CHECK(read_at(*file.value(), 7, 4) == "789");
    CHECK(read_at(*file.value(), 10, 4).empty());
    CHECK(read_at(*file.value(), std::uint64_t{1} << 40U, 4).empty());
    CHECK(read_at(*file.value(), 3, 0).empty());
}

TEST_CASE("a data file that grows shows what was added") {
    const TemporaryFolder folder;
    const auto writer = opened(folder.path("file"), Creation::create_new);
    const auto reader = open_data_file(folder.path("file"));
    REQUIRE(reader.has_value());
    CHECK(read_at(*reader.value(), 0, 10).empty());
    REQUIRE(writer->write(0, bytes_of("abc")).has_value());
    REQUIRE(writer->write(3, bytes_of("de")).has_value());
    CHECK(read_at(*reader.value(), 0, 10) == "abcde");
    CHECK(reader.value()->size().value() == 5);
}

TEST_CASE("a device, a folder and a pipe are not opened as a regular file") {
    const TemporaryFolder folder;
    const auto none = open_data_file(folder.path("none"));
    CHECK(none.error().status() == Status::file_not_found);
    CHECK(none.error().message() == "cannot be read: No such file or directory");
    const auto no_file = open_data_file(folder.path());
    CHECK(no_file.error().status() == Status::log_file_open_error);
    CHECK(no_file.error().message() == "is not a regular file");
    CHECK(refused(folder.path(), Creation::open_always) == "is not a regular file");
    CHECK(refused(folder.path("none/file"), Creation::create_always) == "its folder does not exist");
}

TEST_CASE("a file is made new, emptied or kept") {
    const TemporaryFolder folder;
    const std::string name = folder.path("file");
    REQUIRE(opened(name, Creation::create_new)->write(0, bytes_of("first")).has_value());
    CHECK(refused(name, Creation::create_new) == "exists already");
    CHECK(opened(name, Creation::open_always)->size().value() == 5);
    REQUIRE(opened(name, Creation::open_always)->write(2, bytes_of("l")).has_value());
    CHECK(folder.read("file") == "filst");
    CHECK(opened(name, Creation::create_always)->size().value() == 0);
    CHECK(folder.read("file").empty());
    opened(folder.path("other"), Creation::open_always);
    CHECK(folder.read("other").empty());
}

TEST_CASE("a file is cut, and grows again behind the cut") {
    const TemporaryFolder folder;
    const auto file = opened(folder.path("file"), Creation::create_new);
    REQUIRE(file->write(0, bytes_of("0123456789")).has_value());
    REQUIRE(file->cut(4).has_value());
    CHECK(folder.read("file") == "0123");
    REQUIRE(file->write(4, bytes_of("x")).has_value());
    CHECK(folder.read("file") == "0123x");
}

TEST_CASE("a name that is not ASCII is opened") {
    const TemporaryFolder folder;
    const std::string name = folder.path() + "/\xC3\xA4\xE2\x82\xAC";
    REQUIRE(opened(name, Creation::create_new)->write(0, bytes_of("x")).has_value());
    const auto file = open_data_file(name);
    REQUIRE(file.has_value());
    CHECK(read_at(*file.value(), 0, 2) == "x");
}

TEST_CASE("a file is written by one at a time, and read meanwhile") {
    const TemporaryFolder folder;
    const std::string name = folder.path("file");
    {
        const auto first = opened(name, Creation::create_new);
        REQUIRE(first->write(0, bytes_of("kept")).has_value());
        CHECK(refused(name, Creation::create_always) == "another log writer has it open");
        CHECK(refused(name, Creation::open_always) == "another log writer has it open");
        CHECK(open_data_file(name).has_value());
        CHECK(folder.read("file") == "kept");
    }
    CHECK(opened(name, Creation::open_always)->size().value() == 4);
}

TEST_CASE("what is appended stands at the end") {
    const TemporaryFolder folder;
    auto file = open_writable_file(folder.path("file"), Creation::create_new, Writing::at_end);
    REQUIRE(file.has_value());
    REQUIRE(file.value()->append(bytes_of("first ")).has_value());
    REQUIRE(file.value()->append(bytes_of("second")).has_value());
    CHECK(folder.read("file") == "first second");
    REQUIRE(file.value()->cut(0).has_value());
    REQUIRE(file.value()->append(bytes_of("third")).has_value());
    CHECK(folder.read("file") == "third");
}

using namespace pdh_shim;

TEST_CASE("what a file system cannot read is translated once, with its reason") {
    struct Row {
        FileError error;
        Status status;
        const char* what;
    };
    for (const Row& row : {
             Row{FileError::not_found, Status::file_not_found, "cannot be read: No such file or directory"},
             Row{FileError::denied, Status::log_file_open_error, "cannot be read: Permission denied"},
             Row{FileError::not_regular, Status::log_file_open_error, "is not a regular file"},
             Row{FileError::failed, Status::log_file_open_error, "cannot be read"},
             Row{FileError::too_many, Status::log_file_open_error, "cannot be read"},
         }) {
        const Failure failure = file_failure::of(row.error);
        CHECK(failure.status() == row.status);
        CHECK(failure.message() == row.what);
    }
}

TEST_CASE("an error of the system that has no words of ours is its number") {
    CHECK(file_failure::unreadable(24).message() == "cannot be read: error 24");
    CHECK(file_failure::unwritable(5).message() == "cannot be written: error 5");
}

TEST_CASE("a file that is in use cannot be opened to append, and cannot be made anew") {
    CHECK(file_failure::in_use(Creation::open_always).status() == Status::log_file_open_error);
    CHECK(file_failure::in_use(Creation::create_always).status() == Status::log_file_create_error);
}

using pdh_shim::DescriptorShare;

namespace {

class Limit : boost::noncopyable {
  public:
    explicit Limit(std::size_t limit) { DescriptorShare::set_limit(limit); }
    ~Limit() { DescriptorShare::set_limit(pdh_shim::default_descriptors); }
};

// As many as there are, which is counted when they are given back again.
std::size_t shares_in(std::size_t most) {
    std::vector<DescriptorShare> shares;
    while (auto share = DescriptorShare::take(most)) {
        shares.push_back(std::move(*share));
    }
    return shares.size();
}

} // namespace

TEST_CASE("as many shares are given as the smaller of two limits says, and taken back") {
    CHECK(shares_in(1000) == pdh_shim::default_descriptors);
    CHECK(shares_in(5) == 5);
    const Limit limit(7);
    CHECK(shares_in(1000) == 7);
    CHECK(shares_in(3) == 3);
}

TEST_CASE("no limit is above what a process may have") {
    const Limit limit(2 * pdh_shim::most_descriptors);
    CHECK(shares_in(2 * pdh_shim::most_descriptors) == pdh_shim::most_descriptors);
}

TEST_CASE("a share that is needed is given in any case, and counts") {
    const Limit limit(2);
    {
        std::vector<DescriptorShare> needed;
        for (int i = 0; i < 3; ++i) {
            needed.push_back(DescriptorShare::acquire_unchecked());
        }
        CHECK(DescriptorShare::count() == 3);
        CHECK_FALSE(DescriptorShare::take(100).has_value());
    }
    CHECK(DescriptorShare::count() == 0);
    CHECK(DescriptorShare::take(100).has_value());
}
