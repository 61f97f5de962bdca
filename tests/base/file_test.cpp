#include "base/file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using pdh_shim::FileBuffer;
using pdh_shim::FileError;
using pdh_shim::make_file_system;
using pdh_shim::test::TemporaryFolder;

namespace fs = std::filesystem;

TEST_CASE("a file is read whole, of any size, into a buffer that is used again") {
    const TemporaryFolder folder;
    const auto files = make_file_system().value();
    FileBuffer buffer;
    for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 100'000U, 10U}) {
        CAPTURE(size);
        const std::string text(size, 'x');
        folder.write("file", text);
        const auto read = files->read(folder.path("file"), buffer);
        REQUIRE(read);
        CHECK(read.value() == text);
        CHECK(read.value().data() == buffer.data());
    }
}

TEST_CASE("an open file shows what was written to it since") {
    const TemporaryFolder folder;
    const auto files = make_file_system().value();
    folder.write("file", "one");
    const auto file = files->open(folder.path("file"));
    REQUIRE(file);
    FileBuffer buffer;
    CHECK(file.value()->read(buffer).value() == "one");
    folder.write("file", "second");
    CHECK(file.value()->read(buffer).value() == "second");
}

TEST_CASE("what is not there, or no folder, or no file, is told apart") {
    const TemporaryFolder folder;
    const auto files = make_file_system().value();
    folder.write("file", "text");
    FileBuffer buffer;
    CHECK(files->read(folder.path("missing"), buffer).error() == FileError::not_found);
    CHECK(files->open(folder.path("missing")).error() == FileError::not_found);
    CHECK(files->open(folder.path("file/below")).error() == FileError::not_found);
    CHECK(files->open_directory(folder.path("file")).error() == FileError::not_found);
    CHECK(files->info(folder.path("missing")).error() == FileError::not_found);
    CHECK(files->read(folder.path(), buffer).error() == FileError::failed);
    CHECK(files->space("/missing/folder").error() == FileError::not_found);
}

TEST_CASE("a file of a process that has ended is not found, opened before or not") {
    const auto files = make_file_system().value();
    FileBuffer buffer;
    CHECK(files->read("/proc/999999999/stat", buffer).error() == FileError::not_found);
}

TEST_CASE("a file without permission is denied") {
    const TemporaryFolder folder;
    folder.write("file", "text");
    REQUIRE(chmod(folder.path("file").c_str(), 0) == 0);
    const auto files = make_file_system().value();
    FileBuffer buffer;
    const auto read = files->read(folder.path("file"), buffer);
    if (geteuid() != 0) { // to whom nothing is denied
        REQUIRE_FALSE(read);
        CHECK(read.error() == FileError::denied);
    } else {
        CHECK(read);
    }
}

TEST_CASE("a named pipe in the place of a file does not hold the reader up") {
    const TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    const auto files = make_file_system().value();
    FileBuffer buffer;
    CHECK_FALSE(files->read(folder.path("pipe"), buffer));
}

TEST_CASE("a folder lists its entries, as often as it is asked") {
    const TemporaryFolder folder;
    const auto files = make_file_system().value();
    folder.write("one", "");
    const auto directory = files->open_directory(folder.path());
    REQUIRE(directory);
    const auto list = [&] {
        std::vector<std::string> names;
        REQUIRE(directory.value()->list([&](std::string_view name) { names.emplace_back(name); }));
        std::ranges::sort(names);
        return names;
    };
    CHECK(list() == std::vector<std::string>{"one"});
    folder.write("two", "");
    CHECK(list() == std::vector<std::string>{"one", "two"});
}

TEST_CASE("links are read as they are written, and files told by what they lead to") {
    const TemporaryFolder folder;
    const auto files = make_file_system().value();
    folder.write("file", "12345");
    REQUIRE(symlink("file", folder.path("link").c_str()) == 0);
    CHECK(files->read_link(folder.path("link")).value() == "file");
    CHECK_FALSE(files->read_link(folder.path("file")));
    CHECK(files->info(folder.path("link")).value().size == 5);
    CHECK_FALSE(files->info(folder.path("link")).value().is_directory);
    CHECK(files->info(folder.path()).value().is_directory);
}

TEST_CASE("a root is put before every path") {
    const TemporaryFolder folder;
    folder.write("file", "text");
    const auto files = make_file_system(folder.path()).value();
    FileBuffer buffer;
    CHECK(files->read("/file", buffer).value() == "text");
    CHECK(files->open("/file"));
    CHECK(files->info("/").value().is_directory);
    CHECK(files->open_directory("/"));
    CHECK(files->space("/file").value().total > 0);
    CHECK(files->read("/proc/self/stat", buffer).error() == FileError::not_found);
    CHECK(make_file_system(folder.path("missing")).error() == FileError::not_found);
}

TEST_CASE("space that is available is not more than there is") {
    const auto files = make_file_system().value();
    const auto space = files->space("/");
    REQUIRE(space);
    CHECK(space.value().total > 0);
    CHECK(space.value().available <= space.value().total);
}

TEST_CASE("descriptors are not passed on to programs that are executed") {
    const auto files = make_file_system().value();
    const auto file = files->open("/proc/self/stat");
    const auto directory = files->open_directory("/proc/self");
    REQUIRE(file);
    REQUIRE(directory);
    // Each line `flags:` of fdinfo is octal; close-on-exec is 02000000.
    bool all_closed = true;
    int own = 0;
    for (const auto& entry : fs::directory_iterator("/proc/self/fdinfo")) {
        std::error_code gone;
        const fs::path target = fs::read_symlink("/proc/self/fd/" + entry.path().filename().string(), gone);
        if (gone || !target.string().starts_with("/proc/")) {
            continue;
        }
        std::ifstream info(entry.path());
        for (std::string word; info >> word;) {
            if (word == "flags:" && info >> word) {
                ++own;
                all_closed = all_closed && (std::stoul(word, nullptr, 8) & 02000000U) != 0;
            }
        }
    }
    CHECK(own >= 2);
    CHECK(all_closed);
}

TEST_CASE("the kernel's units and the program's limits are told") {
    const auto files = make_file_system().value();
    CHECK(files->process_id() == getpid());
    CHECK(files->descriptor_limit() > 0);
    CHECK(pdh_shim::kernel_units().ticks_per_second > 0);
    CHECK(pdh_shim::kernel_units().page_size >= 4096);
}
