// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"
#include "base/descriptor_share.h"
#include "base/file.h"
#include "child_process.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using pdh_shim::DescriptorShare;
using pdh_shim::FileBuffer;
using pdh_shim::FileError;
using pdh_shim::make_file_system;
using pdh_shim::test::status_of_child;
using pdh_shim::test::TemporaryFolder;

namespace {

void set_descriptor_limit(rlim_t most) {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = most;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// How many numbers that select() accepts are in use.
int numbers_for_select() {
    int used = 0;
    for (int number = 0; number < FD_SETSIZE; ++number) {
        used += fcntl(number, F_GETFD) >= 0 ? 1 : 0;
    }
    return used;
}

} // namespace

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

TEST_CASE("an open file shows later writes") {
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

TEST_CASE("missing files, and files and folders in place of each other, differ in errors") {
    const TemporaryFolder folder;
    const auto files = make_file_system().value();
    folder.write("file", "text");
    FileBuffer buffer;
    CHECK(files->read(folder.path("missing"), buffer).error() == FileError::not_found);
    CHECK(files->open(folder.path("missing")).error() == FileError::not_found);
    CHECK(files->open(folder.path("file/below")).error() == FileError::not_found);
    CHECK(files->list(folder.path("file"), [](auto) {}).error() == FileError::not_found);
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
    const auto list = [&] {
        std::vector<std::string> names;
        REQUIRE(files->list(folder.path(), [&](std::string_view name) { names.emplace_back(name); }));
        std::ranges::sort(names);
        return names;
    };
    CHECK(list() == std::vector<std::string>{"one"});
    folder.write("two", "");
    CHECK(list() == std::vector<std::string>{"one", "two"});
}

TEST_CASE("links are read as they are, and info() follows them") {
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
    CHECK(files->list("/", [](auto) {}));
    CHECK(files->space("/file").value().total > 0);
    CHECK(files->read("/proc/self/stat", buffer).error() == FileError::not_found);
    CHECK(make_file_system(folder.path("missing")).error() == FileError::not_found);
}

TEST_CASE("an open file below a root is not found when another file has its name") {
    const TemporaryFolder folder;
    folder.write("file", "one");
    const auto files = make_file_system(folder.path()).value();
    const auto file = files->open("/file").value();
    FileBuffer buffer;
    CHECK(file->read(buffer).value() == "one");
    folder.write("new", "two");
    REQUIRE(rename(folder.path("new").c_str(), folder.path("file").c_str()) == 0);
    CHECK(file->read(buffer).error() == FileError::not_found);
}

TEST_CASE("space that is available is not more than there is") {
    const auto files = make_file_system().value();
    const auto space = files->space("/");
    REQUIRE(space);
    CHECK(space.value().total > 0);
    CHECK(space.value().available <= space.value().total);
}

#ifdef __linux__
TEST_CASE("space is that of the file system whose device number mounts show") {
    const auto files = make_file_system().value();
    const auto space = files->space("/proc/self");
    REQUIRE(space);
    REQUIRE(space.value().device);
    CHECK_FALSE(space.value().has_subvolumes);
    FileBuffer buffer;
    const auto mounts = files->read("/proc/self/mountinfo", buffer);
    REQUIRE(mounts);
    const std::string numbers =
        std::to_string(space.value().device->major) + ":" + std::to_string(space.value().device->minor);
    CHECK(mounts.value().find(" " + numbers + " / /proc ") != std::string_view::npos);
}

// The kernel counts the calls of a process that read.
TEST_CASE("a file of one record is read with one call, opened before or not") {
    const auto files = make_file_system().value();
    const auto kept = files->open("/proc/self/stat");
    REQUIRE(kept);
    FileBuffer buffer;
    const auto calls = [&] {
        const std::string_view text = files->read("/proc/self/io", buffer).value();
        return std::stol(std::string(text.substr(text.find("syscr: ") + 7)));
    };
    const long before = calls();
    CHECK(kept.value()->read(buffer));
    CHECK(files->read("/proc/self/statm", buffer));
    const long after = calls();
    // The call that returned the first count is not in it.
    CHECK(after - before == 3);
}
#endif

TEST_CASE("a file that is kept open is passed on to no program that is executed") {
    const auto files = make_file_system().value();
    const int expected = open("/dev/null", O_RDONLY);
    close(expected);
    const auto file = files->open("/proc/self/stat");
    REQUIRE(file);
    CHECK((fcntl(expected, F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("a descriptor that the program has made its own is neither read nor closed") {
    const TemporaryFolder folder;
    folder.write("file", "ours");
    folder.write("other", "the program's");
    const auto files = make_file_system().value();
    const int number = dup(STDIN_FILENO); // the next one
    close(number);
    FileBuffer buffer;
    {
        const auto file = files->open(folder.path("file"));
        REQUIRE(file.value()->read(buffer).value() == "ours");
        const int other = open(folder.path("other").c_str(), O_RDONLY);
        REQUIRE(dup2(other, number) == number);
        close(other);
        CHECK(file.value()->read(buffer).error() == FileError::not_found);
        CHECK(DescriptorShare::count() == 1);
    }
    CHECK(fcntl(number, F_GETFD) >= 0);
    CHECK(DescriptorShare::count() == 0);
    close(number);
}

TEST_CASE("another file under the number of a kept one is neither read nor closed") {
    const TemporaryFolder folder;
    folder.write("file", "ours");
    const auto files = make_file_system().value();
    const int number = dup(STDIN_FILENO); // the next one
    close(number);
    auto file = files->open(folder.path("file"));
    FileBuffer buffer;
    REQUIRE(file.value()->read(buffer).value() == "ours");
    const int other = open(folder.path("file").c_str(), O_RDONLY);
    REQUIRE(dup2(other, number) == number);
    close(other);
    CHECK(file.value()->read(buffer).error() == FileError::not_found);
    file.value().reset();
    CHECK(fcntl(number, F_GETFD) >= 0);
    close(number);
}

TEST_CASE("no file is kept open under the number of a standard stream") {
    CHECK(status_of_child([] {
        const auto files = make_file_system().value();
        close(STDIN_FILENO);
        close(STDERR_FILENO);
        const auto file = files->open("/proc/self/stat");
        FileBuffer buffer;
        const bool read = file.value()->read(buffer).has_value();
        return read && fcntl(STDIN_FILENO, F_GETFD) < 0 && fcntl(STDERR_FILENO, F_GETFD) < 0;
    }) == 0);
}

TEST_CASE("the limit of descriptors bounds the files that are kept open") {
    CHECK(status_of_child([] {
        const auto files = make_file_system().value();
        pdh_shim::set_descriptor_budget(2);
        std::vector<std::unique_ptr<pdh_shim::OpenFile>> open_files;
        for (int i = 0; i < 2; ++i) {
            open_files.push_back(files->open("/proc/self/stat").value());
        }
        const bool no_third = files->open("/proc/self/stat").error() == FileError::too_many;
        open_files.clear();
        set_descriptor_limit(20);
        return no_third && files->open("/proc/self/stat").error() == FileError::too_many;
    }) == 0);
}

TEST_CASE("many files that are kept open leave select() 256 numbers") {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    constexpr std::size_t wanted = 2000;
    if (limit.rlim_max < 5 * wanted) {
        MESSAGE("this system allows a process fewer descriptors than the test needs");
        return;
    }
    const TemporaryFolder folder;
    const std::string path = folder.write("file", "text");
    CHECK(status_of_child([&] {
        set_descriptor_limit(5 * wanted);
        const int before = numbers_for_select();
        pdh_shim::set_descriptor_budget(wanted);
        const auto files = make_file_system().value();
        std::vector<std::unique_ptr<pdh_shim::OpenFile>> kept;
        bool are_read = true;
        FileBuffer buffer;
        while (auto file = files->open(path)) {
            are_read = are_read && file.value()->read(buffer).value() == "text";
            kept.push_back(std::move(file).value());
        }
        return are_read && kept.size() == wanted && numbers_for_select() - before <= FD_SETSIZE - 256;
    }) == 0);
}

TEST_CASE("kept files close their descriptors when the program has none left") {
    CHECK(status_of_child([] {
        const auto files = make_file_system().value();
        const auto file = files->open("/proc/self/stat").value();
        set_descriptor_limit(64);
        while (dup(STDIN_FILENO) >= 0) {
        }
        FileBuffer buffer;
        const bool read = files->read("/proc/self/stat", buffer).has_value();
        return read && file->read(buffer).error() == FileError::not_found && dup(STDIN_FILENO) >= 0;
    }) == 0);
}

TEST_CASE("where no descriptor is left, kept files make room for the question about queues") {
    CHECK(status_of_child([] {
        const auto files = make_file_system().value();
        FileBuffer buffer;
        const auto first = files->output_queues(buffer);
        if (!first) {
            return true; // an emulator refuses it
        }
        const auto file = files->open("/proc/self/stat").value();
        set_descriptor_limit(64);
        while (dup(STDIN_FILENO) >= 0) {
        }
        const bool is_answered = files->output_queues(buffer).has_value();
        while (dup(STDIN_FILENO) >= 0) {
        }
        return is_answered && files->output_queues(buffer).error() == FileError::too_many;
    }) == 0);
}

TEST_CASE("the kernel's units and the number of the process are returned") {
    const auto files = make_file_system().value();
    CHECK(files->process_id() == getpid());
    CHECK(status_of_child([&] { return files->process_id() == getpid(); }) == 0);
    CHECK(pdh_shim::kernel_units().ticks_per_second > 0);
    CHECK(pdh_shim::kernel_units().page_size >= 4096);
}

TEST_CASE("what is refused as a data file leaves no descriptor open") {
    const TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    const auto descriptors = [] {
        const std::filesystem::directory_iterator open("/proc/self/fd");
        return std::distance(begin(open), end(open));
    };
    const auto before = descriptors();
    for (const std::string& name : {folder.path(), folder.path("pipe"), folder.path("none")}) {
        CAPTURE(name);
        CHECK_FALSE(pdh_shim::open_data_file(name).has_value());
        CHECK_FALSE(pdh_shim::open_writable_file(name + "/", pdh_shim::Creation::open_always).has_value());
    }
    CHECK(descriptors() == before);
}
